/** A grey image file (PGM) with all pixels black. Writing to `pixels`, one byte each, changes `file`. */
export function createPgm(width: number, height: number): { file: Uint8Array; pixels: Uint8Array } {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`, "latin1");
  const file = new Uint8Array(header.length + width * height);
  file.set(header);
  return { file, pixels: file.subarray(header.length) };
}
