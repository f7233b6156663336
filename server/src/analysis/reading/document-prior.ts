import type { Reading } from "./reader.ts";

/**
 * How a document reads on the whole: the mean of what was read for all criteria of the catalogue it is measured by. Whoever wrote
 * twenty clauses with care meant the twenty-first as well, and where most is left open, a vague sentence promises nothing. People
 * who judge a document know that; a criterion that is read alone does not.
 */
export type DocumentPrior = Pick<Reading, "met" | "partly" | "contradicted">;

/** Of a usual document: the mean of the labelled ones that weights were fitted on. */
export const defaultPrior: DocumentPrior = { met: 0.5, partly: 0.15, contradicted: 0.13 };

/** A few criteria tell little: the usual tone counts as much as so many. */
const usualCounts = 20;

export function estimatePrior(readings: Reading[]): DocumentPrior {
  const mean = (name: keyof DocumentPrior) =>
    readings.reduce((sum, reading) => sum + reading[name], defaultPrior[name] * usualCounts) /
    (readings.length + usualCounts);
  return { met: mean("met"), partly: mean("partly"), contradicted: mean("contradicted") };
}
