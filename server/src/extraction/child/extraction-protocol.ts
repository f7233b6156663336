import type { Place } from "../file-outcome.ts";
import type { ViewToDraw } from "./draw-view.ts";
import type { DocumentToRead } from "./read-document.ts";

/** Tasks, one at a time. */
export type ToChild = { type: "read"; document: DocumentToRead } | { type: "view"; view: ViewToDraw };

/** Pages are not sent: the child writes them to the document's folder. */
export type FromChild =
  | { type: "ready" }
  | { type: "file"; place: Place; fileName: string; displayName: string }
  | { type: "pages"; place: Place; pagesDone: number; pageCount: number }
  /** A bug in a reader, for the log: it threw something other than UnreadableFile. */
  | { type: "fault"; place: Place; message: string }
  | { type: "done" }
  /** An error that no file causes: a full disk, a folder without write permission. */
  | { type: "failed"; message: string };
