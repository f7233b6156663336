import { AssayError } from "../assay-error.ts";
import { nodeBuiltIn } from "../node-built-in.ts";

/**
 * A file to upload: a path (Node), a `File`, or content with a name. A stream needs its size, because an upload starts with the
 * sizes of its files.
 */
export type UploadFile =
  | string
  | File
  | {
      /** The file's name. */
      name: string;
      /** The file's bytes. */
      content: Blob;
    }
  | {
      /** The file's name. */
      name: string;
      /** The file's bytes, from the start. Read once, and never held in memory as a whole. */
      stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
      /** The number of bytes in the stream. */
      size: number;
    };

/** Chunks of one file in memory: those in flight, and one that is read meanwhile. */
export const maxBufferedChunks = 4;

/** A file that is read in order. */
export interface OpenFile {
  /** The bytes are valid until `maxBufferedChunks` more were read. `onPiece` is called for every piece as it is read. */
  read(offset: number, length: number, onPiece?: (piece: Uint8Array) => void): Promise<Uint8Array<ArrayBuffer>>;
  /** With `isReusable` nothing that was read is still being sent, so the next file may reuse the memory. */
  close(isReusable: boolean): Promise<void>;
}

export interface FileSource {
  name: string;
  size: number;
  /** Undefined if unknown. */
  lastModified: number | undefined;
  open(): Promise<OpenFile>;
  /** The whole file, for a form. A file on disk is not loaded into memory. */
  toBlob(): Promise<Blob>;
}

export async function toFileSource(file: UploadFile): Promise<FileSource> {
  const source =
    typeof file === "string"
      ? await fromPath(file)
      : "stream" in file && "size" in file && typeof file.stream !== "function"
        ? fromStream(file.name, file.size, file.stream)
        : file instanceof Blob
          ? fromBlob(file.name, file)
          : fromBlob((file as { name: string }).name, (file as { content: Blob }).content);
  if (!(Number.isSafeInteger(source.size) && source.size > 0)) {
    throw new AssayError(
      "invalid_file",
      `${source.name} is empty or its size is unknown; only files with content can be uploaded.`,
    );
  }
  return source;
}

/** A piece is hashed while the next one is read. Smaller pieces would cost more reads. */
const pieceBytes = 2 * 1024 * 1024;

/** The buffer of the last file, unless it was garbage-collected. */
let spareBlock: WeakRef<ArrayBuffer> | undefined;

/** One buffer for all reads of a file: allocating large buffers is slow and triggers garbage collection. */
function acquireBlock(bytes: number): ArrayBuffer {
  const spare = spareBlock?.deref();
  spareBlock = undefined;
  return spare !== undefined && spare.byteLength >= bytes ? spare : new ArrayBuffer(bytes);
}

function fromBlob(name: string, blob: Blob): FileSource {
  return {
    name,
    size: blob.size,
    lastModified: (blob as Partial<File>).lastModified,
    open: async () => ({
      async read(offset, length, onPiece) {
        const bytes = new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
        // Only in Node: browsers cannot hash piece by piece.
        for (let at = 0; onPiece !== undefined && at < length; at += pieceBytes) {
          onPiece(bytes.subarray(at, at + pieceBytes));
          // Yields to the event loop, so that other requests proceed.
          await new Promise((resolve) => setImmediate(resolve));
        }
        return bytes;
      },
      close: async () => undefined,
    }),
    toBlob: async () => blob,
  };
}

async function fromPath(path: string): Promise<FileSource> {
  const { open, stat } = await nodeBuiltIn<typeof import("node:fs/promises")>("node:fs/promises");
  const { openAsBlob } = await nodeBuiltIn<typeof import("node:fs")>("node:fs");
  const { basename } = await nodeBuiltIn<typeof import("node:path")>("node:path");
  const found = await stat(path).catch((cause: unknown) => {
    throw new AssayError("invalid_file", `${path} cannot be read: it does not exist, or access is denied.`, {
      cause,
    });
  });
  if (!found.isFile()) throw new AssayError("invalid_file", `${path} is not a file.`);
  return {
    name: basename(path),
    size: found.size,
    lastModified: found.mtimeMs,
    async open() {
      const handle = await open(path);
      let block: ArrayBuffer | undefined;
      let slotBytes = 0;
      let slots = 0;
      let slot = 0;
      return {
        async read(offset, length, onPiece) {
          // The last chunk is shorter than the others.
          if (block === undefined || length > slotBytes) {
            slotBytes = length;
            slots = Math.min(maxBufferedChunks, Math.ceil(found.size / length));
            block = acquireBlock(slots * length);
          }
          slot = (slot + 1) % slots;
          const buffer = new Uint8Array(block, slot * slotBytes, length);
          const readFrom = (at: number) =>
            handle.read(buffer, at, Math.min(pieceBytes, length - at), offset + at).then(({ bytesRead }) => bytesRead);
          let reading = readFrom(0);
          for (let filled = 0; filled < length; ) {
            const start = filled;
            const bytesRead = await reading;
            if (bytesRead === 0) throw shrunkFileError(path);
            filled += bytesRead;
            if (filled < length) reading = readFrom(filled);
            onPiece?.(buffer.subarray(start, filled));
          }
          return buffer;
        },
        async close(isReusable) {
          if (isReusable && block !== undefined) spareBlock = new WeakRef(block);
          await handle.close();
        },
      };
    },
    toBlob: () => openAsBlob(path),
  };
}

const shrunkFileError = (name: string) =>
  new AssayError("invalid_file", `${name} has fewer bytes than when the upload began. Upload it again from the start.`);

function fromStream(
  name: string,
  size: number,
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): FileSource {
  const open = async (): Promise<OpenFile> => {
    const pieces = iterate(stream);
    let position = 0;
    let rest: Uint8Array = new Uint8Array(0);
    /** Passes the next `count` bytes to `take`. */
    async function pass(count: number, take: (piece: Uint8Array) => void): Promise<void> {
      while (count > 0) {
        if (rest.length === 0) {
          const next = await pieces.next();
          if (next.done) throw shrunkFileError(name);
          rest = next.value;
          continue;
        }
        const piece = rest.subarray(0, count);
        take(piece);
        rest = rest.subarray(piece.length);
        count -= piece.length;
        position += piece.length;
      }
    }
    /** Bytes after the declared end would silently be missing from the document. */
    async function assertEnd(): Promise<void> {
      while (rest.length === 0) {
        const next = await pieces.next();
        if (next.done) return;
        rest = next.value;
      }
      throw new AssayError(
        "invalid_file",
        `${name} is a stream of more than the ${size} bytes of its declared size. Upload it again with its real size.`,
      );
    }
    return {
      async read(offset: number, length: number, onPiece?: (piece: Uint8Array) => void) {
        if (offset < position) throw new AssayError("invalid_file", `${name} is a stream and cannot be read twice.`);
        // Skips bytes that the service already has.
        await pass(offset - position, () => undefined);
        const bytes = new Uint8Array(length);
        const start = position;
        await pass(length, (piece) => {
          bytes.set(piece, position - start);
          onPiece?.(piece);
        });
        if (position === size) await assertEnd();
        return bytes;
      },
      close: async () => {
        await pieces.return?.();
      },
    };
  };
  return {
    name,
    size,
    lastModified: undefined,
    open,
    async toBlob() {
      const opened = await open();
      const bytes = await opened.read(0, size);
      await opened.close(true);
      return new Blob([bytes]);
    },
  };
}

/** Not every browser can iterate over a ReadableStream. */
async function* iterate(
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!("getReader" in stream)) {
    yield* stream;
    return;
  }
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
