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

export interface ReadAgainDeps {
  blobs: BlobStore;
  children: ExtractionChildren;
  limits: ExtractionLimits;
  /** Empty, and removed by whoever made it. */
  scratchFolder: string;
}

/** A file as it reads now. */
export interface FileReadAgain {
  place: string;
  displayName: string;
  /** Of the stored bytes; absent for what was found in another file. */
  sha256: string | undefined;
  failureReason: string | undefined;
  subject: SubjectFile | undefined;
  pageCount: number;
}

/** From the stored bytes, by the same way as the first time, beside everything that is stored. */
export async function readAgain(
  { blobs, children, limits, scratchFolder }: ReadAgainDeps,
  sent: StoredFile[],
): Promise<FileReadAgain[]> {
  const folder = join(scratchFolder, "files");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const hashes = new Map<string, string>();
  const files = [];
  for (const { place, fileName, blobKey = "" } of sent) {
    const path = join(folder, place);
    hashes.set(place, (await fetchBlob({ blobs }, blobKey, path)).toString("hex"));
    files.push({ path, fileName });
  }
  const read = await extractDocument({ children, limits }, { files, outFolder: join(scratchFolder, "pages") });
  const again: FileReadAgain[] = [];
  for (const { place, displayName, facts, failureReason, pages } of read.flatMap(flattenMembers)) {
    const own = facts === undefined ? [] : await Array.fromAsync(readPageRanges(pages));
    again.push({
      ...{ place, displayName, failureReason, sha256: hashes.get(place), pageCount: facts?.pageCount ?? 0 },
      subject: facts === undefined || own.length === 0 ? undefined : toSubjectFile(displayName, facts, own),
    });
  }
  return again;
}

function toSubjectFile(
  name: string,
  { title, language }: { title?: string; language?: string },
  pages: ExtractedPage[],
): SubjectFile {
  return { name, ...(title && { title }), ...(language && { language }), pages };
}
