import { settings } from "../../server/src/settings.ts";
import type { Level, Verdict } from "./reading.ts";
import type { ReliabilityBin } from "./reliability-diagram.ts";

/** One criterion of one document: what a person says and what the engine says. */
export interface ScoredCriterion {
  label: Verdict;
  verdict: Verdict;
  isDoubted: boolean;
  /** Of the engine's verdict. */
  probability: number;
  /** For a label of met, partly or contradicted: whether a quote lies in or around the person's span. */
  isQuoteRight: boolean | undefined;
  /** The same for the passages that the engine's search brings up. */
  isRetrieved: boolean | undefined;
}

export interface ScoredItem {
  label: Level;
  level: Level;
  /** Whether the person doubts one of its criteria. */
  isDoubted: boolean;
}

export interface ScoredDocument {
  control: string;
  language: string;
  criteria: ScoredCriterion[];
  items: ScoredItem[];
}

/** From this probability on a verdict counts as sure, unless the operator sets another. */
const sureProbability = settings.ASSAY_REVIEW_BELOW.default;
const bins = 10;

const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const share = <One>(list: One[], isMatch: (one: One) => boolean) => mean(list.map((one) => (isMatch(one) ? 100 : 0)));
const isRight = ({ label, verdict }: ScoredCriterion) => label === verdict;
const isDecided = ({ label }: ScoredCriterion) => label === "met" || label === "partly" || label === "contradicted";
const isOpposite = ({ label, level }: ScoredItem) =>
  (label === "compliant" && level === "non_compliant") || (label === "non_compliant" && level === "compliant");

/** Every figure by its name; NaN where nothing can be counted. Only verdicts without a doubt count. */
export const realFigures: Record<string, (documents: ScoredDocument[]) => number> = {
  "right verdict": (all) => share(sureLabels(all), isRight),
  "right verdict where the criterion applies": (all) =>
    share(
      sureLabels(all).filter(({ label }) => label !== "not_applicable"),
      isRight,
    ),
  "always missing": (all) => share(sureLabels(all), ({ label }) => label === "missing"),
  "silent, but reported as met, partly or contradicted": (all) =>
    share(
      sureLabels(all).filter(({ label }) => label === "missing"),
      ({ verdict }) => verdict === "met" || verdict === "partly" || verdict === "contradicted",
    ),
  "not applicable, and said so": (all) =>
    share(
      sureLabels(all).filter(({ label }) => label === "not_applicable"),
      isRight,
    ),
  "said not applicable, and right": (all) => share(said(all, "not_applicable"), isRight),
  "said partly, and right": (all) => share(said(all, "partly"), isRight),
  "said contradicted, and right": (all) => share(said(all, "contradicted"), isRight),
  "right level": (all) => share(sureItems(all), ({ label, level }) => label === level),
  "opposite level": (all) => share(sureItems(all), isOpposite),
  "right passage among those retrieved": (all) =>
    share(
      sureLabels(all).filter((one) => isDecided(one) && one.isRetrieved !== undefined),
      ({ isRetrieved }) => isRetrieved === true,
    ),
  "quote overlaps the reader's span where met and right": (all) =>
    share(
      sureLabels(all).filter((one) => one.label === "met" && isRight(one) && one.isQuoteRight !== undefined),
      ({ isQuoteRight }) => isQuoteRight === true,
    ),
  "calibration error": (all) => calibrationError(sureLabels(all)),
  "sure verdicts": (all) => share(sureLabels(all), ({ probability }) => probability >= sureProbability),
  "sure verdicts, and right": (all) =>
    share(
      sureLabels(all).filter(({ probability }) => probability >= sureProbability),
      isRight,
    ),
};

/** Figures that rest on probabilities, which an external model does not give. */
export const ofProbabilities = new Set(["calibration error", "sure verdicts", "sure verdicts, and right"]);

const sureLabels = (all: ScoredDocument[]) =>
  all.flatMap(({ criteria }) => criteria).filter(({ isDoubted }) => !isDoubted);
const sureItems = (all: ScoredDocument[]) => all.flatMap(({ items }) => items).filter(({ isDoubted }) => !isDoubted);
const said = (all: ScoredDocument[], wanted: Verdict) => sureLabels(all).filter(({ verdict }) => verdict === wanted);

const binOf = ({ probability }: ScoredCriterion) => Math.min(bins - 1, Math.floor(probability * bins));

/** For each tenth of the probabilities: how many verdicts, their mean probability, and the share that is right. */
export function reliability(criteria: ScoredCriterion[]): Pick<ReliabilityBin, "count" | "probability" | "right">[] {
  return Array.from({ length: bins }, (_, bin) => {
    const own = criteria.filter((one) => binOf(one) === bin);
    return {
      count: own.length,
      probability: mean(own.map(({ probability }) => probability)),
      right: share(own, isRight) / 100,
    };
  });
}

/** The same of the verdicts without a doubt, with 95 % intervals from documents drawn with replacement. */
export function reliabilityBins(documents: ScoredDocument[], random: () => number): ReliabilityBin[] {
  return reliability(sureLabels(documents)).map((bin, index) => {
    const ofBin = (all: ScoredDocument[]) =>
      share(
        sureLabels(all).filter((one) => binOf(one) === index),
        isRight,
      ) / 100;
    const [low, high] = interval(documents, ofBin, random);
    return { ...bin, low, high };
  });
}

/** How many verdicts without a doubt a threshold leaves unmarked, and how many of those are right. */
export function thresholds(documents: ScoredDocument[], values: number[]) {
  const labels = sureLabels(documents);
  return values.map((below) => {
    const unmarked = labels.filter(({ probability }) => probability >= below);
    return { below, unmarked: (100 * unmarked.length) / labels.length, right: share(unmarked, isRight) };
  });
}

/** The expected calibration error, 0 to 1. */
function calibrationError(criteria: ScoredCriterion[]): number {
  return reliability(criteria)
    .filter(({ count }) => count > 0)
    .reduce((sum, { count, probability, right }) => sum + (count / criteria.length) * Math.abs(probability - right), 0);
}

/** The 95 % interval of a figure, from documents drawn with replacement. */
export function interval(
  documents: ScoredDocument[],
  figure: (documents: ScoredDocument[]) => number,
  random: () => number,
  draws = 1000,
): [low: number, high: number] {
  const values = Array.from({ length: draws }, () =>
    figure(documents.map(() => documents[Math.floor(random() * documents.length)] as ScoredDocument)),
  )
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b);
  const at = (quantile: number) => values[Math.floor(quantile * (values.length - 1))] ?? Number.NaN;
  return [at(0.025), at(0.975)];
}
