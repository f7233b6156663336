/** Not a control character, not half of a pair, not from right to left. */
export function isPlainCode(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code >= 0xfff0) return false;
  if ((code >= 0x590 && code < 0x900) || (code >= 0x200e && code <= 0x202e)) return isPlainSign(code);
  return (
    !(code >= 0xd800 && code < 0xe000) && !(code >= 0xfb07 && code <= 0xfdff) && !(code >= 0xfe70 && code <= 0xfeff)
  );
}

/** Dashes, quotation marks, dots; not the marks of direction before and after them. */
function isPlainSign(code: number): boolean {
  return code >= 0x2010 && code <= 0x2027;
}
