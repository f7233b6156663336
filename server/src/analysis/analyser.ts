import type { ControlDocument, ItemDocument } from "../catalogue/catalogue-format.ts";
import type { ExtractedPage } from "../extraction/extracted-file.ts";
import { AppError } from "../platform/app-error.ts";
import type { ItemFindings } from "./findings/findings.ts";

/** One file of the document, read. */
export interface SubjectFile {
  /** What people call it. */
  name: string;
  title?: string;
  /** BCP 47, told by its words. */
  language?: string;
  pages: ExtractedPage[];
}

/** What is judged, and by the measure of which control. */
export interface Subject {
  /** Only files that could be read. */
  files: SubjectFile[];
  control: ControlToJudge;
  /** All it is measured by, judged already or not: how a document reads on the whole counts in each of its items. */
  items: ItemToJudge[];
  /** The language of what is said about the document; quotes stay in the document's own. */
  language: "en" | "de" | "fr" | "es";
}

/** An imported control may lack all but its name. */
export type ControlToJudge = Pick<ControlDocument, "name"> &
  Partial<Pick<ControlDocument, "expects" | "terms" | "translations">>;

export type ItemToJudge = Pick<ItemDocument, "externalId" | "name" | "objective"> &
  Partial<Pick<ItemDocument, "criteria" | "risks" | "compensatingControls" | "recommendation" | "translations">>;

/** Which engine spoke, so that an auditor can have it speak again. */
export interface EngineRecord {
  name: string;
  version: string;
  /** Of the encoder's and the reader's weights, joined by +; null when judged on words alone. */
  modelSha256: string | null;
  /** Of the analyser's own settings, those its findings depend on. */
  settings?: Record<string, string | number>;
}

/** Subject by subject; what an analyser learns of a subject serves all of its items. */
export interface Analyser {
  open(subject: Subject, signal?: AbortSignal): Promise<OpenAnalysis>;
  close(): Promise<void>;
}

export interface OpenAnalysis {
  engine: EngineRecord;
  /** How many items it judges at once without loss; 1 when absent. */
  itemsAtOnce?: number;
  judge(item: ItemToJudge): Promise<ItemFindings>;
  close(): Promise<void>;
}

/** A thread it needs was lost. What was asked of it may be asked again. */
export const interrupted = (cause: unknown) => new AppError("unavailable", "The analysis was interrupted.", { cause });
