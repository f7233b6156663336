import { join } from "node:path";
import { openThread } from "../platform/worker-thread.ts";
import type { HashMethods } from "./hash-thread.ts";
import { beginHashing, type HashingStart } from "./hashing.ts";

/** Hashes bytes as they pass by, without holding up whoever else waits for this thread. */
export interface Sha256 {
  /** Keeps nothing of the piece. Where there is something to wait for, wait for it before the next piece. */
  add(piece: Buffer): Promise<void> | undefined;
  /** After the last piece. */
  digest(): Promise<Buffer>;
  /** After the last piece for now, of one that is resumable. */
  state(): Promise<Buffer>;
  /** Nobody wants to know any more; after the end it means nothing. */
  drop(): void;
}

/** Up to this much is hashed where it is: it takes as long as asking somebody else. */
const atOnceBytes = 64 * 1024;
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
  let isOver = false;

  function handOn(): Promise<void> | undefined {
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
      if (filled === bufferBytes) await handOn();
    }
  }

  async function end(wants: "digest" | "state"): Promise<Buffer> {
    isOver = true;
    if (threaded === undefined && filled <= atOnceBytes) {
      const hash = await beginHashing(start);
      hash.update(filling.subarray(0, filled));
      giveBack(filling);
      return Buffer.from(hash[wants]());
    }
    if (filled > 0) await handOn();
    giveBack(filling);
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
      if (isOver) return;
      isOver = true;
      giveBack(filling);
      threaded?.drop();
    },
  };
}

/** The thread reads the file from this machine's disk. */
export async function sha256OfFile(path: string): Promise<Buffer> {
  const connection = thread.connect();
  try {
    return Buffer.from(await connection.call("hashFile", path));
  } finally {
    connection.close();
  }
}

const takeBuffer = () => spareBuffers.pop() ?? Buffer.from(new ArrayBuffer(bufferBytes));

function giveBack(buffer: Buffer<ArrayBuffer>): void {
  if (spareBuffers.length < maxSpareBuffers) spareBuffers.push(buffer);
}

function hashInThread(start: HashingStart) {
  const connection = thread.connect();
  let last: Promise<void> | undefined;
  // A failure to begin fails every later call, too.
  connection.call("begin", start).catch(() => undefined);
  return {
    /** Takes the buffer. While the thread hashes this one, the next may be filled: resolves when the one before is done. */
    update(bytes: Buffer<ArrayBuffer>, length: number): Promise<void> | undefined {
      const before = last;
      const hashing = connection.call("update", { bytes, length }, { transfer: [bytes.buffer] });
      last = hashing.then((returned) => giveBack(Buffer.from(returned.buffer)));
      // The caller learns of a failure from the next call.
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
