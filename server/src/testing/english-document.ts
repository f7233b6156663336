import type { TermNames } from "../analysis/passages/parties.ts";
import type { CandidateDeps } from "../analysis/reading/candidate.ts";
import type { LexicalIndex } from "../analysis/search/lexical-index.ts";

/** For candidates of a document that is all in English. */
export function englishDocument(index: LexicalIndex, names: TermNames): CandidateDeps {
  return { indexes: { english: index, own: () => index }, names, languageOf: () => "en" };
}
