import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { UnreadableFile } from "../extracted-file.ts";
import { discardPdfium, isTrap, loadPdfium, type Pdfium } from "./pdfium.ts";

/** An open PDF. Only what PDFium asks for is read from the file, so that a large one needs no more memory. */
export interface PdfDocument {
  pageCount: number;
  titleInMetadata: string;
  /** The page is closed when `use` returns or throws. */
  withPage<Result>(number: number, use: (page: number, pdfium: Pdfium) => Result): Result;
  close(): void;
}

/** FPDF_GetLastError's numbers. */
const passwordError = 4;
const securityError = 5;

/** How far from its end a PDF's own end mark may stand; scanners and mail gateways add bytes behind it. */
const endMarkWithinBytes = 16 * 1024;

/** FPDF_FILEACCESS counts in 32 bits. */
const maxFileBytes = 2 ** 32 - 1;

export async function openPdf(path: string): Promise<PdfDocument> {
  const pdfium = await loadPdfium();
  const { calls, heap } = pdfium;
  const file = openSync(path, "r");
  const length = fstatSync(file).size;
  const releases: (() => void)[] = [() => closeSync(file)];
  const release = () => {
    while (releases.length > 0) {
      try {
        releases.pop()?.();
      } catch (error) {
        // After a trap PDFium may not even close what it has open; the rest, the file above all, is released all the same.
        if (!isTrap(error)) throw error;
        discardPdfium();
      }
    }
  };

  try {
    if (length === 0) throw new UnreadableFile("The file is empty.");
    if (length > maxFileBytes) throw new UnreadableFile("The PDF is larger than 4 GB and cannot be read.");
    if (!hasEndMark(file, length)) {
      // PDFium would guess at what is left and show a shorter document as if it were whole.
      throw new UnreadableFile("The file is damaged: the end of the PDF is missing.");
    }

    const readBlock = pdfium.addFunction((_parameter, position, buffer, size) => {
      if (position === undefined || buffer === undefined || size === undefined) return 0;
      return readSync(file, heap.HEAPU8, buffer, size >>> 0, position >>> 0) === size >>> 0 ? 1 : 0;
    }, "iiiii");
    releases.push(() => pdfium.removeFunction(readBlock));
    const access = calls.malloc(12);
    releases.push(() => calls.free(access));
    heap.HEAP32.set([length | 0, readBlock, 0], access >> 2);

    const document = calls.FPDF_LoadCustomDocument(access, 0);
    if (document === 0) throw unreadable(calls.FPDF_GetLastError());
    releases.push(() => calls.FPDF_CloseDocument(document));
    const pageCount = calls.FPDF_GetPageCount(document);
    if (pageCount <= 0) throw new UnreadableFile("The file is damaged: the PDF has no pages.");

    return {
      pageCount,
      titleInMetadata: metadataText(pdfium, document, "Title"),
      withPage: (number, use) => withPage(pdfium, document, { number, pageCount }, use),
      close: release,
    };
  } catch (error) {
    if (isTrap(error)) {
      discardPdfium();
      closeSync(file);
      throw new UnreadableFile("The file is damaged: the PDF cannot be opened.");
    }
    release();
    throw error;
  }
}

function unreadable(error: number): UnreadableFile {
  if (error === passwordError) return new UnreadableFile("The PDF is protected by a password.");
  if (error === securityError) {
    return new UnreadableFile(
      "The PDF is protected in a way that cannot be opened here (a certificate or rights server).",
    );
  }
  return new UnreadableFile("The file is damaged: it is not a complete PDF.");
}

function hasEndMark(file: number, length: number): boolean {
  const tail = Buffer.alloc(Math.min(length, endMarkWithinBytes));
  readSync(file, tail, 0, tail.length, length - tail.length);
  return tail.includes("startxref");
}

function withPage<Result>(
  pdfium: Pdfium,
  document: number,
  which: { number: number; pageCount: number },
  use: (page: number, pdfium: Pdfium) => Result,
): Result {
  try {
    const page = loadPage(pdfium, document, which.number - 1);
    if (page === 0) throw damaged(which);
    try {
      return use(page, pdfium);
    } finally {
      pdfium.calls.FPDF_ClosePage(page);
    }
  } catch (error) {
    if (!isTrap(error)) throw error;
    discardPdfium();
    throw damaged(which);
  }
}

function damaged({ number, pageCount }: { number: number; pageCount: number }): UnreadableFile {
  return new UnreadableFile(`The file is damaged: page ${number} of ${pageCount} cannot be read.`);
}

/** FPDF_ANNOT_…: a text box, a stamp, a field of a form. */
const writtenAnnotations = [3, 13, 20];
const flattened = 1;

function loadPage({ calls }: Pdfium, document: number, index: number): number {
  const page = calls.FPDF_LoadPage(document, index);
  if (page === 0) return page;
  const annotations = calls.FPDFPage_GetAnnotCount(page);
  let isWrittenOn = false;
  for (let at = 0; at < annotations && !isWrittenOn; at++) {
    const annotation = calls.FPDFPage_GetAnnot(page, at);
    isWrittenOn = annotation !== 0 && writtenAnnotations.includes(calls.FPDFAnnot_GetSubtype(annotation));
    if (annotation !== 0) calls.FPDFPage_CloseAnnot(annotation);
  }
  // What was filled into a form lies above the page; in memory it is pressed into it, so that it is read with the rest.
  if (!isWrittenOn || calls.FPDFPage_Flatten(page, 0) !== flattened) return page;
  calls.FPDF_ClosePage(page);
  return calls.FPDF_LoadPage(document, index);
}

function metadataText({ calls, heap }: Pdfium, document: number, tag: string): string {
  const name = calls.malloc(tag.length + 1);
  heap.HEAPU8.set(Buffer.from(`${tag}\0`, "latin1"), name);
  const bytes = calls.FPDF_GetMetaText(document, name, 0, 0);
  const buffer = calls.malloc(bytes + 2);
  calls.FPDF_GetMetaText(document, name, buffer, bytes);
  // UTF-16 with a closing zero.
  const text = Buffer.from(heap.HEAPU8.subarray(buffer, buffer + Math.max(0, bytes - 2))).toString("utf16le");
  calls.free(buffer);
  calls.free(name);
  return text;
}
