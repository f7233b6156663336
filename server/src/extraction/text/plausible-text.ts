import { detectEncoding } from "./text-encoding.ts";

/** A text has none of these, a damaged one a few; in random bytes every tenth is one. */
const strangeTolerated = 1 / 200;
/**
 * Bytes above 127 in a text of one byte per character: a few in a hundred in German or French. A Cyrillic or Greek
 * code page has mostly such bytes, and of random bytes it is half: refused rather than read as gibberish.
 */
const highTolerated = 3 / 10;

/** The beginning of a file as text, or undefined where it is none, whatever its name says. */
export function plausibleText(head: Buffer): string | undefined {
  const encoding = detectEncoding(head);
  // A character may be cut in two where the beginning ends: streaming leaves it out instead of calling it damage.
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  let strange = 0;
  let high = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Tab to carriage return, the end-of-file mark of DOS and the escape of terminals do occur in text.
    const isControl = code < 9 || (code > 13 && code < 32 && code !== 26 && code !== 27) || code === 127;
    const isNoCharacter = code === 0xfffd || code === 0xfffe || code === 0xffff;
    if (isControl || isNoCharacter) strange++;
    if (code > 127) high++;
  }
  if (strange > text.length * strangeTolerated) return undefined;
  const isOneBytePerCharacter = encoding === "iso-8859-1" || encoding === "windows-1252";
  if (isOneBytePerCharacter && high > text.length * highTolerated) return undefined;
  return text;
}
