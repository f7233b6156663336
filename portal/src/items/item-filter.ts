import { defaultSort, isSort, type Sort } from "./item-order.ts";
import { type ItemRow, type Level, levels } from "./item-row.ts";

export const decisionFilters = ["decided", "look_again", "none"] as const;
export type DecisionFilter = (typeof decisionFilters)[number];

/** Kept in the URL, so that a filtered table can be shared and survives going back. */
export interface ItemFilter {
  level?: Level[];
  cluster?: string;
  text?: string;
  /** Only what needs review. */
  needsReview?: true;
  decision?: DecisionFilter;
  /** The order; worst first if absent. */
  sort?: Sort;
}

export function readFilters({
  level,
  cluster,
  text,
  needsReview,
  decision,
  sort,
}: Record<string, unknown>): ItemFilter {
  const chosen = (Array.isArray(level) ? level : []).filter((one): one is Level => levels.includes(one));
  return {
    ...(chosen.length > 0 && { level: [...new Set(chosen)] }),
    ...(typeof cluster === "string" && cluster !== "" && { cluster }),
    // The router parses a search text of digits as a number.
    ...((typeof text === "string" || typeof text === "number") && text !== "" && { text: String(text) }),
    ...(needsReview === true && { needsReview }),
    ...(decisionFilters.includes(decision as DecisionFilter) && { decision: decision as DecisionFilter }),
    ...(isSort(sort) && sort !== defaultSort && { sort }),
  };
}

export function withNeedsReview({ needsReview: _, ...rest }: ItemFilter, isChosen: boolean): ItemFilter {
  return isChosen ? { ...rest, needsReview: true } : rest;
}

export function withSort({ sort: _, ...rest }: ItemFilter, sort: Sort): ItemFilter {
  return sort === defaultSort ? rest : { ...rest, sort };
}

/** Decided is what asks for nothing more. */
function isDecidedAs({ decided }: ItemRow, wanted: DecisionFilter): boolean {
  if (decided === undefined) return wanted === "none";
  return wanted === (decided.isToLookAtAgain ? "look_again" : "decided");
}

const folded = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The searchable text of a row, built once so that typing stays responsive. */
export const searchable = (rows: ItemRow[]): string[] =>
  rows.map(({ externalId, name }) => folded(`${externalId} ${name}`));

/** Rows that match all filters and every word of the search text. */
export function filterRows(
  rows: ItemRow[],
  texts: string[],
  { level, cluster, text = "", needsReview, decision }: ItemFilter,
): ItemRow[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return rows.filter(
    (row, index) =>
      (level === undefined || level.includes(row.level)) &&
      (cluster === undefined || row.clusterId === cluster) &&
      (needsReview === undefined || row.needsReview) &&
      (decision === undefined || isDecidedAs(row, decision)) &&
      words.every((word) => texts[index]?.includes(word)),
  );
}
