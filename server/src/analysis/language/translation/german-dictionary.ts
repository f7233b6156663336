import { maxWordLength, stemOf } from "../words.ts";
import source from "./de.json" with { type: "json" };
import {
  addExpression,
  addWord,
  cached,
  closestMeaning,
  type Dictionary,
  emptyDictionary,
  entriesOf,
  keepFirst,
} from "./dictionary.ts";
import { gerundOf, participleOf } from "./english-forms.ts";
import { dictionaryForms, isIrregular, isParticiple, removeZu } from "./german-forms.ts";

export interface GermanDictionary extends Dictionary {
  /** "Dritte" (third parties) and "dritte" (third) differ by the capital letter. */
  ofNoun: Map<string, string>;
  ofLower: Map<string, string>;
  /** Expressions that do not begin with a noun. */
  lowerExpressions: Set<string>;
  /** German infinitives, and their translations. */
  verbs: Set<string>;
  englishVerbs: Set<string>;
  /** Caches. */
  found: Map<string, string | undefined>;
  finite: Map<string, boolean>;
  knowns: Map<string, boolean>;
}

const negations = new Set(["nicht", "kein", "keine", "nie"]);

export function germanDictionary(): GermanDictionary {
  const dictionary: GermanDictionary = {
    ...emptyDictionary(),
    ofNoun: new Map(),
    ofLower: new Map(),
    lowerExpressions: new Set(),
    verbs: new Set(),
    englishVerbs: new Set(),
    found: new Map(),
    finite: new Map(),
    knowns: new Map(),
  };
  const entries = [...entriesOf(source, "de")];
  const nounExpressions = new Set<string>();
  for (const entry of entries) {
    const { english, first, words, hasCapital } = entry;
    if (words.length === 1) {
      addWord(dictionary, entry, "de");
      keepFirst(hasCapital ? dictionary.ofNoun : dictionary.ofLower, first, english);
      continue;
    }
    const stems = words.map((word) => stemOf(word, "de"));
    addExpression(dictionary, words, english);
    // Negations match only as written.
    if (!negations.has(first)) addExpression(dictionary, stems, english);
    if (hasCapital) nounExpressions.add(words.join(" "));
    else dictionary.lowerExpressions.add(words.join(" ")).add(stems.join(" "));
  }
  for (const key of nounExpressions) dictionary.lowerExpressions.delete(key);
  for (const { written, english } of entries)
    if (isVerb(dictionary, written)) {
      dictionary.verbs.add(written);
      if (english !== "") dictionary.englishVerbs.add(english);
    }
  return dictionary;
}

/** Nouns are capitalised; a word that ends like an infinitive and is no form of an adjective is a verb. */
function isVerb({ ofLower }: GermanDictionary, written: string): boolean {
  if (!/^[a-zäöüß]{2,}(?:en|ern|eln|tun)$/.test(written) || ofLower.has(written.slice(0, -1))) return false;
  return !notInfinitives.has(written) && (!isParticiple(written) || isIrregular(written));
}

const notInfinitives = new Set(
  "zwischen gegen neben wegen binnen außen innen unten oben hingegen indessen ansonsten zusammen daneben stattdessen offen mitten hinten dessen deren inzwischen eben wessen verboten betroffen verschieden fern extern intern modern dagegen frühen einzeln selten trocken mitten seien waren worden gewesen bezogen beizeiten aufseiten vonseiten zugunsten zulasten jemanden niemanden vorhanden dazwischen einverstanden umstritten unbestritten sieben ihnen denen gern gestern sondern sofern insofern inwiefern soeben meisten wenigsten morgen ungern keinen jeden diesen welchen solchen jenen unseren deinen meinen zweien allen vielen manchen".split(
    " ",
  ),
);

/** What reordering needs of the dictionary. */
export interface Lexicon {
  isKnown: (word: string) => boolean;
  /** "meldet", "melden", not "gemeldet". */
  isFiniteForm: (word: string) => boolean;
}

export const openLexicon = (dictionary: GermanDictionary): Lexicon => ({
  isKnown: (word) =>
    word.length <= maxWordLength && cached(dictionary.knowns, word, () => lookUp(dictionary, word) !== undefined),
  isFiniteForm: (word) => isFiniteForm(dictionary, word),
});

export const isFiniteForm = (dictionary: GermanDictionary, word: string) =>
  word.length <= maxWordLength && cached(dictionary.finite, word, () => findFiniteForm(dictionary, word));

function findFiniteForm({ verbs, ofWord }: GermanDictionary, word: string): boolean {
  if (!/^[a-zäöüß]{3,}$/.test(word) || notInfinitives.has(word) || notFinite.has(word)) return false;
  if (verbs.has(word)) return true;
  if (
    /ge.+(?:t|en)$/.test(word) &&
    isParticiple(word) &&
    ![`${word.slice(0, -1)}en`, `${word.slice(0, -1)}n`].some((one) => verbs.has(one))
  )
    return false;
  if (/(?:e|en|er|es|em|te|ten)$/.test(word) && !/^(?:blieb|fand|gab|stand|lag|ging|kam)en$/.test(word)) return false;
  if (!/t$/.test(word) && ofWord.has(word)) return false;
  return dictionaryForms(word).some((form) => verbs.has(form) && (/t$/.test(word) || !form.startsWith(word)));
}

