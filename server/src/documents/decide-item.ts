import { type ComplianceLevel, type ItemFindings, levelOf, type Verdict } from "../analysis/findings/findings.ts";
import { type Judged, scoreItem, scoreOfLevel } from "../analysis/verdict/score-item.ts";
import type { DecidedOutcome, Decision } from "./decision.ts";

/**
 * An item's outcome with the decisions in effect; undefined without any. A decision about the item itself comes before those
 * about its criteria. An accepted risk changes no level: what it covers is left out of the score until it expires.
 */
export function decideItem(findings: ItemFindings, decisions: Decision[]): DecidedOutcome | undefined {
  const inEffect = decisions.filter(({ state }) => state === "in_effect");
  if (inEffect.length === 0) return undefined;
  const ofItem = inEffect.find(({ criterionKey }) => criterionKey === undefined);
  switch (ofItem?.kind) {
    case undefined:
      return decideByCriteria(findings, inEffect);
    case "confirm":
      return toOutcome(findings.score, findings.level);
    case "not_applicable":
      return { score: undefined, level: "not_applicable" };
    case "accept_risk":
      return { score: undefined, level: decideByCriteria(findings, inEffect).level };
    case "override":
      return toOutcome(scoreOfLevel(ofItem.level ?? findings.level, judge(findings, inEffect)), ofItem.level);
  }
}

const toOutcome = (score: number, level: ComplianceLevel = levelOf(score)): DecidedOutcome => ({
  score: level === "not_applicable" ? undefined : score,
  level,
});

function decideByCriteria(findings: ItemFindings, decisions: Decision[]): DecidedOutcome {
  const isOtherKind = findings.otherKind !== undefined;
  const accepted = keysOf(decisions, "accept_risk");
  const judged = judge(findings, decisions);
  const counted = judged.filter((_, at) => !accepted.has(findings.criteria[at]?.key ?? ""));
  const isChanged = decisions.some(({ criterionKey, kind }) => criterionKey !== undefined && kind !== "confirm");
  if (!isChanged) return toOutcome(findings.score, findings.level);
  const whole = scoreItem(judged, isOtherKind);
  if (whole.level === "not_applicable") return { score: undefined, level: whole.level };
  const rest = scoreItem(counted, isOtherKind);
  // Where only accepted risks are left, the level says what they are.
  if (counted.length === 0 || rest.level === "not_applicable") return { score: undefined, level: whole.level };
  return toOutcome(rest.score, rest.level);
}

const keysOf = (decisions: Decision[], kind: Decision["kind"]) =>
  new Set(decisions.flatMap((one) => (one.kind === kind ? (one.criterionKey ?? []) : [])));

/** The criteria with the verdicts that people gave. */
function judge(findings: ItemFindings, decisions: Decision[]): Judged[] {
  const ofCriterion = new Map(decisions.map((one) => [one.criterionKey, one]));
  return findings.criteria.map(({ key, level, weight, verdict }) => ({
    ...{ level, weight },
    verdict: decideVerdict(verdict, ofCriterion.get(key)),
  }));
}

function decideVerdict(verdict: Verdict, decision: Decision | undefined): Verdict {
  if (decision?.state !== "in_effect") return verdict;
  if (decision.kind === "override") return decision.verdict ?? verdict;
  return decision.kind === "not_applicable" ? "not_applicable" : verdict;
}
