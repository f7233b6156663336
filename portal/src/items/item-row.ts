import type { ComplianceLevel } from "@assay/sdk";
import type { Doubt } from "../ui/confidence.ts";

export const levels = ["compliant", "partially_compliant", "non_compliant", "not_applicable", "notJudged"] as const;
export type Level = (typeof levels)[number];

/** One requirement as the table shows it. */
export interface ItemRow extends Doubt {
  controlItemId: string;
  externalId: string;
  name: string;
  clusterId: string;
  clusterName: string;
  score: number | null;
  level: Level;
  /** The reason for a missing score, if known. */
  state?: "pending" | "failed" | undefined;
  /** Change since the previous version; absent if there is none. */
  change?: number | undefined;
  /** The document with this item's findings. */
  documentId: string | null;
  complianceItemId: string | null;
  /** With the decisions of people; only of what somebody decided about. */
  decided?: DecidedRow | undefined;
}

export interface DecidedRow {
  score: number | null;
  level: Level;
  /** Whether a decision asks to be looked at again. */
  isToLookAtAgain: boolean;
  /** Whether a decision about the requirement itself is in effect, not only about some of its criteria. */
  isOfItem: boolean;
}

export const levelOf = (level: ComplianceLevel | null): Level => level ?? "notJudged";
