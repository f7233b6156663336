import { withPageBitmap } from "./page-bitmap.ts";
import type { PdfPageText } from "./page-segments.ts";
import { type Pdfium, pageObject } from "./pdfium.ts";

/** A page drawn for recognition, as a grey PNM file. */
export interface PagePicture {
  bytes: Uint8Array;
  pointsPerPixel: number;
}

/** What recognition is trained for; more costs time and finds no more words. */
const dotsPerInch = 200;
/** About A2 at that resolution; anything larger is drawn more coarsely. */
const maxPixels = 16_000_000;
/** Above this a text layer is taken for the page's words: a stamp or a scanner's own line is shorter. */
const strayCharacters = 150;
/** Share of the page that pictures must cover for a few characters to be taken for strays. */
const pictureShare = 0.5;
/** And where there are no characters at all; less is a logo on an empty page. */
const onlyPictureShare = 0.03;
const drawnLetters = 40;
/** Share of characters without a meaning above which a text layer is shapes only. */
const unknownShare = 0.3;

/** Forms within forms within forms; a picture of a page is never deeper. */
const maxFormDepth = 4;

/** Whether the page's words are, wholly or mostly, in a picture. */
export function needsRecognition(page: number, text: PdfPageText, { calls, heap }: Pdfium): boolean {
  const { visibleCharacters, unknownCharacters } = text;
  if (visibleCharacters > 0 && unknownCharacters > visibleCharacters * unknownShare) return true;
  if (visibleCharacters >= strayCharacters) return false;
  const count = calls.FPDFPage_CountObjects(page);
  // Letters may also be drawn as shapes; a few of these are a line or a frame.
  if (visibleCharacters === 0 && count >= drawnLetters) return true;
  const pageArea = text.size.width * text.size.height;
  const coveredBy = (object: number, depth: number): number => {
    const type = calls.FPDFPageObj_GetType(object);
    if (type === pageObject.image) return areaOf(object, { calls, heap });
    if (type !== pageObject.form || depth > maxFormDepth) return 0;
    let covered = 0;
    const parts = calls.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < parts && covered < pageArea; index++) {
      covered += coveredBy(calls.FPDFFormObj_GetObject(object, index), depth + 1);
    }
    return covered;
  };
  let covered = 0;
  for (let index = 0; index < count && covered < pageArea; index++) {
    covered += coveredBy(calls.FPDFPage_GetObject(page, index), 0);
  }
  return covered >= pageArea * (visibleCharacters === 0 ? onlyPictureShare : pictureShare);
}

function areaOf(object: number, { calls, heap }: Pick<Pdfium, "calls" | "heap">): number {
  const bounds = calls.malloc(16);
  const isKnown = calls.FPDFPageObj_GetBounds(object, bounds, bounds + 4, bounds + 8, bounds + 12);
  const [left = 0, bottom = 0, right = 0, top = 0] = heap.HEAPF32.subarray(bounds >> 2, (bounds >> 2) + 4);
  calls.free(bounds);
  return isKnown ? Math.max(0, right - left) * Math.max(0, top - bottom) : 0;
}

export function drawPage(page: number, { size }: PdfPageText, pdfium: Pdfium): PagePicture | undefined {
  const scale = Math.min(dotsPerInch / 72, Math.sqrt(maxPixels / (size.width * size.height)));
  return withPageBitmap(page, { size, scale }, pdfium, ({ width, height, pixels, start, stride }) => {
    const head = Buffer.from(`P5\n${width} ${height}\n255\n`, "latin1");
    const bytes = new Uint8Array(head.length + width * height);
    bytes.set(head);
    let at = head.length;
    for (let row = 0; row < height; row++) {
      let from = start + row * stride;
      for (let column = 0; column < width; column++, from += 4) {
        // The weights of the eye.
        bytes[at++] = ((pixels[from] ?? 0) * 29 + (pixels[from + 1] ?? 0) * 150 + (pixels[from + 2] ?? 0) * 77) >> 8;
      }
    }
    return { bytes, pointsPerPixel: 1 / scale };
  });
}
