import type { Names } from "../analysis/passages/parties.ts";
import type { LexicalIndex } from "../analysis/search/lexical-index.ts";
import type { FeatureDeps } from "../analysis/verdict/rule-features.ts";

/** What signs are read with when every passage is in English. */
export function englishDocument(index: LexicalIndex, names: Names): FeatureDeps {
  return { index, names, languageOf: () => "en", ownIndex: () => index };
}
