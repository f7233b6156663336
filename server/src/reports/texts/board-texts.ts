import type { AuditLanguage } from "../../documents/document.ts";
import de from "./board/de.json" with { type: "json" };
import en from "./board/en.json" with { type: "json" };
import es from "./board/es.json" with { type: "json" };
import fr from "./board/fr.json" with { type: "json" };
import { fill } from "./fill.ts";

type Words = typeof en;
const words: Record<AuditLanguage, Words> = { en, de, fr, es };

type Values = Record<string, string | number>;
type Sentence = { [K in keyof Words]: Words[K] extends string ? K : never }[keyof Words];
type Counted = Exclude<keyof Words, Sentence>;

/** The texts of the report for the board, with its joining words. */
export interface BoardTexts {
  say(key: Sentence, values?: Values): string;
  /** In the singular or plural that the count takes. */
  count(key: Counted, count: number, values?: Values): string;
  /** "A, B and C" */
  join(parts: string[]): string;
}

export function createBoardTexts(language: AuditLanguage, locale: string): BoardTexts {
  const own = words[language];
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const lists = new Intl.ListFormat(locale, { type: "conjunction" });
  return {
    say: (key, values = {}) => fill(own[key], values),
    count: (key, count, values = {}) =>
      fill(own[key][plurals.select(count) === "one" ? "one" : "other"], { ...values, count: numbers.format(count) }),
    join: (parts) => lists.format(parts),
  };
}
