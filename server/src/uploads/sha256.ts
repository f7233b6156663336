import { join } from "node:path";
import { Worker } from "node:worker_threads";
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

interface Asking {
  /** A buffer has been hashed. */
  taken(): void;
  ended(outcome: Uint8Array): void;
  failed(error: Error): void;
}

interface HashThread {
  ask(request: ThreadRequest, handedOver?: ArrayBuffer[]): void;
  /** Whose answers are waited for. While there is anyone, the process has something to do. */
  asking: Map<number, Asking>;
  isBusy(isBusy: boolean): void;
}

let thread: HashThread | undefined;
let begun = 0;

/** Started when the first large body comes. When it is lost, what it was at fails, and the next one starts another. */
function currentThread(): HashThread {
  if (thread !== undefined) return thread;
  const worker = new Worker(join(import.meta.dirname, "hash-thread.ts"), {
    env: {},
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const asking: HashThread["asking"] = new Map();
  const started: HashThread = {
    asking,
    ask: (request, handedOver = []) => worker.postMessage(request, handedOver),
    isBusy: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
  };
  worker.on("message", (answer: ThreadAnswer) => {
    if (answer.kind === "ended") return asking.get(answer.hash)?.ended(answer.outcome);
    if (answer.kind === "failed") return asking.get(answer.hash)?.failed(answer.error);
    if (spareBuffers.length < mostSpareBuffers) spareBuffers.push(Buffer.from(answer.bytes.buffer));
    asking.get(answer.hash)?.taken();
  });
  const lose = (error: Error) => {
    if (thread === started) thread = undefined;
    for (const one of [...asking.values()]) one.failed(error);
  };
  worker.once("error", lose);
  worker.once("exit", (code) => lose(new Error(`the hashing thread ended with code ${code}`)));
  thread = started;
  return started;
}

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
  const { ask, hash, outcome } = askThread();
  ask({ kind: "file", hash, path });
  return Buffer.from(await outcome);
}

const takeBuffer = () => spareBuffers.pop() ?? Buffer.from(new ArrayBuffer(bufferBytes));

function giveBack(buffer: Buffer<ArrayBuffer>): void {
  if (spareBuffers.length < mostSpareBuffers) spareBuffers.push(buffer);
}

/** A place in the thread's books, until there is an outcome or nobody wants it any more. */
function askThread(onTaken = () => {}) {
  const { ask, asking, isBusy } = currentThread();
  const hash = ++begun;
  const { promise: outcome, resolve, reject } = Promise.withResolvers<Uint8Array>();
  // Heard of by whoever waits for room or for the end; until then it must not count as unheard.
  outcome.catch(() => undefined);
  const leave = () => {
    asking.delete(hash);
    if (asking.size === 0) isBusy(false);
  };
  const ended = (bytes: Uint8Array) => {
    leave();
    resolve(bytes);
  };
  const failed = (error: Error) => {
    leave();
    reject(error);
  };
  asking.set(hash, { taken: onTaken, ended, failed });
  isBusy(true);
  return { ask, hash, outcome, leave };
}

function inThread(start: HashingStart) {
  let onTheirWay = 0;
  let room = Promise.withResolvers<void>();
  const { ask, hash, outcome, leave } = askThread(() => {
    onTheirWay -= 1;
    room.resolve();
    room = Promise.withResolvers();
  });
  ask({ kind: "begin", hash, start });
  return {
    /** The buffer is the thread's from here on. Waits until there may be another. */
    hash(buffer: Buffer<ArrayBuffer>, length: number): Promise<void> | undefined {
      onTheirWay += 1;
      ask({ kind: "bytes", hash, bytes: buffer, length }, [buffer.buffer]);
      return onTheirWay < mostOnTheirWay ? undefined : Promise.race([room.promise, outcome.then(() => {})]);
    },
    end(wants: "digest" | "state"): Promise<Uint8Array> {
      ask({ kind: "end", hash, wants });
      return outcome;
    },
    drop() {
      leave();
      ask({ kind: "drop", hash });
    },
  };
}
