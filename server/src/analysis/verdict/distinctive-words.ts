import type { Criterion } from "../criteria.ts";
import { modalities } from "../language/modality.ts";
import { figuresFor, keepsTo } from "../language/quantities.ts";
import type { Language } from "../language/words.ts";
import type { Reason } from "./judge-criterion.ts";

/**
 * Weak words that as often leave no room: "may" of a risk, "should" of a condition, "where appropriate" of a statute. In
 * the quotes of bench/cases the others stand 39 times where a criterion is met in part and once where it is met; these
 * stand there 75 and 110 times. "From time to time" and "intends to" are in none of them, and in many contracts: "as amended
 * from time to time", "where the Processor intends to engage".
 */
const mayMeanOtherwise: Record<Language, RegExp> = {
  en: /^(?:should|may|might|recommended|periodically|from time to time|intends? to|aims? of|where appropriate|as (?:appropriate|needed))$/iu,
  de: /^(?:soll(?:te|ten|en)?|kann|können|gegebenenfalls|von Zeit zu Zeit)$/iu,
  fr: /^(?:devrai(?:t|ent)|peut|peuvent|le cas échéant|de temps à autre)$/iu,
  es: /^(?:debería\p{L}*|puede|podrá|en su caso|cuando proceda|periódicamente)$/iu,
};

/**
 * The words of a passage that a reason surely rests on, so that nobody has to look for them: "where feasible", "60 days".
 * Undefined where they stand only around the passage or not at all: a judge from outside gives reasons of its own.
 */
export function findDistinctiveWords(
  reason: Reason,
  { figure }: Pick<Criterion, "figure">,
  text: string,
  language: Language,
): string | undefined {
  const said = text.replace(/\s+/g, " ");
  if (reason === "not_binding") {
    const weak = [...said.matchAll(new RegExp(modalities[language].weak, "giu"))].map(([words]) => words);
    return weak.find((words) => !mayMeanOtherwise[language].test(words));
  }
  if (reason !== "figure_not_met" || figure === undefined || keepsTo(figure, said) !== false) return undefined;
  const [only, ...others] = figuresFor(figure, said);
  // Of several, nothing says which one is meant.
  return others.length > 0 ? undefined : only?.text;
}
