import { stemOf } from "../words.ts";
import {
  addExpression,
  addWordOrName,
  closestOf,
  emptyDictionary,
  entriesOf,
  togetherFrom,
  type Word,
} from "./dictionary.ts";
import source from "./es.json" with { type: "json" };
import { byContext, deniedOnce } from "./spanish-context.ts";
import { otherFormOf, phraseAt, type SpanishDictionary } from "./spanish-phrases.ts";
import { formsOf, type VerbForm } from "./spanish-verbs.ts";
import type { Glossing, Piece } from "./translator.ts";

/** Spanish keeps its order; its verbs are read in all their forms, with what denies them and the pronouns before them. */
export function spanish(): Glossing {
  const dictionary = spanishDictionary();
  return {
    inOrder: (text) => text,
    reader(text, words) {
      const glossByContext = byContext(text);
      return (at) => {
        const word = words[at] as Word;
        const gloss = glossByContext(word.word, word.start);
        if (gloss !== undefined) return { count: 1, gloss };
        return expressionAt(dictionary, text, words, at) ?? { count: 1, gloss: wordAt(dictionary, word) };
      };
    },
  };
}

const denials = new Set(["no", "ni", "nunca"]);

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
    // "no utilizado" is unused, but "no utilizará" is will not use: what denies is taken only as it is written.
    // A verb is found in all its forms anyway, and by its stem "información a" would be "informar a".
    if (!denials.has(first) && !dictionary.verbs.has(first))
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
/** Every form of these that documents use is in the dictionary; "par" is no verb. */
const noVerbs = new Set("ser estar haber ir poder deber par mar bar mujer ayer lugar hogar taller alquiler".split(" "));

function addVerb(verbs: Map<string, VerbForm>, word: string): void {
  const [, infinitive] = infinitiveOf.exec(word) ?? [];
  if (infinitive === undefined || noVerbs.has(infinitive) || verbs.get(infinitive)?.tense === "infinitive") return;
  for (const [form, told] of formsOf(infinitive))
    if (told.tense === "infinitive" || !verbs.has(form)) verbs.set(form, told);
}

/** What denies a verb, and its pronouns, stand before it and are taken with it. */
const mostBeforeVerb = 4;

/** The longest expression that begins here, as it is written or with a verb in any form. */
function expressionAt(dictionary: SpanishDictionary, text: string, words: Word[], at: number): Piece | undefined {
  const { written, start } = words[at] as Word;
  const together = togetherFrom(text, words, at, dictionary.longestExpression + mostBeforeVerb);
  const chosen = words.slice(at, at + together);
  const phrase = dictionary.ofName.has(written)
    ? undefined
    : phraseAt(
        dictionary,
        chosen.map(({ word }) => word),
        words[at - 1]?.word ?? "",
      );
  const found = [asWritten(dictionary, chosen), phrase, byStem(dictionary, chosen)].filter((one) => one !== undefined);
  // Of two that are as long the first named is taken.
  const longest = found.sort((a, b) => b.count - a.count)[0];
  return longest && { count: longest.count, gloss: deniedOnce(text, start, longest.gloss) };
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
    const gloss = ofExpression.get(keys.slice(0, count).join(" "));
    if (gloss !== undefined) return { count, gloss };
  }
  return undefined;
}

const wordAt = ({ ofName, ofWord, ofStem }: SpanishDictionary, { written, word, stem }: Word): string | undefined =>
  ofName.get(written) ?? ofWord.get(word) ?? otherFormOf(ofWord, word) ?? closestOf(ofStem.get(stem), word);
