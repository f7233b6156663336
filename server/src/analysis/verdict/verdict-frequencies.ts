import { createHash } from "node:crypto";
import type { ReadVerdict } from "../findings/findings.ts";

/** How often people gave a criterion each verdict, in the labelled real documents to which it applies. */
export type VerdictCounts = Record<ReadVerdict, number>;

/** By `frequencyKeyOf` the statement of a criterion or condition. */
export type VerdictFrequencies = Map<string, VerdictCounts>;

/** Verdicts depend on them as on a model, so the engine's record names their file's digest. */
export interface ShippedFrequencies {
  sha256: string;
  counts: VerdictFrequencies;
}

export const frequencyKeyOf = (statement: string) =>
  createHash("sha256").update(statement).digest("base64url").slice(0, 16);

/** The shares of the four verdicts over all criteria. */
const overallShares: VerdictCounts = { met: 0.47, partly: 0.06, contradicted: 0.01, missing: 0.46 };
/** The overall shares count as much as this many documents, so that a few documents change little. */
const overallCount = 4;

/** How much more usual than overall each verdict is, as logarithms; all 0 for a criterion that nobody labelled. */
export function usualVerdicts(counts: VerdictCounts | undefined): VerdictCounts {
  const none: VerdictCounts = { met: 0, partly: 0, contradicted: 0, missing: 0 };
  if (counts === undefined) return none;
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const relative = (verdict: ReadVerdict) => {
    const share = (counts[verdict] + overallCount * overallShares[verdict]) / (total + overallCount);
    return Math.log(share / overallShares[verdict]);
  };
  return {
    ...{ met: relative("met"), partly: relative("partly") },
    ...{ contradicted: relative("contradicted"), missing: relative("missing") },
  };
}
