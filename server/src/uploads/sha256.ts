import { join } from "node:path";
import { openThread } from "../platform/worker-thread.ts";
import type { HashMethods } from "./hash-thread.ts";
import { beginHashing, type HashingStart } from "./hashing.ts";

/** Hashes bytes in a worker thread, so that the main thread can serve other requests. */
export interface Sha256 {
  /** Copies the piece. The caller waits for the returned promise, if any, before it adds the next piece. */
  add(piece: Buffer): Promise<void> | undefined;
  /** After the last piece. */
  digest(): Promise<Buffer>;
  /** After the last piece; only for a resumable hash. */
  state(): Promise<Buffer>;
  /** Abandons the hash. Has no effect after `digest` or `state`. */
  drop(): void;
}

/** Hashed in this thread, because that takes as long as calling the other thread. */
const maxInlineBytes = 64 * 1024;
const bufferBytes = 256 * 1024;
const maxSpareBuffers = 32;
const spareBuffers: Buffer<ArrayBuffer>[] = [];

const thread = openThread<HashMethods>({
  file: join(import.meta.dirname, "hash-thread.ts"),
  resourceLimits: { maxYoungGenerationSizeMb: 4 },
});

export function openSha256(start: HashingStart = { isResumable: false }): Sha256 {
  let filling = takeBuffer();
  let filled = 0;
  let threaded: ReturnType<typeof hashInThread> | undefined;
  let isEnded = false;

  function sendBuffer(): Promise<void> | undefined {
    threaded ??= hashInThread(start);
    const room = threaded.update(filling, filled);
    filling = takeBuffer();
    filled = 0;
    return room;
  }

  async function addInParts(piece: Buffer): Promise<void> {
    for (let at = 0; at < piece.length; ) {
      const copied = piece.copy(filling, filled, at);
      filled += copied;
      at += copied;
      if (filled === bufferBytes) await sendBuffer();
    }
  }

  async function end(wants: "digest" | "state"): Promise<Buffer> {
    isEnded = true;
    if (threaded === undefined && filled <= maxInlineBytes) {
      const hash = await beginHashing(start);
      hash.update(filling.subarray(0, filled));
      keepSpare(filling);
      return Buffer.from(hash[wants]());
    }
    if (filled > 0) await sendBuffer();
    keepSpare(filling);
    return Buffer.from(await (threaded ?? hashInThread(start)).end(wants));
  }

  return {
    add(piece) {
      if (filled + piece.length >= bufferBytes) return addInParts(piece);
      filled += piece.copy(filling, filled);
      return undefined;
    },
    digest: () => end("digest"),
    state: () => end("state"),
    drop() {
      if (isEnded) return;
      isEnded = true;
      keepSpare(filling);
      threaded?.drop();
    },
  };
}

/** Hashes a file on this machine's disk. */
export async function sha256OfFile(path: string): Promise<Buffer> {
  const connection = thread.connect();
  try {
    return Buffer.from(await connection.call("hashFile", path));
  } finally {
    connection.close();
  }
}

const takeBuffer = () => spareBuffers.pop() ?? Buffer.from(new ArrayBuffer(bufferBytes));

function keepSpare(buffer: Buffer<ArrayBuffer>): void {
  if (spareBuffers.length < maxSpareBuffers) spareBuffers.push(buffer);
}

function hashInThread(start: HashingStart) {
  const connection = thread.connect();
  let last: Promise<void> | undefined;
  // If this fails, every later call fails, too.
  connection.call("begin", start).catch(() => undefined);
  return {
    /** Transfers the buffer. Resolves when the previous buffer is hashed, so that one is filled while one is hashed. */
    update(bytes: Buffer<ArrayBuffer>, length: number): Promise<void> | undefined {
      const before = last;
      const hashing = connection.call("update", { bytes, length }, { transfer: [bytes.buffer] });
      last = hashing.then((returned) => keepSpare(Buffer.from(returned.buffer)));
      // The next call fails, too.
      last.catch(() => undefined);
      return before;
    },
    async end(wants: "digest" | "state"): Promise<Uint8Array> {
      try {
        return await connection.call("end", wants);
      } finally {
        connection.close();
      }
    },
    drop: () => connection.close(),
  };
}
