import { AssayError } from "../assay-error.ts";
import { nodeBuiltIn } from "../node-built-in.ts";

/**
 * A file to upload: a path (Node), a `File`, or content under a name. A stream must come with its size, because the
 * service is told sizes before the first byte.
 */
export type UploadFile =
  | string
  | File
  | {
      /** The name under which the document is kept. */
      name: string;
      /** Its bytes. */
      content: Blob;
    }
  | {
      /** The name under which the document is kept. */
      name: string;
      /** Its bytes, from the first one on: read once, never held as a whole. */
      stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
      /** How many bytes the stream will give. */
      size: number;
    };

/** While some are on their way, the next is read. */
export const readsKept = 4;

/** A file that is being read piece by piece, in order. */
export interface OpenFile {
  /** Valid as long as it is one of the last `readsKept`. Every piece is shown to `onPiece` as it comes. */
  read(offset: number, length: number, onPiece?: (piece: Uint8Array) => void): Promise<Uint8Array<ArrayBuffer>>;
  /** `isUnused`: nothing that was read is still being sent, so that its memory may serve the next file. */
  close(isUnused: boolean): Promise<void>;
}

export interface FileSource {
  name: string;
  size: number;
  /** Tells a file from a later version of itself, where that is known. */
  lastModified: number | undefined;
  open(): Promise<OpenFile>;
  /** The whole, for a form. Not loaded into memory where it is a file. */
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
      `${source.name} is empty or of unknown size; only files with content can be reviewed.`,
    );
  }
  return source;
}

/** Hashed while the next is read; asking for each costs more than it does for a larger one. */
const pieceBytes = 2 * 1024 * 1024;

/** What the last file was read into, until the collector wants it. */
let spareBlock: WeakRef<ArrayBuffer> | undefined;

/** One block, in which reads take turns: memory is dear to make, and each large piece of it sends the collector through all there is. */
function takeBlock(bytes: number): ArrayBuffer {
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
        // In Node alone: elsewhere nobody hashes piece by piece.
        for (let at = 0; onPiece !== undefined && at < length; at += pieceBytes) {
          onPiece(bytes.subarray(at, at + pieceBytes));
          // What is on its way meanwhile is not held up.
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
    throw new AssayError("invalid_file", `${path} cannot be read: there is no such file, or it may not be opened.`, {
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
      let turnBytes = 0;
      let turns = 0;
      let turn = 0;
      return {
        async read(offset, length, onPiece) {
          // The last chunk is shorter than the others.
          if (block === undefined || length > turnBytes) {
            turnBytes = length;
            turns = Math.min(readsKept, Math.ceil(found.size / length));
            block = takeBlock(turns * length);
          }
          turn = (turn + 1) % turns;
          const buffer = new Uint8Array(block, turn * turnBytes, length);
          const readFrom = (at: number) =>
            handle.read(buffer, at, Math.min(pieceBytes, length - at), offset + at).then(({ bytesRead }) => bytesRead);
          let reading = readFrom(0);
          for (let filled = 0; filled < length; ) {
            const start = filled;
            const bytesRead = await reading;
            if (bytesRead === 0) throw shrunk(path);
            filled += bytesRead;
            if (filled < length) reading = readFrom(filled);
            onPiece?.(buffer.subarray(start, filled));
          }
          return buffer;
        },
        async close(isUnused) {
          if (isUnused && block !== undefined) spareBlock = new WeakRef(block);
          await handle.close();
        },
      };
    },
    toBlob: () => openAsBlob(path),
  };
}

const shrunk = (name: string) =>
  new AssayError("invalid_file", `${name} has fewer bytes than when the upload began. Send it again from the start.`);

function fromStream(
  name: string,
  size: number,
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): FileSource {
  const open = async (): Promise<OpenFile> => {
    const pieces = iterate(stream);
    let position = 0;
    let rest: Uint8Array = new Uint8Array(0);
    /** Hands the next bytes, up to so many, to `take`. */
    async function pass(count: number, take: (piece: Uint8Array) => void): Promise<void> {
      while (count > 0) {
        if (rest.length === 0) {
          const next = await pieces.next();
          if (next.done) throw shrunk(name);
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
    /** What came after the declared end would be missing from the document, and nobody told. */
    async function assertEnd(): Promise<void> {
      while (rest.length === 0) {
        const next = await pieces.next();
        if (next.done) return;
        rest = next.value;
      }
      throw new AssayError(
        "invalid_file",
        `${name} is a stream of more than the ${size} bytes that were given as its size. Send it again with its real size.`,
      );
    }
    return {
      async read(offset: number, length: number, onPiece?: (piece: Uint8Array) => void) {
        if (offset < position) throw new AssayError("invalid_file", `${name} is a stream and cannot be read twice.`);
        // What the service has already is passed over.
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

/** Not every browser can walk through a ReadableStream by itself. */
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
