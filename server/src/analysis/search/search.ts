import type { ItemToJudge } from "../analyser.ts";
import type { Criterion } from "../criteria.ts";
import { canBeEvidence, type Passage } from "../passages/passages.ts";
import type { DocumentEmbeddings } from "./embed-passages.ts";
import { type Encoder, similarities } from "./encoder.ts";
import type { LexicalIndex } from "./lexical-index.ts";
import { embedQueries, type QueryEmbeddings, queryTextsOf } from "./query-embeddings.ts";
import { type Ranking, rank, type SearchHit, topHits } from "./relevance.ts";

export interface SearchDeps {
  passages: Passage[];
  index: LexicalIndex;
  /** Absent when judged by words alone. */
  encoded: (DocumentEmbeddings & { encoder: Encoder; shipped: QueryEmbeddings; cache: QueryEmbeddings }) | undefined;
}

export interface Search {
  /** One ranking of all passages for each criterion. */
  rank(item: ItemToJudge, criteria: Criterion[]): Promise<Ranking[]>;
  /** The best passages that can be evidence. */
  top(ranking: Ranking, count: number): SearchHit[];
}

export function openSearch({ passages, index, encoded }: SearchDeps): Search {
  const isEligible = passages.map(canBeEvidence);
  return {
    async rank({ name }, criteria) {
      const queries =
        encoded &&
        (await embedQueries(encoded.encoder, [encoded.shipped, encoded.cache], queryTextsOf(name, criteria)));
      const similarityTo = (at: number, part: keyof DocumentEmbeddings = "passages") => {
        const query = queries?.[at];
        return encoded && query && similarities(encoded[part], query);
      };
      const nameMeaning = similarityTo(0);
      return criteria.map(({ statement, phrases }, at) => {
        const query = {
          ...{ name, statement, phrases, nameMeaning, meaning: similarityTo(at + 1) },
          headingMeaning: similarityTo(at + 1, "headings"),
          leadInMeaning: similarityTo(at + 1, "leadIns"),
        };
        return rank(passages, index, query, encoded !== undefined);
      });
    },
    top: (ranking, count) => topHits(ranking, count, (at) => isEligible[at] === true),
  };
}
