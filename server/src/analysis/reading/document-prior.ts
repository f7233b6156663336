import type { Reading } from "./reader.ts";

/**
 * The document-level prior: the mean of the overall readings of all criteria. An author who wrote twenty clauses with care
 * meant the twenty-first as well; where most is left open, a vague sentence promises nothing. A reading of one criterion
 * alone cannot know that.
 */
export type DocumentPrior = Pick<Reading, "met" | "partly" | "contradicted">;

/** The mean of the labelled documents that the verdict weights were fitted on. */
export const defaultPrior: DocumentPrior = { met: 0.5, partly: 0.15, contradicted: 0.13 };

/** The default counts as much as this many criteria, so that a few criteria change little. */
const defaultCount = 20;

export function estimatePrior(readings: Reading[]): DocumentPrior {
  const mean = (name: keyof DocumentPrior) =>
    readings.reduce((sum, reading) => sum + reading[name], defaultPrior[name] * defaultCount) /
    (readings.length + defaultCount);
  return { met: mean("met"), partly: mean("partly"), contradicted: mean("contradicted") };
}
