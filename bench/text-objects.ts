import { openPdf } from "../server/src/extraction/pdf/pdf-document.ts";
import { type PdfiumCalls, pageObject } from "../server/src/extraction/pdf/pdfium.ts";

export interface PageOfTextObjects {
  objects: number;
  words: number;
}

/** Counts the text objects and words of each page with text. */
export async function countTextObjects(path: string): Promise<PageOfTextObjects[]> {
  const document = await openPdf(path);
  try {
    return Array.from({ length: document.pageCount }, (_, index) =>
      document.withPage(index + 1, (page, { calls, heap }) => {
        const objects = objectsAmong(calls, calls.FPDFPage_CountObjects(page), (at) =>
          calls.FPDFPage_GetObject(page, at),
        );
        const text = calls.FPDFText_LoadPage(page);
        const count = calls.FPDFText_CountChars(text);
        const buffer = calls.malloc((count + 1) * 2);
        const written = calls.FPDFText_GetText(text, 0, count, buffer);
        const letters = new TextDecoder("utf-16le").decode(heap.HEAPU8.slice(buffer, buffer + written * 2));
        calls.free(buffer);
        calls.FPDFText_ClosePage(text);
        return { objects, words: letters.split(/[\s\0]+/).filter((word) => word !== "").length };
      }),
    ).filter(({ objects }) => objects > 0);
  } finally {
    document.close();
  }
}

function objectsAmong(calls: PdfiumCalls, count: number, objectAt: (index: number) => number): number {
  let found = 0;
  for (let index = 0; index < count; index++) {
    const object = objectAt(index);
    const type = calls.FPDFPageObj_GetType(object);
    if (type === pageObject.text) found += 1;
    if (type === pageObject.form)
      found += objectsAmong(calls, calls.FPDFFormObj_CountObjects(object), (at) =>
        calls.FPDFFormObj_GetObject(object, at),
      );
  }
  return found;
}
