import type { Dictionary } from "./dictionary.ts";
import { gerundOf, participleOf } from "./english-forms.ts";
import { formIn, inflectEnglish, type VerbForm, withoutAccents } from "./spanish-verbs.ts";

/**
 * Spanish expresses in the form of the verb what English expresses in words before it: "no se comunicarán" is "shall not be
 * disclosed". Word by word, the duty and its subject would be lost.
 */
export interface SpanishDictionary extends Dictionary {
  longestExpression: number;
  /** The forms of the verbs among the words. */
  verbs: Map<string, VerbForm>;
}

interface Phrase {
  count: number;
  translation: string;
}

const negators = new Map(Object.entries({ no: "not", nunca: "never", jamás: "never", tampoco: "also not" }));
const pronouns = new Map(
  Object.entries({ se: "", le: "", les: "", lo: "it", la: "it", los: "them", las: "them", nos: "us" }),
);
const modals = new Map(
  Object.entries({
    ...{
      debe: "must",
      deben: "must",
      deba: "must",
      deban: "must",
      deberá: "shall",
      deberán: "shall",
      debería: "should",
    },
    ...{ deberían: "should", puede: "can", pueden: "can", podrá: "may", podrán: "may", pueda: "may", puedan: "may" },
    ...{ podría: "could", podrían: "could", podemos: "we may", debemos: "we must", podremos: "we may" },
  }),
);
const helping = /^(?:is|are|shall be|was|were|has|have|had|shall have)$/;
/** Prepositions before an infinitive: "al finalizar", "sin informar". */
const before = new Map<string, (verb: string) => string>(
  Object.entries({
    al: (verb: string) => `upon ${gerundOf(verb)}`,
    sin: (verb: string) => `without ${gerundOf(verb)}`,
    para: (verb: string) => `to ${verb}`,
    de: (verb: string) => `to ${verb}`,
  }),
);
/** A noun follows one of these: "el cierre". */
const nounFollows = new Set(
  "el la los las un una del al de en con por sin su sus este esta ese esa estos estas cada dicho dicha sobre entre ningún ninguna cualquier otro otra todo toda".split(
    " ",
  ),
);
/** A verb with its negation, the pronouns before it, and the expression it begins. */
export function translatePhrase(dictionary: SpanishDictionary, words: string[], previous: string): Phrase | undefined {
  let at = 0;
  const [first = ""] = words;
  const say = before.get(first);
  if (say !== undefined) return translateAfterPreposition(dictionary, words, say);
  const negation = negators.get(first) ?? "";
  if (negation !== "") at++;
  let reflexive = false;
  let object = "";
  while (pronouns.has(words[at] ?? "") && (at > 0 || !isArticle(dictionary, words))) {
    if (words[at] === "se") reflexive = true;
    else object = pronouns.get(words[at] ?? "") ?? "";
    at++;
  }
  const word = words[at] ?? "";
  const helped =
    negation !== "" || reflexive ? translateAuxiliary(dictionary, words.slice(at), negation, reflexive) : undefined;
  if (helped !== undefined) return { count: at + helped.count, translation: `${helped.translation} ${object}`.trim() };
  const form = formIn(dictionary.verbs, word);
  // A reflexive participle is no verb phrase.
  if (form === undefined || (at > 0 && form.tense === "participle" && reflexive)) return undefined;
  const isReflexive = reflexive || form.reflexive;
  const found = findHead(dictionary, form, words.slice(at), isReflexive);
  if (found === undefined) return undefined;
  // "los resultados de", "la cuenta con": a noun even where an expression could begin with the verb.
  const mayBeNoun = at === 0 && form.tense !== "infinitive" && (found.count === 1 || nounFollows.has(previous));
  if ((mayBeNoun || (at === 0 && found.count === 1)) && isNoun(dictionary, word, previous, form)) return undefined;
  const passive = isReflexive && !found.active;
  const translation = inflectEnglish(found.english, form, { negation, passive });
  return { count: at + found.count, translation: `${translation} ${object}`.trim() };
}

/** "la notifica" may be a noun with its article, "la notificará" not. */
function isArticle({ verbs, ofWord }: SpanishDictionary, [word = "", next = ""]: string[]): boolean {
  const tense = verbs.get(next)?.tense ?? "";
  return /^l[ao]s?$/.test(word) && (!/^(?:future|conditional|present)$/.test(tense) || ofWord.has(next));
}

function isNoun({ ofWord }: SpanishDictionary, word: string, previous: string, { tense }: VerbForm): boolean {
  if (tense === "participle" && helping.test(ofWord.get(previous) ?? "")) return false;
  if (ofWord.has(word)) return true;
  if (tense === "participle") return ofWord.has(word.replace(/s$/, ""));
  return nounFollows.has(previous) && (tense === "present" || tense === "subjunctive" || tense === "past");
}

