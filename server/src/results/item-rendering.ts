import type { ControlToJudge } from "../analysis/analyser.ts";
import { decisionKinds } from "../documents/decision.ts";
import type { AuditLanguage } from "../documents/document.ts";
import type { StoredPages } from "../documents/document-file.ts";

/** The document that findings cite, with its files in the order of the findings' file numbers. */
export interface CitedDocument {
  documentId: string;
  files: { id: string; displayName: string; pages: Pick<StoredPages, "ranges"> }[];
}

/** What a result has only on request: texts that the document and the catalogue have, and all that confidence sums up. */
export const inclusions = ["quotes", "statements", "probabilities"] as const;
export type Included = Record<(typeof inclusions)[number], boolean>;

/** How items are decided. `none`: not at all. `look_again`: a decision that was carried over asks for it. */
export const decisionChoices = [...decisionKinds, "look_again", "none"] as const;
export type DecisionChoice = (typeof decisionChoices)[number];

/** The language that findings are rendered in, and what that takes besides the item. */
export interface ItemRendering {
  cited: CitedDocument;
  control: ControlToJudge;
  language: AuditLanguage;
  /** Below this confidence a level or verdict needs review. */
  reviewBelow: number;
}
