import type { Criterion } from "../criteria.ts";
import type { ReadVerdict } from "../findings/findings.ts";
import { isExclusive, isForAll, isUniversal, type Polarity } from "../language/polarity.ts";
import { type Candidate, relatedness, sameAction } from "../reading/candidate.ts";
import type { DocumentPrior } from "../reading/document-prior.ts";
import type { CriterionReading } from "../reading/read-items.ts";
import { neutralReading, type Reading } from "../reading/reader.ts";
import { usualVerdicts, type VerdictCounts } from "./verdict-frequencies.ts";

interface Feature {
  looksAt: string;
  why: string;
  /** The verdict that a higher value makes more likely, and the one it makes less likely. */
  supports?: ReadVerdict;
  contradicts?: ReadVerdict;
  value(input: FeatureInput): number;
}

/**
 * The features of the verdict model, in the order of the fitted weights. To add one: a row here, a column of zeros in
 * verdict-weights.ts, then `tools/verdict-features.ts` and `model/training/fit_weights.py`.
 */
const table = {
  bias: { looksAt: "nothing", why: "The intercept of each verdict.", value: () => 1 },
  meaning: {
    ...{ looksAt: "the similarity of the nearest passage", contradicts: "missing" },
    why: "Without a passage of similar meaning the document is silent.",
    value: ({ candidates }) => Math.max(0, ...candidates.map(({ hit }) => hit.meaning)),
  },
  words: {
    ...{ looksAt: "the best share of the statement's words in a passage", contradicts: "missing" },
    why: "Shared words mean a shared subject.",
    value: ({ candidates }) => Math.max(0, ...candidates.map(({ hit }) => hit.words)),
  },
  headings: {
    ...{ looksAt: "the item's name in the headings above", contradicts: "missing" },
    why: "A section named after the item is about it.",
    value: ({ candidates }) => Math.max(0, ...candidates.map(({ hit }) => hit.headings)),
  },
  around: {
    ...{ looksAt: "the similarity of the passages around the first", contradicts: "missing" },
    why: "A clause on the subject has neighbours on the subject.",
    value: ({ candidates: [first] }) => first?.hit.around ?? 0,
  },
  bestMet: {
    ...{ looksAt: "the highest probability of met", supports: "met" },
    why: "One passage can meet a criterion alone.",
    value: ({ readings }) => logit(highest(readings, ({ met }) => met)),
  },
  secondMet: {
    ...{ looksAt: "the second highest probability of met", supports: "met" },
    why: "A second passage confirms the first.",
    value: ({ readings }) => logit(readings.map(({ met }) => met).sort((a, b) => b - a)[1] ?? 0),
  },
  bestMetOrPartly: {
    ...{ looksAt: "the highest probability of met or partly", contradicts: "missing" },
    why: "Either of them means that the criterion is addressed.",
    value: ({ readings }) => logit(highest(readings, ({ met, partly }) => met + partly)),
  },
  bestContradicted: {
    ...{ looksAt: "the highest probability of contradicted", supports: "contradicted" },
    why: "One passage can contradict a criterion alone.",
    value: ({ readings }) => logit(highest(readings, ({ contradicted }) => contradicted)),
  },
  related: {
    ...{ looksAt: "the lowest probability of neutral", contradicts: "missing" },
    why: "A passage that is not neutral addresses the criterion.",
    value: ({ certainty }) => logit(certainty),
  },
  topMet: {
    ...{ looksAt: "the probability of met of the first passage", supports: "met" },
    why: "The most relevant passage is the likeliest evidence.",
    value: ({ readings: [first] }) => logit(first?.met ?? 0),
  },
  topContradicted: {
    ...{ looksAt: "the same of contradicted", supports: "contradicted" },
    why: "The most relevant passage is the likeliest evidence.",
    value: ({ readings: [first] }) => logit(first?.contradicted ?? 0),
  },
  meanMet: {
    ...{ looksAt: "the mean probability of met, weighted by relevance", supports: "met" },
    why: "Several passages agree.",
    value: ({ mean }) => mean(({ met }) => met),
  },
  meanPartly: {
    ...{ looksAt: "the same of partly", supports: "partly" },
    why: "Several passages agree.",
    value: ({ mean }) => mean(({ partly }) => partly),
  },
  meanContradicted: {
    ...{ looksAt: "the same of contradicted", supports: "contradicted" },
    why: "Several passages agree.",
    value: ({ mean }) => mean(({ contradicted }) => contradicted),
  },
  overallMet: {
    ...{ looksAt: "the probability of met for all passages together", supports: "met" },
    why: "Passages may meet a criterion only together.",
    value: ({ overall }) => logit(overall.met),
  },
  overallPartly: {
    ...{ looksAt: "the same of partly", supports: "partly" },
    why: "One passage may narrow another.",
    value: ({ overall }) => logit(overall.partly),
  },
  overallContradicted: {
    ...{ looksAt: "the same of contradicted", supports: "contradicted" },
    why: "One passage may revoke another.",
    value: ({ overall }) => logit(overall.contradicted),
  },
  overallNeutral: {
    ...{ looksAt: "the same of neutral", supports: "missing" },
    why: "None of the passages is about the criterion.",
    value: ({ overall }) => logit(overall.neutral),
  },
  figureNotMet: {
    ...{ looksAt: "the figure in the closest passage", contradicts: "met" },
    why: "A deadline of 30 days does not meet one of 72 hours.",
    value: ({ criterion, closest }) => flag(criterion.figure !== undefined && closest?.meetsFigure === false),
  },
  figureAbsent: {
    ...{ looksAt: "figures in all passages", contradicts: "met" },
    why: "A required figure that no passage names is not met.",
    value: ({ criterion, candidates }) =>
      flag(criterion.figure !== undefined && candidates.every((one) => one.meetsFigure === undefined)),
  },
  opposed: {
    ...{ looksAt: "the modality of the closest passage", supports: "contradicted", contradicts: "met" },
    why: "An exemption contradicts a duty, a permission a prohibition, a prohibition a permission.",
    value: ({ closest, certainty }) => flag(closest?.isOpposed) * certainty,
  },
  weak: {
    ...{ looksAt: "hedging in the closest passage", supports: "partly", contradicts: "met" },
    why: "“Should, where feasible” is no firm promise.",
    value: ({ closest, certainty }) => flag(closest?.polarity.isWeak) * certainty,
  },
  exception: {
    ...{ looksAt: "an exception in the closest passage", supports: "partly", contradicts: "met" },
    why: "An exception may narrow what is required.",
    value: ({ closest, certainty }) => flag(closest?.polarity.hasException) * certainty,
  },
  phrase: {
    ...{ looksAt: "the catalogue's wordings that meet the criterion", supports: "met" },
    why: "A passage that follows such a wording meets the criterion.",
    value: ({ candidates }) => Math.max(0, ...candidates.map((one) => one.phraseCoverage)),
  },
  contradictionPhrase: {
    ...{ looksAt: "the catalogue's wordings that contradict it", supports: "contradicted" },
    why: "A passage that follows such a wording contradicts the criterion.",
    value: ({ candidates }) => Math.max(0, ...candidates.map((one) => one.contradictionCoverage)),
  },
  hasPhrases: {
    looksAt: "whether the catalogue has such wordings",
    why: "The intercept of criteria with wordings.",
    value: ({ criterion }) => flag(criterion.phrases.length > 0),
  },
  otherParty: {
    ...{ looksAt: "the obliged party of the closest passage", supports: "partly", contradicts: "met" },
    why: "A duty of the other party is not the one required.",
    value: ({ closest, certainty }) => flag(closest?.bindsOtherParty) * certainty,
  },
  prohibits: {
    looksAt: "the modality of the closest passage",
    why: "Supports or contradicts depending on what is required.",
    value: ({ closest, certainty }) => flag(closest?.polarity.modality === "prohibits") * certainty,
  },
  exempts: {
    ...{ looksAt: "the modality of the closest passage", contradicts: "met" },
    why: "An exemption meets no requirement.",
    value: ({ closest, certainty }) => flag(closest?.polarity.modality === "exempts") * certainty,
  },
  universal: {
    looksAt: "“all”, “only” or “never” in the statement",
    why: "A universal requirement is harder to meet.",
    value: ({ criterion }) => flag(isUniversal(criterion.statement)),
  },
  exclusiveButOpenList: {
    ...{ looksAt: "open lists in the first three passages", supports: "contradicted" },
    ...{ contradicts: "met" },
    why: "A requirement of one kind only is contradicted by a list that is open to more.",
    value: ({ criterion, candidates }) =>
      flag(isExclusive(criterion.statement) && candidates.slice(0, 3).some((one) => one.isOpenList)),
  },
  permissionDenied: {
    ...{ looksAt: "clauses on the same action", supports: "contradicted" },
    ...{ contradicts: "met" },
    why: "The permitted action is prohibited without exception, and nowhere permitted.",
    value: ({ criterion: { polarity }, isProhibited, isPermitted }) =>
      flag(polarity.modality === "permits" && isProhibited && !isPermitted),
  },
  permissionDeniedAndGranted: {
    ...{ looksAt: "clauses on the same action", supports: "partly" },
    why: "The permitted action is prohibited in one place and permitted in another.",
    value: ({ criterion: { polarity }, isProhibited, isPermitted }) =>
      flag(polarity.modality === "permits" && isProhibited && isPermitted),
  },
  prohibitionLifted: {
    ...{ looksAt: "clauses on the same action", supports: "contradicted", contradicts: "met" },
    why: "The prohibited action is permitted, and nowhere prohibited.",
    value: ({ criterion: { polarity }, isProhibited, hasClause }) =>
      flag(
        polarity.modality === "prohibits" &&
          hasClause(sameAction.permitted, ({ modality }) => modality === "permits") &&
          !isProhibited,
      ),
  },
  dutyDenied: {
    ...{ looksAt: "clauses on the same action", supports: "contradicted", contradicts: "met" },
    why: "The document exempts from the required action.",
    value: ({ criterion: { polarity }, hasClause }) =>
      flag(
        (polarity.modality === "obliges" || polarity.modality === "states") &&
          hasClause(sameAction.prohibited, ({ modality }) => modality === "exempts"),
      ),
  },
  requirementWaived: {
    ...{ looksAt: "waivers on the same action", supports: "contradicted" },
    ...{ contradicts: "met" },
    why: "“Whether or not marked” contradicts that all must be marked.",
    value: ({ criterion: { polarity, statement }, candidates }) =>
      flag(
        polarity.modality !== "prohibits" &&
          isForAll(statement) &&
          candidates.some((one) => one.actionCoverage >= sameAction.prohibited && one.isWaiver),
      ),
  },
  prohibitionOverridden: {
    ...{ looksAt: "clauses with the same verb", supports: "contradicted" },
    ...{ contradicts: "met" },
    why: "“Free to use it for any purpose” contradicts a prohibition of use.",
    value: ({ criterion: { polarity }, candidates }) =>
      flag(
        polarity.modality === "prohibits" &&
          candidates.some(({ clauses }) => clauses.some(({ isOverriding }) => isOverriding)),
      ),
  },
  priorMet: {
    ...{ looksAt: "the document-level prior of met", supports: "met" },
    why: "A document that meets the other criteria likely meets this one.",
    value: ({ prior }) => prior.met,
  },
  priorPartly: {
    ...{ looksAt: "the document-level prior of partly", supports: "partly" },
    why: "A vague document is likely vague here, too.",
    value: ({ prior }) => prior.partly,
  },
  priorContradicted: {
    ...{ looksAt: "the document-level prior of contradicted", supports: "contradicted" },
    why: "A document that contradicts other criteria may contradict this one.",
    value: ({ prior }) => prior.contradicted,
  },
  usualMet: {
    ...{ looksAt: "how often labelled documents meet the criterion", supports: "met" },
    why: "What nearly every document of a kind says is likely said here, too.",
    value: ({ usual }) => usual.met,
  },
  usualPartly: {
    ...{ looksAt: "how often they meet it in part", supports: "partly" },
    why: "Some criteria are often met by half.",
    value: ({ usual }) => usual.partly,
  },
  usualContradicted: {
    ...{ looksAt: "how often they contradict it", supports: "contradicted" },
    why: "Few criteria are ever contradicted.",
    value: ({ usual }) => usual.contradicted,
  },
  usualMissing: {
    ...{ looksAt: "how often they are silent on it", supports: "missing" },
    why: "What hardly any document of a kind says is likely not said here, either.",
    value: ({ usual }) => usual.missing,
  },
} satisfies Record<string, Feature>;

