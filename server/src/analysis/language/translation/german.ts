import { togetherFrom, type Word } from "./dictionary.ts";
import { germanDictionary, lexiconOf } from "./german-dictionary.ts";
import { inEnglishOrder } from "./german-order.ts";
import { type GermanReading, glossAt, isNameAt, withOf } from "./german-senses.ts";
import type { Glossing, Piece } from "./translator.ts";

/** German is put in the order of English first; its compounds are taken apart, and its genitives are "of" somebody. */
export function german(): Glossing {
  const dictionary = germanDictionary();
  const lexicon = lexiconOf(dictionary);
  return {
    inOrder: (text) => inEnglishOrder(text, lexicon),
    reader(text, words) {
      const reading = { dictionary, text, words };
      return (at, english) => {
        const { count, gloss } = pieceAt(reading, at);
        if (gloss === "") return { count, gloss };
        return { count, gloss: withOf(reading, at, gloss ?? words[at]?.written ?? "", english) };
      };
    },
  };
}

function pieceAt(reading: GermanReading, at: number): Piece {
  const address = addressOf(reading.text, reading.words[at] as Word);
  if (address !== undefined) return { count: 1, gloss: address };
  return expressionAt(reading, at) ?? { count: 1, gloss: glossAt(reading, at) };
}

/** The longest expression that begins here. */
function expressionAt({ dictionary, text, words }: GermanReading, at: number): Piece | undefined {
  const { ofExpression, longestFrom, lowerExpressions } = dictionary;
  const { word, stem } = words[at] as Word;
  const longest = Math.max(longestFrom.get(word) ?? 1, longestFrom.get(stem) ?? 1);
  let count = togetherFrom(text, words, at, longest);
  const isName = count > 1 && isNameAt(text, words[at]);
  for (; count > 1; count--) {
    const chosen = words.slice(at, at + count);
    const keys = [chosen.map((one) => one.word).join(" "), chosen.map((one) => one.stem).join(" ")];
    const key = keys.find((one) => ofExpression.has(one) && !(isName && lowerExpressions.has(one)));
    if (key !== undefined) return { count, gloss: ofExpression.get(key) };
  }
  return undefined;
}

/** A capital letter within the sentence tells "you" from "they", "your" from "their". */
const addresses = /^(?:(Sie|Ihnen)|Ihr(?:e[rsnm]?)?)$/;

/** What a notice says to its reader of, also where a sentence begins. */
const yours =
  /^Ihre[nr]? (?:personenbezogenen |persönlichen )?(?:Daten|Einwilligung|Rechte|Anfrage|Angaben|Bestellung|E-Mail|IP-Adresse|Person)/;
/** Within the sentence, where only names and nouns have one. */
const addressWithin = /[\p{Ll},;–-]\s+(?:Sie|Ihnen|Ihr(?:e[rsnm]?)?)(?![\p{L}])/u;

function addressOf(text: string, { start, written }: Word): string | undefined {
  const [isAddress, isPerson] = addresses.exec(written) ?? [];
  if (isAddress === undefined) return undefined;
  // At its beginning the rest of the text tells.
  const isYours = yours.test(text.slice(start, start + 40));
  const isWithin = /[\p{L},;:–-]\s*$/u.test(text.slice(Math.max(0, start - 3), start));
  if (!isWithin && !isYours && !addressWithin.test(text)) return undefined;
  return isPerson === undefined ? "your" : "you";
}
