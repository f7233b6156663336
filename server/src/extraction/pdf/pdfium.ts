import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { init } from "@embedpdf/pdfium";

/**
 * PDFium's public C interface, compiled to WebAssembly. The exports are called directly: the package's wrappers go through
 * `ccall`, which takes 0.23 µs for a character's box where the call itself takes 0.02 µs. Every argument and result is a
 * number; pointers are offsets into the heap.
 */
export interface PdfiumCalls {
  malloc(bytes: number): number;
  free(pointer: number): void;
  FPDF_LoadCustomDocument(access: number, password: number): number;
  FPDF_CloseDocument(document: number): void;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: number): number;
  FPDF_GetMetaText(document: number, tag: number, buffer: number, bytes: number): number;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_GetPageBoundingBox(page: number, rect: number): number;
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
  FPDFPage_GetRotation(page: number): number;
  FPDFPage_CountObjects(page: number): number;
  FPDFPage_GetObject(page: number, index: number): number;
  FPDFPage_GetAnnotCount(page: number): number;
  FPDFPage_GetAnnot(page: number, index: number): number;
  FPDFPage_CloseAnnot(annotation: number): void;
  FPDFPage_Flatten(page: number, usage: number): number;
  FPDFAnnot_GetSubtype(annotation: number): number;
  FPDFFormObj_CountObjects(form: number): number;
  FPDFFormObj_GetObject(form: number, index: number): number;
  FPDFPageObj_GetType(object: number): number;
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  FPDFBitmap_Create(width: number, height: number, hasAlpha: number): number;
  FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, colour: number): number;
  FPDFBitmap_GetBuffer(bitmap: number): number;
  FPDFBitmap_GetStride(bitmap: number): number;
  FPDFBitmap_Destroy(bitmap: number): void;
  FPDFText_LoadPage(page: number): number;
  FPDFText_ClosePage(text: number): void;
  FPDFText_CountChars(text: number): number;
  FPDFText_GetText(text: number, start: number, count: number, buffer: number): number;
  FPDFText_GetUnicode(text: number, index: number): number;
  FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number;
  FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number;
  FPDFText_GetFontSize(text: number, index: number): number;
  FPDFText_GetMatrix(text: number, index: number, matrix: number): number;
  FPDFText_GetFontInfo(text: number, index: number, buffer: number, bytes: number, flags: number): number;
}

/** Results of FPDFPageObj_GetType. */
export const pageObject = { text: 1, image: 3, form: 5 };

/** The views are replaced when the heap grows: never keep one across a call. */
interface PdfiumHeap {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
}

export interface Pdfium {
  calls: PdfiumCalls;
  heap: PdfiumHeap;
  addFunction(callback: (...args: number[]) => number, signature: string): number;
  removeFunction(pointer: number): void;
}

let loading: Promise<Pdfium> | undefined;

export function loadPdfium(): Promise<Pdfium> {
  loading ??= startPdfium();
  return loading;
}

/** After a trap the heap may be corrupt: the next file gets a new instance. */
export function discardPdfium(): void {
  loading = undefined;
}

/** An abort, an access outside the heap, or a stack overflow caused by deep nesting. */
export function isTrap(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError");
}

async function startPdfium(): Promise<Pdfium> {
  const wasm = await readFile(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm"));
  // Without the bytes the package would fetch them from the network.
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  const wrapped = await init({ wasmBinary });
  wrapped.PDFiumExt_Init();
  // The package types only two of the exports.
  const heap = wrapped.pdfium as unknown as PdfiumHeap & Pick<Pdfium, "addFunction" | "removeFunction">;
  return {
    calls: wrapped.pdfium.wasmExports as unknown as PdfiumCalls,
    heap,
    addFunction: (callback, signature) => heap.addFunction(callback, signature),
    removeFunction: (pointer) => heap.removeFunction(pointer),
  };
}
