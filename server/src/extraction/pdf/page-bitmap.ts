import type { PageSize } from "../layout/text-segment.ts";
import type { Pdfium } from "./pdfium.ts";

/** Four bytes for each pixel: blue, green, red and an unused one. */
export interface PageBitmap {
  width: number;
  height: number;
  /** Valid until `use` returns. */
  pixels: Uint8Array;
  start: number;
  /** Bytes from one row to the next. */
  stride: number;
}

const withAnnotations = 1;
const white = 0xffffffff;

/** Draws the page as a person sees it; `scale` is in pixels per point. Undefined if there is not enough memory. */
export function withPageBitmap<Result>(
  page: number,
  { size, scale }: { size: PageSize; scale: number },
  { calls, heap }: Pdfium,
  use: (bitmap: PageBitmap) => Result,
): Result | undefined {
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const bitmap = calls.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) return undefined;
  try {
    calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    calls.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations);
    const stride = calls.FPDFBitmap_GetStride(bitmap);
    const start = calls.FPDFBitmap_GetBuffer(bitmap);
    return use({ width, height, pixels: heap.HEAPU8, start, stride });
  } finally {
    calls.FPDFBitmap_Destroy(bitmap);
  }
}
