import type { Criterion } from "../criteria.ts";
import { modalities } from "../language/modality.ts";
import { comparableFigures, meetsFigure } from "../language/quantities.ts";
import type { Language } from "../language/words.ts";
import type { Reason } from "./reason.ts";

/**
 * Weak words that are often no hedge: "may" of a risk, "should" of a condition, "where appropriate" of a statute. In the
 * quotes of bench/cases the other weak words occur 39 times where a criterion is partly met and once where it is met; these
 * occur 75 and 110 times. "From time to time" and "intends to" occur in no quote, but in many contracts: "as amended from
 * time to time", "where the Processor intends to engage".
 */
const ambiguous: Record<Language, RegExp> = {
  en: /^(?:should|may|might|recommended|periodically|from time to time|intends? to|aims? of|where appropriate|as (?:appropriate|needed))$/iu,
  de: /^(?:soll(?:te|ten|en)?|kann|können|gegebenenfalls|von Zeit zu Zeit)$/iu,
  fr: /^(?:devrai(?:t|ent)|peut|peuvent|le cas échéant|de temps à autre)$/iu,
  es: /^(?:debería\p{L}*|puede|podrá|en su caso|cuando proceda|periódicamente)$/iu,
};

/**
 * The words of a passage that a reason surely rests on: "where feasible", "60 days". Undefined if there are none: an
 * external model gives reasons of its own.
 */
export function findDistinctiveWords(
  reason: Reason,
  { figure }: Pick<Criterion, "figure">,
  text: string,
  language: Language,
): string | undefined {
  const line = text.replace(/\s+/g, " ");
  if (reason === "not_binding") {
    const weak = [...line.matchAll(new RegExp(modalities[language].weak, "giu"))].map(([words]) => words);
    return weak.find((words) => !ambiguous[language].test(words));
  }
  if (reason !== "figure_not_met" || figure === undefined || meetsFigure(figure, line) !== false) return undefined;
  const [only, ...others] = comparableFigures(figure, line);
  // Of several figures it is unclear which one is meant.
  return others.length > 0 ? undefined : only?.text;
}
