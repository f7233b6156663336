import type { FileContent, FileReading, StoredFile, StoredRange } from "../documents/document-file.ts";
import type { Id } from "../platform/ids.ts";
import { cleanJson } from "./clean-text.ts";
import { execute, type QueryRunner, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

interface FileRow extends Omit<StoredFile, "reading">, Omit<FileContent, "recognised" | "pages"> {
  reading: FileReading["state"];
  failureReason: string | undefined;
  pagesDone: number;
  recognisedPages: number;
  recognitionConfidence: number | undefined;
  pagesBlobKey: string | undefined;
  pageRanges: StoredRange[] | undefined;
}

const files = rowMapper<FileRow>(
  ["id", "place", "fileName", "displayName", "reading", "pageCount", "pagesDone", "isRendered", "recognisedPages"],
  [
    ...(["parentId", "sizeBytes", "blobKey", "sha256", "failureReason", "title", "language"] as const),
    ...(["recognitionConfidence", "pagesBlobKey", "pageRanges"] as const),
  ],
);
const select = `SELECT ${files.columns()},
    (SELECT originals_erased_at IS NOT NULL FROM documents d WHERE d.id = document_id) AS "areOriginalsErased",
    (SELECT pages_erased_at IS NOT NULL FROM documents d WHERE d.id = document_id) AS "arePagesErased"
  FROM document_files WHERE document_id = $1`;
type SelectedRow = FileRow & { areOriginalsErased: boolean; arePagesErased: boolean };

// A container comes before its members, and "2" before "10".
const listOfDocument = statement(`${select} ORDER BY string_to_array(place, '.')::int[]`);
const findOfDocument = statement(`${select} AND id = $2`);
// A file that another run has added already is not counted again.
const save = statement(
  `WITH saved AS (INSERT INTO document_files AS f (document_id, id, parent_id, position, place, file_name, display_name, size_bytes, blob_key, reading,
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
     page_ranges = excluded.page_ranges RETURNING parent_id IS NOT NULL AND xmax = 0 AS is_new_member)
   INSERT INTO company_storage AS s (company_id, bytes, members)
   SELECT (SELECT company_id FROM documents WHERE id = $1), 0, count(*) FROM saved WHERE is_new_member HAVING count(*) > 0
   ON CONFLICT (company_id) DO UPDATE SET members = s.members + excluded.members`,
);

function toReading(row: SelectedRow): FileReading {
  const { reading: state, pagesDone, pageCount, title, language, isRendered } = row;
  if (state === "unread") return { state, pagesDone, pageCount };
  if (state === "failed") return { state, failureReason: row.failureReason ?? "" };
  const { recognisedPages, recognitionConfidence: confidence, pagesBlobKey, pageRanges, arePagesErased } = row;
  return {
    ...{ state, pageCount, title, language, isRendered },
    recognised: confidence === undefined ? undefined : { pages: recognisedPages, confidence },
    pages:
      pagesBlobKey && pageRanges ? { blobKey: pagesBlobKey, ranges: pageRanges, areErased: arePagesErased } : undefined,
  };
}

function fromRow(row: SelectedRow): StoredFile {
  const { id, parentId, place, fileName, displayName, sizeBytes, sha256 } = row;
  const blobKey = row.areOriginalsErased ? undefined : row.blobKey;
  return { id, parentId, place, fileName, displayName, sizeBytes, blobKey, sha256, reading: toReading(row) };
}

export async function listStoredFiles(run: QueryRunner, documentId: Id): Promise<StoredFile[]> {
  return ((await files.list(run, listOfDocument, [documentId])) as SelectedRow[]).map(fromRow);
}

export async function findStoredFile(run: QueryRunner, documentId: Id, id: Id): Promise<StoredFile | undefined> {
  const row = (await files.find(run, findOfDocument, [documentId, id])) as SelectedRow | undefined;
  return row && fromRow(row);
}

/** Saves what was read of the submitted files, and adds the files found inside them. */
export async function saveStoredFiles(run: QueryRunner, documentId: Id, read: StoredFile[]): Promise<void> {
  const records = read.map(({ id, parentId, place, fileName, displayName, sizeBytes, blobKey, reading }) => {
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
