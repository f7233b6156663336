import type { ControlToJudge } from "./analyser.ts";
import type { Names } from "./parties.ts";
import type { Language } from "./words.ts";

/**
 * Fills a text to insert with the document's own terms. {processor} becomes what this document calls the processor;
 * {processor|dem Auftragsverarbeiter} does so where that word fits the sentence, else it reads as written; what only the
 * author can know stays in square brackets.
 */
export function fillTerms(
  text: string,
  language: Language,
  names: Names,
  { terms, translations }: Pick<ControlToJudge, "terms" | "translations">,
): string {
  const nameOf = (key: string) =>
    (language === "en" ? undefined : translations?.[language]?.terms[key]?.name) ?? key.replaceAll("_", " ");
  const filled = text.replace(
    /\{([a-z][a-z0-9_]*)(?:\|([^{}]*))?\}/g,
    (_, key: string, asWritten: string | undefined) => {
      const own = names.ownWord(key);
      if (asWritten !== undefined) return own === undefined ? asWritten : fitted(asWritten, own, nameOf(key), language);
      if (own !== undefined) return language === "en" ? `${names.article(key)}${own}` : own;
      return terms?.[key]?.isParty === true && language === "en" ? `the ${nameOf(key)}` : `[${nameOf(key)}]`;
    },
  );
  return language === "en" ? filled.replace(/(^|[.!?]\s+)the /g, "$1The ") : filled;
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
