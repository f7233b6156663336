import type { ComplianceLevel } from "@assay/sdk";

export const levels = ["compliant", "partially_compliant", "non_compliant", "notJudged"] as const;
export type Level = (typeof levels)[number];

/** One requirement as the table shows it. */
export interface ItemRow {
  controlItemId: string;
  externalId: string;
  name: string;
  clusterId: string;
  clusterName: string;
  score: number | null;
  level: Level;
  /** Why there is no score, where that is known. */
  state?: "pending" | "failed" | undefined;
  /** Against the document before; absent where nothing changed. */
  change?: number | undefined;
  /** Where its findings are. */
  documentId: string | null;
  complianceItemId: string | null;
}

/** Part of the address, so that a filtered table can be sent to someone and is still there after going back. */
export interface ItemFilter {
  level?: Level[];
  cluster?: string;
  text?: string;
}

export const levelOf = (level: ComplianceLevel | null): Level => level ?? "notJudged";

export function readFilters({ level, cluster, text }: Record<string, unknown>): ItemFilter {
  const chosen = (Array.isArray(level) ? level : []).filter((one): one is Level => levels.includes(one));
  return {
    ...(chosen.length > 0 && { level: [...new Set(chosen)] }),
    ...(typeof cluster === "string" && cluster !== "" && { cluster }),
    // A number is what the router makes of a text of digits.
    ...((typeof text === "string" || typeof text === "number") && text !== "" && { text: String(text) }),
  };
}

const folded = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** What is searched in, made once for each row: typing must not wait for it. */
export const searchable = (rows: ItemRow[]): string[] =>
  rows.map(({ externalId, name }) => folded(`${externalId} ${name}`));

/** Rows that pass every filter; of a text, every word. */
export function filterRows(rows: ItemRow[], texts: string[], { level, cluster, text = "" }: ItemFilter): ItemRow[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return rows.filter(
    (row, index) =>
      (level === undefined || level.includes(row.level)) &&
      (cluster === undefined || row.clusterId === cluster) &&
      words.every((word) => texts[index]?.includes(word)),
  );
}
