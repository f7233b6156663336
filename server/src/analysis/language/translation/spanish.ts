import { stemOf } from "../words.ts";
import {
  addExpression,
  addWordOrName,
  closestMeaning,
  countJoined,
  emptyDictionary,
  entriesOf,
  translateUnaccented,
  type Word,
} from "./dictionary.ts";
import source from "./es.json" with { type: "json" };
import { dropSecondNegation, openContext } from "./spanish-context.ts";
import { type SpanishDictionary, translateOtherForm, translatePhrase } from "./spanish-phrases.ts";
import { conjugate, type VerbForm } from "./spanish-verbs.ts";
import type { Piece, Translator } from "./translator.ts";

/** Keeps the order of Spanish; verbs are translated in all forms, with the negation and the pronouns before them. */
export function spanish(): Translator {
  const dictionary = spanishDictionary();
  return {
    reorder: (text) => text,
    start(text, words) {
      const translateByContext = openContext(text);
      return (at) => {
        const word = words[at] as Word;
        const translation = translateByContext(word.word, word.start);
        if (translation !== undefined) return { count: 1, translation };
        return expressionAt(dictionary, text, words, at) ?? { count: 1, translation: wordAt(dictionary, word) };
      };
    },
  };
}

const negations = new Set(["no", "ni", "nunca"]);

function spanishDictionary(): SpanishDictionary {
  const dictionary: SpanishDictionary = { ...emptyDictionary(), longestExpression: 1, verbs: new Map() };
  for (const entry of entriesOf(source, "es")) {
    const { english, first, words } = entry;
    addVerb(dictionary.verbs, first);
    if (words.length === 1) {
      addWordOrName(dictionary, entry, "es");
      continue;
    }
    addExpression(dictionary, words, english);
    // Negations match only as written: "no utilizado" is "unused", but "no utilizará" is "will not use". Verbs are found
    // in all forms anyway, and by its stem "información a" would be "informar a".
    if (!negations.has(first) && !dictionary.verbs.has(first))
      addExpression(
        dictionary,
        words.map((word) => stemOf(word, "es")),
        english,
      );
    dictionary.longestExpression = Math.max(dictionary.longestExpression, words.length);
  }
  return dictionary;
}

const infinitiveOf = /^(.*[aeií]r)(?:se)?$/;
/** All forms of the auxiliaries are in the dictionary; the others are no verbs. */
const noVerbs = new Set("ser estar haber ir poder deber par mar bar mujer ayer lugar hogar taller alquiler".split(" "));

function addVerb(verbs: Map<string, VerbForm>, word: string): void {
  const [, infinitive] = infinitiveOf.exec(word) ?? [];
  if (infinitive === undefined || noVerbs.has(infinitive) || verbs.get(infinitive)?.tense === "infinitive") return;
  for (const [written, form] of conjugate(infinitive))
    if (form.tense === "infinitive" || !verbs.has(written)) verbs.set(written, form);
}

/** A negation and pronouns before a verb are translated with it. */
const maxBeforeVerb = 4;

/** The longest expression that begins here, as written or with a verb in any form. */
function expressionAt(dictionary: SpanishDictionary, text: string, words: Word[], at: number): Piece | undefined {
  const { written, start } = words[at] as Word;
  const together = countJoined(text, words, at, dictionary.longestExpression + maxBeforeVerb);
  const chosen = words.slice(at, at + together);
  const phrase = dictionary.ofName.has(written)
    ? undefined
    : translatePhrase(
        dictionary,
        chosen.map(({ word }) => word),
        words[at - 1]?.word ?? "",
      );
  const found = [asWritten(dictionary, chosen), phrase, byStem(dictionary, chosen)].filter((one) => one !== undefined);
  // Of equally long ones the first of this list.
  const longest = found.sort((a, b) => b.count - a.count)[0];
  return longest && { count: longest.count, translation: dropSecondNegation(text, start, longest.translation) };
}

const asWritten = (dictionary: SpanishDictionary, words: Word[]) =>
  longestOf(
    dictionary,
    words.map(({ word }) => word),
  );
const byStem = (dictionary: SpanishDictionary, words: Word[]) =>
  longestOf(
    dictionary,
    words.map(({ stem }) => stem),
  );

function longestOf({ ofExpression, longestFrom }: SpanishDictionary, keys: string[]) {
  for (let count = Math.min(longestFrom.get(keys[0] ?? "") ?? 1, keys.length); count > 1; count--) {
    const translation = ofExpression.get(keys.slice(0, count).join(" "));
    if (translation !== undefined) return { count, translation };
  }
  return undefined;
}

function wordAt(dictionary: SpanishDictionary, { written, word, stem }: Word): string | undefined {
  const { ofName, ofWord, ofStem } = dictionary;
  const known = ofName.get(written) ?? ofWord.get(word) ?? translateOtherForm(ofWord, word);
  return known ?? closestMeaning(ofStem.get(stem), word) ?? translateUnaccented(dictionary, word);
}
