import { readSync } from "node:fs";
import { Declined } from "./declined.ts";

/** Objects that are read after one another mostly stand beside one another. */
const windowBytes = 64 * 1024;
/** Objects of a page, shared ones, and an object stream may each lie elsewhere. */
const maxWindows = 6;

interface Window {
  start: number;
  bytes: Buffer;
}

/** A file by position. Only a few windows of it are kept, so that a large one needs no more memory. */
export class FileBytes {
  readonly length: number;
  readonly #file: number;
  /** The one used last is the first. */
  readonly #windows: Window[] = [];

  constructor(file: number, length: number) {
    this.#file = file;
    this.length = length;
  }

  /** As many bytes as there are from `start` on, `count` at the most. */
  at(start: number, count: number): Buffer {
    if (!(start >= 0 && start < this.length)) throw new Declined("a place outside of the file");
    const end = Math.min(this.length, start + count);
    if (end - start > windowBytes / 2) return this.#read(start, end - start);
    const windows = this.#windows;
    const known = windows.findIndex((one) => one.start <= start && one.start + one.bytes.length >= end);
    let found = windows[known];
    if (found) {
      if (known > 0) windows.splice(known, 1);
    } else {
      if (windows.length >= maxWindows) windows.pop();
      // A little of what stands before, because objects are not always written in the order in which they are asked for.
      const from = Math.max(0, start - windowBytes / 8);
      found = { start: from, bytes: this.#read(from, Math.min(windowBytes, this.length - from)) };
    }
    if (known !== 0) windows.unshift(found);
    return found.bytes.subarray(start - found.start, end - found.start);
  }

  #read(start: number, count: number): Buffer {
    const bytes = Buffer.allocUnsafe(count);
    if (readSync(this.#file, bytes, 0, count, start) !== count) throw new Declined("a file that has become shorter");
    return bytes;
  }
}
