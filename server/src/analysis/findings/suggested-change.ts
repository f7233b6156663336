import type { Evidence, InsertionPlace, Recommendation } from "./findings.ts";

/** A wording of the document that a suggested text replaces. */
export interface ReplacedWording {
  quote: Evidence;
  /** The criteria that it contradicts. */
  criteria: string[];
  /** Otherwise it is to be checked with its owner first. */
  isSure: boolean;
}

/** What a recommendation changes in the document. */
export interface SuggestedChange {
  /** The criteria that it closes. */
  criteria: string[];
  /** Without the number of its place. */
  text: string;
  insertAt: InsertionPlace;
  /** The heading of a new section, without its number. */
  section: string;
  replaces: ReplacedWording[];
}

export interface RecommendedChange {
  recommendation: Recommendation;
  /** Absent where another document has to be submitted instead. */
  change?: SuggestedChange;
}
