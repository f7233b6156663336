import { type Language, stemOf } from "../words.ts";

export type ForeignLanguage = Exclude<Language, "en">;

/** English to the words it stands for; "-" for words that have no counterpart. Of two senses the one named first wins. */
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
  /** Terms that only a capital letter tells from a common word: "el Responsable". */
  ofName: Map<string, string>;
  /** By the word as written and by its stem. */
  ofWord: Map<string, string>;
  ofStem: Map<string, Meaning[]>;
  /** Expressions of several words, joined with spaces, as they are written and by the keys their language compares. */
  ofExpression: Map<string, string>;
  /** How many words an expression has at most, by what it begins with. */
  longestFrom: Map<string, number>;
}

export const emptyDictionary = (): Dictionary => ({
  ofName: new Map(),
  ofWord: new Map(),
  ofStem: new Map(),
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

export function addWord(
  { ofWord, ofStem }: Dictionary,
  { first, english, hasCapital }: Entry,
  language: ForeignLanguage,
): void {
  keepFirst(ofWord, first, english);
  const stem = stemOf(first, language);
  const meaning = { word: first, english, hasCapital };
  const known = ofStem.get(stem);
  if (known === undefined) ofStem.set(stem, [meaning]);
  else known.push(meaning);
}

/** A word, or a term where the capital letter makes one: an abbreviation has more than one. */
export function addWordOrName(dictionary: Dictionary, entry: Entry, language: ForeignLanguage): void {
  if (/^\p{Lu}\p{Ll}/u.test(entry.written)) keepFirst(dictionary.ofName, entry.written, entry.english);
  else addWord(dictionary, entry, language);
}

/** `count` where the key stands for more words than it has. */
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

/** Of words with one stem, "utiliser" and "utilisateur", the one that is written most like this. */
export function closestOf(known: Meaning[] | undefined, word: string, isNoun?: boolean): string | undefined {
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
  fr: /[\p{L}]+['’](?=\p{L}|$)|[\p{L}]+/gu,
};

export function wordsIn(text: string, language: ForeignLanguage): Word[] {
  return [...text.matchAll(wordOf[language])].map((match) => {
    const word = match[0].toLowerCase().replace("’", "'");
    const end = match.index + match[0].length;
    return { start: match.index, end, written: match[0], word, stem: stemOf(word, language) };
  });
}

/** How many words from here on stand together: no full stop or comma between them. */
export function togetherFrom(text: string, words: Word[], at: number, most: number): number {
  let count = 1;
  const limit = Math.min(most, words.length - at);
  while (count < limit && /^\s*['’-]?\s*$/.test(text.slice(words[at + count - 1]?.end, words[at + count]?.start)))
    count++;
  return count;
}

/** What was found out about a word, found out once. */
export function once<Answer>(known: Map<string, Answer>, word: string, find: () => Answer): Answer {
  const before = known.get(word);
  if (before !== undefined || known.has(word)) return before as Answer;
  if (known.size > 50_000) known.clear();
  const answer = find();
  known.set(word, answer);
  return answer;
}
