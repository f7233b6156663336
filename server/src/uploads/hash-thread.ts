import { closeSync, openSync, readSync } from "node:fs";
import { serveAskers } from "../platform/kept-thread.ts";
import { beginHashing, type Hashing, type HashingStart } from "./hashing.ts";

/** What the thread is asked. Bytes are handed over, not copied, and come back to be filled again. */
export type ThreadRequest =
  | { kind: "begin"; start: HashingStart }
  | { kind: "bytes"; bytes: Uint8Array<ArrayBuffer>; length: number }
  | { kind: "end"; wants: "digest" | "state" }
  | { kind: "drop" }
  | { kind: "file"; path: string };

export type ThreadAnswer = { kind: "taken"; bytes: Uint8Array<ArrayBuffer> } | { kind: "ended"; outcome: Uint8Array };

const underWay = new Map<number, Hashing>();

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

serveAskers<ThreadRequest, ThreadAnswer>({
  async answer(asker, request, say) {
    const begun = underWay.get(asker);
    if (request.kind === "begin") underWay.set(asker, await beginHashing(request.start));
    else if (request.kind === "file") say({ kind: "ended", outcome: new Uint8Array(await hashFile(request.path)) });
    else if (request.kind === "bytes") {
      begun?.update(request.bytes.subarray(0, request.length));
      say({ kind: "taken", bytes: request.bytes }, [request.bytes.buffer]);
    } else {
      underWay.delete(asker);
      if (request.kind === "end" && begun !== undefined)
        say({ kind: "ended", outcome: new Uint8Array(begun[request.wants]()) });
    }
  },
  forget: (asker) => underWay.delete(asker),
});
