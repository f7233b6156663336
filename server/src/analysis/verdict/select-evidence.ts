import type { ReadVerdict } from "../findings/findings.ts";
import type { Candidate } from "../reading/candidate.ts";

/** Of 100 criteria rightly met in real documents, one of so many quotes overlaps a person's span in 77; of three, in 74. */
const maxEvidence = 5;
/** A passage that is a tenth as likely as the first to be what a person would quote is shown, too. */
const maxScoreGap = Math.log(10);
/** A passage that says so with a lower probability is shown only if there is no other. */
const minSupport = 0.1;

/**
 * Fitted on the candidates of 1,487 criteria in documents that the reader was not trained on, so that the passages come first that
 * people quoted: the log-odds of the passage's support, its relevance, and how many candidates stand before it, because people quote
 * the first of several passages that say the same.
 */
const weights = { relevance: 0.75, support: 0.47, before: -0.08 };
const minProbability = 0.001;

type Stated = Exclude<ReadVerdict, "missing">;

/** The passages that a person would most likely quote for the verdict, best first. */
export function selectEvidence(verdict: Stated, candidates: Candidate[]): Candidate[] {
  const sentences = candidates.filter(({ hit }) => !hit.passage.isHeading);
  const scored = (sentences.length > 0 ? sentences : candidates)
    .map((candidate) => ({ candidate, ...scoreCandidate(verdict, candidate, candidates) }))
    .sort((one, other) => other.score - one.score);
  const [best] = scored;
  if (best === undefined) return [];
  const fitting = scored.filter(({ support, score }) => support >= minSupport && score >= best.score - maxScoreGap);
  return (fitting.length > 0 ? fitting : [best]).slice(0, maxEvidence).map(({ candidate }) => candidate);
}

/** By words alone nothing but relevance is known, and no passage supports anything. */
function scoreCandidate(verdict: Stated, { reading, hit }: Candidate, candidates: Candidate[]) {
  if (reading === undefined) return { support: 0, score: hit.relevance };
  const support = {
    met: reading.met + 0.3 * reading.partly,
    partly: reading.partly + 0.6 * reading.met,
    contradicted: reading.contradicted,
  }[verdict];
  const probability = Math.min(1 - minProbability, Math.max(minProbability, support));
  const before = candidates.filter((other) => other.hit.passage.index < hit.passage.index).length;
  const logOdds = Math.log(probability / (1 - probability));
  return {
    support,
    score: weights.relevance * hit.relevance + weights.support * logOdds + weights.before * before,
  };
}
