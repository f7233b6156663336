import { type Language, stemOf } from "../words.ts";
import glossDe from "./gloss-de.json" with { type: "json" };
import glossEs from "./gloss-es.json" with { type: "json" };
import glossFr from "./gloss-fr.json" with { type: "json" };

/**
 * Word for word into English: what the models, which learned to read in English, are shown of a text in another
 * language. Nobody else sees it: quotes and findings are taken from the document's own words.
 */
type ForeignLanguage = Exclude<Language, "en">;

/** English to the words it stands for; "-" for words that have no counterpart. Of two senses the one named first wins. */
const sources: Record<ForeignLanguage, Record<string, string[]>> = { de: glossDe, es: glossEs, fr: glossFr };

interface Dictionary {
  /** Terms that only a capital letter tells from a common word: "el Responsable". */
  ofName: Map<string, string>;
  /** By the word as written and by its stem. */
  ofWord: Map<string, string>;
  ofStem: Map<string, { word: string; english: string }[]>;
  /** Expressions of several words, by their words and by their stems, joined with spaces. */
  ofExpression: Map<string, string>;
  longestExpression: number;
}

const made = new Map<ForeignLanguage, Dictionary>();

function dictionaryOf(language: ForeignLanguage): Dictionary {
  let dictionary = made.get(language);
  if (dictionary === undefined) {
    dictionary = make(language);
    made.set(language, dictionary);
  }
  return dictionary;
}

function make(language: ForeignLanguage): Dictionary {
  const dictionary: Dictionary = {
    ofName: new Map(),
    ofWord: new Map(),
    ofStem: new Map(),
    ofExpression: new Map(),
    longestExpression: 1,
  };
  const keepFirst = (map: Map<string, string>, key: string, english: string) => {
    if (!map.has(key)) map.set(key, english);
  };
  for (const [english, entries] of Object.entries(sources[language])) {
    const shown = english === "-" ? "" : english;
    for (const entry of entries) {
      const words = wordsIn(entry, language).map(({ word }) => word);
      const [first] = words;
      if (first === undefined) continue;
      if (words.length === 1 && language !== "de" && /^\p{Lu}\p{Ll}/u.test(entry))
        keepFirst(dictionary.ofName, entry, shown);
      else if (words.length === 1) {
        keepFirst(dictionary.ofWord, first, shown);
        const stem = stemOf(first, language);
        const known = dictionary.ofStem.get(stem) ?? [];
        dictionary.ofStem.set(stem, [...known, { word: first, english: shown }]);
      } else {
        keepFirst(dictionary.ofExpression, words.join(" "), shown);
        // "no utilizado" is unused, but "no utilizará" is will not use: what denies is taken only as it is written.
        if (!denials.has(first))
          keepFirst(dictionary.ofExpression, words.map((word) => stemOf(word, language)).join(" "), shown);
        dictionary.longestExpression = Math.max(dictionary.longestExpression, words.length);
      }
    }
  }
  return dictionary;
}

const denials = new Set(["no", "non", "ne", "n'", "nicht", "kein", "keine", "ni", "nunca", "jamais", "nie"]);

/** In French "l’accord" is two words. */
const wordOf: Record<ForeignLanguage, RegExp> = {
  de: /[\p{L}]+/gu,
  es: /[\p{L}]+/gu,
  fr: /[\p{L}]+['’](?=\p{L}|$)|[\p{L}]+/gu,
};

function wordsIn(text: string, language: ForeignLanguage): Word[] {
  return [...text.matchAll(wordOf[language])].map((match) => {
    const word = match[0].toLowerCase().replace("’", "'");
    const end = match.index + match[0].length;
    return { start: match.index, end, written: match[0], word, stem: stemOf(word, language) };
  });
}

export function toEnglish(text: string, language: ForeignLanguage): string {
  const dictionary = dictionaryOf(language);
  const words = wordsIn(text, language);
  let english = "";
  let written = 0;
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (word === undefined) break;
    const fixedGloss = language === "fr" ? secondHalfOfDenial(words, at) : addressOf(language, text, word);
    const { count, gloss } =
      fixedGloss !== undefined
        ? { count: 1, gloss: fixedGloss }
        : (expressionAt(dictionary, text, words, at) ?? { count: 1, gloss: glossOf(dictionary, word, language) });
    const last = words[at + count - 1] ?? word;
    const between = text.slice(written, word.start);
    // A word left out takes the space before it along.
    english += gloss === "" ? between.trimEnd() : `${between}${gloss ?? text.slice(word.start, word.end)}`;
    if ("'’".includes(text[last.end - 1] ?? " ")) english += " ";
    written = last.end;
    at += count;
  }
  return `${english}${text.slice(written)}`.replace(/\s+/g, " ").trim();
}

