import type { Criterion } from "../criteria.ts";
import { bareActOf, doingsIn, isAboutOthers } from "../language/actions.ts";
import { clausesOf } from "../language/clauses.ts";
import {
  isExclusive,
  isForAll,
  isOpenList,
  isOpposed,
  isRegardless,
  isUnconditional,
  isUniversal,
  isWithoutLimit,
  leavesFree,
  type Polarity,
  readPolarity,
} from "../language/polarity.ts";
import { keepsTo } from "../language/quantities.ts";
import { type Language, toTokens } from "../language/words.ts";
import type { Names } from "../passages/parties.ts";
import { inContext, type Passage } from "../passages/passages.ts";
import type { DocumentPrior } from "../reading/document-prior.ts";
import type { Reading } from "../reading/reader.ts";
import {
  type IndexedText,
  indexText,
  type LexicalIndex,
  shareOfWording,
  type WordWeights,
} from "../search/lexical-index.ts";
import type { Bearing } from "../search/relevance.ts";

/** A passage that bears on a criterion, with all that was read in it. */
export interface Candidate {
  bearing: Bearing;
  /** Absent when judged on words alone. */
  reading: Reading | undefined;
  polarity: Polarity;
  isOpposed: boolean;
  /** Whether it keeps to the figure asked for; undefined when none is asked for or named. */
  keepsFigure: boolean | undefined;
  /** The duty is laid on another party. */
  bindsOther: boolean;
  isOpenList: boolean;
  /** It waives what a requirement for all asks for: "whether or not marked". */
  isRegardless: boolean;
  /** How much it speaks of the act the criterion is about, not only of its subject; 0 to 1. */
  shareOfAct: number;
  /** The same of each of its clauses, and what that one does to the act. */
  clauses: ClauseOnAct[];
  /** How closely it follows a wording the catalogue knows: one that satisfies, one that says the opposite. */
  saysPhrase: number;
  saysContradiction: number;
}

interface ClauseOnAct {
  shareOfAct: number;
  /** The very thing is done that the criterion is about, whatever it is done to. */
  isSameDoing: boolean;
  /** It allows it whatever else is agreed: "free to use it for any purpose". */
  isOverriding: boolean;
  polarity: Polarity;
}

export interface FeatureDeps {
  /** Of the passages in English. */
  index: LexicalIndex;
  names: Names;
  languageOf(passage: Passage): Language;
  /** Of the passages in a language of their own. */
  ownIndex(language: Language): WordWeights;
}

export function toCandidate(
  { index, names, languageOf, ownIndex }: FeatureDeps,
  criterion: Criterion,
  bearing: Bearing,
  reading: Reading | undefined,
): Candidate {
  const { passage } = bearing;
  const language = languageOf(passage);
  const text = inContext(passage);
  const polarity = readPolarity(text, language);
  const bound = criterion.dutyBy === undefined ? undefined : names.bound(text);
  const indexed = index.textOf(passage.index);
  // Wordings in the passage's own language where the catalogue has them; both lists together would be found too easily.
  const own = language === "en" ? undefined : criterion.wordingsIn[language];
  const [weights, said] =
    own === undefined ? [index, indexed] : [ownIndex(language), indexText(passage.text, language)];
  const { phrases, contradictions } = own ?? criterion;
  const closest = (wordings: string[]) =>
    Math.max(0, ...wordings.map((wording) => shareOfWording(weights, said, wording)));
  const ofAct = shareOfAct(index, criterion.statement, indexed);
  return {
    bearing,
    reading,
    polarity,
    isOpposed: isOpposed(criterion.polarity, polarity),
    keepsFigure: criterion.figure === undefined ? undefined : keepsTo(criterion.figure, text),
    isOpenList: isOpenList(passage.text),
    isRegardless: isRegardless(passage.text),
    shareOfAct: ofAct,
    clauses:
      language === "en"
        ? clausesOnAct(index, criterion.statement, passage)
        : [onAct(passage.text, language, { shareOfAct: ofAct, isSameDoing: ofAct >= sameAct.forbidden, polarity })],
    bindsOther: bound !== undefined && bound !== "both" && bound !== criterion.dutyBy,
    saysPhrase: closest(phrases),
    saysContradiction: closest(contradictions),
  };
}

