import type { Id } from "../platform/ids.ts";

/** How far reading a file has come, and what came of it. */
export type FileReading =
  | { state: "unread"; pagesDone: number; pageCount: number }
  | ({ state: "read" } & FileContent)
  | { state: "failed"; failureReason: string };

export interface FileContent {
  pageCount: number;
  title: string | undefined;
  /** BCP 47. */
  language: string | undefined;
  /** Its pages come from rendering a format that has none of its own. */
  isRendered: boolean;
  /** Pages whose words were recognised from a picture, and how sure that was on average, 0 to 100. */
  recognised: { pages: number; confidence: number } | undefined;
  /** Absent where the file has no pages of its own, as an archive. */
  pages: StoredPages | undefined;
}

/** Where the pages of a file are kept: runs of them, each a gzip member of JSON lines in one blob. */
export interface StoredPages {
  blobKey: string;
  ranges: StoredRange[];
  /** Their time is over: what they were called is still known, what stood on them is not. */
  areErased?: boolean;
}

export interface StoredRange {
  firstPage: number;
  lastPage: number;
  offsetBytes: number;
  sizeBytes: number;
  /** What people call each of its pages, where that is not just its number. */
  labels?: string[];
}

export function labelOfPage({ ranges }: Pick<StoredPages, "ranges">, pageNumber: number): string {
  const range = ranges.find(({ firstPage, lastPage }) => firstPage <= pageNumber && pageNumber <= lastPage);
  return range?.labels?.[pageNumber - range.firstPage] ?? String(pageNumber);
}

/** A file of a document: one that was sent, or one that was found in it. */
export interface StoredFile {
  id: Id;
  parentId: Id | undefined;
  /** "2.1" is the first member of the second file. */
  place: string;
  fileName: string;
  /** Where it came from, for people: "bundle.zip/contracts/lease.docx". */
  displayName: string;
  /** What came from within another file has no bytes of its own in the store. */
  sizeBytes: number | undefined;
  /** Absent as well when the time of what was sent is over. */
  blobKey: string | undefined;
  sha256: Buffer | undefined;
  reading: FileReading;
}

export type ReadableFile = StoredFile & { reading: { state: "read"; pages: StoredPages } };

/** The files an analysis sees, in its order: findings name a file by its place in this list. */
export function readableFiles(files: StoredFile[]): ReadableFile[] {
  return files.filter(
    (file): file is ReadableFile => file.reading.state === "read" && file.reading.pages !== undefined,
  );
}
