import type { ComplianceLevel, Decision, DocumentResult } from "./operation-types.ts";

/**
 * What a result leaves out unless asked: the text of each quote; statement, level, weight and reason in words of criteria, and
 * statements of conditions; the probabilities of all verdicts.
 */
export type ResultInclusion = "quotes" | "statements" | "probabilities";

/** Selects a part of a result. */
export interface ResultQuery {
  /** Return only these fields, as dotted paths, for example `complianceItems.result.score`. Ids are always included. */
  fields?: readonly string[] | undefined;
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

/** Ids are always included. */
type IdOf<T> = Extract<keyof T, "id" | `${string}Id`>;
type PartOf<T> = T extends (infer Entry)[]
  ? PartOf<Entry>[]
  : T extends object
    ? Pick<T, IdOf<T>> & { [Member in Exclude<keyof T, IdOf<T>>]?: PartOf<T[Member]> }
    : T;
type NamedIn<Fields extends readonly string[]> = Extract<Fields[number], keyof DocumentResult>;

/** A result with only the given fields: ids and what is named as a whole are there, any other may be missing. */
export type SelectedResult<Fields extends readonly string[]> = Omit<PartOf<DocumentResult>, NamedIn<Fields>> &
  Pick<DocumentResult, NamedIn<Fields>>;
