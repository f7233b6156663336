import type { Dictionary } from "./dictionary.ts";
import { gerundOf, participleOf } from "./english-forms.ts";
import { formIn, type VerbForm, verbInEnglish, withoutAccents } from "./spanish-verbs.ts";

/**
 * Spanish says in the form of the verb what English says in words before it: "no se comunicarán" is "shall not be
 * disclosed". Taken word by word, the duty and whose it is would be lost.
 */
export interface SpanishDictionary extends Dictionary {
  longestExpression: number;
  /** The forms of the verbs among the words. */
  verbs: Map<string, VerbForm>;
}

interface Phrase {
  count: number;
  gloss: string;
}

const denying = new Map(Object.entries({ no: "not", nunca: "never", jamás: "never", tampoco: "also not" }));
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
/** With these before it an infinitive is something else: "al finalizar", "sin informar". */
const before = new Map<string, (verb: string) => string>(
  Object.entries({
    al: (verb: string) => `upon ${gerundOf(verb)}`,
    sin: (verb: string) => `without ${gerundOf(verb)}`,
    para: (verb: string) => `to ${verb}`,
    de: (verb: string) => `to ${verb}`,
  }),
);
/** After one of these stands a noun: "el cierre", not "cierre". */
const nounFollows = new Set(
  "el la los las un una del al de en con por sin su sus este esta ese esa estos estas cada dicho dicha sobre entre ningún ninguna cualquier otro otra todo toda".split(
    " ",
  ),
);
/** The verb here, with what denies it and the pronouns before it, and the expression that it begins. */
export function phraseAt(dictionary: SpanishDictionary, words: string[], previous: string): Phrase | undefined {
  let at = 0;
  const [first = ""] = words;
  const say = before.get(first);
  if (say !== undefined) return afterPreposition(dictionary, words, say);
  const denial = denying.get(first) ?? "";
  if (denial !== "") at++;
  let reflexive = false;
  let object = "";
  while (pronouns.has(words[at] ?? "") && (at > 0 || !isArticle(dictionary, words))) {
    if (words[at] === "se") reflexive = true;
    else object = pronouns.get(words[at] ?? "") ?? "";
    at++;
  }
  const word = words[at] ?? "";
  const helped = denial !== "" || reflexive ? withHelper(dictionary, words.slice(at), denial, reflexive) : undefined;
  if (helped !== undefined) return { count: at + helped.count, gloss: `${helped.gloss} ${object}`.trim() };
  const form = formIn(dictionary.verbs, word);
  // After "no" a participle or an adjective is only denied; a noun that looks like a verb is one.
  if (form === undefined || (at > 0 && form.tense === "participle" && reflexive)) return undefined;
  const isReflexive = reflexive || form.reflexive;
  const found = headOf(dictionary, form, words.slice(at), isReflexive);
  if (found === undefined) return undefined;
  // "los resultados de", "la cuenta con": a noun even where an expression could begin with the verb.
  const mayBeNoun = at === 0 && form.tense !== "infinitive" && (found.count === 1 || nounFollows.has(previous));
  if ((mayBeNoun || (at === 0 && found.count === 1)) && isNoun(dictionary, word, previous, form)) return undefined;
  const passive = isReflexive && !found.active;
  const gloss = verbInEnglish(found.english, form, { denial, passive });
  return { count: at + found.count, gloss: `${gloss} ${object}`.trim() };
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

function afterPreposition(
  dictionary: SpanishDictionary,
  [, ...words]: string[],
  say: (verb: string) => string,
): Phrase | undefined {
  const denied = words[0] === "no" ? 1 : 0;
  const form = formIn(dictionary.verbs, words[denied] ?? "");
  if (form?.tense !== "infinitive") return undefined;
  const found = headOf(dictionary, form, words.slice(denied), form.reflexive);
  if (found === undefined) return undefined;
  const verb = form.reflexive && !found.active ? `be ${participleOf(found.english)}` : found.english;
  return { count: 1 + denied + found.count, gloss: `${denied > 0 ? "not " : ""}${say(verb)}` };
}

/** "no se podrá utilizar", "se ha comunicado", "no será": what denies goes behind the first English word. */
function withHelper(
  dictionary: SpanishDictionary,
  [helper = "", next = "", ...rest]: string[],
  denial: string,
  reflexive: boolean,
): Phrase | undefined {
  const modal = modals.get(helper);
  if (modal !== undefined) {
    const denied = `${modal} ${denial}`.replace("can not", "cannot").trim();
    const form = formIn(dictionary.verbs, next);
    if (!reflexive || form?.tense !== "infinitive") return { count: 1, gloss: denied };
    const found = headOf(dictionary, form, [next, ...rest], true);
    if (found === undefined) return { count: 1, gloss: denied };
    return {
      count: 1 + found.count,
      gloss: `${denied} ${found.active ? found.english : `be ${participleOf(found.english)}`}`,
    };
  }
  const english = dictionary.ofWord.get(helper) ?? "";
  if (!helping.test(english) || dictionary.verbs.has(helper)) return undefined;
  const [one, ...two] = english.split(" ");
  return { count: 1, gloss: [one, denial, ...two, reflexive ? "been" : ""].filter((part) => part !== "").join(" ") };
}

/** The longest expression that the verb begins, in whatever form, or the verb alone. */
function headOf(
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

/** A word that is not in the dictionary as it is written: another form of one that is. */
export function otherFormOf(ofWord: Map<string, string>, word: string): string | undefined {
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