interface Word {
  start: number;
  end: number;
  written: string;
  word: string;
  stem: string;
}

/** In German a capital letter within the sentence tells "you" from "they", "your" from "their". */
const germanAddress = /^(?:(Sie|Ihnen)|Ihr(?:e[rsnm]?)?)$/;

function addressOf(language: ForeignLanguage, text: string, { start, written }: Word): string | undefined {
  if (language !== "de" || !/[\p{L},;:–-]\s*$/u.test(text.slice(Math.max(0, start - 3), start))) return undefined;
  const [isAddress, isPerson] = germanAddress.exec(written) ?? [];
  if (isAddress === undefined) return undefined;
  return isPerson === undefined ? "your" : "you";
}

/** French denies with two words, and the second says how: "ne … que" is only, "ne … plus" no longer. */
const secondHalves: Record<string, string> = {
  ...{ que: "only", "qu'": "only", plus: "no longer", jamais: "never", ni: "nor", aucun: "no", aucune: "no" },
};
const farthestHalf = 4;

function secondHalfOfDenial(words: Word[], at: number): string | undefined {
  const half = secondHalves[words[at]?.word ?? ""];
  if (half === undefined) return undefined;
  const before = words.slice(Math.max(0, at - farthestHalf), at).map(({ word }) => word);
  return before.some((word) => word === "ne" || word === "n'") && !before.includes("pas") ? half : undefined;
}

/** The longest expression that begins here; it does not reach over a full stop or a comma. */
function expressionAt(
  { ofExpression, longestExpression }: Dictionary,
  text: string,
  words: Word[],
  at: number,
): { count: number; gloss: string } | undefined {
  let count = 1;
  const limit = Math.min(longestExpression, words.length - at);
  while (count < limit && /^\s*['’-]?\s*$/.test(text.slice(words[at + count - 1]?.end, words[at + count]?.start)))
    count++;
  for (; count > 1; count--) {
    const chosen = words.slice(at, at + count);
    const gloss =
      ofExpression.get(chosen.map(({ word }) => word).join(" ")) ??
      ofExpression.get(chosen.map(({ stem }) => stem).join(" "));
    if (gloss !== undefined) return { count, gloss };
  }
  return undefined;
}

function glossOf(dictionary: Dictionary, { written, word, stem }: Word, language: ForeignLanguage): string | undefined {
  return (
    dictionary.ofName.get(written) ??
    dictionary.ofWord.get(word) ??
    closestOf(dictionary.ofStem.get(stem), word) ??
    (language === "de" ? partsOf(dictionary, word) : undefined)
  );
}

/** Of words with one stem, "utiliser" and "utilisateur", the one that is written most like this. */
function closestOf(known: { word: string; english: string }[] | undefined, word: string): string | undefined {
  let best: { english: string; likeness: number } | undefined;
  for (const one of known ?? []) {
    let shared = 0;
    while (shared < word.length && one.word[shared] === word[shared]) shared++;
    const likeness = 2 * shared - Math.max(word.length, one.word.length);
    if (best === undefined || likeness > best.likeness) best = { english: one.english, likeness };
  }
  return best?.english;
}

const leastPart = 4;
const links = ["", "s", "es", "n", "en", "er", "e"];

/** Datenschutzverletzung: the longest known beginning, what links it, and the rest, which may be put together itself. */
function partsOf(dictionary: Dictionary, word: string): string | undefined {
  for (let cut = word.length - leastPart; cut >= leastPart; cut--) {
    for (const link of links) {
      if (!word.slice(0, cut).endsWith(link)) continue;
      const head = known(dictionary, word.slice(0, cut - link.length));
      if (head === undefined || cut - link.length < leastPart) continue;
      const rest = word.slice(cut);
      const tail = known(dictionary, rest) ?? partsOf(dictionary, rest);
      if (tail !== undefined) return `${head} ${tail}`.trim();
    }
  }
  return undefined;
}

function known({ ofWord, ofStem }: Dictionary, part: string): string | undefined {
  return ofWord.get(part) ?? closestOf(ofStem.get(stemOf(part, "de")), part);
}
