import type { ItemTexts } from "../../catalogue-texts.ts";
import { equalWeights, indexText, wordingCoverage } from "../../search/lexical-index.ts";
import { minCoverage } from "../sections.ts";

/**
 * For each statement the risk that shares most words with it, each risk once. The first statement has at least the first
 * risk, so that one is named.
 */
export function assignRisks({ risks, language }: ItemTexts, statements: string[]): (string | undefined)[] {
  const weights = equalWeights(language);
  const left = new Set(risks);
  return statements.map((statement, at) => {
    const indexed = indexText(statement, language);
    const [best] = [...left]
      .map((risk) => ({ risk, coverage: wordingCoverage(weights, indexed, risk) }))
      .sort((a, b) => b.coverage - a.coverage);
    if (best === undefined || (at > 0 && best.coverage < minCoverage)) return undefined;
    left.delete(best.risk);
    return /[.!?]$/u.test(best.risk) ? best.risk : `${best.risk}.`;
  });
}
