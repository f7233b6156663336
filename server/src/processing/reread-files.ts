import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { SubjectFile } from "../analysis/analyser.ts";
import type { StoredFile } from "../documents/document-file.ts";
import { extractDocument } from "../extraction/extract-document.ts";
import type { ExtractedPage } from "../extraction/extracted-file.ts";
import type { ExtractionChildren } from "../extraction/extraction-children.ts";
import type { ExtractionLimits } from "../extraction/extraction-limits.ts";
import { flattenMembers } from "../extraction/file-outcome.ts";
import { readPageRanges } from "../extraction/page-ranges.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import { fetchBlob } from "./fetch-blob.ts";

export interface RereadDeps {
  blobs: BlobStore;
  children: ExtractionChildren;
  limits: ExtractionLimits;
  /** Empty; the caller removes it. */
  scratchFolder: string;
}

export interface RereadFile {
  place: string;
  displayName: string;
  /** Of the stored bytes; undefined for a file inside another. */
  sha256: string | undefined;
  failureReason: string | undefined;
  subject: SubjectFile | undefined;
  pageCount: number;
}

/** Extracts the stored bytes again and stores nothing. */
export async function rereadFiles(
  { blobs, children, limits, scratchFolder }: RereadDeps,
  uploaded: StoredFile[],
): Promise<RereadFile[]> {
  const folder = join(scratchFolder, "files");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const hashes = new Map<string, string>();
  const files = [];
  for (const { place, fileName, blobKey = "" } of uploaded) {
    const path = join(folder, place);
    hashes.set(place, (await fetchBlob({ blobs }, blobKey, path)).toString("hex"));
    files.push({ path, fileName });
  }
  const read = await extractDocument({ children, limits }, { files, outFolder: join(scratchFolder, "pages") });
  const reread: RereadFile[] = [];
  for (const { place, displayName, facts, failureReason, pages } of read.flatMap(flattenMembers)) {
    const own = facts === undefined ? [] : await Array.fromAsync(readPageRanges(pages));
    reread.push({
      ...{ place, displayName, failureReason, sha256: hashes.get(place), pageCount: facts?.pageCount ?? 0 },
      subject: facts === undefined || own.length === 0 ? undefined : toSubjectFile(displayName, facts, own),
    });
  }
  return reread;
}

function toSubjectFile(
  name: string,
  { title, language }: { title?: string; language?: string },
  pages: ExtractedPage[],
): SubjectFile {
  return { name, ...(title && { title }), ...(language && { language }), pages };
}
