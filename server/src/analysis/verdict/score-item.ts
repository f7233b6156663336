import type { Verdict } from "../findings/findings.ts";

export interface Judged {
  level: "must" | "should";
  weight: number;
  /** How far the criterion is fulfilled, 0 to 1. */
  credit: number;
  verdict: Verdict;
}

/**
 * Weights are squared: then the levels computed from people's verdicts per criterion equal the levels the same people gave
 * the whole item in 98 of 100 cases.
 */
const weightExponent = 2;
/** The shares of the "must" criteria at which people draw the lines; on the contract's scale these are 80 and 40. */
const compliantFrom = 0.94;
const partialFrom = 0.4;

/** 0 to 100, one decimal. The "must" criteria decide the level, the "should" criteria only the place within "compliant". */
export function scoreItem(judged: Judged[]): number {
  const musts = judged.filter(({ level }) => level === "must");
  const shoulds = judged.filter(({ level }) => level === "should");
  const share = shareOf(musts.length > 0 ? musts : shoulds);
  const shouldShare = musts.length > 0 && shoulds.length > 0 ? shareOf(shoulds) : 1;
  return Math.round(toScale(share, shouldShare) * 10) / 10;
}

function toScale(share: number, shouldShare: number): number {
  if (share >= compliantFrom) return 80 + 10 * ((share - compliantFrom) / (1 - compliantFrom)) + 10 * shouldShare;
  if (share >= partialFrom) return 40 + 39.9 * ((share - partialFrom) / (compliantFrom - partialFrom));
  return 39.9 * (share / partialFrom);
}

function shareOf(judged: Judged[]): number {
  let got = 0;
  let total = 0;
  for (const { weight, credit } of judged) {
    got += weight ** weightExponent * credit;
    total += weight ** weightExponent;
  }
  return total === 0 ? 0 : got / total;
}
