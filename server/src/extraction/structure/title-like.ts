import type { Numbering } from "./numbering.ts";

const maxTitleCharacters = 130;
const maxTitleWords = 16;

/** Verbs of duties and permissions: a line that has one is a clause, however short. */
const obligation =
  /(?<!\p{L})(?:shall|must|agrees?|undertakes?|warrants?|acknowledges?|muss|müssen|darf|dürfen|verpflichtet|sollen|soll|doit|doivent|s'engage|s’engage|debe|deben|deberá|deberán|se obliga)(?!\p{L})/iu;
/** Verbs of statements, in lower case: "What Is New" is a title. Others have one only if they are a question or a phrase. */
const statement =
  /(?<!\p{L})(?:is|are|was|were|be|been|may|will|can|has|have|had|does|do|did|would|should|not|ist|sind|wird|werden|kann|können|hat|haben|nicht|est|sont|peut|peuvent|ont|sera|seront|es|son|puede|pueden|será|serán|han)(?!\p{L})/u;
const question =
  /^(?:what|who|whom|whose|how|why|when|where|which|whether|do|does|did|is|are|can|if|was|wer|wie|warum|wieso|wann|wo|welche[rsnm]?|wofür|woher|quels?|quelles?|qui|que|quoi|comment|pourquoi|quand|où|combien|qué|quién|quiénes|cómo|por qué|cuándo|dónde|cuál|cuáles|cuánto)(?!\p{L})/iu;

/** "You have the right to" is a lead-in, even without its colon. */
const unfinished =
  /(?<!\p{L})(?:to|of|on|at|into|the|and|or|by|for|with|that|as|a|an|from|which|these|such|zu|von|dem|der|die|das|und|oder|mit|für|dass|à|de|du|des|les|la|le|et|ou|par|pour|que|el|los|las|y|o|por|para|con|über|auf|sur|sobre|en)$/iu;
const signature =
  /(?<!\p{L})(?:signature|signatures|signed|witness|on behalf of|printed? name|place, date|ort, datum|unterschrift|namens|firma del|firmado|nom et|pour le compte|en nombre)(?!\p{L})/iu;
const webAddress = /@|https?:\/\/|www\./i;
/** "Signature: ____", "Scope ........ 3" and "Scope    3" of a table of contents. */
const blank = /_{3}|\.{4}|…{2}|(?:\. ){3}|\t/;
/** Behind a word, not behind "U.S." */
const sentenceBreak = /[\p{L}\p{N}]{2}[.!?]["”’»]?\s+["“‘«(]?\p{Lu}/u;
const date =
  /^(?:\p{L}+ )?\d{1,2}(?:st|nd|rd|th|\.)? (?:de )?\p{L}+,? (?:de )?\d{4}$|^\p{L}+ \d{1,2},? \d{4}$|^[\d./-]+$/u;
const abbreviationAtEnd = /(?:^|\s)(?:inc|ltd|co|corp|etc|no|nr|s\.a|s\.l|s\.p\.a|b\.v|n\.v|e\.v)\.$/i;
/** "4 – 7 March 2024" has no title, "Page 3 of 9" neither. */
const pageNumber = /^(?:page|seite|página|p\.)?\s?\d{1,4}(?:\s?(?:of|von|de|sur|\/)\s?\d{1,4})?$/i;

/** What the words alone say: a title is short, begins like one, does not end like a sentence and obliges nobody. */
export function isTitleLike(text: string, numbering: Numbering | undefined, isProminent: boolean): boolean {
  const title = (numbering?.rest ?? text).replace(/["”’»]{1,3}$/, "");
  // Annexes often have titles of several lines.
  const maxCharacters = isProminent && numbering?.word ? 2 * maxTitleCharacters : maxTitleCharacters;
  if (text.length > maxCharacters || blank.test(text) || webAddress.test(text)) return false;
  // "Article 5" alone is a title, "5." is not.
  if (title === "") return numbering !== undefined && numbering.word !== "";
  if (!/\p{L}{2}/u.test(title) || date.test(text) || pageNumber.test(text)) return false;
  if (!/^["“‘«„¿¡'[]?[\p{Lu}\p{Lt}\p{N}\p{Lo}]/u.test(title)) return false;
  const words = title.split(/\s+/).length;
  if (words > (maxCharacters / maxTitleCharacters) * maxTitleWords || sentenceBreak.test(title)) return false;
  if (obligation.test(title) || /^[[(].*[\])]$/.test(title)) return false;
  const hasStatement = statement.test(title);
  if (hasStatement && !isProminent && !question.test(title)) {
    if (numbering !== undefined || words > 9) return false;
  }
  if (/[,;]$/.test(title)) return false;
  if (title.endsWith(":")) return isProminent && numbering !== undefined && words <= 8;
  // "Changes." in bold letters.
  if (/[.…]$/.test(title) && !abbreviationAtEnd.test(title)) return isProminent && words <= 6 && !hasStatement;
  return isProminent || question.test(title) || !unfinished.test(title);
}

/** "2. Scope and term." as a paragraph of its own. */
export function isDottedTitle(text: string, numbering: Numbering | undefined): boolean {
  const { rest, mark } = numbering ?? { rest: text, mark: "" };
  if (text.length > 80 || !rest.endsWith(".") || mark === "()" || !/^\p{Lu}/u.test(rest)) return false;
  const isSentence = obligation.test(rest) || statement.test(rest) || /[.!?]\s/.test(rest);
  return !isSentence && rest.split(/\s+/).length <= (numbering === undefined ? 5 : 8) && /\p{L}{2}/u.test(rest);
}

/** "Company: Example Ltd", "BETWEEN:-" and "Signature of the witness": lines of a form or above the names of those who sign. */
export function isEntry(title: string, isProminent: boolean): boolean {
  if (signature.test(title) && title.includes(" ")) return true;
  const colon = title.indexOf(":");
  if (colon < 0) return false;
  const words = title
    .slice(colon + 1)
    .trim()
    .split(/\s+/);
  if (isProminent) return !/\p{L}{2}/u.test(words.join(" ")) || words.length <= 2;
  // "Keeping data: how we do it" continues in lower case.
  return !/^\p{Ll}/u.test(words[0] ?? "") || words.length <= 2;
}

/** Has letters, all of them capitals. */
export function isAllCapitals(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && text === text.toUpperCase();
}

/** What follows completes it. */
export const isLeadIn = (text: string) => /[:,]$/.test(text) || unfinished.test(text.slice(-20));

const sentenceEnd = /[.!?;:]["”’»)\]]*$/;

/** A sentence, or a paragraph that is too long for a title. */
export const isRunningText = (text: string) =>
  text.length > maxTitleCharacters || (text.length >= 40 && sentenceEnd.test(text));
