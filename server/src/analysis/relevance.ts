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
 * Fitted so that passages people marked as evidence come first, over two public sets of contracts together, and tried on
 * requirements left out of the fit: they lose one point in a hundred there, so the weights know no requirement.
 */
const weights = {
  withMeaning: {
    words: 4.8,
    groups: 1.31,
    meaning: 5.99,
    nameMeaning: 5.53,
    headings: 2.27,
    length: 0.32,
    isHeading: -1.27,
    around: 6.45,
  },
  wordsAlone: {
    words: 8.4,
    groups: 2.3,
    meaning: 0,
    nameMeaning: 0,
    headings: 4.5,
    length: 0.75,
    isHeading: -4.3,
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
