import { franc } from "franc-min";

/** A longer sample takes longer and changes nothing. */
export const languageSampleCharacters = 20_000;

/** With fewer letters a guess among eighty languages is mostly wrong, measured on sentences of contracts. */
const minLettersForAnyLanguage = 300;
const minLetters = 40;

/** A short text in the Latin script is assumed to be in one of these. */
const expectedLanguages = ["eng", "deu", "fra", "spa"];

/** Returns BCP 47; undefined for a text that is too short. */
export function detectLanguage(text: string): string | undefined {
  const words = text
    .slice(0, languageSampleCharacters)
    .replace(/[^\p{L}\p{M}\s'’]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (words.length < minLetters) return undefined;
  // franc-min does not know Hebrew, which its script identifies.
  if (shareOf(/\p{Script=Hebrew}/gu, words) > 0.5) return "he";
  const only =
    words.length < minLettersForAnyLanguage && shareOf(/\p{Script=Latin}/gu, words) > 0.5
      ? { only: expectedLanguages }
      : {};
  const code = franc(words, { minLength: minLetters, ...only });
  // Canonical BCP 47: deu becomes de, cmn zh, arb ar; a language without a short code keeps the long one.
  return code === "und" ? undefined : Intl.getCanonicalLocales(code)[0];
}

function shareOf(letters: RegExp, words: string): number {
  return (words.match(letters)?.length ?? 0) / words.length;
}
