import { getOrCreate } from "../../platform/get-or-create.ts";
import type { Subject } from "../analyser.ts";
import { translateToEnglish } from "../language/translation/translate-to-english.ts";
import { type Language, languages } from "../language/words.ts";
import { type Passage, toPassages } from "./passages.ts";

/** A document as the later stages read it. */
export interface PreparedDocument {
  passages: Passage[];
  /** The same passages, translated word for word: the models read English. */
  english: Passage[];
  /** As extraction detected them; English if the engine does not know the language. */
  fileLanguages: Language[];
  /** The language of most pages. */
  mainLanguage: Language;
  languageOf(passage: Passage): Language;
  translate(passage: Passage): Passage;
}

export function prepareDocument({ files }: Pick<Subject, "files">): PreparedDocument {
  const passages = toPassages(files);
  const fileLanguages = files.map(({ language }) => languages.find((one) => language?.startsWith(one)) ?? "en");
  const pageCounts = new Map<Language, number>();
  files.forEach(({ pages }, at) => {
    const language = fileLanguages[at] ?? "en";
    pageCounts.set(language, (pageCounts.get(language) ?? 0) + pages.length);
  });
  const languageOf = ({ file }: Passage) => fileLanguages[file] ?? "en";
  const translations = new Map<string, string>();
  const translate = (passage: Passage) => {
    const language = languageOf(passage);
    if (language === "en") return passage;
    // Headings and lead-ins are shared by many passages.
    const translateOnce = (text: string) =>
      getOrCreate(translations, `${language} ${text}`, () => translateToEnglish(text, language));
    return {
      ...passage,
      text: translateToEnglish(passage.text, language),
      headingPath: passage.headingPath.map(translateOnce),
      leadIn: translateOnce(passage.leadIn),
      preceding: passage.preceding === "" ? "" : translateOnce(passage.preceding),
    };
  };
  const mainLanguage = [...pageCounts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "en";
  return { passages, english: passages.map(translate), fileLanguages, mainLanguage, languageOf, translate };
}
