import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Bytes } from "../uploads/blob-store.ts";

/**
 * How one part of an encrypted blob is laid out: a header, then frames of AES-256-GCM.
 *
 *   header   magic 8, salt 32, index 4, total 4, plain size of the part 8 (0: not known beforehand)
 *   frame    its plain size 4, the highest bit set on a part's last; the cipher text; tag 16
 *
 * Each try at a part has a key of its own, from the blob's and the salt, so that no nonce serves twice however often a part
 * is sent. The nonce is the frame's number, and header, blob and frame size are authenticated with every frame: frames and
 * parts that are missing, doubled, moved or of another blob do not open.
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

/** What every frame of a part shares. */
interface PartCipher {
  key: Buffer;
  bound: Buffer;
}

function cipherOf(dataKey: Buffer, blobKey: string, { bytes }: PartHeader): PartCipher {
  const key = Buffer.from(hkdfSync("sha256", dataKey, bytes.subarray(8, 40), "assay blob part", 32));
  return { key, bound: Buffer.concat([bytes, Buffer.from(blobKey)]) };
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
  const { key, bound } = cipherOf(dataKey, blobKey, header);
  let frame = 0;
  let filled = 0;
  const filling = Buffer.allocUnsafe(frameBytes);
  const seal = (isLast: boolean) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE((filled | (isLast ? lastFlag : 0)) >>> 0);
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(frame++)).setAAD(Buffer.concat([bound, size]));
    const sealed = [size, cipher.update(filling.subarray(0, filled)), cipher.final(), cipher.getAuthTag()];
    filled = 0;
    return Buffer.concat(sealed);
  };
  yield header.bytes;
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; ) {
      // A full frame waits for the next byte: only then is it known not to be the last.
      if (filled === frameBytes) yield seal(false);
      const copied = piece.copy(filling, filled, at);
      filled += copied;
      at += copied;
    }
  }
  yield seal(true);
}

/** Bytes of a stream in the portions that are asked for. */
export class Portions {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Undefined at the end; a portion that is cut off is an error. */
  async take(size: number): Promise<Buffer | undefined> {
    const pieces = [this.#held];
    let bytes = this.#held.length;
    while (bytes < size) {
      const { value, done } = await this.#source.next();
      if (done) {
        if (bytes === 0) return undefined;
        throw new Error("an encrypted part is cut off");
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

/** The frames of a part from that one on, in the clear. Ends after the part's last, or where the stream ends between two. */
export async function* decryptFrames(
  dataKey: Buffer,
  blobKey: string,
  header: PartHeader,
  firstFrame: number,
  portions: Portions,
): AsyncGenerator<{ plain: Buffer; isLast: boolean }> {
  const { key, bound } = cipherOf(dataKey, blobKey, header);
  for (let frame = firstFrame; ; frame++) {
    const size = await portions.take(4);
    if (size === undefined) return;
    const isLast = (size.readUInt32BE() & lastFlag) !== 0;
    const plainBytes = (size.readUInt32BE() & ~lastFlag) >>> 0;
    if (plainBytes > frameBytes) throw new Error("an encrypted part is damaged");
    const sealed = await portions.take(plainBytes + tagBytes);
    if (sealed === undefined) throw new Error("an encrypted part is cut off");
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(frame))
      .setAAD(Buffer.concat([bound, size]))
      .setAuthTag(sealed.subarray(plainBytes));
    yield { plain: Buffer.concat([decipher.update(sealed.subarray(0, plainBytes)), decipher.final()]), isLast };
    if (isLast) return;
  }
}
