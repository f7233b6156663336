import { inflateRawSync } from "node:zlib";
import { zipBytes } from "./zip-bytes.ts";

/** Random numbers that are the same in every run, so that failures can be reproduced. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }
}

/** Applies one to five changes: flipped bits, truncation, moved, repeated or missing pieces, wrong lengths and numbers. */
export function damageFile(bytes: Buffer, random: SeededRandom): Buffer {
  // Half of the ZIP files are changed inside and compressed again, so that the checksums match.
  if (bytes.readUInt32BE(0) === 0x504b0304 && random.below(2) === 0) return damageZipMembers(bytes, random);
  let result: Buffer = Buffer.from(bytes);
  for (let changes = 1 + random.below(5); changes > 0; changes--) result = damageOnce(result, random);
  return result;
}

function damageOnce(bytes: Buffer, random: SeededRandom): Buffer {
  const at = random.below(bytes.length);
  const length = 1 + random.below(64);
  const other = random.below(bytes.length);
  const before = bytes.subarray(0, at);
  switch (random.below(8)) {
    case 0:
      bytes.writeUInt8((bytes.at(at) ?? 0) ^ (1 << random.below(8)), at);
      return bytes;
    case 1:
      bytes.writeUInt8(random.below(256), at);
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
      return overwriteLength(bytes, at, random);
    default:
      return changeNumber(bytes, at, random);
  }
}

/** Wrong values for lengths and offsets. */
const wrongLengths = [0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

function overwriteLength(bytes: Buffer, at: number, random: SeededRandom): Buffer {
  if (bytes.length < 8) return bytes;
  const place = Math.min(at, bytes.length - 4);
  const value = wrongLengths[random.below(wrongLengths.length)] ?? 0;
  if (random.below(2) === 0) bytes.writeUInt32LE(value, place);
  else bytes.writeUInt32BE(value, place);
  return bytes;
}

/** Changes the next decimal number, as in PDF, RTF and XML. */
function changeNumber(bytes: Buffer, at: number, random: SeededRandom): Buffer {
  const found = /\d+/.exec(bytes.toString("latin1", at, at + 2000));
  if (!found) return bytes;
  const start = at + found.index;
  const number = ["0", "-1", "1", "65536", "4294967295", "99999999999999999999"][random.below(6)] ?? "0";
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(number), bytes.subarray(start + found[0].length)]);
}

function damageZipMembers(bytes: Buffer, random: SeededRandom): Buffer {
  const entries: { name: string; data: Buffer }[] = [];
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const start = at + 30 + bytes.readUInt16LE(at + 26);
    const end = start + bytes.readUInt32LE(at + 18);
    entries.push({ name: bytes.toString("utf8", at + 30, start), data: inflateRawSync(bytes.subarray(start, end)) });
    at = end;
  }
  const touched = random.below(entries.length);
  return zipBytes(
    entries.map(({ name, data }, index) => ({
      name,
      data:
        data.length > 0 && (index === touched || random.below(3) === 0) ? damageOnce(Buffer.from(data), random) : data,
    })),
  );
}