/** What the verdict is weighed from: one figure each, in this order. */
export const featureNames = [
  "one",
  "meaning",
  "words",
  "headings",
  "around",
  "met",
  "metSecond",
  "metOrPartly",
  "contradicted",
  "addressed",
  "metAtTop",
  "contradictedAtTop",
  "metMean",
  "partlyMean",
  "contradictedMean",
  "wholeMet",
  "wholePartly",
  "wholeContradicted",
  "wholeNeutral",
  "figureBroken",
  "figureAbsent",
  "opposed",
  "weak",
  "exception",
  "phrase",
  "contradictionPhrase",
  "hasPhrases",
  "bindsOther",
  "prohibits",
  "exempts",
  "asksForAll",
  "onlyAgainstOpenList",
  "permissionDenied",
  "permissionDeniedButFor",
  "prohibitionLifted",
  "dutyDenied",
  "regardless",
  "prohibitionOverridden",
  "priorMet",
  "priorPartly",
  "priorContradicted",
] as const;

/** An act is the verb and what it is done to: "create a copy", "share information". */
const wordsOfAct = 2;
/** Denying asks for the same act; that another passage allows it must be plainer still. */
const sameAct = { forbidden: 0.7, allowed: 0.8 };

function shareOfAct(index: LexicalIndex, statement: string, text: IndexedText): number {
  const act = toTokens(bareActOf(statement), index.language).filter(({ isStopWord }) => !isStopWord);
  const words = act.slice(0, wordsOfAct).map(({ word }) => word);
  return shareOfWording(index, text, words.join(" "));
}

function clausesOnAct(index: LexicalIndex, statement: string, { text, leadIn }: Passage): ClauseOnAct[] {
  const [doing = ""] = doingsIn(statement);
  return clausesOf(text, leadIn)
    .filter((clause) => !isAboutOthers(statement, clause.text))
    .map((clause) =>
      onAct(clause.text, "en", {
        shareOfAct: shareOfAct(index, statement, indexText(clause.text, "en")),
        isSameDoing: shareOfWording(index, indexText(doingsIn(clause.text).join(" "), "en"), doing) > 0,
        polarity: clause.polarity,
      }),
    );
}

/** Whoever is left free to do something may do it to other things, too; who merely may, to what is named. */
function onAct(text: string, language: Language, read: Omit<ClauseOnAct, "isOverriding">): ClauseOnAct {
  const isFree = leavesFree(text, language);
  const reaches = isFree || read.shareOfAct >= sameAct.forbidden;
  const isUnlimited = (reaches && isWithoutLimit(text, language)) || (isFree && isUnconditional(text));
  return { ...read, isOverriding: read.isSameDoing && read.polarity.modality === "permits" && isUnlimited };
}

/** Chances near 0 and 1 differ more than those in the middle. */
const logit = (chance: number) => Math.log(Math.max(chance, 0.01) / Math.max(1 - chance, 0.01));

/** Of what is not read. */
const nothing: Reading = { met: 0, partly: 0, contradicted: 0, neutral: 1 };

