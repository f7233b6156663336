import type { ControlToJudge } from "../../analyser.ts";
import type { Language } from "../../language/words.ts";
import { type TermNames as AllNames, withoutArticle } from "../../passages/parties.ts";

type TermNames = Pick<AllNames, "ownWord" | "article">;
type Control = Pick<ControlToJudge, "terms" | "translations"> & Partial<Pick<ControlToJudge, "name">>;

/** More characters than a determiner and the space behind it have. */
const maxDeterminerLength = 32;

/** After one of these a term needs no article. */
const afterDeterminer = /(?<!\p{L})(?:an?|the|each|every|any|some|its|their|his|her|our|your|such|another|no)\s+$/iu;

/**
 * Replaces placeholders by the document's own terms. {processor} becomes what this document calls the processor;
 * {processor|dem Auftragsverarbeiter} does so if that word fits the sentence, else the second part is used; what only the
 * author can know stays in square brackets.
 */
export function fillTerms(text: string, language: Language, names: TermNames, control: Control): string {
  const nameOf = (key: string) =>
    (language === "en" ? undefined : control.translations?.[language]?.terms[key]?.name) ?? englishName(key, control);
  const filled = text.replace(
    /\{([a-z][a-z0-9_]*)(?:\|([^{}]*))?\}/g,
    (_, key: string, asWritten: string | undefined, at: number) => {
      const own = names.ownWord(key);
      if (own === undefined && asWritten !== undefined) return asWritten;
      if (language === "en") return fillEnglish(key, text.slice(0, at), names, control);
      // Alone it has neither article nor case: only a name fits every sentence.
      if (own === undefined || asWritten === undefined)
        return own !== undefined && isName(own, key, language, names, control) ? own : `[${nameOf(key)}]`;
      const slot = parseSlot(asWritten, { own, usual: nameOf(key), before: text.slice(0, at), language });
      return (slot && fillSlot(slot, key, names, control)) ?? asWritten;
    },
  );
  return language === "en" ? filled.replace(/(^|[.!?]\s+)the /g, "$1The ") : filled;
}

function isName(own: string, key: string, language: Slot["language"], names: TermNames, control: Control): boolean {
  const { name = "", alsoCalled = [] } = control.translations?.[language]?.terms[key] ?? {};
  return names.article(key) === "" && !isAmong([name, ...alsoCalled], own) && !isNoun(own, key, control);
}

/** What only the author can know follows a colon: "for these purposes: [purposes]". */
const afterColon = /:\s*$/u;

function fillEnglish(key: string, before: string, names: TermNames, control: Control): string {
  const own = names.ownWord(key);
  const isParty = control.terms?.[key]?.isParty === true;
  if (!isParty && afterColon.test(before)) return `[${englishName(key, control)}]`;
  const isDetermined = afterDeterminer.test(before.slice(-maxDeterminerLength));
  // "each Brightharbor" is no English: a company's name takes no determiner.
  if (own !== undefined && !(isDetermined && isParty && !isNoun(own, key, control)))
    return isDetermined ? own : `${names.article(key)}${own}`;
  const name = englishName(key, control);
  if (!isParty) return `[${name}]`;
  return isDetermined ? name : `the ${name}`;
}

/** A name that the catalogue lists is a common noun; any other is a proper name. */
function isNoun(own: string, key: string, { terms }: Control): boolean {
  return isAmong([key.replaceAll("_", " "), ...(terms?.[key]?.alsoCalled ?? [])], own);
}

function isAmong(listed: string[], own: string): boolean {
  const spelled = (name: string) => withoutArticle(name.toLowerCase()).replaceAll("-", " ").replaceAll("’", "'");
  return listed.map(spelled).includes(spelled(own));
}

/** The key as words, with the control's capitals: "ICT provider", "CSIRT", "sub-processor". */
function englishName(key: string, control: Control): string {
  const abbreviations = abbreviationsOf(control);
  const words = key.split("_").map((word) => (abbreviations.has(word.toUpperCase()) ? word.toUpperCase() : word));
  return words.join(" ").replace(/^(sub|co|non) /, "$1-");
}

const abbreviationsByControl = new WeakMap<Control, Set<string>>();

