import { join } from "node:path";
import { type AuditLanguage, type Document, type DocumentStore, getDocument } from "../documents/document.ts";
import { readableFiles } from "../documents/document-file.ts";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import { openThread } from "../platform/worker-thread.ts";
import type { ProcessingStore } from "../processing/processing-store.ts";
import { readCompressedPages } from "../processing/stored-pages.ts";
import { toCitedDocument } from "../results/item-body.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import type { ComparisonMethods, StoredVersion, WrittenComparison } from "./comparison-thread.ts";

interface CompareDeps {
  db: {
    documents: Pick<DocumentStore, "find" | "listStoredFiles" | "readItemTexts">;
    processing: Pick<ProcessingStore, "findControl">;
  };
  blobs: BlobStore;
  reviewBelow: number;
}

/** Four times the largest documents that are usual. */
export const maxComparedPages = 2000;
/** Two documents of 500 pages take about a second. */
const maxMilliseconds = 60_000;

const thread = openThread<ComparisonMethods>({
  file: join(import.meta.dirname, "comparison-thread.ts"),
  resourceLimits: { maxOldGenerationSizeMb: 768 },
});

/**
 * Compares two documents of a company, in a thread: the pages of long documents take a second to read and to match. The thread
 * compares one pair at a time, so that its memory is bounded.
 */
export async function compareDocuments(
  deps: CompareDeps,
  companyId: Id,
  { documentId, previousId, language }: { documentId: Id; previousId: Id; language: AuditLanguage | undefined },
): Promise<{ document: Document; previous: Document; comparison: WrittenComparison }> {
  const document = await getDocument(deps.db, companyId, documentId);
  const previous = await getDocument(deps.db, companyId, previousId);
  const shown = language ?? document.auditLanguage;
  const versions = { before: await load(deps, previous, shown), after: await load(deps, document, shown) };
  const transfer = [versions.before, versions.after].flatMap(({ pages }) => pages.flat().map(({ buffer }) => buffer));
  const connection = thread.connect();
  try {
    const options = { transfer, timeoutMilliseconds: maxMilliseconds };
    return { document, previous, comparison: await connection.call("compare", versions, options) };
  } finally {
    connection.close();
  }
}

async function load({ db, blobs, reviewBelow }: CompareDeps, document: Document, language: AuditLanguage) {
  if (document.status !== "completed")
    throw new AppError(
      "unprocessable",
      `${document.fileName} is ${document.status}: only completed documents are compared.`,
    );
  if (document.pageCount > maxComparedPages)
    throw new AppError("unprocessable", `Documents of more than ${maxComparedPages} pages cannot be compared.`);
  const files = readableFiles(await db.documents.listStoredFiles(document.id));
  const pages: StoredVersion["pages"] = [];
  for (const { reading } of files) {
    if (reading.pages.areErased === true)
      throw new AppError("unprocessable", "The pages were erased: their retention period is over.");
    pages.push(await readCompressedPages(blobs, reading.pages));
  }
  const items: string[] = [];
  for await (const batch of db.documents.readItemTexts(document.id, language)) items.push(...batch);
  const { control } = await db.processing.findControl(document);
  const rendering = { cited: toCitedDocument(document.id, files), control, language, reviewBelow };
  return { rendering, items, pages };
}
