import type { Criterion } from "../criteria.ts";
import type { Quote } from "../findings/findings.ts";
import type { Passage } from "../passages/passages.ts";
import type { ConditionDecision } from "./decide-condition.ts";
import { type ExternalVerdict, toEvidence } from "./external-verdict.ts";

interface SettleInput {
  passages: Passage[];
  criteria: Criterion[];
  verdicts: ExternalVerdict[];
  /** Of the item's own condition, if it has one. */
  itemCondition: string | undefined;
}

const maxEvidence = 3;

/**
 * The conditions of an item as an external model takes them. It says of each criterion whether it applies; a condition holds
 * for all of its criteria or for none, so the majority decides. Criteria that the model was not asked about count with
 * the engine's decision; a stated fact is never outvoted.
 */
export function settleConditions(decided: ConditionDecision[], input: SettleInput): ConditionDecision[] {
  const item = decided.find(({ key }) => key === input.itemCondition);
  const settled = item && settle(item, input);
  // Nothing of the item applies, so nothing is known of its other conditions.
  if (settled?.holds === false) return decided.map((one) => (one === item ? settled : one));
  return decided.map((one) => (one === item && settled !== undefined ? settled : settle(one, input)));
}

function settle(decision: ConditionDecision, { passages, criteria, verdicts }: SettleInput): ConditionDecision {
  const { key, condition } = decision;
  if (decision.decidedBy === "facts") return decision;
  const votes = criteria
    .filter(({ appliesWhen }) => appliesWhen.includes(key))
    .map((criterion) => verdicts.find((verdict) => verdict.key === criterion.key));
  const against = votes.flatMap((vote) => (vote?.condition === key ? [vote] : []));
  const inFavour = votes.filter((vote) => vote !== undefined && vote.verdict !== "not_applicable").length;
  if (against.length + inFavour === 0) return decision;
  const unasked = votes.filter((vote) => vote === undefined).length;
  const difference = inFavour - against.length + (decision.holds ? unasked : -unasked);
  const isAppliedInSilence = condition.whenSilent === "applies";
  const holds = difference === 0 ? isAppliedInSilence : difference > 0;
  if (holds && decision.holds) return decision;
  const known = { key, condition, holds, probability: undefined };
  if (holds) return { ...known, decidedBy: isAppliedInSilence ? "default" : "document", evidence: [] };
  const quotes = distinct(against.flatMap(({ evidence }) => evidence)).slice(0, maxEvidence);
  if (quotes.length === 0 && !decision.holds) return decision;
  const evidence = toEvidence(passages, quotes);
  return { ...known, decidedBy: evidence.length > 0 ? "document" : "default", evidence };
}

function distinct(quotes: Quote[]): Quote[] {
  const byPlace = new Map(quotes.map((quote) => [`${quote.file} ${quote.page} ${quote.start} ${quote.end}`, quote]));
  return [...byPlace.values()];
}
