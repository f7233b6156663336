import { similarity } from "./encoder.ts";
import { coverageOf, type LexicalIndex, toLexicalQuery } from "./lexical-index.ts";
import type { Passage } from "./passages.ts";

/** A document as search sees it. */
export interface Searchable {
  passages: Passage[];
  index: LexicalIndex;
  /** One vector per passage; absent when judged on words alone. */
  vectors: Float32Array[] | undefined;
}

export interface Query {
  statement: string;
  name: string;
  statementVector: Float32Array | undefined;
  nameVector: Float32Array | undefined;
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
 * Fitted on two thirds of the labelled documents under bench/cases, so that the passages their authors quote come first.
 * Neither the last third nor any public set took part; on those the weights do as well.
 */
const weights = {
  withMeaning: {
    words: 4.82,
    groups: 0.22,
    meaning: 17.3,
    nameMeaning: -1.13,
    headings: 4.69,
    length: 1.94,
    isHeading: -3.74,
    around: 8.11,
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
const neighbours = [-2, -1, 1, 2];

export function bearings({ passages, index, vectors }: Searchable, query: Query): Bearing[] {
  const coverage = coverageOf(index, toLexicalQuery(query.statement, query.name, index.language));
  const { statementVector, nameVector } = query;
  const meaning = passages.map((_, at) => likeness(vectors?.[at], statementVector));
  const weight = vectors === undefined ? weights.wordsAlone : weights.withMeaning;
  return passages.map((passage, at) => {
    const { words, groups, headings } = coverage[at] ?? { words: 0, groups: 0, headings: 0 };
    const bearing = {
      passage,
      words,
      groups,
      headings,
      meaning: meaning[at] ?? 0,
      nameMeaning: likeness(vectors?.[at], nameVector),
      around: Math.max(...neighbours.map((step) => meaning[at + step] ?? 0)),
      length: Math.log(1 + (index.passages[at]?.stemCount ?? 0)) / 4,
      isHeading: passage.isHeading ? 1 : 0,
      relevance: 0,
    };
    for (const figure of Object.keys(weight) as (keyof typeof weight)[])
      bearing.relevance += weight[figure] * bearing[figure];
    return bearing;
  });
}

function likeness(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a === undefined || b === undefined ? 0 : similarity(a, b);
}
