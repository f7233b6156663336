import { closeSync, openSync, readSync } from "node:fs";
import { lowerThreadPriority } from "../platform/lower-thread-priority.ts";
import { serveThread, Transferred } from "../platform/worker-thread.ts";
import { beginHashing, type Hashing, type HashingStart } from "./hashing.ts";

/** Each connection computes one hash: `begin`, then `update` for each buffer, then `end`; or `hashFile` alone. */
export interface HashMethods {
  begin(start: HashingStart): Promise<void>;
  /** Returns the buffer, to be filled again. */
  update(piece: { bytes: Uint8Array<ArrayBuffer>; length: number }): Promise<Transferred<Uint8Array<ArrayBuffer>>>;
  end(wants: "digest" | "state"): Promise<Uint8Array>;
  hashFile(path: string): Promise<Uint8Array>;
}

/** Reused for every file, so that nothing is left to the garbage collector. */
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

lowerThreadPriority();
serveThread((): HashMethods => {
  let beginning!: Promise<Hashing>;
  return {
    async begin(start) {
      beginning = beginHashing(start);
      await beginning;
    },
    async update({ bytes, length }) {
      (await beginning).update(bytes.subarray(0, length));
      return new Transferred(bytes, [bytes.buffer]);
    },
    end: async (wants) => new Uint8Array((await beginning)[wants]()),
    hashFile: async (path) => new Uint8Array(await hashFile(path)),
  };
});
