import type { ComplianceLevel, Decision } from "./operation-types.ts";

/**
 * What a result leaves out unless asked: the text of each quote; statement, level, weight and reason in words of criteria, and
 * statements of conditions; the probabilities of all verdicts.
 */
export type ResultInclusion = "quotes" | "statements" | "probabilities";

/** Selects a part of a result. */
export interface ResultQuery {
  /** Return only these fields, as dotted paths, for example `complianceItems.result.score`. Ids are always included. */
  fields?: string[] | undefined;
  /** Return only items of these levels. */
  complianceLevel?: ComplianceLevel[] | undefined;
  /** `true`: return only items that need review; `false`: only the others. */
  needsReview?: boolean | undefined;
  /** Return only items that people decided in one of these ways; `look_again`: anew to be decided, `none`: not decided. */
  decision?: (Decision["decision"] | "look_again" | "none")[] | undefined;
  /** `confidence`: the least sure items first. Default: the order of the catalogue. */
  sort?: "confidence" | undefined;
  /** Return these, too. */
  include?: ResultInclusion[] | undefined;
  /** Language of all texts but quotes: `en`, `de`, `fr` or `es`. Default: that of the submission. */
  language?: string | undefined;
}
