import type { ComplianceLevel } from "@assay/sdk";
import type { Doubt } from "../ui/confidence.ts";
import { defaultSort, isSort, type Sort } from "./item-order.ts";

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
}

/** Kept in the URL, so that a filtered table can be shared and survives going back. */
export interface ItemFilter {
  level?: Level[];
  cluster?: string;
  text?: string;
  /** Only what needs review. */
  needsReview?: true;
  /** The order; worst first if absent. */
  sort?: Sort;
}

export const levelOf = (level: ComplianceLevel | null): Level => level ?? "notJudged";

export function readFilters({ level, cluster, text, needsReview, sort }: Record<string, unknown>): ItemFilter {
  const chosen = (Array.isArray(level) ? level : []).filter((one): one is Level => levels.includes(one));
  return {
    ...(chosen.length > 0 && { level: [...new Set(chosen)] }),
    ...(typeof cluster === "string" && cluster !== "" && { cluster }),
    // The router parses a search text of digits as a number.
    ...((typeof text === "string" || typeof text === "number") && text !== "" && { text: String(text) }),
    ...(needsReview === true && { needsReview }),
    ...(isSort(sort) && sort !== defaultSort && { sort }),
  };
}

export function withNeedsReview({ needsReview: _, ...rest }: ItemFilter, isChosen: boolean): ItemFilter {
  return isChosen ? { ...rest, needsReview: true } : rest;
}

export function withSort({ sort: _, ...rest }: ItemFilter, sort: Sort): ItemFilter {
  return sort === defaultSort ? rest : { ...rest, sort };
}

const folded = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The searchable text of a row, built once so that typing stays responsive. */
export const searchable = (rows: ItemRow[]): string[] =>
  rows.map(({ externalId, name }) => folded(`${externalId} ${name}`));

/** Rows that match all filters and every word of the search text. */
export function filterRows(
  rows: ItemRow[],
  texts: string[],
  { level, cluster, text = "", needsReview }: ItemFilter,
): ItemRow[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return rows.filter(
    (row, index) =>
      (level === undefined || level.includes(row.level)) &&
      (cluster === undefined || row.clusterId === cluster) &&
      (needsReview === undefined || row.needsReview) &&
      words.every((word) => texts[index]?.includes(word)),
  );
}
