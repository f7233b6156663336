import type { Place } from "../file-outcome.ts";
import type { ViewToDraw } from "./draw-view.ts";
import type { DocumentToRead } from "./read-document.ts";

/** What the host tells the child: one document, or one page to draw, at a time. Everything in it is plain JSON. */
export type ToChild = { type: "read"; document: DocumentToRead } | { type: "view"; view: ViewToDraw };

/** What the child tells the host. Pages do not travel: they lie in the document's folder. */
export type FromChild =
  | { type: "ready" }
  | { type: "file"; place: Place; fileName: string; displayName: string }
  | { type: "pages"; place: Place; pagesDone: number; pageCount: number }
  /** A reader threw what it should have said in words: for the log, because it is a mistake of ours. */
  | { type: "fault"; place: Place; message: string }
  | { type: "done" }
  /** The child itself failed, not a file: a full disk, a folder that may not be written. */
  | { type: "failed"; message: string };
