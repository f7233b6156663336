import type { Criterion } from "../criteria.ts";
import type { ReadVerdict, Verdict } from "../findings/findings.ts";
import type { Passage } from "../passages/passages.ts";
import { type Candidate, relatedness } from "../reading/candidate.ts";
import type { DocumentPrior } from "../reading/document-prior.ts";
import type { CriterionReading } from "../reading/read-items.ts";
import type { Reading } from "../reading/reader.ts";
import { computeFeatures, type FeatureName, featureNames, softmax } from "./features.ts";
import type { DecidedBy, Reason } from "./reason.ts";
import { selectEvidence } from "./select-evidence.ts";
import { type VerdictWeights, verdictWeights } from "./verdict-weights.ts";

export interface Judgement {
  criterion: Criterion;
  verdict: Verdict;
  /** The condition that keeps it from applying. */
  ruledOutBy?: { condition: string; decidedBy: DecidedBy };
  /** Of all verdicts; undefined if no model gave them: by words alone, or by an external model. */
  probabilities: Record<Verdict, number> | undefined;
  /** The probability that the document addresses the criterion at all. */
  addressed: number;
  reason: Reason;
  /** Best first; empty when missing. */
  evidence: Passage[];
  /** In the order of `featureNames`; empty if the model did not decide. */
  features: number[];
}

export const readVerdicts = ["met", "partly", "contradicted", "missing"] as const;
/** From this probability on a passage says what is required, and an exception is given as the reason. */
const likely = 0.5;

/**
 * If no passage is as similar as this, the criterion is missing whatever the reader says: it was trained on documents that
 * address their criteria, and takes a poem's "the gulls came back" for a kind of recovery. Of 6,155 criteria and conditions of real
 * documents 171 are below this limit, and all but one of those are missing or do not apply.
 */
export const minMeaning = 0.25;

/**
 * From this probability on a denial is plain. In 98 real documents that the reader had not seen it was right about 18 of 25 criteria, the
 * linear model about 22; but that one also says of "may engage anybody at its own discretion" what is usual in other documents.
 * Of conditions the linear model is right more often: 99 of 155, where the reader is right about 91.
 */
export const plainDenial = { criterion: 0.6, condition: 0.9 };

/** By words alone: the share of words from which on a criterion is met, and from which on it is addressed. */
const minWords = { met: 0.62, addressed: 0.42 };

export function judgeCriterion(
  reading: CriterionReading,
  prior: DocumentPrior,
  deniedFrom: number = plainDenial.criterion,
): Judgement {
  const { criterion, candidates, overall } = reading;
  const isRead = overall !== undefined && candidates.length > 0;
  const features = isRead ? computeFeatures({ ...reading, overall }, prior) : [];
  const { verdict, addressed, probabilities } = !isRead
    ? decideByWords(criterion, candidates)
    : isDenied(overall, candidates, deniedFrom)
      ? decideByReader(overall)
      : decide(criterion, features);
  const evidence = verdict === "missing" ? [] : selectEvidence(verdict, candidates);
  const reason = findReason(criterion, verdict, evidence[0]);
  const passages = evidence.map(({ hit }) => hit.passage);
  return { ...toJudgement(criterion, verdict, reason, passages), probabilities, addressed, features };
}

/** A judgement whose verdict is given. */
export function toJudgement(
  criterion: Criterion,
  verdict: ReadVerdict,
  reason: Reason,
  evidence: Passage[],
): Judgement {
  const addressed = verdict === "missing" ? 0 : 1;
  return { criterion, verdict, probabilities: undefined, addressed, reason, evidence, features: [] };
}

const surelyMissing = { met: 0, partly: 0, contradicted: 0, missing: 1, not_applicable: 0 };

interface Decision {
  verdict: ReadVerdict;
  addressed: number;
  probabilities?: Judgement["probabilities"];
}

/** The reader is sure that the document says the opposite, and no passage says what is required. */
function isDenied(overall: Reading, candidates: Candidate[], from: number): boolean {
  return overall.contradicted >= from && candidates.every(({ reading }) => (reading?.met ?? 0) < likely);
}

/** What is usual in other documents says nothing against a plain denial, so the reader alone decides it. */
function decideByReader({ met, partly, contradicted, neutral }: Reading): Decision {
  const probabilities = { met, partly, contradicted, missing: neutral, not_applicable: 0 };
  return { verdict: "contradicted", addressed: 1 - neutral, probabilities };
}

/** A linear model combines the features. */
function decide({ phrases }: Criterion, features: number[]): Decision {
  const featureValue = (name: FeatureName) => features[featureNames.indexOf(name)] ?? 0;
  if (featureValue("meaning") < minMeaning) return { verdict: "missing", addressed: 0, probabilities: surelyMissing };
  const weights = phrases.length > 0 ? verdictWeights.given : verdictWeights.derived;
  const probabilities = weighFeatures(weights, features);
  const best = readVerdicts.reduce((a, b) => (probabilities[b] > probabilities[a] ? b : a));
  return { verdict: best, addressed: 1 - probabilities.missing, probabilities };
}

export function weighFeatures(weights: VerdictWeights["given"], features: number[]): Record<Verdict, number> {
  const scores = readVerdicts.map((_, verdict) =>
    featureNames.reduce((sum, name, at) => sum + (features[at] ?? 0) * (weights[name][verdict] ?? 0), 0),
  );
  const [met = 0, partly = 0, contradicted = 0, missing = 1] = softmax(scores);
  return { met, partly, contradicted, missing, not_applicable: 0 };
}

function decideByWords({ figure }: Criterion, [top]: Candidate[]): Decision {
  if (top === undefined) return { verdict: "missing", addressed: 0 };
  const { phraseCoverage, contradictionCoverage } = top;
  const addressed = Math.max(top.hit.words, phraseCoverage, contradictionCoverage);
  if (addressed < minWords.addressed) return { verdict: "missing", addressed };
  const isOpposite = contradictionCoverage > phraseCoverage + 0.15 && contradictionCoverage > 0.5;
  if (top.isOpposed || isOpposite) return { verdict: "contradicted", addressed };
  const isFirm = addressed >= minWords.met && !top.polarity.isWeak && !top.bindsOtherParty;
  const isMet = isFirm && (figure === undefined || top.meetsFigure === true);
  return { verdict: isMet ? "met" : "partly", addressed };
}

function findReason(criterion: Criterion, verdict: ReadVerdict, first: Candidate | undefined): Reason {
  if (verdict === "met") return "stated";
  if (verdict === "missing" || first === undefined) return "not_found";
  const { modality, isWeak, hasException } = first.polarity;
  const required = criterion.polarity.modality;
  if (verdict === "contradicted") {
    if (modality === "exempts") return "duty_denied";
    if (modality === "prohibits" && required !== "prohibits") return "prohibited";
    return modality === "permits" && required === "prohibits" ? "permitted" : "opposite";
  }
  if (first.meetsFigure === false) return "figure_not_met";
  if (first.bindsOtherParty) return "other_party";
  if (isWeak && required !== "permits") return "not_binding";
  if (criterion.figure !== undefined && first.meetsFigure === undefined) return "figure_absent";
  if (hasException && relatedness(first) > likely) return "exception";
  return "incomplete";
}
