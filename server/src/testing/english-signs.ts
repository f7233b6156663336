import type { SignDeps } from "../analysis/criterion-signs.ts";
import type { LexicalIndex } from "../analysis/lexical-index.ts";
import type { Names } from "../analysis/parties.ts";

/** What signs are read with when every passage is in English. */
export function inEnglish(index: LexicalIndex, names: Names): SignDeps {
  return { index, names, languageOf: () => "en", ownIndex: () => index };
}
