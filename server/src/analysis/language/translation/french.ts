import { closestOf, togetherFrom, type Word } from "./dictionary.ts";
import { type FrenchDictionary, frenchDictionary, headedBy, keyOf, verbIn } from "./french-dictionary.ts";
import { agreedWith, denied, type Form, inflected, isInfinitive, isPresent, withoutAgreement } from "./french-forms.ts";
import { halves, secondHalfOfDenial, withDenialsFirst } from "./french-negation.ts";
import { isBeforeNoun, isBetweenNouns, isClitic, isToBe, smallWord } from "./french-small-words.ts";
import type { Glossing, Piece } from "./translator.ts";

/** French keeps its order but for its denials; its verbs are put into English in the form they have. */
export function french(): Glossing {
  const dictionary = frenchDictionary();
  return {
    inOrder: withDenialsFirst,
    reader(text, words) {
      const reading = { dictionary, text, words, keys: words.map(({ word }) => keyOf(word)) };
      // What denies waits for its verb.
      let denial: string | undefined;
      return (at, english) => {
        const word = words[at] as Word;
        const found = foundAt(reading, at);
        // "sans informer": without informing.
        const form = found.form === "infinitive" && behindPreposition.test(english) ? "ing" : found.form;
        let gloss = found.gloss;
        if (denial !== undefined && !(found.count === 1 && isClitic(word.word))) {
          gloss = denied(gloss ?? word.written, form, denial);
          denial = undefined;
        } else if (gloss !== undefined && form !== undefined) gloss = inflected(gloss, form);
        const half = halves.get(word.word);
        if (half !== undefined) [denial, gloss] = [half, ""];
        const isLast = at + found.count >= words.length;
        if (isLast && denial !== undefined) gloss = `${gloss ?? word.written} ${denial}`;
        return { count: found.count, gloss };
      };
    },
  };
}

const behindPreposition = /(?<!\S)(?:from|without|before|after|by|of|for)$/;

interface FrenchReading {
  dictionary: FrenchDictionary;
  text: string;
  words: Word[];
  /** What words in an expression are compared by. */
  keys: string[];
}

interface Found extends Piece {
  /** Of a verb, whose gloss is the infinitive. */
  form?: Form | undefined;
}

function foundAt(reading: FrenchReading, at: number): Found {
  const gloss = secondHalfOfDenial(reading.words, at);
  if (gloss !== undefined) return { count: 1, gloss };
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
  for (let count = togetherFrom(text, words, at, longest); count > 1; count--) {
    const written = words.slice(at, at + count).map((one) => one.word);
    const exact = ofExpression.get(written.join(" "));
    if (exact !== undefined) return { count, gloss: exact };
    const inAnyForm = verb && ofExpression.get(headedBy(verb.infinitive, written).join(" "));
    if (inAnyForm !== undefined && !isNounAt(reading, at, verb?.form))
      return { count, gloss: inAnyForm, form: verb?.form };
    const ofKeys = ofExpression.get(keys.slice(at, at + count).join(" "));
    if (ofKeys !== undefined) return { count, gloss: ofKeys };
  }
  return undefined;
}

/** "l’équipe de" is not "équipe de". */
function isNounAt(reading: FrenchReading, at: number, form: Form | undefined): boolean {
  const word = reading.words[at]?.word ?? "";
  const mayBe =
    word !== "se" && word !== "s'" && (form === "past" || reading.dictionary.ofWord.has(withoutAgreement(word)));
  return mayBe && isBeforeNoun(wordBefore(reading, at));
}

function wordAt(reading: FrenchReading, at: number): Omit<Found, "count"> {
  const { dictionary, words } = reading;
  const { ofName, ofWord, ofStem, infinitives } = dictionary;
  const { word, written, stem } = words[at] as Word;
  const small = smallWordAt(reading, at);
  if (small !== undefined) return { gloss: small };
  const before = wordBefore(reading, at);
  // With a capital letter within a sentence it is a name or a defined term, never a form of a verb: "le club Aurea".
  const isName = before !== "" && /^\p{Lu}\p{Ll}/u.test(written);
  const verb = isName ? undefined : knownVerb(dictionary, word);
  const ofVerb = verb && { gloss: ofWord.get(verb.infinitive), form: verb.form };
  // "est revue" is no review, "est interdit" no present, and in "le comité contrôle les accès" there is no control.
  if (ofVerb && isToBe(before) && /[éius]e?s?$|[in]t$/.test(word)) return { ...ofVerb, form: "past" };
  if (ofVerb && word !== "entre" && isBetweenNouns(before, words[at + 1]?.word ?? "") && isPresent(verb.form))
    return ofVerb;
  const exact = ofName.get(written) ?? ofWord.get(word);
  if (exact !== undefined) return { gloss: exact, form: infinitives.has(word) ? "infinitive" : undefined };
  const agreed = agreedWith(word).find((one) => ofWord.has(one));
  if (agreed !== undefined) return { gloss: ofWord.get(agreed) };
  return ofVerb ?? { gloss: isName ? undefined : closestOf(ofStem.get(stem), word) };
}

function knownVerb(dictionary: FrenchDictionary, word: string) {
  const verb = verbIn(dictionary, word);
  return verb !== undefined && dictionary.ofWord.has(verb.infinitive) ? verb : undefined;
}

function smallWordAt(reading: FrenchReading, at: number): string | undefined {
  const { dictionary, text, words } = reading;
  const { word, end } = words[at] as Word;
  // What is known as a noun is one.
  const isNoun = (one: string) =>
    !isInfinitive(one) && (dictionary.ofWord.has(one) || dictionary.ofWord.has(one.replace(/s$/, "")));
  return smallWord(
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

/** The word before this one, if no mark stands between them. */
function wordBefore({ text, words }: FrenchReading, at: number): string {
  const before = words[at - 1];
  return before !== undefined && /^\s*$/.test(text.slice(before.end, words[at]?.start)) ? before.word : "";
}
