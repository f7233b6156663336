import { ImageRun, Paragraph } from "docx";
import type { BrandImage } from "../../tenancy/brand-image.ts";

/** An image in its own proportions, at most this large, in pixels of a 96th of an inch. */
export function picture({ bytes, mediaType }: BrandImage, maxWidth: number, maxHeight: number): Paragraph {
  const data = Buffer.from(bytes);
  const { width, height } = mediaType === "image/png" ? sizeOfPng(data) : sizeOfJpeg(data);
  const scale = Math.min(maxWidth / width, maxHeight / height);
  return new Paragraph({
    children: [
      new ImageRun({
        type: mediaType === "image/png" ? "png" : "jpg",
        data,
        transformation: { width: Math.round(width * scale), height: Math.round(height * scale) },
      }),
    ],
  });
}

const sizeOfPng = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

/** The branding has checked every segment up to the pixels. */
function sizeOfJpeg(jpeg: Buffer): { width: number; height: number } {
  let at = 2;
  while (![0xc0, 0xc1, 0xc2].includes(jpeg[at + 1] ?? 0)) at += 2 + jpeg.readUInt16BE(at + 2);
  return { width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5) };
}
