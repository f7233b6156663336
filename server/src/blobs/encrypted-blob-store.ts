import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { type Clock, secondsAfter } from "../platform/clock.ts";
import { encryptionKeyBytes } from "../platform/encryption.ts";
import type { BlobKeyStore } from "../uploads/blob-key-store.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import {
  BlockReader,
  decryptFrames,
  encryptedSize,
  encryptPart,
  frameBytes,
  frameOverheadBytes,
  headerBytes,
  type PartHeader,
  parseHeader,
} from "./encrypted-part.ts";
import { type BlobMasterKey, unwrapKey, wrapKey } from "./key-ring.ts";

interface EncryptionDeps {
  inner: BlobStore;
  blobKeys: BlobKeyStore;
  clock: Clock;
}

/** An upload is opened moments before its session is saved; a crash in between leaves a key that is removed after this. */
const unsavedUploadSeconds = 3600;

/**
 * Encrypts each new blob with a data key of its own; earlier blobs without a data key stay readable as they are. Without
 * master keys, new blobs are not encrypted, and reading an encrypted blob fails with the name of the missing master key.
 */
export function encryptedBlobStore({ inner, blobKeys, clock }: EncryptionDeps, masters: BlobMasterKey[]): BlobStore {
  const [current] = masters;

  async function findKey(blobKey: string): Promise<Buffer | undefined> {
    const wrapped = await blobKeys.find(blobKey);
    return wrapped && unwrapKey(masters, blobKey, wrapped);
  }

  /** The key is durable before the first byte, because bytes without their key would be lost. */
  async function makeKey(blobKey: string, { id, key }: BlobMasterKey, removeAfter?: Date): Promise<Buffer> {
    const wrapped = wrapKey({ id, key }, blobKey, randomBytes(encryptionKeyBytes));
    return unwrapKey(masters, blobKey, await blobKeys.add(blobKey, wrapped, removeAfter));
  }

  /** Removes a new key whose blob could not be stored. */
  async function removeKey(blobKey: string, error: unknown): Promise<never> {
    await blobKeys.remove(blobKey);
    throw error;
  }

  async function* readWhole(key: string, dataKey: Buffer): AsyncGenerator<Buffer> {
    const blocks = new BlockReader(await inner.read(key));
    try {
      for (let index = 0, total = 1; index < total; index++) {
        const header = await nextHeader(blocks, index);
        total = header.total;
        let isWhole = false;
        for await (const { plain, isLast } of decryptFrames(dataKey, key, header, 0, blocks)) {
          isWhole = isLast;
          yield plain;
        }
        if (!isWhole) throw new Error(`blob ${key} is truncated`);
      }
      if ((await blocks.take(1)) !== undefined) throw new Error(`blob ${key} has unexpected bytes at its end`);
    } finally {
      await blocks.close();
    }
  }

  async function headerAt(key: string, index: number, offsetBytes: number): Promise<PartHeader> {
    const blocks = new BlockReader(await inner.readRange(key, offsetBytes, headerBytes));
    try {
      return await nextHeader(blocks, index);
    } finally {
      await blocks.close();
    }
  }

  /** All parts but the last have the same size, so an offset in the plain text determines its part and frame. */
  async function* readSome(key: string, dataKey: Buffer, from: number, to: number): AsyncGenerator<Buffer> {
    const first = await headerAt(key, 0, 0);
    const partBytes = first.total === 1 ? Number.POSITIVE_INFINITY : first.plainBytes;
    let at = from;
    for (let index = Math.floor(from / partBytes); index < first.total && at < to; index++) {
      const partStart = index === 0 ? 0 : index * encryptedSize(partBytes);
      const plainStart = index === 0 ? 0 : index * partBytes;
      const header = index === 0 ? first : await headerAt(key, index, partStart);
      const firstFrame = Math.floor((at - plainStart) / frameBytes);
      const lastFrame = Math.floor((Math.min(to, plainStart + partBytes) - 1 - plainStart) / frameBytes);
      const start = partStart + headerBytes + firstFrame * (frameBytes + frameOverheadBytes);
      const size = (lastFrame - firstFrame + 1) * (frameBytes + frameOverheadBytes);
      const end = Math.min(start + size, partStart + (first.total === 1 ? size + start : encryptedSize(partBytes)));
      const blocks = new BlockReader(await inner.readRange(key, start, end - start));
      let frameStart = plainStart + firstFrame * frameBytes;
      let isEnded = false;
      try {
        for await (const { plain, isLast } of decryptFrames(dataKey, key, header, firstFrame, blocks)) {
          const wanted = plain.subarray(Math.max(0, at - frameStart), Math.max(0, to - frameStart));
          frameStart += plain.length;
          at = Math.max(at, Math.min(frameStart, to));
          isEnded = isLast;
          if (wanted.length > 0) yield wanted;
        }
      } finally {
        await blocks.close();
      }
      if (at < to && !isEnded) throw new Error(`blob ${key} is truncated`);
    }
  }

  return {
    ...inner,
    // The stored bytes are encrypted, so their hash differs from that of the plain text.
    canReadParts: inner.canReadParts && current === undefined,
    maxBlobBytes: Math.floor(inner.maxBlobBytes * 0.999),
    async put(key, bytes) {
      if (current === undefined) return inner.put(key, bytes);
      const dataKey = await makeKey(key, current);
      await inner
        .put(key, encryptPart(dataKey, key, { index: 0, total: 1, plainBytes: 0 }, bytes))
        .catch((error: unknown) => removeKey(key, error));
    },
    async begin(key) {
      if (current === undefined) return inner.begin(key);
      await makeKey(key, current, secondsAfter(clock.now(), unsavedUploadSeconds));
      return inner.begin(key).catch((error: unknown) => removeKey(key, error));
    },
    async receivePart(upload, place, bytes) {
      const dataKey = await findKey(upload.key);
      if (dataKey === undefined) return inner.receivePart(upload, place, bytes);
      const { index, totalParts: total, sizeBytes: plainBytes } = place;
      const encrypted = encryptPart(dataKey, upload.key, { index, total, plainBytes }, bytes);
      return inner.receivePart(upload, { ...place, sizeBytes: encryptedSize(plainBytes) }, encrypted);
    },
    async read(key) {
      const dataKey = await findKey(key);
      return dataKey === undefined ? inner.read(key) : Readable.from(readWhole(key, dataKey));
    },
    async readRange(key, offsetBytes, sizeBytes) {
      const dataKey = await findKey(key);
      if (dataKey === undefined) return inner.readRange(key, offsetBytes, sizeBytes);
      return Readable.from(readSome(key, dataKey, offsetBytes, offsetBytes + sizeBytes));
    },
    async remove(upload) {
      await inner.remove(upload);
      await blobKeys.remove(upload.key);
    },
    removeLeftovers: (before, isNeeded) =>
      inner.removeLeftovers(before, async (key) => {
        if (await isNeeded(key)) return true;
        await blobKeys.remove(key);
        return false;
      }),
  };
}

async function nextHeader(blocks: BlockReader, index: number): Promise<PartHeader> {
  const bytes = await blocks.take(headerBytes);
  if (bytes === undefined) throw new Error("an encrypted blob lacks a part");
  const header = parseHeader(bytes);
  if (header.index !== index) throw new Error("the parts of an encrypted blob are out of order");
  return header;
}