/** All items of a control share them. */
function abbreviationsOf(control: Control): Set<string> {
  const known = abbreviationsByControl.get(control);
  if (known !== undefined) return known;
  const { name = "", terms = {} } = control;
  const written = [name, ...Object.values(terms).flatMap(({ meaning, alsoCalled }) => [meaning, ...alsoCalled])];
  const found = new Set(written.join(" ").match(/(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu));
  abbreviationsByControl.set(control, found);
  return found;
}

/** A placeholder in a sentence that is not English. */
interface Slot {
  language: Exclude<Language, "en">;
  before: string;
  /** With the space after it: "dem ", "de l’". */
  article: string;
  /** As inflected: "Auftragsverarbeiters". */
  noun: string;
  usual: string;
  own: string;
}

/** Undefined if the text stays as written: it has the usual word, or more than an article and that word. */
function parseSlot(asWritten: string, around: Omit<Slot, "article" | "noun">): Slot | undefined {
  const { own, usual } = around;
  const [, article = "", noun = ""] = /^((?:(?:a|à|de) )?(?:l['’]|\p{L}+ ))(.+)$/iu.exec(asWritten) ?? [];
  const isUsual =
    noun.toLowerCase().startsWith(usual.toLowerCase().slice(0, 4)) &&
    noun.split(" ").length === usual.split(" ").length;
  return isUsual && own.toLowerCase() !== usual.toLowerCase() ? { ...around, article, noun } : undefined;
}

/** The document's word instead of the usual one; undefined if that would be ungrammatical. */
function fillSlot(slot: Slot, key: string, names: TermNames, control: Control): string | undefined {
  const { own, language } = slot;
  if (isAmong(control.translations?.[language]?.terms[key]?.alsoCalled ?? [], own)) return fillNoun(slot);
  // The gender of a noun that the catalogue does not list is unknown; an English noun is used like a name.
  if (names.article(key) !== "" && !isNoun(own, key, control)) return undefined;
  return fillName(slot);
}

/** "den Auftragsverarbeiter" becomes "den Auftragnehmer". */
function fillNoun(slot: Slot): string | undefined {
  const { language, article, noun, own, usual } = slot;
  if (language !== "de") return isSameGenderAndNumber(slot) ? `${article}${own}` : undefined;
  // Both nouns end in -er, so that article and ending fit; weak nouns (-lich, -tragt, …) take -n or -en.
  if (!/^\S+(?<!lich|tragt|tigt|[Dd]ritt)er$/u.test(own) || !usual.endsWith("er")) return undefined;
  if (/es $/iu.test(article)) return `${article}${own}s`;
  return `${article}${own}${noun.toLowerCase().startsWith(usual.toLowerCase()) ? noun.slice(usual.length) : ""}`;
}

/** After one of these the gender comes from a later word, or no article is used: "nuestra empresa". */
const noNounFirst = /^(?:nuestr[oa]|notre|otr[oa]|autre|quatrième|haute|rh)(?!\p{L})/iu;

/** French and Spanish: gender, number and elision fit the article. */
function isSameGenderAndNumber({ language, own, usual, article }: Slot): boolean {
  const gender = /(?<!\p{L})(?:la|una|une) $/iu.test(article) ? "feminine" : "masculine";
  const isElided = /['’]$/u.test(article);
  const isPlural = (name: string) => /^\S+s(?!\S)/u.test(name);
  return (
    !noNounFirst.test(own) &&
    genderOf(own) === (isElided ? genderOf(usual) : gender) &&
    isPlural(own) === isPlural(usual) &&
    (language === "es" || isElidedBefore(own) === isElidedBefore(usual))
  );
}

/** What an article, alone or contracted with a preposition, becomes before a name. */
const beforeName: Record<Slot["language"], [article: RegExp, left: string][]> = {
  de: [
    [/^(?:der|die|das|dem|den) $/iu, ""],
    [/^des $/iu, "von "],
  ],
  fr: [
    [/^(?:le |la |l['’])$/iu, ""],
    [/^(?:au |à la |à l['’])$/iu, "à "],
    [/^(?:du |de la |de l['’])$/iu, "de "],
  ],
  es: [
    [/^(?:el|la) $/iu, ""],
    [/^(?:al|a la) $/iu, "a "],
    [/^(?:del|de la) $/iu, "de "],
  ],
};

/** "El encargado" becomes "Brightharbor", "del encargado" becomes "de Brightharbor"; "cada encargado" is nobody's name. */
function fillName({ language, before, article, own, usual }: Slot): string | undefined {
  const left = beforeName[language].find(([pattern]) => pattern.test(article))?.[1];
  if (left === undefined) return undefined;
  // Before a masculine noun "der" is nominative; before a feminine one it may be genitive, which would need "von".
  if (language === "de" && /^der $/iu.test(article) && !/(?:er|ant|or)$/u.test(usual)) return undefined;
  const hasCapital = /^\p{Lu}/u.test(article);
  if (language === "fr" && isElidedBefore(own) && !/^h/iu.test(own)) {
    // "que Acme" would have to be "qu’Acme", but "que" is outside the placeholder.
    if (/(?:que|de|ne) $/iu.test(before)) return undefined;
    if (left === "de ") return `${hasCapital ? "D" : "d"}’${own}`;
  }
  return `${hasCapital ? left.replace(/^\p{L}/u, (letter) => letter.toUpperCase()) : left}${own}`;
}

/** French; the h of most nouns is mute: "l’hébergeur". */
function isElidedBefore(word: string): boolean {
  return /^[aeiouhàâæéèêëîïôœùûü]/iu.test(word);
}

/** Guessed from the ending, in French and Spanish. */
function genderOf(noun: string): "feminine" | "masculine" {
  const [first = ""] = noun.toLowerCase().split(/\s/);
  return /(?:tion|(?<!mi)té|partie|trice|euse|ière|ée|ise|ance|(?<!ist)a|ión|dad|triz)$/u.test(first)
    ? "feminine"
    : "masculine";
}
