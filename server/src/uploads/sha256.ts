import { join } from "node:path";
import { keptThread } from "../platform/kept-thread.ts";
import type { ThreadAnswer, ThreadRequest } from "./hash-thread.ts";
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
/** One is being hashed while the next is filled. */
const mostOnTheirWay = 2;
const mostSpareBuffers = 32;
const spareBuffers: Buffer<ArrayBuffer>[] = [];

/** Started when the first large body comes. */
const thread = keptThread<ThreadRequest, ThreadAnswer>(join(import.meta.dirname, "hash-thread.ts"), {
  maxYoungGenerationSizeMb: 4,
});

export function openSha256(start: HashingStart = { isResumable: false }): Sha256 {
  let filling = takeBuffer();
  let filled = 0;
  let threaded: ReturnType<typeof inThread> | undefined;
  let isOver = false;

  function handOn(): Promise<void> | undefined {
    threaded ??= inThread(start);
    const room = threaded.hash(filling, filled);
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
    return Buffer.from(await (threaded ?? inThread(start)).end(wants));
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

/** Of a file on this machine's disk, which the thread reads by itself. */
export async function sha256OfFile(path: string): Promise<Buffer> {
  const { ask, outcome } = askThread();
  ask({ kind: "file", path });
  return Buffer.from(await outcome);
}

const takeBuffer = () => spareBuffers.pop() ?? Buffer.from(new ArrayBuffer(bufferBytes));

function giveBack(buffer: Buffer<ArrayBuffer>): void {
  if (spareBuffers.length < mostSpareBuffers) spareBuffers.push(buffer);
}

function askThread(onTaken = () => {}) {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<Uint8Array>();
  // Heard of by whoever waits for room or for the end; until then it must not count as unheard.
  outcome.catch(() => undefined);
  const { ask, leave } = thread.join({
    answered(answer) {
      if (answer.kind === "taken") {
        giveBack(Buffer.from(answer.bytes.buffer));
        return onTaken();
      }
      leave();
      resolve(answer.outcome);
    },
    failed: reject,
  });
  return { ask, leave, outcome };
}

function inThread(start: HashingStart) {
  let onTheirWay = 0;
  let room = Promise.withResolvers<void>();
  const { ask, outcome, leave } = askThread(() => {
    onTheirWay -= 1;
    room.resolve();
    room = Promise.withResolvers();
  });
  ask({ kind: "begin", start });
  return {
    /** The buffer is the thread's from here on. Waits until there may be another. */
    hash(buffer: Buffer<ArrayBuffer>, length: number): Promise<void> | undefined {
      onTheirWay += 1;
      ask({ kind: "bytes", bytes: buffer, length }, [buffer.buffer]);
      return onTheirWay < mostOnTheirWay ? undefined : Promise.race([room.promise, outcome.then(() => {})]);
    },
    end(wants: "digest" | "state"): Promise<Uint8Array> {
      ask({ kind: "end", wants });
      return outcome;
    },
    drop() {
      ask({ kind: "drop" });
      leave();
    },
  };
}
