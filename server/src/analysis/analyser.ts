import type { ControlDocument } from "../catalogue/catalogue-format.ts";
import type { CompleteItem } from "../catalogue/complete-item.ts";
import type { ExtractedPage } from "../extraction/extracted-file.ts";
import { AppError } from "../platform/app-error.ts";
import type { ItemFindings } from "./findings/findings.ts";

/** One file of the document, extracted. */
export interface SubjectFile {
  name: string;
  title?: string;
  /** BCP 47, detected from the text. */
  language?: string;
  pages: ExtractedPage[];
}

/** The document to judge, and the control it is judged by. */
export interface Subject {
  /** Only files that could be read. */
  files: SubjectFile[];
  control: ControlToJudge;
  /** All items of the review, judged already or not: the document-level prior is computed from all of them. */
  items: ItemToJudge[];
  /** What is known of the company, by the keys of conditions; decides a condition before any reading does. */
  facts?: StatedFacts;
}

export type StatedFacts = Record<string, boolean>;

/** An imported control may have only a name. */
export type ControlToJudge = Pick<ControlDocument, "name"> &
  Partial<Pick<ControlDocument, "expects" | "terms" | "translations">>;

export type ItemToJudge = Pick<CompleteItem, "externalId" | "name" | "objective"> &
  Partial<Omit<CompleteItem, "id" | "externalId" | "name" | "objective" | "isObsolete">>;

/** Which engine spoke, so that an auditor can have it speak again. */
export interface EngineRecord {
  name: string;
  version: string;
  /** Of the encoder's and the reader's weights, joined by +; null when judged by words alone. */
  modelSha256: string | null;
  /** The settings that findings depend on. */
  settings?: Record<string, string | number>;
}

/** Opens one document at a time; the work that serves all items is done once. */
export interface Analyser {
  open(subject: Subject, signal?: AbortSignal): Promise<OpenAnalysis>;
  close(): Promise<void>;
}

export interface OpenAnalysis {
  engine: EngineRecord;
  /** How many items may be judged concurrently; 1 if absent. */
  itemsAtOnce?: number;
  judge(item: ItemToJudge): Promise<ItemFindings>;
  close(): Promise<void>;
}

/** A worker thread was lost; the call can be retried. */
export const interrupted = (cause: unknown) => new AppError("unavailable", "The analysis was interrupted.", { cause });

/** A document has used up its time; only its own items are affected. */
export class JudgingTimedOut extends AppError {
  constructor(budgetSeconds: number) {
    super(
      "unprocessable",
      `Judging was stopped after ${budgetSeconds} seconds, the most that a document of this size may take. Submit it in smaller parts, or with fewer control items.`,
    );
  }
}
