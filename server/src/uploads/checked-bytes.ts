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
  /** Creates the error for more than `maxBytes`. */
  toTooLargeError: () => AppError;
  /** Called at the end of the stream; may throw to make the stream fail. */
  atEnd?: (sizeBytes: number, sha256: Buffer | undefined) => void;
  /** False where the hash is not needed, because hashing is expensive. */
  isHashed?: boolean;
  /** Another hash that also receives every piece; abandoned when the stream fails. */
  alsoHash?: Sha256;
}

export function checkBytes(source: Bytes, checks: Checks): CheckedBytes {
  const hash = checks.isHashed === false ? undefined : openSha256();
  let size = 0;
  let digest: Buffer | undefined;

  async function* pass(): AsyncGenerator<Buffer> {
    let isComplete = false;
    try {
      for await (const piece of source) {
        size += piece.length;
        if (size > checks.maxBytes) throw checks.toTooLargeError();
        for (const one of [hash, checks.alsoHash]) {
          const room = one?.add(piece);
          if (room !== undefined) await room;
        }
        yield piece;
      }
      digest = await hash?.digest();
      checks.atEnd?.(size, digest);
      isComplete = true;
    } finally {
      hash?.drop();
      if (!isComplete) checks.alsoHash?.drop();
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

/** Reads a stream to its end, only to check it. */
export async function drain(bytes: Bytes): Promise<void> {
  for await (const piece of bytes) freeIfUnshared(piece);
}

const unshared = new WeakSet<ArrayBufferLike>();

/** Declares that nothing else refers to the piece's memory, so that its last user may free it. */
export function markUnshared(piece: Buffer): Buffer {
  if (piece.length === piece.buffer.byteLength) unshared.add(piece.buffer);
  return piece;
}

/**
 * Frees the memory of a piece that was marked. The garbage collector would free it too, but it traverses the whole heap for
 * every few chunks: uploads take 1.7 times as long (docs/decisions/0030).
 */
export function freeIfUnshared({ buffer }: Buffer): void {
  if (unshared.delete(buffer) && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** RFC 9530, with sha-256 as the only supported algorithm: `sha-256=:BASE64:`. */
export function parseContentDigest(header: string | undefined): Buffer | undefined {
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
