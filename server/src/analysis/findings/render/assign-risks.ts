import type { ItemTexts } from "../../catalogue-texts.ts";

/** Shorter words are articles and prepositions. */
const minWordLength = 5;
/** Words are compared by their beginnings: "notifies" and "notification". */
const comparedLength = 6;
const minSharedWords = 2;

const beginningsOf = (text: string) =>
  new Set(
    (text.toLowerCase().match(/\p{L}+/gu) ?? [])
      .filter((word) => word.length >= minWordLength)
      .map((word) => word.slice(0, comparedLength)),
  );

/**
 * For each statement the risk that shares most words with it, each risk once. The first statement has at least the first
 * risk, so that one is named.
 */
export function assignRisks({ risks }: Pick<ItemTexts, "risks">, statements: string[]): (string | undefined)[] {
  const left = risks.map((risk) => ({ risk, words: beginningsOf(risk) }));
  return statements.map((statement, at) => {
    const own = beginningsOf(statement);
    const shared = left.map(({ words }) => own.intersection(words).size);
    const most = Math.max(0, ...shared);
    if (left.length === 0 || (at > 0 && most < minSharedWords)) return undefined;
    const [best] = left.splice(shared.indexOf(most), 1);
    return best && (/[.!?]$/u.test(best.risk) ? best.risk : `${best.risk}.`);
  });
}
