import type { Language } from "../../language/words.ts";
import { toSentences } from "../../passages/sentences.ts";
import { equalWeights, indexText, wordingCoverage } from "../../search/lexical-index.ts";
import { minCoverage } from "../sections.ts";

/** With the spaces between them. */
export function splitSentences(text: string): string[] {
  // A term in braces is capitalised like the name it will become: a sentence may begin with it.
  const asNamed = text.replace(/\{[a-z]/g, (brace) => brace.toUpperCase());
  return toSentences(asNamed).map(({ start, end }) => text.slice(start, end));
}

/** Those of a text to insert that close these gaps; all if most is missing. */
export function chooseSentences(
  sentences: string[],
  statements: string[],
  isMostMissing: boolean,
  language: Language,
): Set<number> {
  const all = new Set(sentences.keys());
  if (isMostMissing || sentences.length < 2) return all;
  const weights = equalWeights(language);
  const chosen = new Set<number>();
  const indexed = sentences.map((sentence) => indexText(sentence, language));
  for (const statement of statements) {
    const ranked = indexed
      .map((sentence, at) => ({ at, coverage: wordingCoverage(weights, sentence, statement) }))
      .sort((a, b) => b.coverage - a.coverage);
    const [first] = ranked;
    if (first === undefined || first.coverage < minCoverage) return all;
    chosen.add(first.at);
  }
  for (let at = sentences.length - 1; at > 0; at--)
    if (chosen.has(at) && dependsOnPrevious[language].test(sentences[at] ?? "")) chosen.add(at - 1);
  return chosen;
}

/** Sentences that refer to the one before: "They were cleaned by …", "In that case …". */
const dependsOnPrevious: Record<Language, RegExp> = {
  en: /^\s*(?:It|Its|They|Their|This|These|Such|That|In (?:that|such)|Otherwise)(?!\p{L})/u,
  // "Sie haben das Recht" addresses the reader and refers to nothing before.
  de: /^\s*(?:Er|Sie(?! (?:haben|können|müssen|dürfen|erreichen|benötigen|nehmen))|Es|Dies\p{L}*|Solche\p{L}*|Dabei|Dazu|Hierzu|Andernfalls|In diesem)(?!\p{L})/u,
  fr: /^\s*(?:Ils?|Elles?|Ce|Cela|Cet|Cette|Ces|Celui-ci|Celle-ci|Dans ce|À ce titre|À défaut)(?!\p{L})/u,
  es: /^\s*(?:Est[aeo]s?|Ello|Ell[ao]s|Dich[ao]s?|Tal|Tales|En (?:tal|ese|dicho)|Lo mismo|Sus?|Incluye|Confirmará|Podrá|Siguen|Está)(?!\p{L})/u,
};
