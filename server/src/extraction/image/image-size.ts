/** Reads width and height from the file's header, so that a small file cannot expand to gigabytes of pixels. */
export function readImageSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasAt = (at: number, letters: string) =>
    Buffer.from(bytes.subarray(at, at + letters.length)).equals(Buffer.from(letters, "latin1"));
  try {
    if (hasAt(0, "\x89PNG\r\n\x1a\n")) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (hasAt(0, "\xff\xd8")) return readJpegSize(view);
    if (hasAt(0, "RIFF") && hasAt(8, "WEBP")) return readWebpSize(view, (letters) => hasAt(12, letters));
  } catch (error) {
    // The header is truncated.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function readJpegSize(view: DataView): { width: number; height: number } | undefined {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // A fill byte has no length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function readWebpSize(
  view: DataView,
  isChunk: (letters: string) => boolean,
): { width: number; height: number } | undefined {
  if (isChunk("VP8X")) {
    const threeBytes = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
  }
  if (isChunk("VP8L")) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (isChunk("VP8 ")) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return undefined;
}
