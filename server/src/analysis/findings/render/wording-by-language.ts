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

const otherKindTopics = new Set(Object.values(wordings).map(({ otherKindTopic }) => otherKindTopic));

/** Whether these gaps, in any language, are those of a document of another kind: it has exactly one gap, with that topic. */
export function hasOtherKindGap(gapTopics: string[]): boolean {
  const [only] = gapTopics;
  return gapTopics.length === 1 && only !== undefined && otherKindTopics.has(only);
}
