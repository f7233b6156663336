import { getOrCreate } from "../../../platform/get-or-create.ts";
import { type Language, maxWordLength, stemOf } from "../words.ts";

export type ForeignLanguage = Exclude<Language, "en">;

/** English to the foreign words it translates; "-" for words without a counterpart. Of two senses the first one wins. */
export type Source = Record<string, string[]>;

interface Entry {
  english: string;
  written: string;
  first: string;
  words: string[];
  /** Written with a capital letter: in German a noun, elsewhere a term. */
  hasCapital: boolean;
}

interface Meaning {
  word: string;
  english: string;
  hasCapital: boolean;
}

export interface Dictionary {
  /** Terms that differ from a common word by their capital letter only: "el Responsable". */
  ofName: Map<string, string>;
  /** By the word as written and by its stem. */
  ofWord: Map<string, string>;
  ofStem: Map<string, Meaning[]>;
  /** By the word without its accents, for text in capitals; only where nothing else is found. */
  ofUnaccented: Map<string, string>;
  /** Expressions of several words, joined with spaces, as written and by the keys that the language compares. */
  ofExpression: Map<string, string>;
  /** The maximum number of words of an expression, by its first word. */
  longestFrom: Map<string, number>;
}

export const emptyDictionary = (): Dictionary => ({
  ofName: new Map(),
  ofWord: new Map(),
  ofStem: new Map(),
  ofUnaccented: new Map(),
  ofExpression: new Map(),
  longestFrom: new Map(),
});

export function* entriesOf(source: Source, language: ForeignLanguage): Iterable<Entry> {
  for (const [english, entries] of Object.entries(source))
    for (const written of entries) {
      const words = wordsIn(written, language).map(({ word }) => word);
      const [first] = words;
      if (first === undefined) continue;
      yield { english: english === "-" ? "" : english, written, first, words, hasCapital: /^\p{Lu}/u.test(written) };
    }
}

export function keepFirst(map: Map<string, string>, key: string, english: string): void {
  if (!map.has(key)) map.set(key, english);
}

/** "FINALITES" is "finalités". */
export function translateUnaccented({ ofUnaccented }: Dictionary, word: string): string | undefined {
  return ofUnaccented.get(word) ?? ofUnaccented.get(word.replace(/s$/, ""));
}

export function addWord(
  { ofWord, ofStem, ofUnaccented }: Dictionary,
  { first, english, hasCapital }: Entry,
  language: ForeignLanguage,
): void {
  keepFirst(ofWord, first, english);
  const unaccented = first.normalize("NFD").replaceAll(/\p{M}/gu, "");
  if (unaccented !== first) keepFirst(ofUnaccented, unaccented, english);
  const stem = stemOf(first, language);
  const meaning = { word: first, english, hasCapital };
  getOrCreate(ofStem, stem, () => []).push(meaning);
}

/** A single capital letter makes a term; an abbreviation has several. */
export function addWordOrName(dictionary: Dictionary, entry: Entry, language: ForeignLanguage): void {
  if (/^\p{Lu}\p{Ll}/u.test(entry.written)) keepFirst(dictionary.ofName, entry.written, entry.english);
  else addWord(dictionary, entry, language);
}

/** `count` if the expression has more words than its key. */
export function addExpression(
  { ofExpression, longestFrom }: Dictionary,
  key: string[],
  english: string,
  count = key.length,
): void {
  const [first = ""] = key;
  keepFirst(ofExpression, key.join(" "), english);
  longestFrom.set(first, Math.max(count, longestFrom.get(first) ?? 0));
}

/** Of words with the same stem ("utiliser", "utilisateur"), the one spelled most like this. */
export function closestMeaning(known: Meaning[] | undefined, word: string, isNoun?: boolean): string | undefined {
  let best: { english: string; likeness: number } | undefined;
  for (const one of known ?? []) {
    let shared = 0;
    while (shared < word.length && one.word[shared] === word[shared]) shared++;
    const isOther = isNoun !== undefined && isNoun !== one.hasCapital;
    const likeness = 2 * shared - Math.max(word.length, one.word.length) - (isOther ? word.length : 0);
    if (best === undefined || likeness > best.likeness) best = { english: one.english, likeness };
  }
  return best?.english;
}

export interface Word {
  start: number;
  end: number;
  written: string;
  word: string;
  stem: string;
}

/** In French "l’accord" is two words. */
const wordOf: Record<ForeignLanguage, RegExp> = {
  de: /[\p{L}]+/gu,
  es: /[\p{L}]+/gu,
  fr: /[\p{L}]+(?:['’](?=\p{L}|$))?/gu,
};

export function wordsIn(text: string, language: ForeignLanguage): Word[] {
  return [...text.matchAll(wordOf[language])].map((match) => {
    const lower = match[0].slice(0, maxWordLength).toLowerCase().replace("’", "'");
    // "mettre en oeuvre": few keyboards have the letter œ.
    const word = language === "fr" ? lower.replace("oeu", "œu") : lower;
    const end = match.index + match[0].length;
    return { start: match.index, end, written: match[0], word, stem: stemOf(word, language) };
  });
}

/** How many words from here on have no punctuation between them. */
export function countJoined(text: string, words: Word[], at: number, most: number): number {
  let count = 1;
  const limit = Math.min(most, words.length - at);
  while (count < limit && isJoint(text.slice(words[at + count - 1]?.end, words[at + count]?.start))) count++;
  return count;
}

const isJoint = (between: string) => ["", "'", "’", "-"].includes(between.trim());

/** A cache that is emptied when it grows too large. */
export function cached<Value>(cache: Map<string, Value>, word: string, create: () => Value): Value {
  if (cache.size > 50_000) cache.clear();
  return getOrCreate(cache, word, create);
}