function translateAfterPreposition(
  dictionary: SpanishDictionary,
  [, ...words]: string[],
  say: (verb: string) => string,
): Phrase | undefined {
  const negated = words[0] === "no" ? 1 : 0;
  const form = formIn(dictionary.verbs, words[negated] ?? "");
  if (form?.tense !== "infinitive") return undefined;
  const found = findHead(dictionary, form, words.slice(negated), form.reflexive);
  if (found === undefined) return undefined;
  const verb = form.reflexive && !found.active ? `be ${participleOf(found.english)}` : found.english;
  return { count: 1 + negated + found.count, translation: `${negated > 0 ? "not " : ""}${say(verb)}` };
}

/** "no se podrá utilizar", "se ha comunicado", "no será": the negation follows the first English word. */
function translateAuxiliary(
  dictionary: SpanishDictionary,
  [helper = "", next = "", ...rest]: string[],
  negation: string,
  reflexive: boolean,
): Phrase | undefined {
  const modal = modals.get(helper);
  if (modal !== undefined) {
    const negated = `${modal} ${negation}`.replace("can not", "cannot").trim();
    const form = formIn(dictionary.verbs, next);
    if (!reflexive || form?.tense !== "infinitive") return { count: 1, translation: negated };
    const found = findHead(dictionary, form, [next, ...rest], true);
    if (found === undefined) return { count: 1, translation: negated };
    return {
      count: 1 + found.count,
      translation: `${negated} ${found.active ? found.english : `be ${participleOf(found.english)}`}`,
    };
  }
  const english = dictionary.ofWord.get(helper) ?? "";
  if (!helping.test(english) || dictionary.verbs.has(helper)) return undefined;
  const [one, ...two] = english.split(" ");
  return {
    count: 1,
    translation: [one, negation, ...two, reflexive ? "been" : ""].filter((part) => part !== "").join(" "),
  };
}

/** The longest expression that begins with the verb, or the verb alone. */
function findHead(
  { ofWord, ofExpression, longestExpression }: SpanishDictionary,
  { infinitive }: VerbForm,
  words: string[],
  reflexive: boolean,
): { count: number; english: string; active: boolean } | undefined {
  for (let count = Math.min(longestExpression, words.length); count > 0; count--) {
    const rest = words.slice(1, count);
    const known = count === 1 ? ofWord : ofExpression;
    const own = reflexive ? known.get([`${infinitive}se`, ...rest].join(" ")) : undefined;
    const english =
      own ?? known.get([infinitive, ...rest].join(" ")) ?? known.get([`${infinitive}se`, ...rest].join(" "));
    if (english !== undefined && english !== "") return { count, english, active: own !== undefined };
  }
  return undefined;
}

/** For a word that is not in the dictionary: another form of it. */
export function translateOtherForm(ofWord: Map<string, string>, word: string): string | undefined {
  for (const lemma of lemmasOf(word)) {
    const english = ofWord.get(lemma);
    if (english !== undefined) return english;
  }
  if (word.endsWith("mente") && word.length > 8) {
    const adjective = word.slice(0, -5);
    const english = [adjective.replace(/a$/, "o"), adjective, ...lemmasOf(adjective)]
      .map((one) => ofWord.get(one))
      .find((one) => one !== undefined);
    if (english !== undefined && /^[a-z]+$/.test(english)) return adverbOf(english);
  }
  return undefined;
}

/** "financieras": "financiero". "resoluciones": "resolución". "veces": "vez". */
function* lemmasOf(word: string): Iterable<string> {
  if (word.length < 4) return;
  const one = word.replace(/s$/, "");
  if (one !== word) {
    yield one;
    if (word.endsWith("ces")) yield `${word.slice(0, -3)}z`;
    if (word.endsWith("es")) {
      const stem = word.slice(0, -2);
      yield stem;
      yield stem.replace(
        /([aeiou])([ns])$/,
        (_, vowel: string, last: string) => `${"áéíóú"["aeiou".indexOf(vowel)]}${last}`,
      );
      yield withoutAccents(stem);
    }
  }
  if (one.endsWith("a")) {
    yield `${one.slice(0, -1)}o`;
    yield one.slice(0, -1);
    yield one.slice(0, -1).replace(/es$/, "és").replace(/an$/, "án").replace(/on$/, "ón");
  }
}

function adverbOf(adjective: string): string {
  if (adjective.endsWith("ly")) return adjective;
  if (/[^aeiou]le$/.test(adjective)) return `${adjective.slice(0, -1)}y`;
  if (adjective.endsWith("y")) return `${adjective.slice(0, -1)}ily`;
  return adjective.endsWith("ic") ? `${adjective}ally` : `${adjective}ly`;
}
