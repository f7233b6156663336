import type { Language } from "../language/words.ts";

/** What an analyser says of one control item and one document. Plain data: it is stored, sent and compared as it is. */

export type Verdict = "met" | "partly" | "contradicted" | "missing";

/** Words that stand, character for character, on a page of the document. Nothing is said of a document without them. */
export interface Quote {
  /** Which of the subject's files, counting from 0. */
  file: number;
  /** Counts from 1 within its file. */
  page: number;
  /** page.text.slice(start, end) === text */
  start: number;
  end: number;
  text: string;
}

/** Where in the document a statement is backed, for people; one entry per file. */
export interface PageRef {
  file: number;
  /** The pages' labels: "12", or "slide 3". */
  pages: string[];
}

export interface CriterionFinding {
  /** The catalogue's key, or one made from the item's sentence where the item has no criteria. */
  key: string;
  statement: string;
  level: "must" | "should";
  verdict: Verdict;
  /** Best first. */
  evidence: Quote[];
  /** Why this verdict, in the language of the audit. */
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
  /** A place that exists in this document; empty, like the text, where another document is to be submitted instead. */
  suggestedTextLocation: string;
  suggestedTextToBeAdded: string;
}

export interface ItemFindings {
  /** What it is said in; the quotes are in the document's own words. */
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
