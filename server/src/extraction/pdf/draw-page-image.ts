import { UnreadableFile } from "../extracted-file.ts";
import { encodePng } from "../image/encode-png.ts";
import type { PageSize } from "../layout/text-segment.ts";
import { withPageBitmap } from "./page-bitmap.ts";
import type { Pdfium } from "./pdfium.ts";

/** Sharp on a high-density screen, where a page is about 600 CSS pixels wide. */
const dotsPerInch = 150;
/** An A3 page at that resolution has 8.7 million; larger pages get a lower resolution. */
const maxPixels = 9_000_000;
const longestSidePixels = 8000;

/** Draws the page as a person sees it, as a PNG file. */
export function drawPageImage(page: number, size: PageSize, pdfium: Pdfium): Buffer {
  const { width, height } = size;
  if (!(width > 0 && height > 0)) throw new UnreadableFile("The page has no size and cannot be drawn.");
  const scale = Math.min(
    dotsPerInch / 72,
    Math.sqrt(maxPixels / (width * height)),
    longestSidePixels / Math.max(width, height),
  );
  const image = withPageBitmap(page, { size, scale }, pdfium, (bitmap) => {
    const bytes = new Uint8Array(bitmap.width * bitmap.height * 3);
    let at = 0;
    for (let row = 0; row < bitmap.height; row++) {
      let from = bitmap.start + row * bitmap.stride;
      for (let column = 0; column < bitmap.width; column++, from += 4, at += 3) {
        bytes[at] = bitmap.pixels[from + 2] ?? 0;
        bytes[at + 1] = bitmap.pixels[from + 1] ?? 0;
        bytes[at + 2] = bitmap.pixels[from] ?? 0;
      }
    }
    return { width: bitmap.width, height: bitmap.height, rgb: bytes };
  });
  if (image === undefined) throw new UnreadableFile("There is not enough memory to draw the page.");
  return encodePng(image);
}
