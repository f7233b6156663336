import type { Passage } from "../passages/passages.ts";
import { coverageOf, type LexicalIndex, toLexicalQuery } from "./lexical-index.ts";

export interface Query {
  name: string;
  statement: string;
  /** The similarity of each passage to the statement and to the name; absent without an encoder. */
  meaning: Float64Array | undefined;
  nameMeaning: Float64Array | undefined;
  /** `meaning` is the similarity to the statement and the catalogue's wordings of it together. */
  hasWordings: boolean;
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
 * Fitted so that the passages which authors quoted come first. `withMeaning` on kinds of contracts that no model was trained
 * on (model/training/validation-contracts), with half of the best weight for the name, because an imported item's name may
 * be a mere number. The others on two thirds of bench/cases. Neither the last third nor any public set took part; the
 * weights do as well on these.
 */
const weights = {
  withMeaning: {
    ...{ words: 2.31, groups: 0.47, headings: 3.62, meaning: 13.9, nameMeaning: 6, around: 4.96 },
    ...{ length: 3.98, isHeading: -3.02 },
  },
  withWordings: {
    ...{ words: 8.91, groups: -0.57, headings: 1.7, meaning: 14.33, nameMeaning: 0.09, around: 3.87 },
    ...{ length: 2.4, isHeading: -6.13 },
  },
  wordsAlone: {
    ...{ words: 16.21, groups: 0.88, headings: 5.7, meaning: 0, nameMeaning: 0, around: 0 },
    ...{ length: 0.66, isHeading: -3.64 },
  },
};

/** The relevance of every passage; a hit is built on request, because one per passage would cost more than the search. */
export interface Ranking {
  relevance: Float64Array;
  hit(passage: number): SearchHit;
}

export function rank(passages: Passage[], index: LexicalIndex, query: Query, hasEmbeddings: boolean): Ranking {
  const coverage = coverageOf(index, toLexicalQuery(query.statement, query.name, index.language));
  const none = new Float64Array(0);
  const { meaning = none, nameMeaning = none } = query;
  const withMeaning = query.hasWordings ? weights.withWordings : weights.withMeaning;
  const weight = hasEmbeddings ? withMeaning : weights.wordsAlone;
  const around = (at: number) =>
    Math.max(meaning[at - 2] ?? 0, meaning[at - 1] ?? 0, meaning[at + 1] ?? 0, meaning[at + 2] ?? 0);
  const length = (at: number) => Math.log(1 + (index.lengths[at] ?? 0)) / 4;
  const relevance = new Float64Array(passages.length);
  for (let at = 0; at < passages.length; at++) {
    relevance[at] =
      weight.words * (coverage.words[at] ?? 0) +
      weight.groups * (coverage.groups[at] ?? 0) +
      weight.headings * (coverage.headings[at] ?? 0) +
      weight.meaning * (meaning[at] ?? 0) +
      weight.nameMeaning * (nameMeaning[at] ?? 0) +
      weight.around * (hasEmbeddings ? around(at) : 0) +
      weight.length * length(at) +
      weight.isHeading * (passages[at]?.isHeading === true ? 1 : 0);
  }
  return {
    relevance,
    hit: (at) => ({
      passage: passages[at] as Passage,
      words: coverage.words[at] ?? 0,
      headings: coverage.headings[at] ?? 0,
      meaning: meaning[at] ?? 0,
      around: hasEmbeddings ? around(at) : 0,
      relevance: relevance[at] ?? 0,
    }),
  };
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
