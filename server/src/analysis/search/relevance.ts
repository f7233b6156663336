import type { Passage } from "../passages/passages.ts";
import { coverageOf, coverageOfWordings, type LexicalIndex, toLexicalQuery } from "./lexical-index.ts";

export interface Query {
  name: string;
  statement: string;
  /** The similarity of each passage to the statement and to the name; absent without an encoder. */
  meaning: Float64Array | undefined;
  nameMeaning: Float64Array | undefined;
  /** The similarity of each passage's nearest heading and of its lead-in to the statement; 0 for a passage without one. */
  headingMeaning: Float64Array | undefined;
  leadInMeaning: Float64Array | undefined;
  /** The catalogue's wordings that meet the statement; with them, `meaning` is the similarity to statement and wordings together. */
  phrases: string[];
}

/** A passage with its relevance to a criterion. */
export interface SearchHit {
  passage: Passage;
  /** Share of the statement's words in the passage, and of the name's words in its headings; 0 to 1. */
  words: number;
  headings: number;
  /** Cosine similarity to the statement, of this passage and the best of the four passages around it. */
  meaning: number;
  around: number;
  /** The weighted sum; comparable only within one document and criterion. */
  relevance: number;
}

/**
 * Fitted by model/training/fit_search.py on labelled real documents, so that the passages come first that people marked: `withMeaning`
 * by the statements alone. With each tenth of the documents left out, 90 of 100 marked passages are among those that are read
 * (docs/decisions/0036). `wordsAlone` is fitted on two thirds of bench/cases. No public set took part.
 */
const weights = {
  withMeaning: {
    ...{ words: 7.25, groups: -0.01, headings: 1.12, meaning: 12.3, nameMeaning: 1.96, around: 2.84 },
    ...{ length: 1.53, isHeading: -3.12, phrases: 0, repeats: -1.55 },
    ...{ headingMeaning: 2.09, leadInMeaning: 3.37, hasLeadIn: -0.55 },
  },
  withWordings: {
    ...{ words: 4.19, groups: -0.41, headings: 0.93, meaning: 12.8, nameMeaning: -0.11, around: 2.81 },
    ...{ length: 1.13, isHeading: -2.66, phrases: 3.09, repeats: -1.53 },
    ...{ headingMeaning: 2.04, leadInMeaning: 3.38, hasLeadIn: -0.66 },
  },
  wordsAlone: {
    ...{ words: 16.21, groups: 0.88, headings: 5.7, meaning: 0, nameMeaning: 0, around: 0 },
    ...{ length: 0.66, isHeading: -3.64, phrases: 0, repeats: 0, headingMeaning: 0, leadInMeaning: 0, hasLeadIn: 0 },
  },
};

/** The relevance of every passage; a hit is built on request, because one per passage would cost more than the search. */
export interface Ranking {
  relevance: Float64Array;
  hit(passage: number): SearchHit;
}

export function rank(passages: Passage[], index: LexicalIndex, query: Query, hasEmbeddings: boolean): Ranking {
  const withMeaning = query.phrases.length > 0 ? weights.withWordings : weights.withMeaning;
  const weight = hasEmbeddings ? withMeaning : weights.wordsAlone;
  const featuresOf = openRelevanceFeatures(passages, index, query, hasEmbeddings);
  const relevance = new Float64Array(passages.length);
  for (let at = 0; at < passages.length; at++) {
    const own = featuresOf(at);
    relevance[at] =
      weight.words * own.words +
      weight.groups * own.groups +
      weight.headings * own.headings +
      weight.meaning * own.meaning +
      weight.nameMeaning * own.nameMeaning +
      weight.around * own.around +
      weight.length * own.length +
      weight.isHeading * own.isHeading +
      weight.phrases * own.phrases +
      weight.repeats * own.repeats +
      weight.headingMeaning * own.headingMeaning +
      weight.leadInMeaning * own.leadInMeaning +
      weight.hasLeadIn * own.hasLeadIn;
  }
  return {
    relevance,
    hit(at) {
      const { words, headings, meaning, around } = featuresOf(at);
      return { passage: passages[at] as Passage, words, headings, meaning, around, relevance: relevance[at] ?? 0 };
    },
  };
}

export type RelevanceFeatures = Record<keyof typeof weights.withMeaning, number>;

/** What the relevance of each passage is the weighted sum of. */
export function openRelevanceFeatures(
  passages: Passage[],
  index: LexicalIndex,
  query: Query,
  hasEmbeddings: boolean,
): (passage: number) => RelevanceFeatures {
  const coverage = coverageOf(index, toLexicalQuery(query.statement, query.name, index.language));
  const none = new Float64Array(0);
  const { meaning = none, nameMeaning = none, headingMeaning = none, leadInMeaning = none } = query;
  const phrases = hasEmbeddings ? coverageOfWordings(index, query.phrases) : none;
  const around = (at: number) =>
    Math.max(meaning[at - 2] ?? 0, meaning[at - 1] ?? 0, meaning[at + 1] ?? 0, meaning[at + 2] ?? 0);
  return (at) => ({
    words: coverage.words[at] ?? 0,
    groups: coverage.groups[at] ?? 0,
    headings: coverage.headings[at] ?? 0,
    meaning: meaning[at] ?? 0,
    nameMeaning: nameMeaning[at] ?? 0,
    around: hasEmbeddings ? around(at) : 0,
    length: Math.log(1 + (index.lengths[at] ?? 0)) / 4,
    isHeading: passages[at]?.isHeading === true ? 1 : 0,
    phrases: phrases[at] ?? 0,
    repeats: index.repeats[at] ?? 0,
    headingMeaning: headingMeaning[at] ?? 0,
    leadInMeaning: leadInMeaning[at] ?? 0,
    hasLeadIn: (passages[at]?.leadIn ?? "") === "" ? 0 : 1,
  });
}

/** The most relevant passages, best first; of equals the one that comes first in the document. */
export function topHits({ relevance, hit }: Ranking, count: number, isEligible?: (passage: number) => boolean) {
  const best: number[] = [];
  for (let at = 0; at < relevance.length; at++) {
    if (isEligible?.(at) === false) continue;
    const own = relevance[at] as number;
    if (best.length === count && own <= (relevance[best[count - 1] as number] as number)) continue;
    const place = best.findIndex((other) => (relevance[other] as number) < own);
    best.splice(place === -1 ? best.length : place, 0, at);
    if (best.length > count) best.pop();
  }
  return best.map(hit);
}
