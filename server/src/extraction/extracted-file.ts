/** A page with its text in reading order. The analysis relies on it, so readers add nothing and drop nothing. */
export interface ExtractedPage {
  /** From 1, within its file. */
  number: number;
  /** "12"; for formats without pages "slide 3", "sheet Budget", "section 2" or "4 (as rendered)". */
  label: string;
  /** Paragraphs are separated by a line break, cells of a table row by " | ". */
  text: string;
  /** In the order of the text, which they cover completely. */
  paragraphs: Paragraph[];
  /** Present if the words were recognised in an image. The confidence is 0 to 100. */
  recognition?: { confidence: number };
}

export type ParagraphKind =
  | "heading"
  | "body"
  | "listItem"
  /** One row of a table. */
  | "tableRow"
  | "footnote"
  /** Repeated on most pages: kept in the text, but not used as evidence. */
  | "header"
  | "footer";

export interface Paragraph {
  /** Character range in the page's text: text.slice(start, end). */
  start: number;
  end: number;
  kind: ParagraphKind;
  /** The headings above it, outermost first, shortened if long; a heading's own path ends with itself. */
  headingPath: string[];
  /** On a PDF page, in points from the top left corner. */
  box?: [left: number, top: number, right: number, bottom: number];
}

export interface FileFacts {
  pageCount: number;
  title?: string;
  /** BCP 47, detected from the words. */
  language?: string;
  /** True if the pages come from rendering a format without pages. */
  isRendered?: boolean;
}

/** The message is shown to users as the document's failureReason. */
export class UnreadableFile extends Error {}

/** `path` is a name of ours; `fileName` is the caller's and is only displayed. */
export interface SourceFile {
  path: string;
  fileName: string;
}

export interface ReadLimits {
  maxPages: number;
  /** For everything that a container unpacks to. */
  maxUnpackedBytes: number;
  /** Containers within containers. */
  maxDepth: number;
  /** LibreOffice, which renders DOCX and converts old formats. By default `soffice` on the PATH; "" for none. */
  libreOfficePath?: string;
}

/** An open file. Pages are read one by one, so a long file needs no more memory than a short one. */
export interface ReadFile {
  facts: FileFacts;
  /** From page `firstPage` (counting from 1), so that reading can be resumed. */
  pages(firstPage: number): AsyncIterable<ExtractedPage>;
  close(): Promise<void>;
}

export type Reader = (file: SourceFile, limits: ReadLimits) => Promise<ReadFile>;
