import {
  frequencyKeyOf,
  type VerdictCounts,
  type VerdictFrequencies,
} from "../../server/src/analysis/verdict/verdict-frequencies.ts";
import { type LabelledControl, labelledStatements } from "./documents.ts";

/** Counts the verdicts of each criterion and condition where it applies; doubted ones count, too. */
export function countVerdicts(labelled: LabelledControl[]): VerdictFrequencies {
  const frequencies = new Map<string, VerdictCounts>();
  for (const { control, labels } of labelled)
    for (const { statement, verdict } of labelledStatements(control, labels)) {
      if (verdict === "not_applicable") continue;
      const key = frequencyKeyOf(statement);
      const counts = frequencies.get(key) ?? { met: 0, partly: 0, contradicted: 0, missing: 0 };
      counts[verdict]++;
      frequencies.set(key, counts);
    }
  return frequencies;
}
