import { formatNumber } from "../office/list-number.ts";

/** The number at the beginning of a line: "Article 5", "§ 3", "4.2", "IV.", "(b)". */
export interface Numbering {
  /** "article", "annex"; empty for a bare number. */
  word: string;
  /** Of its first part. A single letter may be a Roman number, too: "I.", "C." */
  style: "decimal" | "roman" | "letter";
  /** 4 and 2 for "4.2" and for "IV.2". */
  parts: number[];
  /** Behind the number: ".", ")", "()" or nothing. */
  mark: string;
  /** The text behind the number. */
  rest: string;
}

/** Outermost first: an annex contains chapters, an article contains sections. */
const wordsByRank = [
  "annex annexe appendix schedule exhibit attachment anhang anlage anexo apéndice",
  "part teil partie parte title titel titre título book buch livre libro phase",
  "chapter kapitel chapitre capítulo module modul",
  "article artikel artículo art § clause cláusula clausula klausel ziffer",
  "section sections abschnitt sección step schritt étape paso",
].map((words) => words.split(" "));

const rankByWord = new Map(wordsByRank.flatMap((words, rank) => words.map((word) => [word, rank] as const)));

/** "Cláusula primera", "Article premier", "Part One". */
const ordinals = new Map(
  [
    "one two three four five six seven eight nine ten eleven twelve",
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
    "primera segunda tercera cuarta quinta sexta séptima octava novena décima undécima duodécima",
    "primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo",
    "premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième",
  ].flatMap((words) => words.split(" ").map((word, index) => [word, index + 1] as const)),
);

const leadingWord = /^(\p{L}{1,12}|§{1,2})\.?[ \t\u00a0]{0,4}/u;
const value = /^(\d{1,4}(?:[a-z]|er|re|ère|º|°)?|[IVXLC]{1,7}|[A-Z])((?:\.\d{1,3}){0,5})(?![\p{L}\p{N}])/u;
const ordinal = /^(\p{L}{3,12})(?!\p{L})/u;
const bare =
  /^(\(?)(\d{1,3}[a-z]?|[IVXLC]{1,7}|[ivxlc]{1,6}|[A-Za-z]{1,2})((?:\.\d{1,3}){0,5})([.)]{0,2}|º|°)(?=[\s–—-]|$|(?<=\d[.)])\p{Lu})/u;
/** "1 – Scope", "Article 5: Scope". */
const separator = /^[\s.:)–—-]{0,6}/u;

const romanDigits: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** Undefined for letters that are no Roman number, such as "IC". */
function parseRoman(text: string): number | undefined {
  let sum = 0;
  let last = 0;
  for (const digit of text.toLowerCase().split("").reverse()) {
    const worth = romanDigits[digit] ?? 0;
    sum += worth < last ? -worth : worth;
    last = Math.max(last, worth);
  }
  return formatNumber(sum, "i") === text.toLowerCase() ? sum : undefined;
}

const letterValue = (letter: string) => letter.toLowerCase().charCodeAt(0) - 96;

function parseFirst(text: string): Pick<Numbering, "style"> & { first: number } {
  if (/^\d/.test(text)) return { style: "decimal", first: Number.parseInt(text, 10) };
  // "C" and "D" are letters far more often than 100 and 500.
  const isLetter = text.length === 1 && !/[ivx]/i.test(text);
  const roman = isLetter ? undefined : parseRoman(text);
  return roman === undefined ? { style: "letter", first: letterValue(text) } : { style: "roman", first: roman };
}

const toParts = (first: number, further: string) => [first, ...further.split(".").filter(Boolean).map(Number)];

/** Undefined for a text that does not begin with a number. */
export function parseNumbering(line: string): Numbering | undefined {
  const text = line.trimStart();
  return parseWordNumbering(text) ?? parseBareNumbering(text);
}

