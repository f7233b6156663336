import { getOrCreate } from "../../../platform/get-or-create.ts";
import { type ForeignLanguage, wordsIn } from "./dictionary.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { spanish } from "./spanish.ts";
import type { Translator } from "./translator.ts";

const makers: Record<ForeignLanguage, () => Translator> = { de: german, es: spanish, fr: french };
const translators = new Map<ForeignLanguage, Translator>();

/** A word's translation depends on no more of the text before it. */
const maxContext = 80;

/**
 * Translates word for word, for the models, which were trained on English. Nobody else sees the translation: quotes and
 * findings have the document's own words.
 */
export function translateToEnglish(foreign: string, language: ForeignLanguage): string {
  const translator = getOrCreate(translators, language, makers[language]);
  const text = translator.reorder(foreign);
  const words = wordsIn(text, language);
  const translateAt = translator.start(text, words);
  const english: string[] = [];
  let context = "";
  let end = 0;
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (word === undefined) break;
    const { count, translation = word.written } = translateAt(at, context);
    const last = words[at + count - 1] ?? word;
    const between = text.slice(end, word.start);
    // A word that is left out takes the space before it along.
    const added = translation === "" ? between.trimEnd() : `${between}${translation}`;
    const space = "'’".includes(text[last.end - 1] ?? " ") ? " " : "";
    english.push(added, space);
    context = `${context}${added}${space}`.slice(-maxContext);
    end = last.end;
    at += count;
  }
  return `${english.join("")}${text.slice(end)}`.replace(/\s+/g, " ").trim();
}
