/** U+FB00 and the six after it, as they are read. */
export const ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];

export function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x3000;
}

/** Soft hyphens, joiners and marks of direction. */
export function isInvisible(code: number): boolean {
  return code === 0xad || (code >= 0x200b && code <= 0x200f) || code === 0x2060 || code === 0xfeff;
}
