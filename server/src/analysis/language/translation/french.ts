import { closestMeaning, countJoined, translateUnaccented, type Word } from "./dictionary.ts";
import { type FrenchDictionary, frenchDictionary, headedBy, keyOf, verbIn } from "./french-dictionary.ts";
import {
  agreementBases,
  type Form,
  inflect,
  isInfinitive,
  isPresent,
  negate,
  removeAgreement,
} from "./french-forms.ts";
import { isBeforeNoun, isBetweenNouns, isClitic, isToBe, translateFunctionWord } from "./french-function-words.ts";
import { joinedNegations, moveNegationFirst, translateSecondNegation } from "./french-negation.ts";
import type { Piece, Translator } from "./translator.ts";

/** Reorders only French negations; verbs are translated in their own form. */
export function french(): Translator {
  const dictionary = frenchDictionary();
  return {
    reorder: moveNegationFirst,
    start(text, words) {
      const reading = { dictionary, text, words, keys: words.map(({ word }) => keyOf(word)) };
      // A negation waits for its verb.
      let negation: string | undefined;
      return (at, english) => {
        const word = words[at] as Word;
        const found = foundAt(reading, at);
        // "sans informer": without informing.
        const form = found.form === "infinitive" && behindPreposition.test(english) ? "ing" : found.form;
        let translation = found.translation;
        if (negation !== undefined && !(found.count === 1 && isClitic(word.word))) {
          translation = negate(translation ?? word.written, form, negation);
          negation = undefined;
        } else if (translation !== undefined && form !== undefined) translation = inflect(translation, form);
        const half = joinedNegations.get(word.word);
        if (half !== undefined) [negation, translation] = [half, ""];
        const isLast = at + found.count >= words.length;
        if (isLast && negation !== undefined) translation = `${translation ?? word.written} ${negation}`;
        return { count: found.count, translation };
      };
    },
  };
}

const behindPreposition = /(?<!\S)(?:from|without|before|after|by|of|for)$/;

interface FrenchReading {
  dictionary: FrenchDictionary;
  text: string;
  words: Word[];
  /** The keys by which words of expressions are compared. */
  keys: string[];
}

interface Found extends Piece {
  /** Of a verb; its translation is then an infinitive. */
  form?: Form | undefined;
}

function foundAt(reading: FrenchReading, at: number): Found {
  const translation = translateSecondNegation(reading.words, at);
  if (translation !== undefined) return { count: 1, translation };
  return expressionAt(reading, at) ?? { count: 1, ...wordAt(reading, at) };
}

/** The longest expression that begins here. */
function expressionAt(reading: FrenchReading, at: number): Found | undefined {
  const { dictionary, text, words, keys } = reading;
  const { ofExpression, longestFrom } = dictionary;
  const { word } = words[at] as Word;
  const isReflexive = word === "se" || word === "s'";
  const verb = verbIn(dictionary, (isReflexive ? words[at + 1]?.word : word) ?? "");
  const beginnings = [word, keys[at] ?? "", verb === undefined ? "" : `${isReflexive ? "se" : ""}<${verb.infinitive}>`];
  const longest = Math.max(...beginnings.map((one) => longestFrom.get(one) ?? 1));
  for (let count = countJoined(text, words, at, longest); count > 1; count--) {
    const written = words.slice(at, at + count).map((one) => one.word);
    const exact = ofExpression.get(written.join(" "));
    if (exact !== undefined) return { count, translation: exact };
    const inAnyForm = verb && ofExpression.get(headedBy(verb.infinitive, written).join(" "));
    if (inAnyForm !== undefined && !isNounAt(reading, at, verb?.form))
      return { count, translation: inAnyForm, form: verb?.form };
    const ofKeys = ofExpression.get(keys.slice(at, at + count).join(" "));
    if (ofKeys !== undefined) return { count, translation: ofKeys };
  }
  return undefined;
}

/** "l’équipe de" is a noun, "équipe de" a verb. */
function isNounAt(reading: FrenchReading, at: number, form: Form | undefined): boolean {
  const word = reading.words[at]?.word ?? "";
  const mayBe =
    word !== "se" && word !== "s'" && (form === "past" || reading.dictionary.ofWord.has(removeAgreement(word)));
  return mayBe && isBeforeNoun(wordBefore(reading, at));
}

function wordAt(reading: FrenchReading, at: number): Omit<Found, "count"> {
  const { dictionary, words } = reading;
  const { ofName, ofWord, ofStem, infinitives } = dictionary;
  const { word, written, stem } = words[at] as Word;
  const small = translateFunctionWordAt(reading, at);
  if (small !== undefined) return { translation: small };
  const before = wordBefore(reading, at);
  // A capitalised word within a sentence is a name or a defined term, never a verb: "le club Aurea".
  const isName = before !== "" && /^\p{Lu}\p{Ll}/u.test(written);
  const verb = isName ? undefined : knownVerb(dictionary, word);
  const ofVerb = verb && { translation: ofWord.get(verb.infinitive), form: verb.form };
  // "est revue" is no noun, "est interdit" no present, and "contrôle" in "le comité contrôle les accès" no noun.
  if (ofVerb && isToBe(before) && /[éius]e?s?$|[in]t$/.test(word)) return { ...ofVerb, form: "past" };
  if (ofVerb && word !== "entre" && isBetweenNouns(before, words[at + 1]?.word ?? "") && isPresent(verb.form))
    return ofVerb;
  const exact = ofName.get(written) ?? ofWord.get(word);
  if (exact !== undefined) return { translation: exact, form: infinitives.has(word) ? "infinitive" : undefined };
  const agreed = agreementBases(word).find((one) => ofWord.has(one));
  if (agreed !== undefined) return { translation: ofWord.get(agreed) };
  const similar = isName ? undefined : closestMeaning(ofStem.get(stem), word);
  return ofVerb ?? { translation: similar ?? translateUnaccented(dictionary, word) };
}

function knownVerb(dictionary: FrenchDictionary, word: string) {
  const verb = verbIn(dictionary, word);
  return verb !== undefined && dictionary.ofWord.has(verb.infinitive) ? verb : undefined;
}

function translateFunctionWordAt(reading: FrenchReading, at: number): string | undefined {
  const { dictionary, text, words } = reading;
  const { word, end } = words[at] as Word;
  const isNoun = (one: string) =>
    !isInfinitive(one) && (dictionary.ofWord.has(one) || dictionary.ofWord.has(one.replace(/s$/, "")));
  return translateFunctionWord(
    {
      word,
      before: wordBefore(reading, at),
      wordsBefore: words.slice(Math.max(0, at - 8), at).map((one) => one.word),
      after: words[at + 1]?.word ?? "",
      verbAfter: words.slice(at + 1, at + 4).find((one) => !isClitic(one.word))?.word ?? "",
      textAfter: text.slice(end, end + 30),
    },
    (one) => (isNoun(one) ? undefined : knownVerb(dictionary, one)?.form),
  );
}

/** The word before this one, if there is no punctuation between them. */
function wordBefore({ text, words }: FrenchReading, at: number): string {
  const before = words[at - 1];
  return before !== undefined && /^\s*$/.test(text.slice(before.end, words[at]?.start)) ? before.word : "";
}
