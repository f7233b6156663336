import type { Language } from "../language/words.ts";

/** The result for one control item and one document. Plain data: it is stored, sent and compared as it is. */

export type Verdict = "met" | "partly" | "contradicted" | "missing";

/** Words that are, character for character, on a page of the document. Every statement about a document rests on them. */
export interface Quote {
  /** Index of the subject's file. */
  file: number;
  /** Counts from 1 within its file. */
  page: number;
  /** page.text.slice(start, end) === text */
  start: number;
  end: number;
  text: string;
}

/** Pages for people to look at; one entry per file. */
export interface PageRef {
  file: number;
  /** The pages' labels: "12", or "slide 3". */
  pages: string[];
}

export interface CriterionFinding {
  /** The catalogue's key, or a generated one if the item has no criteria. */
  key: string;
  statement: string;
  level: "must" | "should";
  verdict: Verdict;
  /** Best first. */
  evidence: Quote[];
  /** Why this verdict, in the language of the findings. */
  reason: string;
}

export interface Gap {
  topic: string;
  description: string;
  pageRefs: PageRef[];
}

export interface Recommendation {
  gapIdentified: string;
  actionableRecommendation: string;
  /** A place in this document; empty, like the text, if another document has to be submitted instead. */
  suggestedTextLocation: string;
  suggestedTextToBeAdded: string;
}

export interface ItemFindings {
  /** Of all texts but the quotes, which are in the document's own words. */
  language: Language;
  /** 0 to 100, at most one decimal. */
  score: number;
  /** The figures behind the score. */
  units: { name: string; value: string }[];
  strength: string;
  gaps: Gap[];
  explanation: string;
  pageRefs: PageRef[];
  risks: string[];
  compensatingControls: string[];
  recommendations: Recommendation[];
  criteria: CriterionFinding[];
}

export type ComplianceLevel = "compliant" | "partially_compliant" | "non_compliant";

export function levelOf(score: number): ComplianceLevel {
  if (score >= 80) return "compliant";
  return score >= 40 ? "partially_compliant" : "non_compliant";
}
