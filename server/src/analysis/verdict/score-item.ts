import { type ComplianceLevel, levelOf, type Verdict } from "../findings/findings.ts";

export interface Judged {
  level: "must" | "should";
  weight: number;
  verdict: Verdict;
}

type Applicable = Exclude<Verdict, "not_applicable">;

/** How far a criterion is fulfilled, 0 to 1. */
const credits: Record<Applicable, number> = { met: 1, partly: 0.5, contradicted: 0, missing: 0 };
/** Credit in a document of another kind is multiplied by this; `otherKindLowered` of the wordings states it. */
const otherKindShare = 0.2;
/**
 * Weights are squared: then the levels computed from people's verdicts per criterion equal the levels the same people gave
 * the whole item in 98 of 100 cases.
 */
const weightExponent = 2;
/** The shares of the "must" criteria at which people draw the lines; on the contract's scale these are 80 and 40. */
const compliantFrom = 0.94;
const partialFrom = 0.4;

/**
 * 0 to 100, one decimal. The "must" criteria decide the level, the "should" criteria only the place within "compliant".
 * "An item none of whose criteria apply has level `not_applicable`, its `score` is 100."
 */
export function scoreItem(judged: Judged[], isOtherKind = false): { score: number; level: ComplianceLevel } {
  const applicable = judged.flatMap(({ verdict, ...one }) =>
    verdict === "not_applicable" ? [] : [{ ...one, verdict }],
  );
  if (applicable.length === 0 && judged.length > 0) return { score: 100, level: "not_applicable" };
  const musts = applicable.filter(({ level }) => level === "must");
  const shoulds = applicable.filter(({ level }) => level === "should");
  const factor = isOtherKind ? otherKindShare : 1;
  const share = factor * shareOf(musts.length > 0 ? musts : shoulds);
  const shouldShare = musts.length > 0 && shoulds.length > 0 ? factor * shareOf(shoulds) : 1;
  const score = Math.round(toScale(share, shouldShare) * 10) / 10;
  return { score, level: levelOf(score) };
}

function toScale(share: number, shouldShare: number): number {
  if (share >= compliantFrom) return 80 + 10 * ((share - compliantFrom) / (1 - compliantFrom)) + 10 * shouldShare;
  if (share >= partialFrom) return 40 + 39.9 * ((share - partialFrom) / (compliantFrom - partialFrom));
  return 39.9 * (share / partialFrom);
}

function shareOf(judged: { weight: number; verdict: Applicable }[]): number {
  let got = 0;
  let total = 0;
  for (const { weight, verdict } of judged) {
    got += weight ** weightExponent * credits[verdict];
    total += weight ** weightExponent;
  }
  return total === 0 ? 0 : got / total;
}
