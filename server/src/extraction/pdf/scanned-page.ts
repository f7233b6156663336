import { createPgm } from "../image/create-pgm.ts";
import { withPageBitmap } from "./page-bitmap.ts";
import type { PdfPageText } from "./page-segments.ts";
import { type Pdfium, pageObject } from "./pdfium.ts";

/** A page drawn for text recognition. */
export interface PageImage {
  /** A grey PGM file. */
  bytes: Uint8Array;
  pointsPerPixel: number;
}

/** A higher resolution takes longer and finds no more words. */
const dotsPerInch = 200;
/** About A2 at that resolution; larger pages get a lower resolution. */
const maxPixels = 16_000_000;
/** A text layer with fewer characters may be a stamp or a line that the scanner added. */
const minTextLayer = 150;
/** Share of a page with few characters that images cover if the page is a scan. */
const scanShare = 0.5;
/** The same for a page without characters; smaller images are logos. */
const scanShareWithoutText = 0.03;
/** A page without characters but with this many objects may have letters drawn as shapes; fewer are lines and frames. */
const minShapes = 40;
/** A text layer with a larger share of characters without a Unicode value is useless. */
const maxUnknownShare = 0.3;

/** Scanned pages do not nest form objects deeper. */
const maxFormDepth = 4;

/** Whether the page is a scan: all or most of its words are in images. */
export function needsRecognition(page: number, text: PdfPageText, { calls, heap }: Pdfium): boolean {
  const { visibleCharacters, unknownCharacters } = text;
  if (visibleCharacters > 0 && unknownCharacters > visibleCharacters * maxUnknownShare) return true;
  if (visibleCharacters >= minTextLayer) return false;
  const count = calls.FPDFPage_CountObjects(page);
  if (visibleCharacters === 0 && count >= minShapes) return true;
  const pageArea = text.size.width * text.size.height;
  const imageArea = (object: number, depth: number): number => {
    const type = calls.FPDFPageObj_GetType(object);
    if (type === pageObject.image) return boundsArea(object, { calls, heap });
    if (type !== pageObject.form || depth > maxFormDepth) return 0;
    let covered = 0;
    const parts = calls.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < parts && covered < pageArea; index++) {
      covered += imageArea(calls.FPDFFormObj_GetObject(object, index), depth + 1);
    }
    return covered;
  };
  let covered = 0;
  for (let index = 0; index < count && covered < pageArea; index++) {
    covered += imageArea(calls.FPDFPage_GetObject(page, index), 0);
  }
  return covered >= pageArea * (visibleCharacters === 0 ? scanShareWithoutText : scanShare);
}

function boundsArea(object: number, { calls, heap }: Pick<Pdfium, "calls" | "heap">): number {
  const bounds = calls.malloc(16);
  const isKnown = calls.FPDFPageObj_GetBounds(object, bounds, bounds + 4, bounds + 8, bounds + 12);
  const [left = 0, bottom = 0, right = 0, top = 0] = heap.HEAPF32.subarray(bounds >> 2, (bounds >> 2) + 4);
  calls.free(bounds);
  return isKnown ? Math.max(0, right - left) * Math.max(0, top - bottom) : 0;
}

export function drawForRecognition(page: number, { size }: PdfPageText, pdfium: Pdfium): PageImage | undefined {
  const scale = Math.min(dotsPerInch / 72, Math.sqrt(maxPixels / (size.width * size.height)));
  return withPageBitmap(page, { size, scale }, pdfium, ({ width, height, pixels, start, stride }) => {
    const { file, pixels: grey } = createPgm(width, height);
    let at = 0;
    for (let row = 0; row < height; row++) {
      let from = start + row * stride;
      for (let column = 0; column < width; column++, from += 4) {
        // Luma weights.
        grey[at++] = ((pixels[from] ?? 0) * 29 + (pixels[from + 1] ?? 0) * 150 + (pixels[from + 2] ?? 0) * 77) >> 8;
      }
    }
    return { bytes: file, pointsPerPixel: 1 / scale };
  });
}
