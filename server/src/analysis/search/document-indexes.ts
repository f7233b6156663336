import { getOrCreate } from "../../platform/get-or-create.ts";
import type { Language } from "../language/words.ts";
import type { PreparedDocument } from "../passages/prepare-document.ts";
import { indexPassages, type LexicalIndex } from "./lexical-index.ts";

export interface DocumentIndexes {
  /** Of all passages, translated. */
  english: LexicalIndex;
  /** In the document's own words, for the catalogue's wordings in that language; for English `english`. */
  own(language: Language): LexicalIndex;
  /** Of the files in that language alone. */
  ofFilesIn(language: Language): LexicalIndex;
}

export function indexDocument({ passages, english, fileLanguages, languageOf }: PreparedDocument): DocumentIndexes {
  const filesIn = (language: Language) =>
    indexPassages(
      passages.filter((passage) => languageOf(passage) === language),
      language,
    );
  const all = indexPassages(english, "en");
  const byLanguage = new Map<Language, LexicalIndex>([["en", all]]);
  const own = (language: Language) => getOrCreate(byLanguage, language, () => filesIn(language));
  const isAllEnglish = fileLanguages.every((language) => language === "en");
  return {
    english: all,
    own,
    ofFilesIn: (language) => (language === "en" && !isAllEnglish ? filesIn("en") : own(language)),
  };
}
