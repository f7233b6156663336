import type { CriterionFinding, Verdict } from "../analysis/findings/findings.ts";
import type { ClosedReason, GapSeverity, JudgedDecision, JudgedItem } from "./gap.ts";
import { gapSeverities } from "./gap.ts";

/** What a finding with its decisions says about one criterion. */
export interface AssessedCriterion {
  key: string;
  statement: string;
  level: CriterionFinding["level"];
  verdict: Verdict;
  severity: GapSeverity;
  outcome: "open" | "accepted" | Exclude<ClosedReason, "not_counted" | "person">;
}

/** As in `decideItem`, a decision about the item comes before those about its criteria. */
export function assessCriteria({ applies, criteria, decisions }: JudgedItem): AssessedCriterion[] {
  const ofItem = decisions.find(({ criterionKey }) => criterionKey === undefined);
  return criteria.map((criterion) => {
    const decision = decisions.find(({ criterionKey }) => criterionKey === criterion.key);
    const verdict = verdictOf(criterion.verdict, decision);
    const severity = severityOf({ ...criterion, verdict });
    const { key, statement, level } = criterion;
    return { key, statement, level, verdict, severity, outcome: outcomeOf(applies, verdict, ofItem, decision) };
  });
}

function verdictOf(verdict: Verdict, decision: JudgedDecision | undefined): Verdict {
  if (decision?.kind === "override") return decision.verdict ?? verdict;
  return decision?.kind === "not_applicable" ? "not_applicable" : verdict;
}

function outcomeOf(
  applies: boolean,
  verdict: Verdict,
  ofItem: JudgedDecision | undefined,
  decision: JudgedDecision | undefined,
): AssessedCriterion["outcome"] {
  const isCompliant = ofItem?.kind === "override" && ofItem.level === "compliant";
  if (ofItem?.kind === "not_applicable" || isCompliant) return "decided";
  const isDecided = decision?.kind === "override" || decision?.kind === "not_applicable";
  if (verdict === "met") return isDecided ? "decided" : "met";
  if (verdict === "not_applicable" || !applies) return isDecided ? "decided" : "not_applicable";
  return ofItem?.kind === "accept_risk" || decision?.kind === "accept_risk" ? "accepted" : "open";
}

/** From this weight of 1 to 5, a criterion counts as a heavy one of its item. */
const heavyFrom = 4;

/**
 * One step for each: the criterion is a must, it is heavy, nothing of it is there; two steps where the document says the opposite.
 * A light `should` that is partly met is low, a heavy `must` that is missing critical.
 */
function severityOf({ level, weight, verdict }: Pick<CriterionFinding, "level" | "weight" | "verdict">): GapSeverity {
  const steps =
    (level === "must" ? 1 : 0) +
    (weight >= heavyFrom ? 1 : 0) +
    (verdict === "missing" ? 1 : 0) +
    (verdict === "contradicted" ? 2 : 0);
  return gapSeverities[Math.min(steps, gapSeverities.length - 1)] ?? "low";
}