const notFinite = new Set(
  "nicht bekannt bereit leicht direkt gesamt selbst damit somit recht weit erst meist statt sonst dort jetzt".split(
    " ",
  ),
);

const minPartLength = 4;
/** "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz" has 63 letters. */
const maxCompoundLength = 80;
/** These are prefixes, not parts of a compound. */
const notParts = new Set(
  "über unter gegen hinter nach ohne zwischen weiter wieder durch aber oder eine dies alle mehr wider voll ende".split(
    " ",
  ),
);
const links = ["", "s", "es", "n", "en", "er", "e"];

export function translateWord(dictionary: GermanDictionary, word: string, isNoun?: boolean): string | undefined {
  const key = isNoun === true ? word.toUpperCase() : word;
  return cached(
    dictionary.found,
    key,
    () =>
      lookUp(dictionary, word, isNoun) ??
      (word.length > maxCompoundLength ? undefined : translateCompound(dictionary, word, isNoun)),
  );
}

/** "Datenschutzverletzung": the longest known beginning, a linking letter, and the rest, which may be a compound itself. */
function translateCompound(dictionary: GermanDictionary, word: string, isNoun?: boolean): string | undefined {
  for (let cut = word.length - minPartLength; cut >= minPartLength; cut--) {
    for (const link of links) {
      if (!word.slice(0, cut).endsWith(link)) continue;
      const head = translateFirstPart(dictionary, word.slice(0, cut - link.length));
      if (head === undefined || cut - link.length < minPartLength) continue;
      const rest = word.slice(cut);
      // Cached: otherwise the time for a made-up word would grow exponentially with its parts.
      const tail = translateWord(dictionary, rest, isNoun);
      if (tail !== undefined) return `${head} ${tail}`.trim();
    }
  }
  return undefined;
}

/** A word, or the stem of a verb: "Prüfbericht", "Meldeweg". */
function translateFirstPart({ ofWord, ofStem, verbs }: GermanDictionary, part: string): string | undefined {
  if (notParts.has(part)) return undefined;
  const verb = [`${part}en`, `${part}n`].find((one) => verbs.has(one));
  return (
    ofWord.get(part) ??
    (verb === undefined ? undefined : ofWord.get(verb)) ??
    closestMeaning(ofStem.get(stemOf(part, "de")), part)
  );
}

function lookUp(dictionary: GermanDictionary, part: string, isNoun?: boolean): string | undefined {
  const { ofWord, ofNoun, ofStem } = dictionary;
  const nouns = isNoun === true ? [part, ...dictionaryForms(part)].find((one) => ofNoun.has(one)) : undefined;
  const noun = nouns === undefined ? undefined : ofNoun.get(nouns);
  const direct = noun ?? ofWord.get(part) ?? closestMeaning(ofStem.get(stemOf(part, "de")), part, isNoun);
  if (direct !== undefined) return direct;
  const form = dictionaryForms(part).find((one) => ofWord.has(one));
  return form === undefined
    ? (translateFeminine(dictionary, part) ?? translateAffixed(dictionary, part))
    : ofWord.get(form);
}

/** "die Auftragnehmerin": the dictionary has the masculine form only. */
function translateFeminine({ ofNoun }: GermanDictionary, word: string): string | undefined {
  const [, man] = /^([a-zäöüß]{4,})in(?:nen)?$/.exec(word) ?? [];
  const known = man === undefined ? undefined : [man, ...dictionaryForms(man)].find((one) => ofNoun.has(one));
  return known === undefined ? undefined : ofNoun.get(known);
}

/** A known word with a prefix or suffix: "ungeprüft", "überprüfbar", "folgenlos". */
function translateAffixed(dictionary: GermanDictionary, word: string): string | undefined {
  const bare = word.replace(/e[nrsm]?$/, "");
  const [, negated] = /^un([a-zäöüß]{5,})$/.exec(word) ?? [];
  const english = negated === undefined ? undefined : lookUp(dictionary, negated);
  if (negated !== undefined && english !== undefined) {
    const isDone = isParticiple(negated) || isParticiple(bare.slice(2));
    return `not ${isDone && dictionary.englishVerbs.has(english) ? participleOf(english) : english}`;
  }
  const doing = /[^aeiou]?(?:e|er|el)nd$/.test(bare) ? bare.slice(0, -1) : "";
  const owed = removeZu(doing);
  if (owed !== undefined && dictionary.verbs.has(owed))
    return `to be ${participleOf(dictionary.ofWord.get(owed) ?? "")}`;
  if (dictionary.verbs.has(doing)) return gerundOf(dictionary.ofWord.get(doing) ?? "");
  const [, verb] = /^([a-zäöüß]{4,})bar$/.exec(bare) ?? [];
  const infinitive = [`${verb}en`, `${verb}n`].find((one) => dictionary.verbs.has(one));
  if (infinitive !== undefined) return `able to be ${participleOf(dictionary.ofWord.get(infinitive) ?? "")}`;
  const [, noun] = /^([a-zäöüß]{4,}?)(?:s|n|en)?los$/.exec(bare) ?? [];
  const without = noun === undefined ? undefined : (dictionary.ofNoun.get(noun) ?? dictionary.ofNoun.get(`${noun}e`));
  return without === undefined ? undefined : `without ${without}`;
}
