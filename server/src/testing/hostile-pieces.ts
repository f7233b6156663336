/** Texts of which a hostile document may repeat one or several a million times. */

const inRange = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
const everyCharacter = [...inRange(0, 0xd7ff), ...inRange(0xe000, 0x1ffff)];
const matching = (pattern: RegExp) => everyCharacter.filter((character) => pattern.test(character));

/** Every mark that ends a sentence in some script: ". ! ? ‼ 。 ！ । ؟ …" (Unicode's Sentence_Terminal). */
export const sentenceTerminals = matching(/\p{Sentence_Terminal}/u);

/** Opening, closing and quotation marks, which the sentence breaker takes along (Sentence_Break=Close). */
export const closingMarks = matching(/[\p{Ps}\p{Pe}\p{Pi}\p{Pf}]/u);

/** One character of each further class of Unicode's sentence, word and line breaking (UAX #29 and #14). */
export const breakingClasses: Record<string, string> = {
  ...{
    CR: "\r",
    LF: "\n",
    NL: "\u0085",
    Sep: "\u2028",
    BK: "\f",
    Sp: "\u00a0",
    ZW: "\u200b",
    WJ: "\u2060",
    GL: "\u202f",
  },
  ...{ Format: "\u00ad", ZWJ: "\u200d", Extend: "\u0301", Lower: "a", Upper: "A", OLetter: "ʻ", Numeric: "1" },
  ...{ ATerm: "․", SContinue: ",", Hebrew: "א", Katakana: "カ", SingleQuote: "'", DoubleQuote: '"', MidLetter: "·" },
  ...{ MidNum: ";", MidNumLet: "’", ExtendNumLet: "_", RegionalIndicator: "🇩", Emoji: "🙂", EmojiModifier: "🏽" },
  ...{
    B2: "—",
    BA: "\u2010",
    BB: "´",
    HY: "-",
    CB: "\ufffc",
    EX: "!",
    IN: "…",
    IS: ":",
    NS: "々",
    SY: "/",
    PR: "€",
    PO: "%",
  },
  ...{ ID: "漢", H2: "가", H3: "각", JL: "ᄀ", JV: "ᅡ", JT: "ᆨ", SA: "ก", AI: "§", CJ: "ぁ", HL: "ש", OP: "¿", SG: "𝒜" },
};

/** What the engine's own patterns look for. */
export const phrases = [
  ...["1,000", " ", "(", '("', "a. ", "; (a) ", "- ", "no ", "no. ", "hat ", "ne doit ", "shall ", "once a ", "every "],
  ...["twenty ", "EUR 1 000 ", "score ", "ignore ", "give ", "mark all ", "compliant ", "each party ", " and may x"],
  ...[
    " nor x",
    " (a) x",
    "neither ",
    "nothing ",
    "may x ",
    "sell, ",
    "e.g. ",
    "Art. ",
    "Sie ",
    "ni ",
    "ne pas ",
    "zu ",
  ],
  ...['("A") ', "you: ", "(a) x: ", "Daten", "Donaudampfschiff", "ge", "un", "über"],
];

/** Each class alone, after a letter and before a space, where most breakers decide. */
export const hostilePieces = [
  ...phrases,
  ...[...Object.values(breakingClasses), ...sentenceTerminals, ...closingMarks].flatMap((mark) => [mark, `x${mark} `]),
];
