import { franc } from "franc-min";

/** More than this tells nothing new and costs time in proportion. */
const sampleCharacters = 20_000;

/** Below this a guess among eighty languages is mostly wrong; measured on sentences of contracts. */
const minLettersForAnyLanguage = 300;
const minLetters = 40;

/** What documents here are written in: the first guess while there are few words. */
const expectedLanguages = ["eng", "deu", "fra", "spa"];

/** BCP 47, told by the words; undefined where there are too few of them. */
export function detectLanguage(text: string): string | undefined {
  const words = text
    .slice(0, sampleCharacters)
    .replace(/[^\p{L}\p{M}\s'’]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (words.length < minLetters) return undefined;
  // franc-min leaves Hebrew out; its script alone tells it.
  if (shareOf(/\p{Script=Hebrew}/gu, words) > 0.5) return "he";
  const only =
    words.length < minLettersForAnyLanguage && shareOf(/\p{Script=Latin}/gu, words) > 0.5
      ? { only: expectedLanguages }
      : {};
  const code = franc(words, { minLength: minLetters, ...only });
  // Canonical BCP 47: deu becomes de, cmn zh, arb ar; a language without a short code keeps its long one.
  return code === "und" ? undefined : Intl.getCanonicalLocales(code)[0];
}

function shareOf(letters: RegExp, words: string): number {
  return (words.match(letters)?.length ?? 0) / words.length;
}
