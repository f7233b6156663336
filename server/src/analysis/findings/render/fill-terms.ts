import type { ControlToJudge } from "../../analyser.ts";
import type { Language } from "../../language/words.ts";
import { type Names, withoutArticle } from "../../passages/parties.ts";

type Control = Pick<ControlToJudge, "terms" | "translations"> & Partial<Pick<ControlToJudge, "name">>;

/** Where one of these stands before a term, the text has said already which one is meant. */
const afterDeterminer = /(?<!\p{L})(?:an?|the|each|every|any|some|its|their|his|her|our|your|such|another|no)\s+$/iu;

/**
 * Fills a text to insert with the document's own terms. {processor} becomes what this document calls the processor;
 * {processor|dem Auftragsverarbeiter} does so where that word fits the sentence, else it reads as written; what only the
 * author can know stays in square brackets.
 */
export function fillTerms(text: string, language: Language, names: Names, control: Control): string {
  const nameOf = (key: string) =>
    (language === "en" ? undefined : control.translations?.[language]?.terms[key]?.name) ?? englishName(key, control);
  const filled = text.replace(
    /\{([a-z][a-z0-9_]*)(?:\|([^{}]*))?\}/g,
    (_, key: string, asWritten: string | undefined, at: number) => {
      const own = names.ownWord(key);
      if (own === undefined && asWritten !== undefined) return asWritten;
      if (language === "en") return inEnglish(key, text.slice(0, at), names, control);
      if (own === undefined || asWritten === undefined) return own ?? `[${nameOf(key)}]`;
      const place = readPlace(asWritten, { own, usual: nameOf(key), before: text.slice(0, at), language });
      return (place && inPlace(place, key, names, control)) ?? asWritten;
    },
  );
  return language === "en" ? filled.replace(/(^|[.!?]\s+)the /g, "$1The ") : filled;
}

function inEnglish(key: string, before: string, names: Names, control: Control): string {
  const own = names.ownWord(key);
  const isParty = control.terms?.[key]?.isParty === true;
  const isDetermined = afterDeterminer.test(before);
  // "each Brightharbor" is no English: a company's name cannot be one of several.
  if (own !== undefined && !(isDetermined && isParty && !isNoun(own, key, control)))
    return isDetermined ? own : `${names.article(key)}${own}`;
  const name = englishName(key, control);
  if (!isParty) return `[${name}]`;
  return isDetermined ? name : `the ${name}`;
}

/** One of the names that the catalogue lists, and so a word for a kind of party; anything else is somebody's name. */
function isNoun(own: string, key: string, { terms }: Control): boolean {
  return isAmong([key.replaceAll("_", " "), ...(terms?.[key]?.alsoCalled ?? [])], own);
}

function isAmong(listed: string[], own: string): boolean {
  const spelled = (name: string) => withoutArticle(name.toLowerCase()).replaceAll("-", " ").replaceAll("’", "'");
  return listed.map(spelled).includes(spelled(own));
}

