import type { Place } from "../file-outcome.ts";
import type { ViewToDraw } from "./draw-view.ts";
import type { DocumentToRead } from "./read-document.ts";
import type { ProgramOutcome, ProgramRun } from "./run-program.ts";
import type { RedlineToWrite } from "./write-redline.ts";
import type { SheetsToRead } from "./write-sheet-cells.ts";

/** Tasks, one at a time, and the outcomes of programs that the current one has asked for. */
export type ToChild =
  | { type: "read"; document: DocumentToRead }
  | { type: "view"; view: ViewToDraw }
  | { type: "redline"; redline: RedlineToWrite }
  | { type: "sheets"; sheets: SheetsToRead }
  | { type: "ran"; number: number; outcome: ProgramOutcome };

/** Pages are not sent: the child writes them to the document's folder. */
export type FromChild =
  | { type: "ready" }
  | { type: "file"; place: Place; fileName: string; displayName: string }
  | { type: "pages"; place: Place; pagesDone: number; pageCount: number }
  | { type: "run"; number: number; run: ProgramRun }
  /** A bug in a reader, for the log: it threw something other than UnreadableFile. */
  | { type: "fault"; place: Place; message: string }
  | { type: "done" }
  /** An error that no file causes: a full disk, a folder without write permission. */
  | { type: "failed"; message: string; code?: string | undefined };
