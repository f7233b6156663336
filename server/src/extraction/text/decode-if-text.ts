import { detectEncoding } from "./text-encoding.ts";

/** Share of control characters: text has none, damaged text a few, random bytes one in ten. */
const maxControlShare = 1 / 200;
/**
 * Share of bytes above 127 in a single-byte encoding: a few in a hundred in German or French. In Cyrillic or Greek code pages
 * most bytes are above 127, in random data half; both are refused, because they would be read as gibberish.
 */
const maxHighShare = 3 / 10;

/** Decodes the beginning of a file; undefined if it is not text. */
export function decodeIfText(head: Buffer): string | undefined {
  const encoding = detectEncoding(head);
  // With `stream` a character cut off at the end is left out and does not count as damage.
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  let controls = 0;
  let high = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Tab to carriage return, DOS's end-of-file and the escape character occur in text.
    const isControl = code < 9 || (code > 13 && code < 32 && code !== 26 && code !== 27) || code === 127;
    const isNonCharacter = code === 0xfffd || code === 0xfffe || code === 0xffff;
    if (isControl || isNonCharacter) controls++;
    if (code > 127) high++;
  }
  if (controls > text.length * maxControlShare) return undefined;
  const isSingleByte = encoding === "iso-8859-1" || encoding === "windows-1252";
  if (isSingleByte && high > text.length * maxHighShare) return undefined;
  return text;
}
