import type { FileReading, StoredFile, StoredRange } from "../documents/document-file.ts";
import type { Id } from "../platform/ids.ts";
import { cleanJson } from "./clean-text.ts";
import { execute, firstRow, type QueryRunner, rows, statement } from "./query.ts";

interface FileRow {
  id: Id;
  parent_id: Id | null;
  place: string;
  file_name: string;
  display_name: string;
  size_bytes: string | null;
  blob_key: string | null;
  sha256: Buffer | null;
  reading: FileReading["state"];
  failure_reason: string | null;
  page_count: number;
  pages_done: number;
  title: string | null;
  language: string | null;
  is_rendered: boolean;
  recognised_pages: number;
  recognition_confidence: number | null;
  pages_blob_key: string | null;
  page_ranges: StoredRange[] | null;
  are_originals_erased: boolean;
  are_pages_erased: boolean;
}

const columns = `id, parent_id, place, file_name, display_name, size_bytes, blob_key, sha256, reading, failure_reason, page_count,
  pages_done, title, language, is_rendered, recognised_pages, recognition_confidence, pages_blob_key, page_ranges,
  (SELECT originals_erased_at IS NOT NULL FROM documents d WHERE d.id = document_id) AS are_originals_erased,
  (SELECT pages_erased_at IS NOT NULL FROM documents d WHERE d.id = document_id) AS are_pages_erased`;

// A container before its members, "2" before "10".
const listOfDocument = statement(
  `SELECT ${columns} FROM document_files WHERE document_id = $1 ORDER BY string_to_array(place, '.')::int[]`,
);
const findOfDocument = statement(`SELECT ${columns} FROM document_files WHERE document_id = $1 AND id = $2`);
const save = statement(
  `INSERT INTO document_files AS f (document_id, id, parent_id, position, place, file_name, display_name, size_bytes, blob_key, reading,
     failure_reason, page_count, pages_done, title, language, is_rendered, recognised_pages, recognition_confidence, pages_blob_key, page_ranges)
   SELECT $1, id, parent_id, position, place, file_name, display_name, size_bytes, blob_key, reading, failure_reason, page_count,
          page_count, title, language, is_rendered, recognised_pages, recognition_confidence, pages_blob_key, page_ranges
     FROM jsonb_to_recordset($2) AS n (id text, parent_id text, position int, place text, file_name text, display_name text,
            size_bytes bigint, blob_key text, reading text, failure_reason text, page_count int, title text, language text, is_rendered boolean,
            recognised_pages int, recognition_confidence real, pages_blob_key text, page_ranges jsonb)
   ON CONFLICT (document_id, place) DO UPDATE SET reading = excluded.reading, failure_reason = excluded.failure_reason,
     page_count = excluded.page_count, pages_done = excluded.pages_done, title = excluded.title, language = excluded.language,
     is_rendered = excluded.is_rendered, recognised_pages = excluded.recognised_pages,
     recognition_confidence = excluded.recognition_confidence, pages_blob_key = excluded.pages_blob_key,
     page_ranges = excluded.page_ranges`,
);

function toReading(row: FileRow): FileReading {
  switch (row.reading) {
    case "unread":
      return { state: "unread", pagesDone: row.pages_done, pageCount: row.page_count };
    case "failed":
      return { state: "failed", failureReason: row.failure_reason ?? "" };
    case "read":
      return {
        state: "read",
        pageCount: row.page_count,
        title: row.title ?? undefined,
        language: row.language ?? undefined,
        isRendered: row.is_rendered,
        recognised:
          row.recognition_confidence === null
            ? undefined
            : { pages: row.recognised_pages, confidence: row.recognition_confidence },
        pages:
          row.pages_blob_key === null || row.page_ranges === null
            ? undefined
            : { blobKey: row.pages_blob_key, ranges: row.page_ranges, areErased: row.are_pages_erased },
      };
  }
}

function fromRow(row: FileRow): StoredFile {
  return {
    id: row.id,
    parentId: row.parent_id ?? undefined,
    place: row.place,
    fileName: row.file_name,
    displayName: row.display_name,
    sizeBytes: row.size_bytes === null ? undefined : Number(row.size_bytes),
    blobKey: row.are_originals_erased ? undefined : (row.blob_key ?? undefined),
    sha256: row.sha256 ?? undefined,
    reading: toReading(row),
  };
}

export async function listStoredFiles(run: QueryRunner, documentId: Id): Promise<StoredFile[]> {
  return (await rows<FileRow>(run, listOfDocument, [documentId])).map(fromRow);
}

export async function findStoredFile(run: QueryRunner, documentId: Id, id: Id): Promise<StoredFile | undefined> {
  const row = await firstRow<FileRow>(run, findOfDocument, [documentId, id]);
  return row && fromRow(row);
}

/** Files that were sent get what was read of them; those found in them are added. */
export async function saveStoredFiles(run: QueryRunner, documentId: Id, files: StoredFile[]): Promise<void> {
  const records = files.map(({ id, parentId, place, fileName, displayName, sizeBytes, blobKey, reading }) => {
    const content = reading.state === "read" ? reading : undefined;
    return {
      id,
      parent_id: parentId,
      position: Number(place.slice(place.lastIndexOf(".") + 1)) - 1,
      place,
      file_name: fileName,
      display_name: displayName,
      size_bytes: sizeBytes,
      blob_key: blobKey,
      reading: reading.state,
      failure_reason: reading.state === "failed" ? reading.failureReason : null,
      page_count: content?.pageCount ?? 0,
      title: content?.title,
      language: content?.language,
      is_rendered: content?.isRendered ?? false,
      recognised_pages: content?.recognised?.pages ?? 0,
      recognition_confidence: content?.recognised?.confidence,
      pages_blob_key: content?.pages?.blobKey,
      page_ranges: content?.pages?.ranges,
    };
  });
  await execute(run, save, [documentId, cleanJson(records)]);
}
