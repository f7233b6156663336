import { countJoined, type Word } from "./dictionary.ts";
import { germanDictionary, openLexicon } from "./german-dictionary.ts";
import { reorderGerman } from "./german-order.ts";
import { addOf, type GermanReading, isNameAt, translateWordAt } from "./german-senses.ts";
import type { Piece, Translator } from "./translator.ts";

/** Reorders German sentences, splits compounds, and renders genitives with "of". */
export function german(): Translator {
  const dictionary = germanDictionary();
  const lexicon = openLexicon(dictionary);
  return {
    reorder: (text) => reorderGerman(text, lexicon),
    start(text, words) {
      const reading = { dictionary, text, words };
      return (at, english) => {
        const { count, translation } = pieceAt(reading, at);
        if (translation === "") return { count, translation };
        return { count, translation: addOf(reading, at, translation ?? words[at]?.written ?? "", english) };
      };
    },
  };
}

function pieceAt(reading: GermanReading, at: number): Piece {
  const address = translateAddress(reading.text, reading.words[at] as Word);
  if (address !== undefined) return { count: 1, translation: address };
  return expressionAt(reading, at) ?? { count: 1, translation: translateWordAt(reading, at) };
}

/** The longest expression that begins here. */
function expressionAt({ dictionary, text, words }: GermanReading, at: number): Piece | undefined {
  const { ofExpression, longestFrom, lowerExpressions } = dictionary;
  const { word, stem } = words[at] as Word;
  const longest = Math.max(longestFrom.get(word) ?? 1, longestFrom.get(stem) ?? 1);
  let count = countJoined(text, words, at, longest);
  const isName = count > 1 && isNameAt(text, words[at]);
  for (; count > 1; count--) {
    const chosen = words.slice(at, at + count);
    const keys = [chosen.map((one) => one.word).join(" "), chosen.map((one) => one.stem).join(" ")];
    const key = keys.find((one) => ofExpression.has(one) && !(isName && lowerExpressions.has(one)));
    if (key !== undefined) return { count, translation: ofExpression.get(key) };
  }
  return undefined;
}

/** Within a sentence a capital letter makes "you" of "they" and "your" of "their". */
const addresses = /^(?:(Sie|Ihnen)|Ihr(?:e[rsnm]?)?)$/;

/** Typical of notices to the reader, at the beginning of a sentence, too. */
const yours =
  /^Ihre[nr]? (?:personenbezogenen |persönlichen )?(?:Daten|Einwilligung|Rechte|Anfrage|Angaben|Bestellung|E-Mail|IP-Adresse|Person)/;
const addressWithin = /[\p{Ll},;–-]\s+(?:Sie|Ihnen|Ihr(?:e[rsnm]?)?)(?![\p{L}])/u;

function translateAddress(text: string, { start, written }: Word): string | undefined {
  const [isAddress, isPerson] = addresses.exec(written) ?? [];
  if (isAddress === undefined) return undefined;
  // At the beginning of a sentence the rest of the text decides.
  const isYours = yours.test(text.slice(start, start + 40));
  const isWithin = /[\p{L},;:–-]\s*$/u.test(text.slice(Math.max(0, start - 3), start));
  if (!isWithin && !isYours && !addressWithin.test(text)) return undefined;
  return isPerson === undefined ? "your" : "you";
}
