import { readFile, stat } from "node:fs/promises";
import { type ReadLimits, UnreadableFile } from "../extracted-file.ts";
import { formatSize } from "../extraction-limits.ts";

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "iso-8859-1" | "windows-1252";

/** Wrong bytes per valid sequence in a text that still counts as UTF-8. */
const maxUtf8Errors = 1 / 10;
const sampleBytes = 2 ** 20;

/** UTF-16 without a byte order mark has zero bytes at even or at odd positions, from Latin letters and spaces. */
function detectUtf16WithoutMark(bytes: Uint8Array): TextEncoding | undefined {
  let even = 0;
  let odd = 0;
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] !== 0) continue;
    if (index % 2 === 0) even++;
    else odd++;
  }
  // In Cyrillic or Greek only spaces, digits and line ends have zero bytes: at least one character in fifty.
  const enough = Math.max(1, bytes.length / 100);
  if (odd >= enough && even <= odd / 20) return "utf-16le";
  if (even >= enough && odd <= even / 20) return "utf-16be";
  return undefined;
}

/** Counts valid multi-byte sequences and wrong bytes. `isCut`: the last sequence is incomplete, as in the head of a file. */
function countUtf8(bytes: Uint8Array): { valid: number; wrong: number; isCut: boolean } {
  let valid = 0;
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
      valid++;
      index += length;
    } else if (length > 0 && index + followers + 1 === bytes.length) {
      isCut = true;
      break;
    } else wrong++;
  }
  return { valid, wrong, isCut };
}

export function detectEncoding(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, sampleBytes);
  const utf16 = bytes.length % 2 === 0 || bytes.length > 64 ? detectUtf16WithoutMark(sample) : undefined;
  if (utf16 !== undefined) return utf16;
  const { valid, wrong, isCut } = countUtf8(bytes);
  // "Café" in Latin-1 ends like an incomplete sequence; only after valid ones is it one.
  if ((wrong === 0 && !(isCut && valid === 0)) || wrong < valid * maxUtf8Errors) return "utf-8";
  // Windows-1252 has quotes, dashes and the euro sign where Latin-1 has control characters.
  return bytes.some((byte) => byte >= 0x80 && byte <= 0x9f) ? "windows-1252" : "iso-8859-1";
}

/** Throws if the result is not text. */
export function decodeText(bytes: Uint8Array, encoding: string = detectEncoding(bytes)): string {
  if (bytes.length === 0) throw new UnreadableFile("The file is empty.");
  const text = new TextDecoder(encoding).decode(bytes);
  let controls = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 9 || (code > 13 && code < 32 && code !== 27) || code === 0xfffd) controls++;
  }
  // Text has none; a faulty converter leaves far fewer than one in twenty.
  if (controls > Math.max(2, text.length / 20)) throw new UnreadableFile("The file is not text.");
  return text;
}

export async function readWholeFile(path: string, limits: ReadLimits): Promise<Buffer> {
  const { size } = await stat(path);
  if (size === 0) throw new UnreadableFile("The file is empty.");
  if (size > limits.maxUnpackedBytes) {
    throw new UnreadableFile(`The file is larger than ${formatSize(limits.maxUnpackedBytes)}.`);
  }
  return readFile(path);
}
