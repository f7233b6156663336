import type { AuditLanguage, DocumentStore } from "../documents/document.ts";
import type { ReadableFile, StoredFile } from "../documents/document-file.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Clock } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import { readCompressedPages } from "../processing/stored-pages.ts";
import { finishBlobs } from "../submissions/finish-blobs.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import type { UploadStore } from "../uploads/upload-session.ts";
import { placeInThread } from "./list-recommendations.ts";
import type { RedlineWriter } from "./redline-writer.ts";
import { loadResult, type ResultDeps } from "./stored-result.ts";

interface RedlineDeps extends ResultDeps {
  db: ResultDeps["db"] & {
    documents: ResultDeps["db"]["documents"] & Pick<DocumentStore, "listFiles">;
    uploads: Pick<UploadStore, "listParts">;
  };
  blobs: BlobStore;
  clock: Clock;
  redlines: RedlineWriter;
}

export interface RedlineRequest {
  documentId: Id;
  language: AuditLanguage | undefined;
  /** Undefined: the document's Word file. */
  fileId: Id | undefined;
  /** Ids of recommendations; undefined: those that are preselected. */
  chosen: string[] | undefined;
  authorName: string;
}

/** A copy of a document's Word file with suggested texts as tracked changes. */
export async function redlineDocument(
  deps: RedlineDeps,
  companyId: Id,
  { documentId, language, fileId, chosen, authorName }: RedlineRequest,
): Promise<{ fileName: string; bytes: Buffer }> {
  const { document, files, rendering, items } = await loadResult(deps, companyId, { documentId, language });
  const file = chooseFile(files, fileId);
  const uploaded = await findUploaded(deps, documentId, file);
  if (file.reading.pages.areErased === true)
    throw new AppError("unprocessable", "The pages were erased: their retention period is over.");
  await finishBlobs({ ...deps.db, blobs: deps.blobs }, document.id);
  const pages = await readCompressedPages(deps.blobs, file.reading.pages);
  const edits = await placeInThread({ rendering, items, chosen, file: files.indexOf(file), pages });
  const author = { name: authorName, initials: initialsOf(authorName), date: toSeconds(deps.clock.now()) };
  return { fileName: file.fileName, bytes: await deps.redlines.write({ file, uploaded, redline: { edits, author } }) };
}

export const isWordFile = ({ fileName }: Pick<StoredFile, "fileName">) => /\.(?:docx|docm|dotx|dotm)$/i.test(fileName);

function chooseFile(files: ReadableFile[], fileId: Id | undefined): ReadableFile {
  if (fileId !== undefined) {
    const named = files.find(({ id }) => id === fileId);
    if (named === undefined) throw notFound("file");
    return named;
  }
  const [found, ...others] = files.filter(isWordFile);
  if (found === undefined)
    throw new AppError("unprocessable", "The document has no Word file (DOCX): for others there is the clause pack.");
  if (others.length > 0)
    throw new AppError("unprocessable", "The document has more than one Word file: name one with fileId.");
  return found;
}

async function findUploaded(
  { db }: RedlineDeps,
  documentId: Id,
  file: ReadableFile,
): Promise<StoredFile & { blobKey: string }> {
  const [top] = file.place.split(".");
  const uploaded =
    file.parentId === undefined
      ? file
      : (await db.documents.listStoredFiles(documentId)).find(({ place }) => place === top);
  if (uploaded === undefined) throw notFound("file");
  const { blobKey } = uploaded;
  if (blobKey === undefined)
    throw new AppError("unprocessable", "The original was erased: its retention period is over.");
  return { ...uploaded, blobKey };
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .join("")
    .slice(0, 3)
    .toUpperCase();

/** Word writes no fractions of seconds. */
const toSeconds = (date: Date) => date.toISOString().replace(/\.\d+Z$/, "Z");
