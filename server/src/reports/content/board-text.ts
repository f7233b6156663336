import type { ComplianceLevel } from "../../analysis/findings/findings.ts";

/** What the board reads, in words: the same for every format. */
export interface BoardText {
  title: string;
  facts: LabelledText[];
  score: {
    shown: string | undefined;
    value: number | undefined;
    level: ComplianceLevel | undefined;
    levelName: string;
  };
  standing: string[];
  scoreMeaning: string;
  risks: RiskText[];
  /** Above the risks, or in their place. */
  risksNote: string | undefined;
  change: { lead: string; counts: string; lines: string[] } | undefined;
  decisions: { subject: string; what: string; by: string }[];
  decisionsNote: string | undefined;
  questions: { reference: string; question: string; answer: string }[];
  questionsNote: string | undefined;
  method: string[];
  disclaimer: string | undefined;
}

export interface LabelledText {
  label: string;
  text: string;
}

export interface RiskText {
  reference: string;
  name: string;
  score: string;
  level: ComplianceLevel;
  levelName: string;
  /** Who decided about it, or that nobody did. */
  status: string;
  isConfirmed: boolean;
  points: LabelledText[];
}
