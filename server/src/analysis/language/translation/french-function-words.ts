import type { Form } from "./french-forms.ts";

/** Pronouns between a negation and its verb. */
export const isClitic = (word: string) => /^(?:se|s'|me|m'|te|t'|nous|vous|lui|leur|le|la|les|l'|en|y)$/.test(word);

const number =
  /^\s*(?:\d|(?:un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quinze|vingt|trente|quarante|soixante|quatre-vingt)(?!\p{L}))/u;
const subject = /^(?:il|elle|ils|elles|ne|n'|nepas|neplus|nejamais|qui|on|nous|vous)$/;
const preposition =
  /^(?:de|d'|à|par|dans|avec|pour|sur|sous|sans|contre|selon|entre|chez|vers|que|qu'|est|sont|tout|toute|tous|toutes)$/;
const beforeThings =
  /^(?:par|dans|avec|à|pour|sur|sous|sans|contre|selon|entre|que|qu'|nepas|neplus|est|sont|soit|comme|contient|comprend|a|ont|lorsque|lorsqu'|si|quand|puis)$/;
const compared = new Set("plus moins autre autres autrement davantage plutôt ailleurs supérieur".split(" "));

export interface FunctionWord {
  word: string;
  /** Empty if there is punctuation between. */
  before: string;
  wordsBefore: string[];
  after: string;
  /** The next word that is no pronoun: "pour s’y opposer". */
  verbAfter: string;
  textAfter: string;
}

/**
 * Function words whose sense depends on the words around them; undefined if the dictionary decides. `formOf` returns the
 * form of a verb.
 */
export function translateFunctionWord(
  { word, before, wordsBefore, after, verbAfter, textAfter }: FunctionWord,
  formOf: (word: string) => Form | undefined,
): string | undefined {
  if (word === "encore") return wordsBefore.slice(-4).includes("nepas") ? "yet" : undefined;
  if (word === "chaque") return number.test(textAfter) ? "every" : undefined;
  if (word === "sous") return number.test(textAfter) ? "within" : undefined;
  if (word === "soit")
    return formOf(after) === "past" || wordsBefore.some((one) => one === "que" || one === "qu'") ? "be" : undefined;
  if ((word === "que" || word === "qu'") && wordsBefore.slice(-4).some((one) => one === "même" || one === "mêmes"))
    return "as";
  if (word === "que" || word === "qu'")
    return wordsBefore.slice(-4).some((one) => compared.has(one)) ? "than" : undefined;
  if (word === "de" || word === "d'" || word === "pour") return formOf(verbAfter) === "infinitive" ? "to" : undefined;
  if (word === "des") {
    // "applique des mesures", "avec des tiers": no article in English.
    const behindVerb = /^(?:third|plural|ing|infinitive|shall)$/.test(formOf(before) ?? "");
    return before === "" || behindVerb || beforeThings.test(before) ? "" : undefined;
  }
  if (word === "en") {
    if ((subject.test(before) || before === "d'" || before === "s'") && formOf(after) !== undefined) return "of it";
    if (formOf(after) === "infinitive") return "of it";
    return formOf(after) === "ing" ? "by" : undefined;
  }
  const form = /^(?:a|ont|aura|auront|avait|avaient)$/.test(after) ? "third" : formOf(after);
  return isObject(word, before, form) ? objects.get(word) : undefined;
}

const objects = new Map(Object.entries({ le: "it", la: "it", "l'": "it", les: "them", lui: "it", leur: "them" }));

/** "le client les informe", "de les informer": "them", not "the". */
function isObject(word: string, before: string, form: Form | undefined): boolean {
  if (form === undefined || form === "past" || form === "ing") return false;
  if (subject.test(before)) return true;
  if (form === "infinitive") return /^(?:de|à|pour)$/.test(before) && /^(?:le|les|lui|leur)$/.test(word);
  return before !== "" && !preposition.test(before);
}

const determiner =
  /^(?:le|la|les|l'|un|une|son|sa|ses|leur|leurs|ce|cet|cette|ces|chaque|tout|toute|tous|toutes|notre|nos|votre|vos|que|qu'|à|au|aux|des)$/;
/** Cannot precede a verb. */
const beforeNoun =
  /^(?:le|la|les|l'|un|une|des|du|de|d'|au|aux|à|en|son|sa|ses|leur|leurs|ce|cet|cette|ces|chaque|tout|toute|tous|toutes|notre|nos|votre|vos|par|pour|sur|sous|sans|avec|dans|contre|selon|entre|et|ou|présent|présente|aucun|aucune|quelque|quel|quelle|est|sont|comme|si|non|nouvelle|nouveau|nouvel|première|premier|dernière|dernier|simple|seule|seul|même|autre|bonne|bon|mauvaise|grande|éventuelle|telle|future)$/;
export const isBeforeNoun = (word: string) => beforeNoun.test(word) && !isToBe(word);

/** Between two nouns an ambiguous word is a verb: "le sous-traitant aide le responsable". */
export const isBetweenNouns = (before: string, after: string) =>
  /^(?:il|elle|ils|elles|qui|on)$/.test(before) ||
  (before !== "" && !beforeNoun.test(before) && determiner.test(after));

export const isToBe = (word: string) =>
  /^(?:est|sont|être|été|sera|seront|soit|soient|était|étaient|serait|seraient)$/.test(word);
