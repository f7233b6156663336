/** Width and height as the file's head tells them, so that a small file cannot unfold into gigabytes of pixels. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const says = (at: number, letters: string) =>
    Buffer.from(bytes.subarray(at, at + letters.length)).equals(Buffer.from(letters, "latin1"));
  try {
    if (says(0, "\x89PNG\r\n\x1a\n")) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (says(0, "\xff\xd8")) return jpegSize(view);
    if (says(0, "RIFF") && says(8, "WEBP")) return webpSize(view, (letters) => says(12, letters));
  } catch (error) {
    // The file ends before its size is told.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function jpegSize(view: DataView): { width: number; height: number } | undefined {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // A filling byte stands alone.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webpSize(view: DataView, says: (letters: string) => boolean): { width: number; height: number } | undefined {
  if (says("VP8X")) {
    const threeBytes = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
  }
  if (says("VP8L")) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (says("VP8 ")) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return undefined;
}
