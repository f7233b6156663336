import { UnreadableFile } from "../extracted-file.ts";
import type { PageSize } from "../layout/text-segment.ts";
import { encodePng } from "../picture/encode-png.ts";
import { withPageBitmap } from "./page-bitmap.ts";
import type { Pdfium } from "./pdfium.ts";

/** Sharp on a screen with two pixels for each of a browser's, where a page is shown about 600 wide. */
const dotsPerInch = 150;
/** An A3 page at that resolution has 8.7 million; larger ones are drawn more coarsely. */
const maxPixels = 9_000_000;
const longestSidePixels = 8000;

/** The page as a person sees it, as a PNG file. */
export function drawPageImage(page: number, size: PageSize, pdfium: Pdfium): Buffer {
  const { width, height } = size;
  if (!(width > 0 && height > 0)) throw new UnreadableFile("The page has no size and cannot be drawn.");
  const scale = Math.min(
    dotsPerInch / 72,
    Math.sqrt(maxPixels / (width * height)),
    longestSidePixels / Math.max(width, height),
  );
  const picture = withPageBitmap(page, { size, scale }, pdfium, (bitmap) => {
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
  if (picture === undefined) throw new UnreadableFile("There is no room to draw the page.");
  return encodePng(picture);
}
