import type { Readable } from "node:stream";

/** Bytes on their way in, in pieces as they arrive. */
export type Bytes = AsyncIterable<Buffer>;

/** A file that arrives in parts: its key, and what the store needs to take more of it. */
export interface BlobUpload {
  key: string;
  upload: string;
}

/** A part whose bytes are durable but do not count yet. */
export interface ReceivedPart {
  /** What the store needs to put the parts together. */
  receipt: string;
  /** Makes the part count. Called once for each index, under the lock of the file it belongs to. */
  keep(): Promise<void>;
  /** Lets go of a part that does not count; one that was kept stays. */
  discard(): Promise<void>;
  /** What its bytes hash to; only where `canReadParts`. */
  sha256(): Promise<Buffer>;
}

export interface PartPlace {
  index: number;
  totalParts: number;
  /** Different for every try at any part of this file, where the store tells tries apart by number. */
  attempt: number;
  sizeBytes: number;
  /** Its SHA-256 will be asked for as soon as it is durable: where `canReadParts`, it is made while the disk is waited for. */
  willBeHashed?: boolean;
}

/** A blob that a row speaks of is not in the store. Asking again brings nothing; a store that cannot be asked is another error. */
export class BlobMissing extends Error {
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`there is no blob ${key}`, options);
    this.key = key;
  }
}

/** Where documents' bytes are kept. Keys are the service's own; a caller's file name never comes near. */
export interface BlobStore {
  /** Whether a part's place must name its attempt; a store with private names of its own needs none. */
  numbersAttempts: boolean;
  /** Whether parts can be read before the blob is whole. Where not, each part's SHA-256 must be kept to compare by. */
  canReadParts: boolean;
  /** Smallest chunk this store can take as a part. */
  minPartBytes: number;
  maxBlobBytes: number;
  maxParts: number;
  /** Stores a whole blob. Durable when it resolves; nothing is left when it rejects. */
  put(key: string, bytes: Bytes): Promise<void>;
  begin(key: string): Promise<BlobUpload>;
  /** Durable when it resolves; nothing is left when it rejects. */
  receivePart(upload: BlobUpload, place: PartPlace, bytes: Bytes): Promise<ReceivedPart>;
  /** What a part that counts hashes to; only where `canReadParts`. */
  sha256OfPart(upload: BlobUpload, index: number): Promise<Buffer>;
  /** Puts the parts together. Doing it again does nothing. */
  finish(upload: BlobUpload, receipts: string[]): Promise<void>;
  /** `BlobMissing` where there is none; so for its parts, too. */
  read(key: string): Promise<Readable>;
  /** Only these bytes; a range that reaches beyond the end ends there. */
  readRange(key: string, offsetBytes: number, sizeBytes: number): Promise<Readable>;
  /** Removes a blob or an unfinished upload of it, whichever there is. */
  remove(upload: BlobUpload): Promise<void>;
  /** Removes what tries that were cut off before that time have left behind; `isWanted` tells keys that are in use. */
  removeLeftovers(before: Date, isWanted: (key: string) => Promise<boolean>): Promise<number>;
  /** Proves that bytes can be stored; rejects otherwise. */
  check(): Promise<void>;
}
