import type { Language } from "../language/words.ts";
import type {
  CriterionFinding,
  EarlierTexts,
  EvidenceRole,
  ItemFindings,
  PageRef,
  Quote,
  ReadVerdict,
  Recommendation,
  Unit,
} from "./findings.ts";
import { levelOf } from "./findings.ts";

/** The form before findings were data: finished sentences in one language. */
export interface EarlierFindings {
  format?: undefined;
  language: Language;
  score: number;
  units: Unit[];
  strength: string;
  gaps: EarlierTexts["gaps"];
  explanation: string;
  pageRefs: PageRef[];
  risks: string[];
  compensatingControls: string[];
  recommendations: Recommendation[];
  criteria: (Pick<CriterionFinding, "key" | "statement" | "level"> & {
    verdict: ReadVerdict;
    evidence: Quote[];
    /** A sentence. */
    reason: string;
  })[];
}

/** Findings as they are in the database. */
export type StoredFindings = ItemFindings | EarlierFindings;

const ofVerdict = {
  met: { reason: "stated", role: "proves" },
  partly: { reason: "incomplete", role: "narrows" },
  contradicted: { reason: "opposite", role: "contradicts" },
  missing: { reason: "not_found", role: "context" },
} as const satisfies Record<ReadVerdict, { reason: CriterionFinding["reason"]; role: EvidenceRole }>;

/**
 * Findings in today's form. What the earlier form does not have is unknown (weights, probabilities, facts), and its texts
 * stay in the language they were written in.
 */
export function readFindings(stored: StoredFindings): ItemFindings {
  if (stored.format !== undefined) return stored;
  const { language, score, units, strength, explanation, gaps, pageRefs, risks, compensatingControls } = stored;
  const { recommendations, criteria } = stored;
  return {
    ...{ format: 2, score, level: levelOf(score), applicability: { applies: true }, quotesDropped: 0 },
    criteria: criteria.map(({ key, statement, level, verdict, evidence }) => ({
      ...{ key, statement, level, weight: 1, verdict, probabilities: null, facts: {} },
      reason: ofVerdict[verdict].reason,
      evidence: evidence.map((quote) => ({ ...quote, role: ofVerdict[verdict].role })),
      judge: "engine",
    })),
    judgedBy: { engineVersion: "unknown", modelSha256: null },
    ...{ catalogueLanguage: language, documentLanguage: language, terms: {} },
    insertAt: { relation: "end", file: 0, page: 1 },
    earlierTexts: {
      ...{ language, strength, explanation, gaps, pageRefs, risks, compensatingControls, recommendations, units },
      descriptions: Object.fromEntries(criteria.map(({ key, reason }) => [key, reason])),
    },
  };
}
