import { inflateRawSync } from "node:zlib";
import { zipBytes } from "./zip-bytes.ts";

/** Chance that is the same in every run: a failure can be run again. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }
}

/** One to five of what happens to files: bits flipped, ends lost, pieces moved, doubled or left out, numbers that lie. */
export function damaged(bytes: Buffer, chance: Chance): Buffer {
  // Half of those that are packed are changed within and packed again, so that the change gets past the checksums.
  if (bytes.readUInt32BE(0) === 0x504b0304 && chance.below(2) === 0) return damagedInside(bytes, chance);
  let result: Buffer = Buffer.from(bytes);
  for (let changes = 1 + chance.below(5); changes > 0; changes--) result = damagedOnce(result, chance);
  return result;
}

function damagedOnce(bytes: Buffer, chance: Chance): Buffer {
  const at = chance.below(bytes.length);
  const length = 1 + chance.below(64);
  const other = chance.below(bytes.length);
  const before = bytes.subarray(0, at);
  switch (chance.below(8)) {
    case 0:
      bytes.writeUInt8((bytes.at(at) ?? 0) ^ (1 << chance.below(8)), at);
      return bytes;
    case 1:
      bytes.writeUInt8(chance.below(256), at);
      return bytes;
    case 2:
      return Buffer.from(bytes.subarray(0, at + 1));
    case 3:
      return Buffer.concat([before, bytes.subarray(at + length), Buffer.from(" ")]);
    case 4:
      return Buffer.concat([before, bytes.subarray(at, at + length), bytes.subarray(at)]);
    case 5:
      return Buffer.concat([before, bytes.subarray(other, other + length), bytes.subarray(at)]);
    case 6:
      return withLyingLength(bytes, at, chance);
    default:
      return withNumberChanged(bytes, at, chance);
  }
}

/** What a length or an offset may hold, in the sizes and orders in which formats write them. */
const liars = [0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

function withLyingLength(bytes: Buffer, at: number, chance: Chance): Buffer {
  if (bytes.length < 8) return bytes;
  const place = Math.min(at, bytes.length - 4);
  const value = liars[chance.below(liars.length)] ?? 0;
  if (chance.below(2) === 0) bytes.writeUInt32LE(value, place);
  else bytes.writeUInt32BE(value, place);
  return bytes;
}

/** The next number that is written out in digits, as PDF, RTF and XML have them. */
function withNumberChanged(bytes: Buffer, at: number, chance: Chance): Buffer {
  const found = /\d+/.exec(bytes.toString("latin1", at, at + 2000));
  if (!found) return bytes;
  const start = at + found.index;
  const number = ["0", "-1", "1", "65536", "4294967295", "99999999999999999999"][chance.below(6)] ?? "0";
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(number), bytes.subarray(start + found[0].length)]);
}

function damagedInside(bytes: Buffer, chance: Chance): Buffer {
  const entries: { name: string; data: Buffer }[] = [];
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const start = at + 30 + bytes.readUInt16LE(at + 26);
    const end = start + bytes.readUInt32LE(at + 18);
    entries.push({ name: bytes.toString("utf8", at + 30, start), data: inflateRawSync(bytes.subarray(start, end)) });
    at = end;
  }
  const touched = chance.below(entries.length);
  return zipBytes(
    entries.map(({ name, data }, index) => ({
      name,
      data:
        data.length > 0 && (index === touched || chance.below(3) === 0) ? damagedOnce(Buffer.from(data), chance) : data,
    })),
  );
}
