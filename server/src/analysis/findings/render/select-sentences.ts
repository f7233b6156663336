import type { Language } from "../../language/words.ts";
import { toSentences } from "../../passages/sentences.ts";
import { indexText, type WordWeights, wordingCoverage } from "../../search/lexical-index.ts";
import { remember } from "./remember.ts";

/** German dates and a Spanish abbreviation: "am 1. Januar", "EE. UU. y". */
const endsWithAbbreviation = /(?:(?<![\p{L}\d])\d{1,2}|EE|UU)\.\s*$/u;

/** With the spaces between them. */
export const splitSentences = remember((text = ""): string[] => {
  // A term in braces is capitalised like the name it will become: a sentence may begin with it.
  const asNamed = text.replace(/\{[a-z]/g, (brace) => brace.toUpperCase());
  const sentences: string[] = [];
  for (const { start, end } of toSentences(asNamed)) {
    const sentence = text.slice(start, end);
    if (endsWithAbbreviation.test(sentences.at(-1) ?? "")) sentences.push(`${sentences.pop()}${sentence}`);
    else sentences.push(sentence);
  }
  return sentences;
});

export interface ItemSentences {
  /** Of the text to insert. */
  sentences: string[];
  /** Of all criteria. */
  statements: string[];
  language: Language;
}

/** With a lower coverage a sentence shares common words with a statement only. */
const minCoverage = 0.15;
/** With a lower coverage a statement may be put in other words elsewhere. */
const sureCoverage = 0.3;
/** Of several sentences that fit a statement nearly as well as the best, all are chosen. */
const nearlyBest = 0.65;

/** The sentences that close these gaps; all if most is missing, or if no sentence fits a gap. */
export function chooseSentences({ sentences, statements, language }: ItemSentences, open: number[]): Set<number> {
  const all = new Set(sentences.keys());
  if (open.length * 2 > statements.length || sentences.length < 2) return all;
  const fits = rankSentences({ sentences, statements, language });
  const surely = fits.flatMap((fit) => (fit.coverage < sureCoverage ? [] : [...fit.sentences]));
  const unclaimed = all.difference(new Set(surely));
  const chosen = new Set<number>();
  for (const statement of open) {
    const fit = fits[statement];
    if (fit === undefined) continue;
    // What no other criterion asks for may be meant for this one.
    const own = fit.coverage < sureCoverage ? fit.sentences.union(unclaimed) : fit.sentences;
    if (own.size === 0) return all;
    for (const at of own) chosen.add(at);
  }
  for (let at = sentences.length - 1; at > 0; at--)
    if (chosen.has(at) && dependsOnPrevious[language].test(sentences[at] ?? "")) chosen.add(at - 1);
  return chosen;
}

interface Fit {
  /** Of the best sentence. */
  coverage: number;
  /** The best, and those nearly as good. */
  sentences: Set<number>;
}

/** For each statement. */
function rankSentences({ sentences, statements, language }: ItemSentences): Fit[] {
  return rankTexts(language, String(sentences.length), ...sentences, ...statements);
}

const rankTexts = remember((language, sentenceCount, ...texts): Fit[] => {
  const own = language as Language;
  const all = texts.map((text) => indexText(text.replace(/[{}_|]/g, " "), own));
  const indexed = all.slice(0, Number(sentenceCount));
  const weights = weighRareWords(all, own);
  return texts.slice(indexed.length).map((statement) => {
    const coverage = indexed.map((sentence) => wordingCoverage(weights, sentence, statement));
    const best = Math.max(...coverage);
    const fitting = [...coverage.keys()].filter(
      (at) => (coverage[at] ?? 0) >= Math.max(minCoverage, best * nearlyBest),
    );
    return { coverage: best, sentences: new Set(fitting) };
  });
});

/** A word that most of these texts have tells little about one of them. */
function weighRareWords(texts: { stems: ReadonlySet<string> }[], language: Language): WordWeights {
  const stemWeight = (stem: string) =>
    Math.log(1 + texts.length / Math.max(1, texts.filter(({ stems }) => stems.has(stem)).length));
  return { language, stemWeight };
}

/** Sentences that refer to the one before: "They were cleaned by …", "In that case …". */
const dependsOnPrevious: Record<Language, RegExp> = {
  en: /^\s*(?:It|Its|They|Their|This|These|Such|That|In (?:that|such|it)|Of (?:these|those)|The same|Otherwise)(?!\p{L})/u,
  // "Sie haben das Recht" addresses the reader and refers to nothing before.
  de: /^\s*(?:Er|Sie(?! (?:haben|können|müssen|dürfen|erreichen|benötigen|nehmen))|Es|Dies\p{L}*|Solche\p{L}*|Dabei|Dazu|Davon|Darin|Hierzu|Gleiches|Dieselben|Andernfalls|In diesem)(?!\p{L})/u,
  fr: /^\s*(?:Ils?|Elles?|Ce|Cela|Cet|Cette|Ces|Celui-ci|Celle-ci|Dans ce|À ce titre|Parmi (?:elles|ceux-ci|celles-ci)|S(?:on|a|es)|(?:Si|Lorsque) tel|À défaut)(?!\p{L})/u,
  es: /^\s*(?:Est[aeo]s?|Ello|Ell[ao]s|Dich[ao]s?|Tal|Tales|En (?:tal|ese|dicho)|Lo mismo|L[ao]s mismas|De ell[ao]s|En ell[ao]|Entre ell[ao]s|Para ello|Sus?|Incluye|Confirmará|Podrá|Siguen|Está)(?!\p{L})/u,
};
