import type { ControlToJudge } from "./analyser.ts";
import { type Names, withoutArticle } from "./parties.ts";
import type { Language } from "./words.ts";

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
      if (asWritten !== undefined) return own === undefined ? asWritten : fitted(asWritten, own, nameOf(key), language);
      if (language === "en") return inEnglish(key, text.slice(0, at), names, control);
      return own ?? `[${nameOf(key)}]`;
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
  const listed = [key.replaceAll("_", " "), ...(terms?.[key]?.alsoCalled ?? [])];
  const spelled = (name: string) => withoutArticle(name.toLowerCase()).replaceAll("-", " ");
  return listed.map(spelled).includes(spelled(own));
}

/** The key as words, with the capitals that the control writes them with: "ICT provider", "CSIRT", "sub-processor". */
function englishName(key: string, { name = "", terms = {} }: Control): string {
  const written = [name, ...Object.values(terms).flatMap(({ meaning, alsoCalled }) => [meaning, ...alsoCalled])];
  const abbreviations = new Set(written.join(" ").match(/(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu));
  const words = key.split("_").map((word) => (abbreviations.has(word.toUpperCase()) ? word.toUpperCase() : word));
  return words.join(" ").replace(/^(sub|co|non) /, "$1-");
}

/**
 * The document's word in place of the usual one, where the article before it still fits: "den Auftragsverarbeiter"
 * becomes "den Auftragnehmer". A proper name, "Nordlicht GmbH", takes no article.
 */
function fitted(asWritten: string, own: string, usual: string, language: Language): string {
  const written = /^(\S+['’]?\s?)(.+)$/u.exec(asWritten);
  const [, article = "", noun = ""] = written ?? [];
  if (own.toLowerCase() === usual.toLowerCase() || !noun.toLowerCase().startsWith(usual.toLowerCase().slice(0, 4)))
    return asWritten;
  if (language !== "de") return genderOf(own) === genderOf(usual) && isPlain(own) ? `${article}${own}` : asWritten;
  // Both of one kind, so that article and ending fit: a noun that takes -n or -en in most cases ends otherwise.
  if (!isPlain(own) || !own.endsWith("er") || !usual.endsWith("er")) return asWritten;
  const ending = noun.toLowerCase().startsWith(usual.toLowerCase()) ? noun.slice(usual.length) : "";
  return `${article}${own}${ending}`;
}

/** One word, or a few, none of them a company's name. */
function isPlain(own: string): boolean {
  return !/\b(?:GmbH|AG|KG|SE|SARL|SAS|SA|SL|SLU|Ltd|Inc|LLC)\b|\d/u.test(own);
}

/** As far as the ending tells it, in French and Spanish. */
function genderOf(noun: string): "feminine" | "masculine" {
  const [first = ""] = noun.toLowerCase().split(/\s/);
  return /(?:tion|té|trice|euse|ière|ée|ise|ance|a|ión|dad|triz)$/u.test(first) ? "feminine" : "masculine";
}
