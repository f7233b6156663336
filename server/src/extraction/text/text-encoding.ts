import { readFile, stat } from "node:fs/promises";
import { type ReadLimits, UnreadableFile } from "../extracted-file.ts";
import { formatSize } from "../extraction-limits.ts";

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "iso-8859-1" | "windows-1252";

/** One byte in this many may be wrong in a text that is UTF-8 all the same: a damaged place must not spoil the rest. */
const utf8ErrorsTolerated = 1 / 10;
const sampleBytes = 2 ** 20;

/** UTF-16 without a mark: Latin letters and spaces leave zero bytes on one side only, which no other text has. */
function utf16WithoutMark(bytes: Uint8Array): TextEncoding | undefined {
  let even = 0;
  let odd = 0;
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] !== 0) continue;
    if (index % 2 === 0) even++;
    else odd++;
  }
  // Cyrillic or Greek have zero bytes at spaces, digits and line ends alone: one character in fifty is plenty.
  const enough = Math.max(1, bytes.length / 100);
  if (odd >= enough && even <= odd / 20) return "utf-16le";
  if (even >= enough && odd <= even / 20) return "utf-16be";
  return undefined;
}

/**
 * How many sequences of several bytes are right, how many bytes are not, and whether the last sequence lacks its end,
 * as where only the beginning of a file is looked at.
 */
function countUtf8(bytes: Uint8Array): { right: number; wrong: number; isCut: boolean } {
  let right = 0;
  let wrong = 0;
  let isCut = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte < 0x80) continue;
    const length =
      byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xc2 && byte < 0xe0 ? 1 : 0;
    let followers = 0;
    while (followers < length && ((bytes[index + followers + 1] ?? 0) & 0xc0) === 0x80) followers++;
    if (length > 0 && followers === length) {
      right++;
      index += length;
    } else if (length > 0 && index + followers + 1 === bytes.length) {
      isCut = true;
      break;
    } else wrong++;
  }
  return { right, wrong, isCut };
}

export function detectEncoding(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, sampleBytes);
  const utf16 = bytes.length % 2 === 0 || bytes.length > 64 ? utf16WithoutMark(sample) : undefined;
  if (utf16 !== undefined) return utf16;
  const { right, wrong, isCut } = countUtf8(bytes);
  // "Café" in Latin-1 ends like a sequence cut short; beside right ones it is one.
  if ((wrong === 0 && !(isCut && right === 0)) || wrong < right * utf8ErrorsTolerated) return "utf-8";
  // Windows-1252 has its quotes, dashes and the euro where Latin-1 has nothing anybody types.
  return bytes.some((byte) => byte >= 0x80 && byte <= 0x9f) ? "windows-1252" : "iso-8859-1";
}

/** Refuses what is no text at all, however it is read. */
export function decodeText(bytes: Uint8Array, encoding: string = detectEncoding(bytes)): string {
  if (bytes.length === 0) throw new UnreadableFile("The file is empty.");
  const text = new TextDecoder(encoding).decode(bytes);
  let strange = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 9 || (code > 13 && code < 32 && code !== 27) || code === 0xfffd) strange++;
  }
  // Text has none; one in twenty is far beyond what a slip of a converter leaves behind.
  if (strange > Math.max(2, text.length / 20)) throw new UnreadableFile("The file is not text.");
  return text;
}

/** The bytes of a file that is held in memory as a whole. */
export async function readWhole(path: string, limits: ReadLimits): Promise<Buffer> {
  const { size } = await stat(path);
  if (size === 0) throw new UnreadableFile("The file is empty.");
  if (size > limits.maxUnpackedBytes) {
    throw new UnreadableFile(`The file is larger than ${formatSize(limits.maxUnpackedBytes)}.`);
  }
  return readFile(path);
}
