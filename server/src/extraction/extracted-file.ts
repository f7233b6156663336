/**
 * What reading a file yields: its pages in reading order, as a person would read them aloud. Everything the analysis
 * says later rests on these words, so nothing is invented here and nothing that stands in the file is dropped.
 */
export interface ExtractedPage {
  /** Counts from 1 within its file. */
  number: number;
  /** What people call it: "12"; or, for formats without pages, "slide 3", "sheet Budget", "section 2"; "4 (as rendered)". */
  label: string;
  /** The page's words. Paragraphs are separated by a line break, cells of a table row by " | ". */
  text: string;
  /** In the order of the text; together they cover all of its words. */
  paragraphs: Paragraph[];
  /** Present when the words were recognised from a picture: how sure that was, 0 to 100. */
  recognition?: { confidence: number };
}

export type ParagraphKind =
  | "heading"
  | "body"
  | "listItem"
  /** One row of a table. */
  | "tableRow"
  | "footnote"
  /** Repeated on nearly every page: kept, but no evidence. */
  | "header"
  | "footer";

export interface Paragraph {
  /** Character range in the page's text: text.slice(start, end). */
  start: number;
  end: number;
  kind: ParagraphKind;
  /** The headings it stands under, outermost first, long ones shortened; a heading's own path ends with itself. */
  headingPath: string[];
  /** Where it stands on a PDF page, in points from the top left corner: left, top, right, bottom. */
  box?: [left: number, top: number, right: number, bottom: number];
}

/** Told once for each file, before its pages or after, whichever comes first. */
export interface FileFacts {
  pageCount: number;
  title?: string;
  /** BCP 47, told by the words: en, de, fr, es, or another that was recognised. */
  language?: string;
  /** True where pages come from rendering a format that has none of its own. */
  isRendered?: boolean;
}

/** Why a file cannot be read, for people: it becomes the document's failureReason. */
export class UnreadableFile extends Error {}

/** A file on disk, named by us; `fileName` is what the caller called it and is only ever shown. */
export interface SourceFile {
  path: string;
  fileName: string;
}

export interface ReadLimits {
  maxPages: number;
  /** Of everything a container unpacks to. */
  maxUnpackedBytes: number;
  /** Containers within containers. */
  maxDepth: number;
  /** The program that renders DOCX and knows old formats. Without it `soffice` on the PATH; "" for none at all. */
  libreOfficePath?: string;
}

/** One reader per format. Pages come as they are read, so that a long file needs no more memory than a short one. */
export interface ReadFile {
  facts: FileFacts;
  /** From page `firstPage` on (counting from 1), so that work can be taken up again. */
  pages(firstPage: number): AsyncIterable<ExtractedPage>;
  close(): Promise<void>;
}

export type Reader = (file: SourceFile, limits: ReadLimits) => Promise<ReadFile>;