export type FeatureName = keyof typeof table;
export const featureNames = Object.keys(table) as FeatureName[];
const features: Feature[] = Object.values(table);

const opposite: Partial<Record<ReadVerdict, ReadVerdict>> = { met: "contradicted", contradicted: "met" };

/**
 * The verdict whose probability each feature never raises: the one it contradicts, or the opposite of the one it supports.
 * The weights are fitted under this constraint, and a test checks it.
 */
export const neverRaises = Object.fromEntries(
  featureNames.flatMap((name) => {
    const { supports, contradicts }: Feature = table[name];
    const verdict = contradicts ?? (supports && opposite[supports]);
    return verdict === undefined ? [] : [[name, verdict]];
  }),
) as Partial<Record<FeatureName, ReadVerdict>>;

interface FeatureInput {
  criterion: Criterion;
  /** Most relevant first. */
  candidates: Candidate[];
  readings: Reading[];
  /** Of all candidates together. */
  overall: Reading;
  prior: DocumentPrior;
  /** How much more usual than overall each verdict is. */
  usual: VerdictCounts;
  /** The candidate that is most surely about the criterion, and how surely. */
  closest: Candidate | undefined;
  certainty: number;
  /** A mean over the readings, weighted by relevance. */
  mean(probability: (reading: Reading) => number): number;
  /** Whether a clause with the criterion's verb covers this much of its action and has this polarity. */
  hasClause(coverage: number, isMatch: (polarity: Polarity) => boolean): boolean;
  isProhibited: boolean;
  isPermitted: boolean;
}

