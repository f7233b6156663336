import type { Language } from "../../language/words.ts";
import type { LanguageFormat } from "./wording.ts";
import { wordingOf } from "./wording-by-language.ts";

/** For what stands beside findings: pages, places, lists, names of verdicts and levels. */
export const formatsOf = (language: Language): LanguageFormat => wordingOf(language);
