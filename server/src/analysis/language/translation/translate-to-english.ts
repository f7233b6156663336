import { type ForeignLanguage, wordsIn } from "./dictionary.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { spanish } from "./spanish.ts";
import type { Glossing } from "./translator.ts";

const makers: Record<ForeignLanguage, () => Glossing> = { de: german, es: spanish, fr: french };
const made = new Map<ForeignLanguage, Glossing>();

function glossingOf(language: ForeignLanguage): Glossing {
  const glossing = made.get(language) ?? makers[language]();
  made.set(language, glossing);
  return glossing;
}

/** What a word is read by of what was said before it is its end. */
const longestSaid = 80;

/**
 * Word for word into English: what the models, which learned to read in English, are shown of a text in another
 * language. Nobody else sees it: quotes and findings are taken from the document's own words.
 */
export function translateToEnglish(foreign: string, language: ForeignLanguage): string {
  const glossing = glossingOf(language);
  const text = glossing.inOrder(foreign);
  const words = wordsIn(text, language);
  const pieceAt = glossing.reader(text, words);
  const english: string[] = [];
  let said = "";
  let written = 0;
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (word === undefined) break;
    const { count, gloss = word.written } = pieceAt(at, said);
    const last = words[at + count - 1] ?? word;
    const between = text.slice(written, word.start);
    // A word left out takes the space before it along.
    const shown = gloss === "" ? between.trimEnd() : `${between}${gloss}`;
    const apart = "'’".includes(text[last.end - 1] ?? " ") ? " " : "";
    english.push(shown, apart);
    said = `${said}${shown}${apart}`.slice(-longestSaid);
    written = last.end;
    at += count;
  }
  return `${english.join("")}${text.slice(written)}`.replace(/\s+/g, " ").trim();
}