/** The key as words, with the capitals that the control writes them with: "ICT provider", "CSIRT", "sub-processor". */
function englishName(key: string, { name = "", terms = {} }: Control): string {
  const written = [name, ...Object.values(terms).flatMap(({ meaning, alsoCalled }) => [meaning, ...alsoCalled])];
  const abbreviations = new Set(written.join(" ").match(/(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu));
  const words = key.split("_").map((word) => (abbreviations.has(word.toUpperCase()) ? word.toUpperCase() : word));
  return words.join(" ").replace(/^(sub|co|non) /, "$1-");
}

/** Where a sentence in another language than English speaks of a party. */
interface Place {
  language: Exclude<Language, "en">;
  before: string;
  /** With what follows it: "dem ", "de l’". */
  article: string;
  /** As inflected there: "Auftragsverarbeiters". */
  noun: string;
  usual: string;
  own: string;
}

/** Undefined where it reads as written anyway: with the usual word, or with more than an article and that word. */
function readPlace(asWritten: string, around: Omit<Place, "article" | "noun">): Place | undefined {
  const { own, usual } = around;
  const [, article = "", noun = ""] = /^((?:(?:a|à|de) )?(?:l['’]|\p{L}+ ))(.+)$/iu.exec(asWritten) ?? [];
  const isUsual =
    noun.toLowerCase().startsWith(usual.toLowerCase().slice(0, 4)) &&
    noun.split(" ").length === usual.split(" ").length;
  return isUsual && own.toLowerCase() !== usual.toLowerCase() ? { ...around, article, noun } : undefined;
}

/** The document's word in place of the usual one; undefined where that would be a fault of grammar. */
function inPlace(place: Place, key: string, names: Names, control: Control): string | undefined {
  const { own, language } = place;
  if (isAmong(control.translations?.[language]?.terms[key]?.alsoCalled ?? [], own)) return nounInPlace(place);
  // A noun that the catalogue does not list has a gender that nobody knows; one from English is used like a name.
  if (names.article(key) !== "" && !isNoun(own, key, control)) return undefined;
  return nameInPlace(place);
}

/** "den Auftragsverarbeiter" becomes "den Auftragnehmer". */
function nounInPlace(place: Place): string | undefined {
  const { language, article, noun, own, usual } = place;
  if (language !== "de") return isAlike(place) ? `${article}${own}` : undefined;
  // Both of one kind, so that article and ending fit: a noun that takes -n or -en in most cases ends otherwise.
  if (!/^\S+(?<!lich|tragt|tigt|[Dd]ritt)er$/u.test(own) || !usual.endsWith("er")) return undefined;
  if (/es $/iu.test(article)) return `${article}${own}s`;
  return `${article}${own}${noun.toLowerCase().startsWith(usual.toLowerCase()) ? noun.slice(usual.length) : ""}`;
}

/** What begins with these has its gender from a later word, or takes no article at all: "nuestra empresa". */
const noNounFirst = /^(?:nuestr[oa]|notre|otr[oa]|autre|quatrième|haute|rh)(?!\p{L})/iu;

/** In French and Spanish: of the gender and number that the article has, and beginning as the article asks for. */
function isAlike({ language, own, usual, article }: Place): boolean {
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

/** What is left of an article, alone or grown together with a preposition, before a name that takes none. */
const beforeName: Record<Place["language"], [article: RegExp, left: string][]> = {
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
function nameInPlace({ language, before, article, own, usual }: Place): string | undefined {
  const left = beforeName[language].find(([pattern]) => pattern.test(article))?.[1];
  if (left === undefined) return undefined;
  // Before a masculine noun "der" marks the subject; before a feminine one it may mark the owner, which takes "von".
  if (language === "de" && /^der $/iu.test(article) && !/(?:er|ant|or)$/u.test(usual)) return undefined;
  const hasCapital = /^\p{Lu}/u.test(article);
  if (language === "fr" && isElidedBefore(own) && !/^h/iu.test(own)) {
    // "que Acme" would have to be "qu’Acme", and that word stands outside this place.
    if (/(?:que|de|ne) $/iu.test(before)) return undefined;
    if (left === "de ") return `${hasCapital ? "D" : "d"}’${own}`;
  }
  return `${hasCapital ? left.replace(/^\p{L}/u, (letter) => letter.toUpperCase()) : left}${own}`;
}

/** In French. The h of nouns is mute more often than not: "l’hébergeur". */
function isElidedBefore(word: string): boolean {
  return /^[aeiouhàâæéèêëîïôœùûü]/iu.test(word);
}

/** As far as the ending tells it, in French and Spanish. */
function genderOf(noun: string): "feminine" | "masculine" {
  const [first = ""] = noun.toLowerCase().split(/\s/);
  return /(?:tion|(?<!mi)té|partie|trice|euse|ière|ée|ise|ance|(?<!ist)a|ión|dad|triz)$/u.test(first)
    ? "feminine"
    : "masculine";
}