function parseWordNumbering(text: string): Numbering | undefined {
  const found = leadingWord.exec(text);
  if (!found) return undefined;
  const word = (found[1] ?? "").toLowerCase().replace("§§", "§");
  const behind = text.slice(found[0].length);
  if (!rankByWord.has(word)) return parseOrdinal(text);
  const number = value.exec(behind);
  if (number) {
    const { style, first } = parseFirst(number[1] ?? "");
    const rest = behind.slice(number[0].length).replace(separator, "");
    return { word, style, parts: toParts(first, number[2] ?? ""), mark: "", rest };
  }
  const named = ordinal.exec(behind);
  const counted = ordinals.get((named?.[1] ?? "").toLowerCase());
  if (named === null || counted === undefined) return undefined;
  return {
    word,
    style: "decimal",
    parts: [counted],
    mark: "",
    rest: behind.slice(named[0].length).replace(separator, ""),
  };
}

/** "PRIMERA.- Objeto": Spanish clauses are often numbered by the ordinal alone. */
function parseOrdinal(text: string): Numbering | undefined {
  const named = /^(\p{L}{5,12})(?:\.-|\.–|\.|:)[-–]?\s/u.exec(text);
  const counted = ordinals.get((named?.[1] ?? "").toLowerCase());
  if (named === null || counted === undefined || !/a$/i.test(named[1] ?? "")) return undefined;
  return {
    word: "cláusula",
    style: "decimal",
    parts: [counted],
    mark: ".",
    rest: text.slice(named[0].length).replace(separator, ""),
  };
}

function parseBareNumbering(text: string): Numbering | undefined {
  const found = bare.exec(text);
  if (!found) return undefined;
  const [whole, opening = "", head = "", further = "", closing = ""] = found;
  const isDecimal = /^\d/.test(head);
  const rest = text.slice(whole.length).replace(separator, "");
  const hasMark = closing !== "" || opening !== "";
  // "I agree", "A party": a letter is a number only with a mark; so are two letters only if they are alike.
  if (!isDecimal && !hasMark && further === "") return undefined;
  if (!isDecimal && head.length === 2 && head[0] !== head[1] && parseRoman(head) === undefined) return undefined;
  const { style, first } = parseFirst(head);
  if (!isDecimal && style === "letter" && head.length > 2) return undefined;
  const mark = opening === "(" ? "()" : closing.includes(")") ? ")" : closing === "" ? "" : ".";
  return { word: "", style, parts: toParts(first, further), mark, rest };
}

/** 3 follows 2, 1.3 follows 1.2, "Article 5" follows "Article 4"; an item "(c)" follows "(b)". */
export function followsInSequence(own: Numbering | undefined, previous: Numbering | undefined): boolean {
  if (own === undefined || previous === undefined) return false;
  if (own.word !== previous.word || own.mark !== previous.mark || own.parts.length !== previous.parts.length)
    return false;
  const last = own.parts.length - 1;
  if (own.style !== previous.style && !isLetterAfter(own, previous)) return false;
  if (own.style !== previous.style) return true;
  return own.parts.every((part, index) => part === (previous.parts[index] ?? 0) + (index === last ? 1 : 0));
}

const lettersByRoman = new Map([
  [1, letterValue("i")],
  [5, letterValue("v")],
  [10, letterValue("x")],
]);

/** "I." after "H." is a letter. */
export function isLetterAfter(own: Numbering, previous: Numbering): boolean {
  if (own.style !== "roman" || previous.style !== "letter" || own.parts.length > 1) return false;
  return lettersByRoman.get(own.parts[0] ?? 0) === (previous.parts[0] ?? 0) + 1;
}

/** Smaller is outer: annexes first, then parts, chapters, articles and sections, then decimal numbers by their depth. */
export function rankOf({ word, style, parts }: Numbering): number | undefined {
  const rank = rankByWord.get(word);
  if (rank !== undefined) return rank + (parts.length - 1) * 1.5;
  return style === "decimal" || parts.length > 1 ? 4 + parts.length : undefined;
}
