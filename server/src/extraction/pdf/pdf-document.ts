import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { UnreadableFile } from "../extracted-file.ts";
import { discardPdfium, isTrap, loadPdfium, type Pdfium } from "./pdfium.ts";

/** An open PDF. PDFium reads the parts of the file that it needs, so that a large file takes no more memory. */
export interface PdfDocument {
  pageCount: number;
  titleInMetadata: string;
  /** The page is closed when `use` returns or throws. */
  withPage<Result>(number: number, use: (page: number, pdfium: Pdfium) => Result): Result;
  close(): void;
}

/** Codes of FPDF_GetLastError. */
const passwordError = 4;
const securityError = 5;

/** `startxref` is within this distance of the end; scanners and mail gateways append bytes. */
const trailerWithinBytes = 16 * 1024;

/** FPDF_FILEACCESS has 32-bit offsets. */
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
        // After a trap PDFium may be unable to close a document; the remaining resources are released all the same.
        if (!isTrap(error)) throw error;
        discardPdfium();
      }
    }
  };

  try {
    if (length === 0) throw new UnreadableFile("The file is empty.");
    if (length > maxFileBytes) throw new UnreadableFile("The PDF is larger than 4 GB and cannot be read.");
    if (!hasTrailer(file, length)) {
      // PDFium would repair the file and return fewer pages without an error.
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
    if (document === 0) throw toUnreadableFile(calls.FPDF_GetLastError());
    releases.push(() => calls.FPDF_CloseDocument(document));
    const pageCount = calls.FPDF_GetPageCount(document);
    if (pageCount <= 0) throw new UnreadableFile("The file is damaged: the PDF has no pages.");

    return {
      pageCount,
      titleInMetadata: readMetadata(pdfium, document, "Title"),
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

function toUnreadableFile(error: number): UnreadableFile {
  if (error === passwordError) return new UnreadableFile("The PDF is protected by a password.");
  if (error === securityError) {
    return new UnreadableFile(
      "The PDF is protected in a way that cannot be opened here (a certificate or rights server).",
    );
  }
  return new UnreadableFile("The file is damaged: it is not a complete PDF.");
}

function hasTrailer(file: number, length: number): boolean {
  const tail = Buffer.alloc(Math.min(length, trailerWithinBytes));
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

/** FPDF_ANNOT_…: a text box, a stamp, a form field. */
const annotationsWithText = [3, 13, 20];
const flattened = 1;

function loadPage({ calls }: Pdfium, document: number, index: number): number {
  const page = calls.FPDF_LoadPage(document, index);
  if (page === 0) return page;
  const annotations = calls.FPDFPage_GetAnnotCount(page);
  let hasText = false;
  for (let at = 0; at < annotations && !hasText; at++) {
    const annotation = calls.FPDFPage_GetAnnot(page, at);
    hasText = annotation !== 0 && annotationsWithText.includes(calls.FPDFAnnot_GetSubtype(annotation));
    if (annotation !== 0) calls.FPDFPage_CloseAnnot(annotation);
  }
  // Values of form fields are above the page; flattening (in memory) makes them part of its text.
  if (!hasText || calls.FPDFPage_Flatten(page, 0) !== flattened) return page;
  calls.FPDF_ClosePage(page);
  return calls.FPDF_LoadPage(document, index);
}

function readMetadata({ calls, heap }: Pdfium, document: number, tag: string): string {
  const name = calls.malloc(tag.length + 1);
  heap.HEAPU8.set(Buffer.from(`${tag}\0`, "latin1"), name);
  const bytes = calls.FPDF_GetMetaText(document, name, 0, 0);
  const buffer = calls.malloc(bytes + 2);
  calls.FPDF_GetMetaText(document, name, buffer, bytes);
  // UTF-16 with a terminating zero.
  const text = Buffer.from(heap.HEAPU8.subarray(buffer, buffer + Math.max(0, bytes - 2))).toString("utf16le");
  calls.free(buffer);
  calls.free(name);
  return text;
}
