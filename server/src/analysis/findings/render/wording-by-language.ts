import type { Language } from "../../language/words.ts";
import type { Wording } from "./wording.ts";
import { wordingDe } from "./wording-de.ts";
import { wordingEn } from "./wording-en.ts";
import { wordingEs } from "./wording-es.ts";
import { wordingFr } from "./wording-fr.ts";

const wordings: Record<Language, Wording> = { en: wordingEn, de: wordingDe, fr: wordingFr, es: wordingEs };

export function wordingOf(language: Language): Wording {
  return wordings[language];
}
