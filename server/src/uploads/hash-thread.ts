import { closeSync, openSync, readSync } from "node:fs";
import { platform, setPriority } from "node:os";
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
  | { kind: "failed"; hash: number; error: Error };

const port = parentPort;
if (port === null) throw new Error("this file is started as a thread");
// Where processors are few, whoever waits for a small answer goes before bytes that are still on their way. Linux takes this
// for the calling thread; elsewhere it would be the whole process.
if (platform() === "linux") setPriority(10);
const underWay = new Map<number, Hashing>();
const say = (answer: ThreadAnswer, handedOver: ArrayBuffer[] = []) => port.postMessage(answer, handedOver);

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
  const { hash } = request;
  const begun = underWay.get(hash);
  if (request.kind === "begin") underWay.set(hash, await beginHashing(request.start));
  else if (request.kind === "file") say({ kind: "ended", hash, outcome: new Uint8Array(await hashFile(request.path)) });
  else if (request.kind === "bytes") {
    begun?.update(request.bytes.subarray(0, request.length));
    say({ kind: "taken", hash, bytes: request.bytes }, [request.bytes.buffer]);
  } else {
    underWay.delete(hash);
    if (request.kind === "end" && begun !== undefined)
      say({ kind: "ended", hash, outcome: new Uint8Array(begun[request.wants]()) });
  }
}

// One after the other: to begin takes a moment, and bytes must not overtake it. What fails fails alone; whatever else comes
// of it is let pass.
let last = Promise.resolve();
port.on("message", (request: ThreadRequest) => {
  last = last
    .then(() => answer(request))
    .catch((error: Error) => {
      underWay.delete(request.hash);
      say({ kind: "failed", hash: request.hash, error });
    });
});
