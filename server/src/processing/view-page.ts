import type { DocumentStore } from "../documents/document.ts";
import type { StoredFile } from "../documents/document-file.ts";
import type { ExtractedPage } from "../extraction/extracted-file.ts";
import { findQuoteBoxes, findSpan, type TextSpan } from "../extraction/layout/quote-boxes.ts";
import type { Box, PageSize } from "../extraction/layout/text-segment.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { PageViews } from "./page-views.ts";
import { type ReadPageDeps, readPage } from "./read-page.ts";

interface ViewDeps extends ReadPageDeps {
  documents: ReadPageDeps["documents"] & Pick<DocumentStore, "listStoredFiles">;
  views: PageViews;
}

interface PageAddress {
  documentId: Id;
  fileId: Id;
  pageNumber: number;
}

/** The words to highlight: as a span of the page's text, or as the words themselves. */
export type Quotation = TextSpan | { quote: string };

export interface Highlight {
  size: PageSize;
  boxes: Box[];
  areExact: boolean;
}

/** The page's image as a PNG file. */
export async function drawDocumentPage(deps: ViewDeps, companyId: Id, address: PageAddress): Promise<Buffer> {
  const { file, page } = await readPage(deps, companyId, address);
  const image = await deps.views.findImage({
    ...(await findUploaded(deps, address, file)),
    pageNumber: page.number,
  });
  if (image === undefined) throw new AppError("not_found", "This page has no image, only text.");
  return image;
}

/** A page and the position of the quoted words on its image. No highlight if there is no image. */
export async function readQuotedPage(
  deps: ViewDeps,
  companyId: Id,
  address: PageAddress,
  quoted: Quotation | undefined,
): Promise<{ file: StoredFile; page: ExtractedPage; highlight: Highlight | undefined }> {
  const { file, page } = await readPage(deps, companyId, address);
  if (quoted === undefined) return { file, page, highlight: undefined };
  const span = findQuotedSpan(page, quoted);
  const view = await deps.views.findWords({ ...(await findUploaded(deps, address, file)), pageNumber: page.number });
  if (view === undefined) return { file, page, highlight: undefined };
  return { file, page, highlight: { size: view.size, ...findQuoteBoxes(page, view, span) } };
}

function findQuotedSpan({ text }: ExtractedPage, quoted: Quotation): TextSpan {
  if (!("quote" in quoted)) {
    if (quoted.start < quoted.end && quoted.end <= text.length) return quoted;
    throw new AppError("invalid_request", `start and end must lie within the page's text, 0 to ${text.length}.`);
  }
  const span = findSpan(text, quoted.quote);
  if (span === undefined) throw new AppError("unprocessable", "The quote is not on this page.");
  return span;
}

async function findUploaded({ documents }: ViewDeps, { documentId }: PageAddress, file: StoredFile) {
  if (file.parentId === undefined) return { file, uploaded: file };
  const [top] = file.place.split(".");
  const uploaded = (await documents.listStoredFiles(documentId)).find(({ place }) => place === top);
  if (uploaded === undefined) throw notFound("file");
  return { file, uploaded };
}