/** One value per row of the table. */
export function computeFeatures(
  { criterion, candidates, overall, usual }: CriterionReading & { overall: Reading },
  prior: DocumentPrior,
): number[] {
  const readings = candidates.map(({ reading }) => reading ?? neutralReading);
  const closest = candidates.reduce<Candidate | undefined>(
    (best, one) => (best === undefined || relatedness(one) > relatedness(best) ? one : best),
    undefined,
  );
  const shares = softmax(candidates.map(({ hit }) => hit.relevance / 2));
  const hasClause: FeatureInput["hasClause"] = (coverage, isMatch) =>
    candidates.some(({ clauses }) =>
      clauses.some((one) => one.isSameVerb && one.actionCoverage >= coverage && isMatch(one.polarity)),
    );
  const input: FeatureInput = {
    ...{ criterion, candidates, readings, overall, prior, closest, hasClause, usual: usualVerdicts(usual) },
    certainty: closest === undefined ? 0 : relatedness(closest),
    mean: (probability) => readings.reduce((sum, reading, at) => sum + probability(reading) * (shares[at] ?? 0), 0),
    isProhibited: hasClause(
      sameAction.prohibited,
      ({ modality, hasException }) => modality === "prohibits" && !hasException,
    ),
    isPermitted: hasClause(
      sameAction.permitted,
      ({ modality, hasException }) => modality === "permits" || (modality === "prohibits" && hasException),
    ),
  };
  return features.map(({ value }) => value(input));
}

const flag = (isSo: boolean | undefined) => (isSo === true ? 1 : 0);

/** Probabilities near 0 and 1 differ more than those in the middle. */
const logit = (probability: number) => Math.log(Math.max(probability, 0.01) / Math.max(1 - probability, 0.01));

const highest = (readings: Reading[], probability: (reading: Reading) => number) =>
  Math.max(0, ...readings.map(probability));

export function softmax(scores: number[]): number[] {
  const max = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - max));
  const total = powers.reduce((sum, one) => sum + one, 0);
  return powers.map((one) => one / total);
}
