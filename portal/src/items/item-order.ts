import type { ItemRow } from "./item-row.ts";

export const sortKeys = ["reference", "name", "cluster", "score", "level", "confidence", "change"] as const;
export type SortKey = (typeof sortKeys)[number];
/** A column, with "-" for descending. */
export type Sort = SortKey | `-${SortKey}`;

/** Worst first. */
export const defaultSort: Sort = "score";

export const isSort = (value: unknown): value is Sort =>
  typeof value === "string" && sortKeys.includes(value.replace(/^-/, "") as SortKey);

export function readSort(sort: Sort): { key: SortKey; isDescending: boolean } {
  return { key: sort.replace(/^-/, "") as SortKey, isDescending: sort.startsWith("-") };
}

const levelOrder: Record<ItemRow["level"], number | undefined> = {
  ...{ non_compliant: 0, partially_compliant: 1, compliant: 2 },
  ...{ not_applicable: 3, notJudged: undefined },
};

const texts: Partial<Record<SortKey, (row: ItemRow) => string>> = {
  reference: ({ externalId }) => externalId,
  name: ({ name }) => name,
};
const numbers: Partial<Record<SortKey, (row: ItemRow) => number | null | undefined>> = {
  // What does not apply counts in no score, wherever its own score stands.
  score: ({ score, level }) => (level === "not_applicable" ? null : score),
  level: ({ level }) => levelOrder[level],
  confidence: ({ confidence, score }) => (score === null ? null : confidence),
  change: ({ change }) => change,
};

/** Sorted as wished; equal rows keep the order of the catalogue, and rows without a value come last either way. */
export function sortRows(rows: ItemRow[], sort: Sort, locale: string): ItemRow[] {
  const { key, isDescending } = readSort(sort);
  const sign = isDescending ? -1 : 1;
  const textOf = texts[key];
  if (textOf !== undefined) {
    const { compare } = new Intl.Collator(locale, { numeric: true });
    return rows.toSorted((a, b) => sign * compare(textOf(a), textOf(b)));
  }
  const numberOf = numbers[key];
  if (numberOf === undefined) return byCluster(rows, isDescending);
  return rows.toSorted((a, b) => {
    const [one, other] = [numberOf(a) ?? undefined, numberOf(b) ?? undefined];
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
    return sign * (one - other);
  });
}

/** Clusters have the order of the catalogue, too. */
function byCluster(rows: ItemRow[], isDescending: boolean): ItemRow[] {
  const clusters = [...Map.groupBy(rows, ({ clusterId }) => clusterId).values()];
  return (isDescending ? clusters.reverse() : clusters).flat();
}
