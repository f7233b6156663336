import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Bytes } from "../uploads/blob-store.ts";

/**
 * The layout of one part of an encrypted blob: a header, then frames of AES-256-GCM.
 *
 *   header   magic 8, salt 32, index 4, total 4, plain size of the part 8 (0: unknown)
 *   frame    plain size 4, with the highest bit set on the part's last frame; cipher text; tag 16
 *
 * Each attempt at a part has its own key, derived from the blob's data key and the salt, so that no nonce is used twice
 * however often a part is sent. The nonce is the frame's number. Header, blob key and frame size are authenticated with
 * every frame, so that missing, repeated or moved frames and parts, and those of another blob, fail to decrypt.
 */
export interface PartHeader {
  bytes: Buffer;
  index: number;
  total: number;
  plainBytes: number;
}

const magic = Buffer.from("ASSAYE01");
export const headerBytes = 56;
export const frameBytes = 64 * 1024;
const tagBytes = 16;
export const frameOverheadBytes = 4 + tagBytes;
const lastFlag = 0x8000_0000;

export function encryptedSize(plainBytes: number): number {
  return headerBytes + plainBytes + Math.max(1, Math.ceil(plainBytes / frameBytes)) * frameOverheadBytes;
}

function makeHeader(index: number, total: number, plainBytes: number): PartHeader {
  const bytes = Buffer.alloc(headerBytes);
  magic.copy(bytes);
  randomBytes(32).copy(bytes, 8);
  bytes.writeUInt32BE(index, 40);
  bytes.writeUInt32BE(total, 44);
  bytes.writeBigUInt64BE(BigInt(plainBytes), 48);
  return { bytes, index, total, plainBytes };
}

export function parseHeader(bytes: Buffer): PartHeader {
  if (bytes.length !== headerBytes || !bytes.subarray(0, 8).equals(magic))
    throw new Error("an encrypted part is damaged");
  return {
    bytes,
    index: bytes.readUInt32BE(40),
    total: bytes.readUInt32BE(44),
    plainBytes: Number(bytes.readBigUInt64BE(48)),
  };
}

/** The key and the authenticated data of every frame of a part. */
interface PartCipher {
  key: Buffer;
  context: Buffer;
}

function derivePartCipher(dataKey: Buffer, blobKey: string, { bytes }: PartHeader): PartCipher {
  const key = Buffer.from(hkdfSync("sha256", dataKey, bytes.subarray(8, 40), "assay blob part", 32));
  return { key, context: Buffer.concat([bytes, Buffer.from(blobKey)]) };
}

function nonceOf(frame: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(frame), 4);
  return nonce;
}

export async function* encryptPart(
  dataKey: Buffer,
  blobKey: string,
  place: { index: number; total: number; plainBytes: number },
  bytes: Bytes,
): AsyncGenerator<Buffer> {
  const header = makeHeader(place.index, place.total, place.plainBytes);
  const { key, context } = derivePartCipher(dataKey, blobKey, header);
  let frame = 0;
  let filled = 0;
  const filling = Buffer.allocUnsafe(frameBytes);
  const encryptFrame = (isLast: boolean) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE((filled | (isLast ? lastFlag : 0)) >>> 0);
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(frame++)).setAAD(Buffer.concat([context, size]));
    const encrypted = [size, cipher.update(filling.subarray(0, filled)), cipher.final(), cipher.getAuthTag()];
    filled = 0;
    return Buffer.concat(encrypted);
  };
  yield header.bytes;
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; ) {
      // A full frame is written when the next byte arrives, because until then it may be the last.
      if (filled === frameBytes) yield encryptFrame(false);
      const copied = piece.copy(filling, filled, at);
      filled += copied;
      at += copied;
    }
  }
  yield encryptFrame(true);
}

/** Reads a stream in blocks of requested sizes. */
export class BlockReader {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Undefined at the end of the stream; a partial block is an error. */
  async take(size: number): Promise<Buffer | undefined> {
    const pieces = [this.#held];
    let bytes = this.#held.length;
    while (bytes < size) {
      const { value, done } = await this.#source.next();
      if (done) {
        if (bytes === 0) return undefined;
        throw new Error("an encrypted part is truncated");
      }
      pieces.push(value);
      bytes += value.length;
    }
    const all = pieces.length === 1 ? this.#held : Buffer.concat(pieces);
    this.#held = all.subarray(size);
    return all.subarray(0, size);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/** Decrypts the frames of a part from `firstFrame` on, until the part's last frame or the end of the stream. */
export async function* decryptFrames(
  dataKey: Buffer,
  blobKey: string,
  header: PartHeader,
  firstFrame: number,
  blocks: BlockReader,
): AsyncGenerator<{ plain: Buffer; isLast: boolean }> {
  const { key, context } = derivePartCipher(dataKey, blobKey, header);
  for (let frame = firstFrame; ; frame++) {
    const size = await blocks.take(4);
    if (size === undefined) return;
    const isLast = (size.readUInt32BE() & lastFlag) !== 0;
    const plainBytes = (size.readUInt32BE() & ~lastFlag) >>> 0;
    if (plainBytes > frameBytes) throw new Error("an encrypted part is damaged");
    const encrypted = await blocks.take(plainBytes + tagBytes);
    if (encrypted === undefined) throw new Error("an encrypted part is truncated");
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(frame))
      .setAAD(Buffer.concat([context, size]))
      .setAuthTag(encrypted.subarray(plainBytes));
    yield { plain: Buffer.concat([decipher.update(encrypted.subarray(0, plainBytes)), decipher.final()]), isLast };
    if (isLast) return;
  }
}
