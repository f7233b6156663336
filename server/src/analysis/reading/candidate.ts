import type { Criterion } from "../criteria.ts";
import { findActionVerbs, findBareAction, isAboutOtherPeople } from "../language/actions.ts";
import { splitClauses } from "../language/clauses.ts";
import {
  isFreedom,
  isOpenList,
  isOpposed,
  isUnconditional,
  isUnlimited,
  isWaiver,
  type Polarity,
  readPolarity,
} from "../language/polarity.ts";
import { meetsFigure } from "../language/quantities.ts";
import { type Language, toTokens } from "../language/words.ts";
import type { TermNames } from "../passages/parties.ts";
import { type Passage, toTextWithContext } from "../passages/passages.ts";
import type { DocumentIndexes } from "../search/document-indexes.ts";
import { type IndexedText, indexText, type LexicalIndex, wordingCoverage } from "../search/lexical-index.ts";
import type { SearchHit } from "../search/relevance.ts";
import type { Reading } from "./reader.ts";

/** A passage that may decide a criterion, with all that was read in it. */
export interface Candidate {
  hit: SearchHit;
  /** Absent when judged by words alone. */
  reading: Reading | undefined;
  polarity: Polarity;
  isOpposed: boolean;
  /** Undefined if no figure is required or none is named. */
  meetsFigure: boolean | undefined;
  /** The duty is another party's. */
  bindsOtherParty: boolean;
  isOpenList: boolean;
  isWaiver: boolean;
  /** How much of the criterion's action the passage covers, 0 to 1. */
  actionCoverage: number;
  clauses: ActionClause[];
  /** How closely the passage follows one of the catalogue's wordings, 0 to 1. */
  phraseCoverage: number;
  contradictionCoverage: number;
}

/** What one clause does with the criterion's action. */
interface ActionClause {
  actionCoverage: number;
  /** The verb is the same, whatever its object. */
  isSameVerb: boolean;
  /** It permits the action whatever else is agreed: "free to use it for any purpose". */
  isOverriding: boolean;
  polarity: Polarity;
}

export interface CandidateDeps {
  indexes: Pick<DocumentIndexes, "english" | "own">;
  names: TermNames;
  languageOf(passage: Passage): Language;
}

export function toCandidate(
  { indexes, names, languageOf }: CandidateDeps,
  criterion: Criterion,
  hit: SearchHit,
  reading: Reading | undefined,
): Candidate {
  const { passage } = hit;
  const index = indexes.english;
  const language = languageOf(passage);
  const text = toTextWithContext(passage);
  const polarity = readPolarity(text, language);
  const obliged = criterion.dutyBy === undefined ? undefined : names.obligedParty(text);
  const indexed = index.textOf(passage.index);
  // Only the wordings in the passage's own language, if there are any: with both lists matches would be too easy.
  const own = language === "en" ? undefined : criterion.wordingsIn[language];
  const [weights, words] =
    own === undefined ? [index, indexed] : [indexes.own(language), indexText(passage.text, language)];
  const { phrases, contradictions } = own ?? criterion;
  const bestCoverage = (wordings: string[]) =>
    Math.max(0, ...wordings.map((wording) => wordingCoverage(weights, words, wording)));
  const actionCoverage = coverAction(index, criterion.statement, indexed);
  return {
    hit,
    reading,
    polarity,
    isOpposed: isOpposed(criterion.polarity, polarity),
    meetsFigure: criterion.figure === undefined ? undefined : meetsFigure(criterion.figure, text),
    isOpenList: isOpenList(passage.text),
    isWaiver: isWaiver(passage.text),
    actionCoverage,
    clauses:
      language === "en"
        ? readClauses(index, criterion.statement, passage)
        : [toClause(passage.text, language, actionCoverage, actionCoverage >= sameAction.prohibited, polarity)],
    bindsOtherParty: obliged !== undefined && obliged !== "both" && obliged !== criterion.dutyBy,
    phraseCoverage: bestCoverage(phrases),
    contradictionCoverage: bestCoverage(contradictions),
  };
}

/** From this coverage on a clause is about the criterion's action. A permission has to be closer than a prohibition. */
export const sameAction = { prohibited: 0.7, permitted: 0.8 };
/** The verb and its object: "create a copy", "share information". */
const actionWords = 2;

function coverAction(index: LexicalIndex, statement: string, text: IndexedText): number {
  const action = toTokens(findBareAction(statement), index.language).filter(({ isStopWord }) => !isStopWord);
  const words = action.slice(0, actionWords).map(({ word }) => word);
  return wordingCoverage(index, text, words.join(" "));
}

function readClauses(index: LexicalIndex, statement: string, { text, leadIn }: Passage): ActionClause[] {
  const [verb = ""] = findActionVerbs(statement);
  return splitClauses(text, leadIn)
    .filter((clause) => !isAboutOtherPeople(statement, clause.text))
    .map((clause) => {
      const verbs = indexText(findActionVerbs(clause.text).join(" "), "en");
      const isSameVerb = wordingCoverage(index, verbs, verb) > 0;
      const coverage = coverAction(index, statement, indexText(clause.text, "en"));
      return toClause(clause.text, "en", coverage, isSameVerb, clause.polarity);
    });
}

/** A freedom ("is free to use") extends to other objects, too; a mere "may" only to what it names. */
function toClause(
  text: string,
  language: Language,
  actionCoverage: number,
  isSameVerb: boolean,
  polarity: Polarity,
): ActionClause {
  const isFree = isFreedom(text, language);
  const appliesToAction = isFree || actionCoverage >= sameAction.prohibited;
  const hasNoLimit = (appliesToAction && isUnlimited(text, language)) || (isFree && isUnconditional(text));
  const isOverriding = isSameVerb && polarity.modality === "permits" && hasNoLimit;
  return { actionCoverage, isSameVerb, isOverriding, polarity };
}

/** How surely the passage is about the criterion: as the reader says, or by its words alone. */
export function relatedness({ reading, hit }: Candidate): number {
  return reading === undefined ? Math.min(1, hit.words) : 1 - reading.neutral;
}
