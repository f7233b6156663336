/** A token of an RTF file. Text is bytes, because its encoding depends on the font. */
export type RtfToken =
  | { type: "open" }
  | { type: "close" }
  | { type: "word"; word: string; value: number | undefined }
  | { type: "bytes"; bytes: Uint8Array };

const isLetter = (byte: number): boolean => (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90);
/** Braces, backslash, line ends and the NUL byte, which end a run of text. */
const isDelimiter = (byte: number): boolean =>
  byte === 0x5c || byte === 0x7b || byte === 0x7d || byte === 10 || byte === 13 || byte === 0;
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;

/** The longest word and number of the format. */
const maxWordLength = 32;
const maxNumberLength = 10;

export function* tokeniseRtf(bytes: Uint8Array): Generator<RtfToken> {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at++] ?? 0;
    if (byte === 0x7b) yield { type: "open" };
    else if (byte === 0x7d) yield { type: "close" };
    else if (byte === 0x0a || byte === 0x0d || byte === 0) continue;
    else if (byte !== 0x5c) {
      const start = at - 1;
      while (at < bytes.length && !isDelimiter(bytes[at] ?? 0)) at++;
      yield { type: "bytes", bytes: bytes.subarray(start, at) };
    } else {
      const first = bytes[at] ?? 0;
      if (first === 0x27) {
        const value = Number.parseInt(String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0), 16);
        at += 3;
        if (value >= 0) yield { type: "bytes", bytes: Uint8Array.of(value) };
      } else if (isLetter(first)) {
        const end = findRunEnd(bytes, at, maxWordLength, isLetter);
        const word = toText(bytes, at, end);
        const numberStart = bytes[end] === 0x2d ? end + 1 : end;
        const numberEnd = findRunEnd(bytes, numberStart, maxNumberLength, isDigit);
        const hasNumber = numberEnd > numberStart;
        const value = hasNumber ? Number(toText(bytes, end, numberEnd)) : undefined;
        at = hasNumber ? numberEnd : end;
        // One space ends the word.
        if (bytes[at] === 0x20) at++;
        // Raw bytes follow.
        if (word === "bin") at += Math.max(0, value ?? 0);
        else yield { type: "word", word, value };
      } else {
        at++;
        yield { type: "word", word: String.fromCharCode(first), value: undefined };
      }
    }
  }
}

function findRunEnd(bytes: Uint8Array, start: number, max: number, belongs: (byte: number) => boolean): number {
  let end = start;
  while (end < bytes.length && end - start < max && belongs(bytes[end] ?? 0)) end++;
  return end;
}

function toText(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
