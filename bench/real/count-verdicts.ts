import {
  frequencyKeyOf,
  type VerdictCounts,
  type VerdictFrequencies,
} from "../../server/src/analysis/verdict/verdict-frequencies.ts";
import { type LabelledControl, labelledStatements } from "./documents.ts";

/**
 * Counts the verdicts of each criterion and condition where it applies; doubted ones count, too. Documents that were held
 * against the control of another kind do not: they are silent on most of it.
 */
export function countVerdicts(labelled: LabelledControl[]): VerdictFrequencies {
  const frequencies = new Map<string, VerdictCounts>();
  const kinds = new Set(labelled.map(({ kind }) => kind));
  for (const { control, kind, labels } of labelled) {
    if (kinds.has(control.code) && kind !== control.code) continue;
    for (const { statement, verdict } of labelledStatements(control, labels)) {
      if (verdict === "not_applicable") continue;
      const key = frequencyKeyOf(statement);
      const counts = frequencies.get(key) ?? { met: 0, partly: 0, contradicted: 0, missing: 0 };
      counts[verdict]++;
      frequencies.set(key, counts);
    }
  }
  return frequencies;
}
