import { crc32, inflateSync } from "node:zlib";
import { AppError } from "../platform/app-error.ts";

/** An image that a report may embed, without anything but its picture. */
export interface BrandImage {
  mediaType: "image/png" | "image/jpeg";
  bytes: Buffer;
}

/** Of the image as it is uploaded. */
export const maxImageBytes = 512 * 1024;
const maxSide = 4000;
const maxPixels = 8_000_000;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** `field` is named when the image is refused. */
export function readBrandImage(field: string, bytes: Buffer): BrandImage {
  const refuse = (problem: string): never => {
    throw new AppError("invalid_request", `${field} ${problem}`);
  };
  if (bytes.length > maxImageBytes)
    refuse(`has ${bytes.length} bytes; at most ${maxImageBytes} (${maxImageBytes / 1024} KiB) are allowed.`);
  if (bytes.subarray(0, 8).equals(pngSignature)) return { mediaType: "image/png", bytes: readPng(bytes, refuse) };
  if (bytes.readUInt16BE(0) === 0xffd8) return { mediaType: "image/jpeg", bytes: readJpeg(bytes, refuse) };
  return refuse("must be a PNG or JPEG image; convert other formats, SVG included, to PNG.");
}

type Refuse = (problem: string) => never;

function checkSize(width: number, height: number, refuse: Refuse): void {
  if (width < 1 || height < 1) refuse("has no pixels.");
  if (width > maxSide || height > maxSide || width * height > maxPixels)
    refuse(`has ${width} × ${height} pixels; at most ${maxSide} on a side and ${maxPixels / 1e6} million are allowed.`);
}

const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** What a picture needs; all else, such as texts and colour profiles, is left out. */
const keptChunks = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/** Checks every chunk and that the pixels are exactly those of the header, so that no reader meets a surprise. */
function readPng(bytes: Buffer, refuse: Refuse): Buffer {
  const kept: Buffer[] = [pngSignature];
  const data: Buffer[] = [];
  let header: Buffer | undefined;
  let isEnded = false;
  for (let at = 8; at + 12 <= bytes.length && !isEnded; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) refuse("is a damaged PNG: it ends within a chunk.");
    const type = bytes.toString("latin1", at + 4, at + 8);
    const content = bytes.subarray(at + 8, end - 4);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      refuse("is a damaged PNG: a checksum is wrong.");
    if (header === undefined && type !== "IHDR") refuse("is a damaged PNG: it does not begin with its header.");
    if (type === "IHDR") header = content;
    if (type === "IDAT") data.push(content);
    if (keptChunks.has(type)) kept.push(bytes.subarray(at, end));
    isEnded = type === "IEND";
    at = end;
  }
  if (header?.length !== 13 || !isEnded) return refuse("is a damaged PNG: it is incomplete.");
  const [width, height, depth = 0, colourType = 0] = [
    header.readUInt32BE(0),
    header.readUInt32BE(4),
    header[8],
    header[9],
  ];
  checkSize(width, height, refuse);
  const channels = channelsOf[colourType];
  if (channels === undefined || ![1, 2, 4, 8].includes(depth))
    return refuse("is a PNG with more than 8 bits per colour; save it with 8.");
  if (header[12] !== 0) refuse("is an interlaced PNG; save it without interlacing.");
  const expected = height * (1 + Math.ceil((width * channels * depth) / 8));
  try {
    if (inflateSync(Buffer.concat(data), { maxOutputLength: expected }).length !== expected) throw new Error("too few");
  } catch {
    refuse("is a damaged PNG: its pixels cannot be read.");
  }
  return Buffer.concat(kept);
}

const startsOfFrame = new Set([0xc0, 0xc1, 0xc2]);
/** Application data and comments may hold a place, a name or a preview; 0xEE says how colours are stored. */
const isLeftOut = (marker: number) => (marker >= 0xe1 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;

/** Checks the segments up to the pixels, which a reader decodes. */
function readJpeg(bytes: Buffer, refuse: Refuse): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let hasFrame = false;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (bytes[at] !== 0xff || length < 2 || end > bytes.length) return refuse("is a damaged JPEG.");
    if (startsOfFrame.has(marker)) {
      if (length < 8) return refuse("is a damaged JPEG.");
      checkSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5), refuse);
      hasFrame = true;
    } else if (marker >= 0xc3 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return refuse("is a JPEG of a kind that few programs read; save it as a baseline JPEG.");
    if (marker === 0xda) {
      const last = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]));
      if (!hasFrame || last < end) return refuse("is a damaged JPEG: it is incomplete.");
      return Buffer.concat([...kept, bytes.subarray(at, last + 2)]);
    }
    if (!isLeftOut(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return refuse("is a damaged JPEG: it is incomplete.");
}
