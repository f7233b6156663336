import type { ComplianceLevel, Verdict } from "../findings/findings.ts";

export interface Judged {
  level: "must" | "should";
  weight: number;
  verdict: Verdict;
}

type Applicable = Judged & { verdict: Exclude<Verdict, "not_applicable"> };

/** How far a criterion is fulfilled, 0 to 1. */
const credits: Record<Applicable["verdict"], number> = { met: 1, partly: 0.5, contradicted: 0, missing: 0 };
/** The score of a document of another kind is multiplied by this; `otherKindLowered` of the wordings states it. */
const otherKindShare = 0.2;

/**
 * 0 to 100, one decimal. The level follows the table of docs/catalogue/writing-a-control.md, as do 4,991 of 5,040 levels that
 * people gave to real documents. Within the level's part of the scale the score is the share of the weight that is reached.
 * "An item none of whose criteria apply has level `not_applicable`, its `score` is 100."
 */
export function scoreItem(judged: Judged[], isOtherKind = false): { score: number; level: ComplianceLevel } {
  const applicable = judged.filter((one): one is Applicable => one.verdict !== "not_applicable");
  if (applicable.length === 0 && judged.length > 0) return { score: 100, level: "not_applicable" };
  const level = findLevel(applicable);
  const score = toScale(level, applicable);
  if (isOtherKind) return { score: round(score * otherKindShare), level: "non_compliant" };
  return { score: round(score), level };
}

type ReadLevel = Exclude<ComplianceLevel, "not_applicable">;

function findLevel(applicable: Applicable[]): ReadLevel {
  const musts = applicable.filter(({ level }) => level === "must");
  const { reached, total } = weigh(applicable);
  if (reached === 0) return "non_compliant";
  if (musts.length === 0) {
    // Whole numbers and halves, so that the comparisons are exact.
    if (heartOf(applicable).every(isMet) && reached * 5 >= total * 3) return "compliant";
    return "partially_compliant";
  }
  if (musts.every(isMet)) return "compliant";
  const heart = heartOf(musts);
  if (heart.some(isMet)) return "partially_compliant";
  const needed = heart.every(({ verdict }) => verdict !== "partly") ? total / 3 : total / 5;
  return reached >= needed ? "partially_compliant" : "non_compliant";
}

const isMet = ({ verdict }: Applicable) => verdict === "met";

/** The heaviest; several if they weigh the same. */
function heartOf(criteria: Applicable[]): Applicable[] {
  const most = Math.max(...criteria.map(({ weight }) => weight));
  return criteria.filter(({ weight }) => weight === most);
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
