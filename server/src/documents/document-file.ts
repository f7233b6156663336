import type { Id } from "../platform/ids.ts";

/** The progress and the outcome of reading a file. */
export type FileReading =
  | { state: "unread"; pagesDone: number; pageCount: number }
  | ({ state: "read" } & FileContent)
  | { state: "failed"; failureReason: string };

export interface FileContent {
  pageCount: number;
  title: string | undefined;
  /** BCP 47. */
  language: string | undefined;
  /** True for a format without pages of its own, whose pages come from rendering it. */
  isRendered: boolean;
  /** Pages whose text was recognised in an image, and the mean confidence, 0 to 100. */
  recognised: { pages: number; confidence: number } | undefined;
  /** Absent for a file without pages of its own, such as an archive. */
  pages: StoredPages | undefined;
}

/** Where the pages of a file are stored: in one blob, as gzip members of JSON lines that each hold a run of pages. */
export interface StoredPages {
  blobKey: string;
  ranges: StoredRange[];
  /** Retention has erased the text of the pages; only their labels remain. */
  areErased?: boolean;
}

export interface StoredRange {
  firstPage: number;
  lastPage: number;
  offsetBytes: number;
  sizeBytes: number;
  /** The label of each page, where it differs from the page's number. */
  labels?: string[];
}

export function labelOfPage({ ranges }: Pick<StoredPages, "ranges">, pageNumber: number): string {
  const range = ranges.find(({ firstPage, lastPage }) => firstPage <= pageNumber && pageNumber <= lastPage);
  return range?.labels?.[pageNumber - range.firstPage] ?? String(pageNumber);
}

export const pageKinds = ["page", "slide", "sheet", "section"] as const;
export type PageKind = (typeof pageKinds)[number];

/** What the parts of a file are; formats without pages of their own are read in sections. */
export function pageKindOf({ ranges }: Pick<StoredPages, "ranges">): PageKind {
  const label = ranges[0]?.labels?.[0];
  if (label === undefined || /^\d/.test(label)) return "page";
  return pageKinds.find((kind) => label.startsWith(`${kind} `)) ?? "section";
}

/** A file of a document: either submitted, or found inside a submitted file. */
export interface StoredFile {
  id: Id;
  parentId: Id | undefined;
  /** "2.1" is the first member of the second file. */
  place: string;
  fileName: string;
  /** Its origin for display: "bundle.zip/contracts/lease.docx". */
  displayName: string;
  /** Absent for a file found inside another, which has no blob of its own. */
  sizeBytes: number | undefined;
  /** Also absent after retention has erased the submitted files. */
  blobKey: string | undefined;
  sha256: Buffer | undefined;
  reading: FileReading;
}

export type ReadableFile = StoredFile & { reading: { state: "read"; pages: StoredPages } };

/** The files that are analysed, in order: findings refer to a file by its index in this list. */
export function readableFiles(files: StoredFile[]): ReadableFile[] {
  return files.filter(
    (file): file is ReadableFile => file.reading.state === "read" && file.reading.pages !== undefined,
  );
}
