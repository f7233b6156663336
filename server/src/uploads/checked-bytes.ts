import { AppError } from "../platform/app-error.ts";
import type { Bytes } from "./blob-store.ts";
import { openSha256, type Sha256 } from "./sha256.ts";

/** A stream that counts and, by default, hashes its bytes, and fails as soon as there are too many. */
export interface CheckedBytes {
  bytes: AsyncGenerator<Buffer>;
  /** Available after the last byte. */
  sha256(): Buffer;
  sizeBytes(): number;
}

interface Checks {
  maxBytes: number;
  /** Makes the error when there are more than `maxBytes`. */
  tooMany: () => AppError;
  /** Called at the end of the stream; may throw to make the stream fail. */
  atEnd?: (sizeBytes: number, sha256: Buffer | undefined) => void;
  /** Hashing is expensive, so it can be switched off where the hash is not needed. */
  isHashed?: boolean;
  /** Another hash that receives every piece; dropped when the stream fails. */
  alsoHash?: Sha256;
}

export function checkedBytes(source: Bytes, checks: Checks): CheckedBytes {
  const hash = checks.isHashed === false ? undefined : openSha256();
  let size = 0;
  let digest: Buffer | undefined;

  async function* pass(): AsyncGenerator<Buffer> {
    let isWhole = false;
    try {
      for await (const piece of source) {
        size += piece.length;
        if (size > checks.maxBytes) throw checks.tooMany();
        for (const one of [hash, checks.alsoHash]) {
          const room = one?.add(piece);
          if (room !== undefined) await room;
        }
        yield piece;
      }
      digest = await hash?.digest();
      checks.atEnd?.(size, digest);
      isWhole = true;
    } finally {
      hash?.drop();
      if (!isWhole) checks.alsoHash?.drop();
    }
  }

  return {
    bytes: pass(),
    sha256() {
      if (digest === undefined) throw new Error("the bytes were not hashed, or the stream has not ended yet");
      return digest;
    },
    sizeBytes: () => size,
  };
}

/** Reads a stream to its end for its checks alone. */
export async function drain(bytes: Bytes): Promise<void> {
  for await (const piece of bytes) letGo(piece);
}

const unshared = new WeakSet<ArrayBufferLike>();

/** Says that nobody else holds this piece: whoever is the last to need it may let go of its memory. */
export function handOver(piece: Buffer): Buffer {
  if (piece.length === piece.buffer.byteLength) unshared.add(piece.buffer);
  return piece;
}

/**
 * Gives a piece's memory back at once if it was handed over; any other is left alone. The collector would do so too, but
 * it goes through all of the service's memory for every few chunks, which takes longer than hashing them.
 */
export function letGo({ buffer }: Buffer): void {
  if (unshared.delete(buffer) && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** RFC 9530, with sha-256 as the only supported algorithm: `sha-256=:BASE64:`. */
export function readContentDigest(header: string | undefined): Buffer | undefined {
  if (header === undefined) return undefined;
  const value = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:$|,)/.exec(header)?.[1];
  if (value === undefined) {
    throw new AppError(
      "invalid_request",
      "Content-Digest must be in the form sha-256=:BASE64:, with the 32 bytes of the SHA-256 in base64.",
    );
  }
  return Buffer.from(value, "base64");
}
