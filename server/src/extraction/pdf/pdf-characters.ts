/** PDFium's code for a hyphen at the end of a line, which also ends the word on that line. */
export const lineEndHyphen = 0xfffe;

/** U+FB00 to U+FB06. */
const ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];

export function ligatureLetters(code: number): string | undefined {
  return ligatures[code - 0xfb00];
}

export function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x3000;
}

export function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/** Soft hyphens, joiners and direction marks. */
export function isInvisible(code: number): boolean {
  return code === 0xad || (code >= 0x200b && code <= 0x200f) || code === 0x2060 || code === 0xfeff;
}
