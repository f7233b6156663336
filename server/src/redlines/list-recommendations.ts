import { join } from "node:path";
import type { AuditLanguage, Document } from "../documents/document.ts";
import type { ReadableFile } from "../documents/document-file.ts";
import type { Id } from "../platform/ids.ts";
import { openThread } from "../platform/worker-thread.ts";
import type { DocumentRecommendation } from "./document-recommendation.ts";
import type { EditsToPlace, RedlineMethods } from "./redline-thread.ts";
import { loadResult, type ResultDeps } from "./stored-result.ts";

/** Two thousand items take a second. */
const maxMilliseconds = 60_000;

const thread = openThread<RedlineMethods>({
  file: join(import.meta.dirname, "redline-thread.ts"),
  resourceLimits: { maxOldGenerationSizeMb: 768 },
});

/** Calls the thread, which renders one result at a time, so that its memory is bounded. */
async function inThread<Result>(
  call: (connection: ReturnType<typeof thread.connect>) => Promise<Result>,
): Promise<Result> {
  const connection = thread.connect();
  try {
    return await call(connection);
  } finally {
    connection.close();
  }
}

/** The suggested texts of a document's result, rendered in a thread. */
export async function listDocumentRecommendations(
  deps: ResultDeps,
  companyId: Id,
  of: { documentId: Id; language: AuditLanguage | undefined },
): Promise<{ document: Document; files: ReadableFile[]; recommendations: DocumentRecommendation[] }> {
  const { document, files, rendering, items } = await loadResult(deps, companyId, of);
  const options = { timeoutMilliseconds: maxMilliseconds };
  const recommendations = await inThread((connection) => connection.call("list", { rendering, items }, options));
  return { document, files, recommendations };
}

/** A Word file with the suggested texts that are chosen, or with those that are preselected. */
export async function writeDocumentClauses(
  deps: ResultDeps,
  companyId: Id,
  { chosen, ...of }: { documentId: Id; language: AuditLanguage | undefined; chosen: string[] | undefined },
): Promise<{ document: Document; bytes: Buffer }> {
  const { document, rendering, items } = await loadResult(deps, companyId, of);
  const options = { timeoutMilliseconds: maxMilliseconds };
  const clauses = { rendering, items, documentName: document.fileName, chosen };
  const bytes = await inThread((connection) => connection.call("writeClausePack", clauses, options));
  return { document, bytes: Buffer.from(bytes.buffer) };
}

/** The edits of a redline, placed in a thread: reading the pages of long files takes a second. */
export function placeInThread(edits: EditsToPlace) {
  const options = { transfer: edits.pages.map(({ buffer }) => buffer), timeoutMilliseconds: maxMilliseconds };
  return inThread((connection) => connection.call("place", edits, options));
}
