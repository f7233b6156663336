import type { Criterion } from "../criteria.ts";
import type { Verdict } from "../findings/findings.ts";
import type { DocumentPrior } from "../reading/document-prior.ts";
import type { Reading } from "../reading/reader.ts";
import { addressing, type Candidate, computeFeatures, featureNames } from "./rule-features.ts";
import { verdictWeights } from "./verdict-weights.ts";

/** Why a verdict is what it is; worded in the language of the audit. */
export type Reason =
  | "stated"
  | "figure_not_met"
  | "figure_absent"
  | "not_binding"
  | "exception"
  | "other_party"
  | "incomplete"
  | "duty_denied"
  | "prohibited"
  | "permitted"
  | "opposite"
  | "not_found";

export interface Judgement {
  criterion: Criterion;
  verdict: Verdict;
  /** How far the criterion is fulfilled, 0 to 1. */
  credit: number;
  /** How sure it is that the document speaks of it at all, 0 to 1. */
  addressed: number;
  reason: Reason;
  /** What the verdict rests on, best first; empty when missing. */
  evidence: Candidate[];
  /** What was weighed, in the order of `featureNames`; empty where nothing was. */
  signs: number[];
}

const verdicts = ["met", "partly", "contradicted", "missing"] as const;
const credits: Record<Verdict, number> = { met: 1, partly: 0.5, contradicted: 0, missing: 0 };
/** A further passage is shown beside the first when it was read the same way at least this surely. */
const sureEnough = 0.5;
const mostEvidence = 3;

/** Logic, not weight: one of these defeats a statement whatever else speaks for it. */
const defeating = ["onlyAgainstOpenList", "permissionDenied", "regardless", "prohibitionOverridden"] as const;

/**
 * Where nothing in the document comes as near as this in meaning, nothing speaks of the criterion, whatever the reader makes of
 * it: it has learned from documents that speak of something, and finds a poem's "the gulls came back" a sort of recovery. Of
 * some 13,000 criteria of labelled documents and contracts twelve lie below it, and all of those are missing.
 */
export const leastMeaning = 0.3;

/** On words alone: from this share of its words on a criterion is met, from that one on it is touched. */
const wordsAlone = { met: 0.62, touched: 0.42 };

/** `whole`: what was read in all candidates together; undefined when judged on words alone. `tone`: of the whole document. */
export function judgeCriterion(
  criterion: Criterion,
  candidates: Candidate[],
  whole: Reading | undefined,
  tone: DocumentPrior,
): Judgement {
  const isRead = whole !== undefined && candidates.length > 0;
  const signs = isRead ? computeFeatures(criterion, candidates, whole, tone) : [];
  const { verdict, addressed } = isRead ? weigh(criterion, signs) : weighWords(criterion, candidates);
  const evidence = verdict === "missing" ? [] : evidenceFor(verdict, candidates);
  return { ...toJudgement(criterion, verdict, reasonFor(criterion, verdict, evidence[0]), evidence), addressed, signs };
}

/** One whose verdict is certain, whoever came to it. */
export function toJudgement(criterion: Criterion, verdict: Verdict, reason: Reason, evidence: Candidate[]): Judgement {
  const addressed = verdict === "missing" ? 0 : 1;
  return { criterion, verdict, credit: credits[verdict], addressed, reason, evidence, signs: [] };
}

function weigh(criterion: Criterion, signs: number[]): { verdict: Verdict; addressed: number } {
  if ((signs[featureNames.indexOf("meaning")] ?? 0) < leastMeaning) return { verdict: "missing", addressed: 0 };
  const weights = criterion.phrases.length > 0 ? verdictWeights.given : verdictWeights.derived;
  const scores = verdicts.map((_, at) =>
    featureNames.reduce((sum, name, sign) => sum + (signs[sign] ?? 0) * (weights[name][at] ?? 0), 0),
  );
  const most = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - most));
  const total = raised.reduce((sum, one) => sum + one, 0);
  const chances = raised.map((one) => one / total);
  const best = chances.indexOf(Math.max(...chances));
  const addressed = 1 - (chances[3] ?? 1);
  const isDefeated =
    criterion.phrases.length === 0 && defeating.some((name) => (signs[featureNames.indexOf(name)] ?? 0) > 0);
  return { verdict: isDefeated ? "contradicted" : (verdicts[best] ?? "missing"), addressed };
}

/** Without the reader nothing tells how much of a sentence was understood: only its words, and whether it turns them round. */
function weighWords(criterion: Criterion, candidates: Candidate[]): { verdict: Verdict; addressed: number } {
  const [top] = candidates;
  if (top === undefined) return { verdict: "missing", addressed: 0 };
  const strength = Math.max(top.bearing.words, top.saysPhrase, top.saysContradiction);
  if (strength < wordsAlone.touched) return { verdict: "missing", addressed: strength };
  const isTurnedRound = top.isOpposed || (top.saysContradiction > top.saysPhrase + 0.15 && top.saysContradiction > 0.5);
  if (isTurnedRound) return { verdict: "contradicted", addressed: strength };
  const isWhole = strength >= wordsAlone.met && !top.polarity.isWeak && !top.bindsOther;
  const isFigureKept = criterion.figure === undefined || top.keepsFigure === true;
  return { verdict: isWhole && isFigureKept ? "met" : "partly", addressed: strength };
}

function evidenceFor(verdict: Exclude<Verdict, "missing">, candidates: Candidate[]): Candidate[] {
  const fit = ({ reading, bearing }: Candidate) => {
    if (reading === undefined) return bearing.relevance;
    if (verdict === "met") return reading.met + 0.3 * reading.partly;
    return verdict === "partly" ? reading.partly + 0.6 * reading.met : reading.contradicted;
  };
  const ranked = candidates.filter(({ bearing }) => !bearing.passage.isHeading);
  const [first, ...others] = (ranked.length > 0 ? ranked : candidates).toSorted((a, b) => fit(b) - fit(a));
  if (first === undefined) return [];
  const further = others.filter((one) => one.reading !== undefined && fit(one) >= sureEnough);
  return [first, ...further].slice(0, mostEvidence);
}

function reasonFor(criterion: Criterion, verdict: Verdict, first: Candidate | undefined): Reason {
  if (verdict === "met") return "stated";
  if (verdict === "missing" || first === undefined) return "not_found";
  const { polarity } = first;
  if (verdict === "contradicted") {
    if (polarity.modality === "exempts") return "duty_denied";
    if (polarity.modality === "prohibits" && criterion.polarity.modality !== "prohibits") return "prohibited";
    return polarity.modality === "permits" && criterion.polarity.modality === "prohibits" ? "permitted" : "opposite";
  }
  if (first.keepsFigure === false) return "figure_not_met";
  if (first.bindsOther) return "other_party";
  if (polarity.isWeak && criterion.polarity.modality !== "permits") return "not_binding";
  if (criterion.figure !== undefined && first.keepsFigure === undefined) return "figure_absent";
  if (polarity.hasException && addressing(first) > sureEnough) return "exception";
  return "incomplete";
}
