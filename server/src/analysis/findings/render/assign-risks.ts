import { remember } from "./remember.ts";

/** Shorter words are articles and prepositions. */
const minWordLength = 5;
/** Words are compared by their beginnings: "notifies" and "notification". */
const comparedLength = 6;
const minSharedWords = 2;

const beginningsOf = remember((text = "") => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= minWordLength).map((word) => word.slice(0, comparedLength)));
});

/**
 * For each statement the index of the risk that shares most words with it, each risk once. The first statement has at least
 * the first risk, so that one is named. All texts are in the catalogue's language: a gap has the same risk in each language.
 */
export function assignRisks(risks: string[], statements: string[]): (number | undefined)[] {
  const left = new Map(risks.map((risk, at) => [at, beginningsOf(risk)]));
  return statements.map((statement, at) => {
    const own = beginningsOf(statement);
    const [best] = [...left]
      .map(([index, words]) => ({ index, shared: own.intersection(words).size }))
      .sort((a, b) => b.shared - a.shared);
    const index = best !== undefined && best.shared >= minSharedWords ? best.index : at === 0 ? 0 : undefined;
    if (index === undefined || !left.delete(index)) return undefined;
    return index;
  });
}
