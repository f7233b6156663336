import type { ComplianceLevel, ReadVerdict, Verdict } from "../findings/findings.ts";
import { addVerdict, credits, emptyTally, findLevel, frameOf } from "./find-level.ts";

export interface Judged {
  level: "must" | "should";
  weight: number;
  verdict: Verdict;
}

type Applicable = Judged & { verdict: ReadVerdict };
type ReadLevel = Exclude<ComplianceLevel, "not_applicable">;

/** The score of a document of another kind is multiplied by this; `otherKindLowered` of the wordings states it. */
const otherKindShare = 0.2;

/**
 * 0 to 100, one decimal. Within the level's part of the scale the score is the share of the weight that is reached.
 * "An item none of whose criteria apply has level `not_applicable`, its `score` is 100."
 */
export function scoreItem(judged: Judged[], isOtherKind = false): { score: number; level: ComplianceLevel } {
  const applicable = judged.filter((one): one is Applicable => one.verdict !== "not_applicable");
  if (applicable.length === 0 && judged.length > 0) return { score: 100, level: "not_applicable" };
  const level = levelOfAll(applicable);
  const score = toScale(level, applicable);
  if (isOtherKind) return { score: round(score * otherKindShare), level: "non_compliant" };
  return { score: round(score), level };
}

/** The score of an item whose level a person has given: what the criteria reach, within that level's part of the scale. */
export function scoreOfLevel(level: ComplianceLevel, judged: Judged[]): number {
  const applicable = judged.filter((one): one is Applicable => one.verdict !== "not_applicable");
  return level === "not_applicable" ? 100 : round(toScale(level, applicable));
}

function levelOfAll(applicable: Applicable[]): ReadLevel {
  const frame = frameOf(applicable);
  return findLevel(
    frame,
    applicable.reduce((tally, one) => addVerdict(frame, tally, one, one.verdict), emptyTally),
  );
}

/** compliant ≥ 80, partially_compliant ≥ 40 and < 80, non_compliant < 40. */
function toScale(level: ReadLevel, applicable: Applicable[]): number {
  if (level === "compliant")
    return (
      80 +
      20 *
        shareOf(
          applicable.filter((one) => one.level === "should"),
          1,
        )
    );
  const share = shareOf(applicable, 0);
  return level === "partially_compliant" ? 40 + 39.9 * share : 39.9 * Math.min(1, 3 * share);
}

function shareOf(criteria: Applicable[], ofNone: number): number {
  const { reached, total } = weigh(criteria);
  return total === 0 ? ofNone : reached / total;
}

function weigh(criteria: Applicable[]): { reached: number; total: number } {
  const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);
  return {
    reached: sum(criteria.map(({ weight, verdict }) => weight * credits[verdict])),
    total: sum(criteria.map(({ weight }) => weight)),
  };
}

const round = (score: number) => Math.round(score * 10) / 10;
