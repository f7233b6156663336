import type { Subject } from "../analyser.ts";
import { translateToEnglish } from "../language/translation/translate-to-english.ts";
import { type Language, languages } from "../language/words.ts";
import type { Passage } from "./passages.ts";

/** The language of each file, told by its own text when it was read; English where that is none the engine knows. */
export function fileLanguages({ files }: Subject): Language[] {
  return files.map(({ language }) => languages.find((one) => language?.startsWith(one)) ?? "en");
}

/** The language most of the pages are in. */
export function mainLanguage({ files }: Subject, ofFile: Language[]): Language {
  const pages = new Map<Language, number>();
  files.forEach((file, at) => {
    const language = ofFile[at] ?? "en";
    pages.set(language, (pages.get(language) ?? 0) + file.pages.length);
  });
  return [...pages].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "en";
}

/** The passages as the models and the English words of the catalogue see them; English ones are the very same. */
export function translatePassages(passages: Passage[], ofFile: Language[]): Passage[] {
  const known = new Map<string, string>();
  return passages.map((passage) => {
    const language = ofFile[passage.file] ?? "en";
    if (language === "en") return passage;
    // Headings and lead-ins stand over many passages.
    const once = (text: string) => {
      const key = `${language} ${text}`;
      const english = known.get(key) ?? translateToEnglish(text, language);
      known.set(key, english);
      return english;
    };
    return {
      ...passage,
      text: translateToEnglish(passage.text, language),
      headingPath: passage.headingPath.map(once),
      leadIn: once(passage.leadIn),
    };
  });
}
