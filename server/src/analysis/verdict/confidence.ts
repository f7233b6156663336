import type {
  ComplianceLevel,
  ConditionFinding,
  CriterionFinding,
  ItemFindings,
  ReadVerdict,
  Verdict,
} from "../findings/findings.ts";
import { addVerdict, emptyTally, findLevel, frameOf, type LevelFrame, type LevelTally } from "./find-level.ts";

/** How sure an item's level is, and what of it needs review. */
export interface Doubt {
  confidence: number | null;
  needsReview: boolean;
  criteriaToReview: number;
}

/** What confidence is computed from, of an item's findings. */
export interface JudgedCriterion extends Pick<CriterionFinding, "level" | "weight" | "verdict" | "probabilities"> {
  facts: Pick<CriterionFinding["facts"], "condition" | "decidedBy">;
}
export interface JudgedItem extends Pick<ItemFindings, "level"> {
  criteria: JudgedCriterion[];
  conditions?: Pick<ConditionFinding, "key" | "probability">[];
}

type Conditions = JudgedItem["conditions"];
type Probabilities = Record<Verdict, number>;

/**
 * The probability that the reported verdict is right; null if no model gave it: an external model or words alone judged, or an
 * earlier version that did not store it. A stated fact counts as certain.
 */
export function confidenceOf(criterion: JudgedCriterion, conditions: Conditions): number | null {
  const probabilities = probabilitiesOf(criterion, conditions);
  return probabilities === null ? null : probabilities[criterion.verdict];
}

const none: Probabilities = { met: 0, partly: 0, contradicted: 0, missing: 0, not_applicable: 0 };

function probabilitiesOf({ verdict, probabilities, facts }: JudgedCriterion, conditions: Conditions) {
  if (probabilities !== null || verdict !== "not_applicable") return probabilities;
  // The engine decides conditions even when an external model judges what applies.
  const holds =
    facts.decidedBy === "facts" ? 0 : (conditions?.find(({ key }) => key === facts.condition)?.probability ?? null);
  return holds === null ? null : { ...none, not_applicable: 1 - holds, missing: holds };
}

/**
 * The probability that the item's level is right: the sum over all combinations of verdicts that give this level, the verdicts
 * of different criteria being independent of each other. Whether they apply is not: criteria of an item mostly share their
 * conditions, so the less probable of two criteria never applies without the other. Null if a criterion's confidence is.
 *
 * A document of another kind is non-compliant in any case. How sure its kind is, nobody measured, so its items have the
 * probability of that level by their criteria alone, which is never too high.
 */
export function confidenceOfLevel({ level, criteria, conditions }: JudgedItem): number | null {
  const judged: Judged[] = [];
  for (const criterion of criteria) {
    const probabilities = probabilitiesOf(criterion, conditions);
    if (probabilities === null) return null;
    judged.push({ ...criterion, probabilities });
  }
  if (judged.length === 0) return null;
  // From `low` to `high`, the same criteria apply.
  const bounds = [...new Set([0, ...judged.map(({ probabilities }) => probabilities.not_applicable), 1])];
  bounds.sort((a, b) => a - b);
  const sum = bounds.slice(1).reduce((all, high, at) => {
    const low = bounds[at] ?? 0;
    const applicable = judged.filter(({ probabilities }) => probabilities.not_applicable <= low);
    return all + (high - low) * probabilityOf(level, applicable);
  }, 0);
  return round(Math.min(1, sum));
}

interface Judged extends JudgedCriterion {
  probabilities: Probabilities;
}

const readVerdicts: ReadVerdict[] = ["met", "partly", "contradicted", "missing"];

/** Tallies that are equal are counted once, so the work is bounded by the weights and not by the combinations of verdicts. */
function probabilityOf(level: ComplianceLevel, applicable: Judged[]): number {
  if (applicable.length === 0) return level === "not_applicable" ? 1 : 0;
  if (level === "not_applicable") return 0;
  const frame = frameOf(applicable);
  // By the number of the tally.
  let before = new Float64Array((2 * frame.total + 1) * flagCount);
  before[numberOf(emptyTally)] = 1;
  let highest = numberOf(emptyTally);
  for (const criterion of applicable) {
    const after = new Float64Array(before.length);
    for (const { share, steps } of listOutcomes(frame, criterion)) {
      for (let number = 0; number <= highest; number++) {
        const probability = before[number] ?? 0;
        if (probability === 0) continue;
        const next = number + (steps[number % flagCount] ?? 0);
        after[next] = (after[next] ?? 0) + probability * share;
      }
    }
    highest = Math.min(before.length - 1, highest + (2 * criterion.weight + 1) * flagCount);
    before = after;
  }
  return before.reduce(
    (sum, probability, number) =>
      probability > 0 && findLevel(frame, tallyOf(number)) === level ? sum + probability : sum,
    0,
  );
}

/** For each verdict its probability if the criterion applies, and how it changes a tally's number, by the tally's flags. */
function listOutcomes(frame: LevelFrame, criterion: Judged): { share: number; steps: number[] }[] {
  const { probabilities } = criterion;
  const applies = readVerdicts.reduce((all, verdict) => all + probabilities[verdict], 0);
  return readVerdicts.flatMap((verdict) => {
    const share = applies === 0 ? (verdict === "missing" ? 1 : 0) : probabilities[verdict] / applies;
    if (share === 0) return [];
    const steps = Array.from(
      { length: flagCount },
      (_, flags) => numberOf(addVerdict(frame, tallyOf(flags), criterion, verdict)) - flags,
    );
    return [{ share, steps }];
  });
}

const flagCount = 16;

/** The weight reached is in halves. */
function numberOf({ reached, areMustsMet, isHeartWhollyMet, isSomeHeartMet, isSomeHeartPartly }: LevelTally): number {
  const flags = [areMustsMet, isHeartWhollyMet, isSomeHeartMet, isSomeHeartPartly];
  return flags.reduce((number, flag) => 2 * number + (flag ? 1 : 0), 2 * reached);
}

const tallyOf = (number: number): LevelTally => ({
  reached: Math.floor(number / flagCount) / 2,
  areMustsMet: (number & 8) !== 0,
  isHeartWhollyMet: (number & 4) !== 0,
  isSomeHeartMet: (number & 2) !== 0,
  isSomeHeartPartly: (number & 1) !== 0,
});

/** Four decimals, as the probabilities have. */
const round = (value: number) => Math.round(value * 1e4) / 1e4;

/** "Below a threshold the operator sets." What nobody knows the probability of is not above it; at 0 nothing needs review. */
export function needsReview(confidence: number | null, below: number): boolean {
  return below > 0 && (confidence === null || confidence < below);
}

export function doubtOf(item: JudgedItem, reviewBelow: number): Doubt {
  const confidence = confidenceOfLevel(item);
  const isInDoubt = (criterion: JudgedCriterion) => needsReview(confidenceOf(criterion, item.conditions), reviewBelow);
  return {
    ...{ confidence, needsReview: needsReview(confidence, reviewBelow) },
    criteriaToReview: item.criteria.filter(isInDoubt).length,
  };
}
