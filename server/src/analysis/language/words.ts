import { stemmer as stemEnglish } from "@orama/stemmers/english";
import { stemmer as stemFrench } from "@orama/stemmers/french";
import { stemmer as stemGerman } from "@orama/stemmers/german";
import { stemmer as stemSpanish } from "@orama/stemmers/spanish";

export const languages = ["en", "de", "fr", "es"] as const;
export type Language = (typeof languages)[number];

const stemmers: Record<Language, (word: string) => string> = {
  en: stemEnglish,
  de: stemGerman,
  fr: stemFrench,
  es: stemSpanish,
};

/** Modal verbs and negations are stop words, too: polarity.ts reads them, search does not. */
const stopWords: Record<Language, Set<string>> = {
  en: new Set(
    `a an and any are as at be been being but by can could did do does each for from had has have hereby herein hereof hereto
     hereunder if in into is it its may might must no nor not of on or other shall should so some such than that the their them
     then there thereof thereto these they this those to under upon was were what when where whether which who whom whose will
     with within without would all also both either every more most neither only own same very about against between during
     before after above below up down out off over again further once here how why you your yours we our ours us i me my he she
     his her him`.split(/\s+/),
  ),
  de: new Set(
    `der die das des dem den ein eine einer eines einem einen und oder aber als auch an auf aus bei bis da dass daß durch er es
     für hat haben hatte im in ist ihr ihre ihrer ihren ihrem kann können mit muss müssen nach nicht noch nur ob ohne sein seine
     seiner sich sie sind so soll sollen sowie über um unter von vor war waren was wenn werden wird wie wir zu zum zur zwischen
     darf dürfen diese dieser dieses diesem diesen jede jeder jedes jedem jeden soweit sofern hierzu hiervon dabei dazu gegen`.split(
      /\s+/,
    ),
  ),
  fr: new Set(
    `le la les l un une des du de d et ou mais au aux à en dans par pour sur sous avec sans ce cet cette ces son sa ses leur leurs
     il elle ils elles se s qui que qu quoi dont où est sont être été a ont avoir peut peuvent doit doivent ne n pas plus si comme
     tout toute tous toutes aussi afin ainsi lors entre chaque notamment y`.split(/\s+/),
  ),
  es: new Set(
    `el la los las un una unos unas de del al y e o u pero a en por para con sin sobre bajo este esta estos estas ese esa esos
     esas su sus se que quien cuyo cuya es son ser sido ha han haber puede pueden debe deben no más si como todo toda todos todas
     también así entre cada cuando donde lo le les`.split(/\s+/),
  ),
};

const word = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

export interface Token {
  stem: string;
  /** As written, in lower case. */
  word: string;
  isStopWord: boolean;
}

/** The rest of a longer word is ignored: stemmers and the German compound splitter take quadratic time. */
export const maxWordLength = 100;

const caches: Record<Language, Map<string, string>> = { en: new Map(), de: new Map(), fr: new Map(), es: new Map() };

export function stemOf(word: string, language: Language): string {
  const written = word.slice(0, maxWordLength);
  const cache = caches[language];
  const known = cache.get(written);
  if (known !== undefined) return known;
  const stem = stemmers[language](written);
  if (cache.size > 50_000) cache.clear();
  cache.set(written, stem);
  return stem;
}

export function toTokens(text: string, language: Language): Token[] {
  const tokens: Token[] = [];
  for (const [match] of text.matchAll(word)) {
    const written = match
      .slice(0, maxWordLength)
      .toLowerCase()
      .replace(/['’](?:s|t)?$/u, "")
      .replace(/^(?:l|d|qu|n|s|j|c)['’]/u, "");
    if (written === "") continue;
    tokens.push({ stem: stemOf(written, language), word: written, isStopWord: stopWords[language].has(written) });
  }
  return tokens;
}

/** The stems of all words but stop words, repetitions included. */
export function contentStems(text: string, language: Language): string[] {
  return toTokens(text, language)
    .filter(({ isStopWord }) => !isStopWord)
    .map(({ stem }) => stem);
}

/** Word endings that are frequent in one language and rare in the others. */
const endings: Record<Language, RegExp> = {
  en: /.(?:tion|ing|ness|ity|ly|ed)$/u,
  de: /.(?:ung|ungen|keit|heit|lich|isch|schaft)$/u,
  fr: /.(?:tion|tions|ment|ité|eux|euse|ée|és|aux)$/u,
  es: /.(?:ción|ciones|dad|miento|mente|ado|ada|ará|erá|irá|os|as)$/u,
};

/** English words have these endings, too ("management", "areas"): alone they are no proof of another language. */
const alsoEnglish = /.(?:tions?|ment|aux|os|as|ado)$/u;

/** The language whose stop words and endings occur most; English if none does. */
export function guessLanguage(text: string): Language {
  const words = [...text.toLowerCase().matchAll(word)].map(([match]) => match.slice(-maxWordLength));
  // A word that several languages use counts less for each.
  const usedBy = words.map((one) => languages.filter((language) => stopWords[language].has(one)));
  const counts = languages.map((language) =>
    usedBy.reduce((sum, sharedBy) => sum + (sharedBy.includes(language) ? 1 / sharedBy.length : 0), 0),
  );
  languages.forEach((language, at) => {
    counts[at] = (counts[at] ?? 0) + words.filter((one) => endings[language].test(one)).length / 2;
  });
  const likeliest = languages[counts.indexOf(Math.max(...counts))] ?? "en";
  const isProof = (one: string) =>
    stopWords[likeliest].has(one) ? !stopWords.en.has(one) : endings[likeliest].test(one) && !alsoEnglish.test(one);
  return words.some(isProof) ? likeliest : "en";
}
