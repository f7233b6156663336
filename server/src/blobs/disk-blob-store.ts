import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { AppError } from "../platform/app-error.ts";
import { BlobMissing, type BlobStore, type Bytes } from "../uploads/blob-store.ts";
import { freeIfUnshared } from "../uploads/checked-bytes.ts";
import { sha256OfFile } from "../uploads/sha256.ts";
import { throwStorageError } from "./storage-error.ts";

/** Pieces are buffered into fewer, larger writes. */
const writeBytes = 512 * 1024;
const readBytes = 1024 * 1024;

/** Kept free of uploads: 5 % of the disk or 2 GiB, whichever is less. */
const reservedShare = 0.05;
const maxReservedBytes = 2 * 1024 ** 3;

export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
}

async function readDiskSpace(path: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** A pool of buffers of `writeBytes`; two for each of sixteen concurrent writes. */
const spareBuffers: Buffer[] = [];
const maxSpareBuffers = 32;

/**
 * A blob is a folder named by its key, and its parts are files named by their index; they are never concatenated. Bytes
 * are written to a file with a private name in `incoming/` and moved to their place by an atomic rename once durable.
 */
export async function openDiskBlobStore(dataDirectory: string, readSpace = readDiskSpace): Promise<BlobStore> {
  const root = join(dataDirectory, "blobs");
  const incoming = join(root, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });

  // The last characters of an id are random, so that folders fill evenly.
  const folderOf = (key: string) => join(root, key.slice(-2), key);

  async function listParts(key: string): Promise<string[]> {
    const folder = folderOf(key);
    const names = await readdir(folder).catch(async (error: NodeJS.ErrnoException) => {
      // If the disk is not mounted, the blob is not lost. In that case `incoming`, created at the start, is missing too.
      if (error.code === "ENOENT") await access(incoming);
      throw error.code === "ENOENT" ? new BlobMissing(key, { cause: error }) : error;
    });
    if (names.length === 0) throw new BlobMissing(key);
    const parts = names.map(Number).sort((a, b) => a - b);
    return parts.map((index) => join(folder, String(index)));
  }

  /** The database and running documents need room when uploads have filled the rest. */
  async function checkRoom(): Promise<void> {
    const { freeBytes, totalBytes } = await readSpace(root);
    if (freeBytes >= Math.min(totalBytes * reservedShare, maxReservedBytes)) return;
    throw new AppError("unavailable", "The service has too little disk space left for new uploads; try again later.", {
      // A person has to free space on the disk.
      retryAfterSeconds: 60,
    });
  }

  const receive = (bytes: Bytes, onWritten?: (path: string) => void) =>
    writeIncoming(bytes, onWritten).catch(throwStorageError);
  const moveTo = (key: string, index: number, path: string) => moveIncoming(key, index, path).catch(throwStorageError);

  async function writeIncoming(bytes: Bytes, onWritten?: (path: string) => void): Promise<string> {
    const path = join(incoming, randomUUID());
    const file = await open(path, "wx", 0o600);
    try {
      await write(file, bytes);
      onWritten?.(path);
      await file.datasync();
      await file.close();
      return path;
    } catch (error) {
      await file.close();
      await unlink(path);
      throw error;
    }
  }

  async function moveIncoming(key: string, index: number, path: string): Promise<void> {
    const folder = folderOf(key);
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(path, join(folder, String(index)));
    // The directory entries must survive a power failure as well before the bytes count as durable.
    await syncFolder(folder);
    if (made !== undefined) await syncFolder(join(folder, ".."));
    if (made !== undefined && made !== folder) await syncFolder(root);
  }

  return {
    numbersAttempts: false,
    canReadParts: true,
    minPartBytes: 65_536,
    maxParts: 10_000,
    maxBlobBytes: Number.MAX_SAFE_INTEGER,
    async put(key, bytes) {
      const path = await receive(bytes);
      await moveTo(key, 0, path).catch(async (error: unknown) => {
        await rm(path, { force: true });
        throw error;
      });
    },
    begin: async (key) => ({ key, upload: "" }),
    async receivePart({ key }, { index, willBeHashed = false }, bytes) {
      await checkRoom();
      let hashed: Promise<Buffer> | undefined;
      const hash = (path: string) => {
        hashed = sha256OfFile(path);
        // Awaited by the caller of sha256(); until then a failure must not count as unhandled.
        hashed.catch(() => undefined);
      };
      const path = await receive(bytes, willBeHashed ? hash : undefined);
      return {
        receipt: "",
        keep: () => moveTo(key, index, path),
        discard: () => rm(path, { force: true }),
        sha256: () => (hashed ?? sha256OfFile(path)).catch(throwStorageError),
      };
    },
    sha256OfPart: ({ key }, index) => sha256OfFile(join(folderOf(key), String(index))).catch(throwStorageError),
    finish: async () => undefined,
    read: async (key) => Readable.from(readAll(await listParts(key))),
    async readRange(key, offsetBytes, sizeBytes) {
      return Readable.from(readSome(await listParts(key), offsetBytes, offsetBytes + sizeBytes));
    },
    async remove({ key }) {
      await rm(folderOf(key), { recursive: true, force: true });
    },
    async removeLeftovers(before) {
      let removed = 0;
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const found = await stat(path).catch(() => undefined);
        if (found === undefined || found.mtime >= before) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
    checkRoom,
    async check() {
      await unlink(await receive(Readable.from([Buffer.from("ok")])));
    },
  };
}

/**
 * Writes while the next pieces arrive and are hashed. Pieces are copied into two alternating buffers: a piece that is
 * retained until it is written survives the garbage collector's minor collections, and thousands of those cost more time
 * and far more memory than copying.
 */
async function write(file: FileHandle, bytes: Bytes): Promise<void> {
  let [filling, written] = [takeBuffer(), takeBuffer()];
  let filled = 0;
  let writing: Promise<unknown> = Promise.resolve();
  const flush = async () => {
    await writing;
    writing = writeFully(file, filling.subarray(0, filled));
    // Awaited above before the next write and below at the end; until then a failure must not count as unhandled.
    writing.catch(() => undefined);
    [filling, written] = [written, filling];
    filled = 0;
  };
  try {
    for await (const piece of bytes) {
      for (let at = 0; at < piece.length; ) {
        const copied = piece.copy(filling, filled, at);
        filled += copied;
        at += copied;
        if (filled === writeBytes) await flush();
      }
      freeIfUnshared(piece);
    }
    if (filled > 0) await flush();
  } finally {
    await writing.finally(() => returnBuffers(filling, written));
  }
}

const takeBuffer = () => spareBuffers.pop() ?? Buffer.allocUnsafeSlow(writeBytes);

function returnBuffers(...buffers: Buffer[]): void {
  for (const buffer of buffers) if (spareBuffers.length < maxSpareBuffers) spareBuffers.push(buffer);
}

async function writeFully(file: FileHandle, bytes: Buffer): Promise<void> {
  // A nearly full disk may accept only a part.
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
}

async function* readAll(paths: string[]): AsyncGenerator<Buffer> {
  for (const path of paths) yield* createReadStream(path, { highWaterMark: readBytes }) as AsyncIterable<Buffer>;
}

async function* readSome(paths: string[], from: number, to: number): AsyncGenerator<Buffer> {
  let partStart = 0;
  for (const path of paths) {
    const partEnd = partStart + (await stat(path)).size;
    const start = Math.max(from, partStart) - partStart;
    const end = Math.min(to, partEnd) - partStart - 1;
    if (start <= end) yield* createReadStream(path, { start, end, highWaterMark: readBytes }) as AsyncIterable<Buffer>;
    partStart = partEnd;
    if (partStart >= to) return;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
