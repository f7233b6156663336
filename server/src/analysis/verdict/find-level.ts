import type { ComplianceLevel, ReadVerdict } from "../findings/findings.ts";

/** A criterion that applies. */
export interface Weighed {
  level: "must" | "should";
  weight: number;
}

/** What the level depends on besides the verdicts, of the criteria that apply. */
export interface LevelFrame {
  hasMusts: boolean;
  /** Of all weights. */
  total: number;
  /** The weight of the heart: the heaviest must criterion, or the heaviest of all; several if they weigh the same. */
  heart: number;
}

/** What the level depends on in the verdicts, counted one criterion at a time. */
export interface LevelTally {
  /** The weight that is fulfilled. */
  reached: number;
  areMustsMet: boolean;
  isHeartWhollyMet: boolean;
  isSomeHeartMet: boolean;
  isSomeHeartPartly: boolean;
}

/** How far a criterion is fulfilled, 0 to 1. */
export const credits: Record<ReadVerdict, number> = { met: 1, partly: 0.5, contradicted: 0, missing: 0 };

export function frameOf(applicable: Weighed[]): LevelFrame {
  const musts = applicable.filter(({ level }) => level === "must");
  return {
    hasMusts: musts.length > 0,
    total: applicable.reduce((sum, { weight }) => sum + weight, 0),
    heart: Math.max(...(musts.length > 0 ? musts : applicable).map(({ weight }) => weight)),
  };
}

export const emptyTally: LevelTally = {
  ...{ reached: 0, areMustsMet: true, isHeartWhollyMet: true },
  ...{ isSomeHeartMet: false, isSomeHeartPartly: false },
};

export function addVerdict(
  { hasMusts, heart }: LevelFrame,
  tally: LevelTally,
  { level, weight }: Weighed,
  verdict: ReadVerdict,
): LevelTally {
  const isMet = verdict === "met";
  const isOfHeart = weight === heart && (level === "must" || !hasMusts);
  return {
    reached: tally.reached + weight * credits[verdict],
    areMustsMet: tally.areMustsMet && (isMet || level !== "must"),
    isHeartWhollyMet: tally.isHeartWhollyMet && (isMet || !isOfHeart),
    isSomeHeartMet: tally.isSomeHeartMet || (isMet && isOfHeart),
    isSomeHeartPartly: tally.isSomeHeartPartly || (verdict === "partly" && isOfHeart),
  };
}

/** The table of docs/catalogue/writing-a-control.md, which 4,991 of 5,040 levels that people gave to real documents follow. */
export function findLevel(
  { hasMusts, total }: LevelFrame,
  tally: LevelTally,
): Exclude<ComplianceLevel, "not_applicable"> {
  const { reached, areMustsMet, isHeartWhollyMet, isSomeHeartMet, isSomeHeartPartly } = tally;
  if (reached === 0) return "non_compliant";
  // Whole numbers and halves, so that the comparisons are exact.
  if (!hasMusts) return isHeartWhollyMet && reached * 5 >= total * 3 ? "compliant" : "partially_compliant";
  if (areMustsMet) return "compliant";
  if (isSomeHeartMet) return "partially_compliant";
  return reached * (isSomeHeartPartly ? 5 : 3) >= total ? "partially_compliant" : "non_compliant";
}
