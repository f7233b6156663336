import type { RequiredFigure } from "../language/quantities.ts";
import type { Language } from "../language/words.ts";
import type { DecidedBy, Reason } from "../verdict/reason.ts";

/**
 * The result for one control item and one document. Plain data without a sentence of our own: it is stored, hashed and
 * compared as it is. `render/` turns it into words, in any language.
 */

export const verdicts = ["met", "partly", "contradicted", "missing", "not_applicable"] as const;
export type Verdict = (typeof verdicts)[number];
/** A verdict that reading a document gives; the last one depends on a condition. */
export type ReadVerdict = Exclude<Verdict, "not_applicable">;

export const complianceLevels = ["compliant", "partially_compliant", "non_compliant", "not_applicable"] as const;
export type ComplianceLevel = (typeof complianceLevels)[number];

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

export const evidenceRoles = ["proves", "narrows", "contradicts", "context"] as const;
export type EvidenceRole = (typeof evidenceRoles)[number];

export interface Evidence extends Quote {
  /** What the quote does to the criterion. */
  role: EvidenceRole;
  /** The nearest heading above the quote. */
  heading?: string;
}

/** What the reason rests on. Words and places are those of the first quote. */
export interface Facts {
  requiredFigure?: RequiredFigure;
  /** The figure as the document writes it: "five (5) days". */
  foundFigure?: string;
  /** "where feasible" */
  weakWords?: string;
  /** The party that is obliged instead; a key of the control's terms. */
  party?: string;
  /** Offsets in the page's text. */
  exception?: { start: number; end: number };
  /** The condition that keeps the criterion from applying; a key of the control's conditions. */
  condition?: string;
  decidedBy?: DecidedBy;
}

export type Judge = "engine" | "words" | "external";

export interface CriterionFinding {
  /** The catalogue's key, or a generated one if the item has no criteria. */
  key: string;
  /** As the catalogue has it, in its own language. */
  statement: string;
  level: "must" | "should";
  weight: number;
  verdict: Verdict;
  /** Of all verdicts; null if the judge gives none. */
  probabilities: Record<Verdict, number> | null;
  reason: Reason;
  facts: Facts;
  /** Best first. */
  evidence: Evidence[];
  judge: Judge;
}

/** Whether the item applies to the document. */
export type Applicability = { applies: true } | { applies: false; reason: Reason; condition?: string };

/** A condition that the item or one of its criteria names. */
export interface ConditionFinding {
  key: string;
  /** As the catalogue has it, in its own language. */
  statement: string;
  holds: boolean;
  decidedBy: DecidedBy;
  /** That it holds; null if the judge gives none. */
  probability: number | null;
  /** What shows that it holds, or rules it out; best first. */
  evidence: Evidence[];
}

/** How many keywords a document of another kind has. */
export interface OtherKind {
  found: number;
  total: number;
}

/** Who judged: the engine's version and models, and the external model that was asked. */
export interface JudgeRecord {
  engineVersion: string;
  modelSha256: string | null;
  external?: { provider: string; model: string; tokens: number };
  /** Why the engine judged although an external model is configured. */
  fallbackReason?: string;
}

/** Where a text is to be inserted: in a section, in a new section after another, or in a new one at the end. */
export interface InsertionPlace {
  relation: "in" | "after" | "end";
  file: number;
  page: number;
  /** The section's heading; absent at the end. */
  heading?: string;
  /** Of the clause or section to insert, as the document writes its own: "4.8", "§ 12". Absent if it has none. */
  number?: string;
}

export interface ItemFindings {
  format: 2;
  /** 0 to 100, at most one decimal. */
  score: number;
  level: ComplianceLevel;
  applicability: Applicability;
  criteria: CriterionFinding[];
  /** Absent if everything applies in any case. */
  conditions?: ConditionFinding[];
  /** Set if the document is of another kind than the control expects. */
  otherKind?: OtherKind;
  /** Quotes that were not on their page. */
  quotesDropped: number;
  judgedBy: JudgeRecord;
  /** The language of the catalogue's own texts. */
  catalogueLanguage: Language;
  /** The language of the document, for text to be inserted. */
  documentLanguage: Language;
  /** What the document calls the control's terms that the item's texts use. */
  terms: Record<string, { word: string; article: string }>;
  insertAt: InsertionPlace;
  /** The texts of findings that an earlier version stored; never stored again. */
  earlierTexts?: EarlierTexts;
}

/** The finished texts of the earlier form, in one language. */
export interface EarlierTexts {
  language: Language;
  strength: string;
  explanation: string;
  gaps: { topic: string; description: string; pageRefs: PageRef[] }[];
  pageRefs: PageRef[];
  risks: string[];
  compensatingControls: string[];
  recommendations: Recommendation[];
  units: Unit[];
  /** By the criterion's key. */
  descriptions: Record<string, string>;
}

/** Pages for people to look at; one entry per file. */
export interface PageRef {
  file: number;
  /** The pages' labels: "12", or "slide 3". */
  pages: string[];
}

export interface Recommendation {
  gapIdentified: string;
  actionableRecommendation: string;
  /** A place in this document; empty, like the text, if another document has to be submitted instead. */
  suggestedTextLocation: string;
  suggestedTextToBeAdded: string;
}

export interface Unit {
  name: string;
  value: string;
}

export function levelOf(score: number): Exclude<ComplianceLevel, "not_applicable"> {
  if (score >= 80) return "compliant";
  return score >= 40 ? "partially_compliant" : "non_compliant";
}