/** Candidates come best first; `whole` is what was read in all of them together, `tone` how the document reads otherwise. */
export function computeFeatures(
  criterion: Criterion,
  candidates: Candidate[],
  whole: Reading,
  tone: DocumentPrior,
): number[] {
  const top = candidates[0];
  const all = candidates.map(({ reading }) => reading ?? nothing);
  const sorted = (figure: (reading: Reading) => number) => all.map(figure).sort((a, b) => b - a);
  const [met = 0, metSecond = 0] = sorted((reading) => reading.met);
  // The closest read passage: the one that bears on the criterion most surely.
  const closest = candidates.reduce<Candidate | undefined>(
    (best, one) => (best === undefined || addressing(one) > addressing(best) ? one : best),
    undefined,
  );
  const surest = closest === undefined ? 0 : addressing(closest);
  const share = softShares(candidates.map(({ bearing }) => bearing.relevance));
  const mean = (figure: (reading: Reading) => number) =>
    all.reduce((sum, reading, at) => sum + figure(reading) * (share[at] ?? 0), 0);
  const flag = (isSo: boolean | undefined) => (isSo === true ? 1 : 0);
  const hasPhrases = criterion.phrases.length > 0;
  return [
    1,
    Math.max(0, ...candidates.map(({ bearing }) => bearing.meaning)),
    Math.max(0, ...candidates.map(({ bearing }) => bearing.words)),
    Math.max(0, ...candidates.map(({ bearing }) => bearing.headings)),
    top?.bearing.around ?? 0,
    logit(met),
    logit(metSecond),
    logit(sorted((reading) => reading.met + reading.partly)[0] ?? 0),
    logit(sorted((reading) => reading.contradicted)[0] ?? 0),
    logit(surest),
    logit(all[0]?.met ?? 0),
    logit(all[0]?.contradicted ?? 0),
    mean((reading) => reading.met),
    mean((reading) => reading.partly),
    mean((reading) => reading.contradicted),
    logit(whole.met),
    logit(whole.partly),
    logit(whole.contradicted),
    logit(whole.neutral),
    flag(criterion.figure !== undefined && closest?.keepsFigure === false),
    flag(criterion.figure !== undefined && candidates.every(({ keepsFigure }) => keepsFigure === undefined)),
    flag(closest?.isOpposed) * surest,
    flag(closest?.polarity.isWeak) * surest,
    flag(closest?.polarity.hasException) * surest,
    Math.max(0, ...candidates.map(({ saysPhrase }) => saysPhrase)),
    Math.max(0, ...candidates.map(({ saysContradiction }) => saysContradiction)),
    hasPhrases ? 1 : 0,
    flag(closest?.bindsOther) * surest,
    flag(closest?.polarity.modality === "prohibits") * surest,
    flag(closest?.polarity.modality === "exempts") * surest,
    flag(isUniversal(criterion.statement)),
    flag(isExclusive(criterion.statement) && candidates.slice(0, 3).some(({ isOpenList: isOpen }) => isOpen)),
    ...clashes(criterion, candidates),
    tone.met,
    tone.partly,
    tone.contradicted,
  ];
}

/**
 * Where what is asked and what is said differ in kind, and speak of the same act: a permission is denied where the act
 * is forbidden without exception and no other passage allows it.
 */
function clashes({ polarity: { modality }, statement }: Criterion, candidates: Candidate[]): number[] {
  const some = (share: number, isSo: (said: Polarity) => boolean) =>
    candidates.some(({ clauses }) =>
      clauses.some((one) => one.isSameDoing && one.shareOfAct >= share && isSo(one.polarity)),
    );
  const isAllowed = some(
    sameAct.allowed,
    (said) => said.modality === "permits" || (said.modality === "prohibits" && said.hasException),
  );
  const isForbidden = some(sameAct.forbidden, (said) => said.modality === "prohibits" && !said.hasException);
  const flag = (isSo: boolean) => (isSo ? 1 : 0);
  return [
    flag(modality === "permits" && isForbidden && !isAllowed),
    flag(modality === "permits" && isForbidden && isAllowed),
    flag(modality === "prohibits" && some(sameAct.allowed, (said) => said.modality === "permits") && !isForbidden),
    flag(
      (modality === "obliges" || modality === "states") &&
        some(sameAct.forbidden, (said) => said.modality === "exempts"),
    ),
    flag(
      modality !== "prohibits" &&
        isForAll(statement) &&
        candidates.some((one) => one.shareOfAct >= sameAct.forbidden && one.isRegardless),
    ),
    flag(
      modality === "prohibits" && candidates.some(({ clauses }) => clauses.some(({ isOverriding }) => isOverriding)),
    ),
  ];
}

/** How surely a passage bears on the criterion: as it was read, or on words alone as it was found. */
export function addressing({ reading, bearing }: Candidate): number {
  return reading === undefined ? Math.min(1, bearing.words) : 1 - reading.neutral;
}

function softShares(relevances: number[]): number[] {
  const most = Math.max(...relevances);
  const raised = relevances.map((relevance) => Math.exp((relevance - most) / 2));
  const total = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / total);
}
