import { closeSync, openSync, readSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { beginHashing, type Hashing, type HashingStart } from "./hashing.ts";

/** What the thread is asked. Bytes are handed over, not copied, and come back to be filled again. */
export type ThreadRequest =
  | { kind: "begin"; hash: number; start: HashingStart }
  | { kind: "bytes"; hash: number; bytes: Uint8Array<ArrayBuffer>; length: number }
  | { kind: "end"; hash: number; wants: "digest" | "state" }
  | { kind: "drop"; hash: number }
  | { kind: "file"; hash: number; path: string };

export type ThreadAnswer =
  | { kind: "taken"; hash: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "ended"; hash: number; outcome: Uint8Array }
  | { kind: "unreadable"; hash: number; error: Error };

const port = parentPort;
if (port === null) throw new Error("this file is started as a thread");
const underWay = new Map<number, Hashing>();
const say = (answer: ThreadAnswer, handedOver: ArrayBuffer[] = []) => port.postMessage(answer, handedOver);

function hashOf(request: ThreadRequest): Hashing {
  const hash = underWay.get(request.hash);
  if (hash === undefined) throw new Error(`nothing was begun as ${request.hash}`);
  return hash;
}

/** Filled again and again: a file's bytes leave nothing to the garbage collector. */
const readBuffer = new Uint8Array(1024 * 1024);

async function hashFile(path: string): Promise<Uint8Array> {
  const hash = await beginHashing({ isResumable: false });
  const file = openSync(path, "r");
  try {
    for (let read = -1; read !== 0; ) {
      read = readSync(file, readBuffer);
      hash.update(readBuffer.subarray(0, read));
    }
    return hash.digest();
  } finally {
    closeSync(file);
  }
}

async function answer(request: ThreadRequest): Promise<void> {
  if (request.kind === "begin") underWay.set(request.hash, await beginHashing(request.start));
  else if (request.kind === "file") {
    const { hash, path } = request;
    await hashFile(path).then(
      (outcome) => say({ kind: "ended", hash, outcome: new Uint8Array(outcome) }),
      (error: Error) => say({ kind: "unreadable", hash, error }),
    );
  } else if (request.kind === "bytes") {
    const { hash, bytes, length } = request;
    hashOf(request).update(bytes.subarray(0, length));
    say({ kind: "taken", hash, bytes }, [bytes.buffer]);
  } else {
    if (request.kind === "end")
      say({ kind: "ended", hash: request.hash, outcome: new Uint8Array(hashOf(request)[request.wants]()) });
    underWay.delete(request.hash);
  }
}

// One after the other: to begin takes a moment, and bytes must not overtake it.
let last = Promise.resolve();
port.on("message", (request: ThreadRequest) => {
  last = last.then(() => answer(request));
});
