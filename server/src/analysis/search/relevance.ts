import type { Passage } from "../passages/passages.ts";
import type { Vectors } from "./encoder.ts";
import { coverageOf, type LexicalIndex, toLexicalQuery } from "./lexical-index.ts";

/** A document as search sees it. */
export interface Searchable {
  passages: Passage[];
  index: LexicalIndex;
  /** One vector per passage; absent when judged on words alone. */
  vectors: Vectors | undefined;
}

export interface Query {
  name: string;
  statement: string;
  /** Likeness in meaning of each passage to the statement and to the name; absent when judged on words alone. */
  meaning: Float64Array | undefined;
  nameMeaning: Float64Array | undefined;
  /** Meaning is likeness to the statement and to wordings of it together. */
  hasWordings: boolean;
}

/** How a passage bears on a requirement, figure by figure; all but the length between 0 and 1, or nearly. */
export interface Bearing {
  passage: Passage;
  words: number;
  groups: number;
  headings: number;
  /** Likeness in meaning to the statement, to the name, and of the best of the four passages around it. */
  meaning: number;
  nameMeaning: number;
  around: number;
  length: number;
  isHeading: number;
  /** All of it in one figure; only differences within one document and requirement mean something. */
  relevance: number;
}

/**
 * Fitted so that the passages which authors quote come first: without wordings on kinds of contracts no model has learned from
 * (model/training/validation-contracts.jsonl.gz), but for the name's weight, which was kept at half of its best, because an imported
 * item's name may be a mere number; the others on two thirds of the labelled documents under bench/cases. Neither the last third of
 * those nor any public set took part; on these the weights do as well.
 */
const weights = {
  withMeaning: {
    words: 2.31,
    groups: 0.47,
    meaning: 13.9,
    nameMeaning: 6,
    headings: 3.62,
    length: 3.98,
    isHeading: -3.02,
    around: 4.96,
  },
  withWordings: {
    words: 3.79,
    groups: 0.06,
    meaning: 21.19,
    nameMeaning: -3.63,
    headings: 4.43,
    length: 1.53,
    isHeading: -3.06,
    around: 7.76,
  },
  wordsAlone: {
    words: 16.21,
    groups: 0.88,
    meaning: 0,
    nameMeaning: 0,
    headings: 5.7,
    length: 0.66,
    isHeading: -3.64,
    around: 0,
  },
};
/** How all passages bear on a requirement, a column for each figure: an object for each would cost more than the search. */
export interface Ranking {
  relevance: Float64Array;
  bearing(passage: number): Bearing;
}

export function rank({ passages, index, vectors }: Searchable, query: Query): Ranking {
  const coverage = coverageOf(index, toLexicalQuery(query.statement, query.name, index.language));
  const nothing = new Float64Array(0);
  const { meaning = nothing, nameMeaning = nothing } = query;
  const withMeaning = query.hasWordings ? weights.withWordings : weights.withMeaning;
  const weight = vectors === undefined ? weights.wordsAlone : withMeaning;
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
      weight.around * (vectors === undefined ? 0 : around(at)) +
      weight.length * length(at) +
      weight.isHeading * (passages[at]?.isHeading === true ? 1 : 0);
  }
  return {
    relevance,
    bearing: (at) => ({
      passage: passages[at] as Passage,
      words: coverage.words[at] ?? 0,
      groups: coverage.groups[at] ?? 0,
      headings: coverage.headings[at] ?? 0,
      meaning: meaning[at] ?? 0,
      nameMeaning: nameMeaning[at] ?? 0,
      around: vectors === undefined ? 0 : around(at),
      length: length(at),
      isHeading: passages[at]?.isHeading === true ? 1 : 0,
      relevance: relevance[at] ?? 0,
    }),
  };
}

/** The most relevant of those that count, best first; of equals the one that comes first in the document. */
export function closest(
  { relevance, bearing }: Ranking,
  count: number,
  counts?: (passage: number) => boolean,
): Bearing[] {
  const best: number[] = [];
  for (let at = 0; at < relevance.length; at++) {
    if (counts?.(at) === false) continue;
    const own = relevance[at] as number;
    if (best.length === count && own <= (relevance[best[count - 1] as number] as number)) continue;
    const place = best.findIndex((other) => (relevance[other] as number) < own);
    best.splice(place === -1 ? best.length : place, 0, at);
    if (best.length > count) best.pop();
  }
  return best.map(bearing);
}
