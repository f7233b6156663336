import type { RequiredFigure } from "../../language/quantities.ts";
import type { ReadVerdict } from "../findings.ts";
import { remember } from "./remember.ts";
import type { TopicsByVerdict } from "./wording.ts";

type Units = Record<string, [one: string, many: string]>;

const daysPerYear = 365;

/** "every 2 years", "every 30 days" instead of 0.5 and 12.2 times a year. */
function toInterval({ value, unit }: RequiredFigure): { value: number; unit: "years" | "days" } | undefined {
  if (unit !== "times_per_year" || Number.isInteger(value)) return undefined;
  const years = 1 / value;
  const isWholeYears = Math.abs(years - Math.round(years)) < 0.01;
  return isWholeYears
    ? { value: Math.round(years), unit: "years" }
    : { value: Math.round(daysPerYear / value), unit: "days" };
}

interface FigureWords {
  atMost: string;
  atLeast: string;
  /** Goes before "30 days". */
  onceEvery: string;
  /** Once, and twice, a year. */
  perYear: [once: string, twice: string];
  decimalComma: boolean;
  units: Units;
}

export function makeFormatFigure(words: FigureWords) {
  return (figure: RequiredFigure): string => {
    const interval = toInterval(figure);
    const { value, unit } = interval ?? figure;
    const [one, many] = words.units[unit] ?? [unit, unit];
    if (interval !== undefined) return `${words.onceEvery} ${value} ${value === 1 ? one : many}`;
    const comparison = figure.comparison === "at_most" ? words.atMost : words.atLeast;
    const adverb = unit === "times_per_year" ? words.perYear[value - 1] : undefined;
    if (adverb !== undefined) return `${comparison} ${adverb}`;
    const shown = Number.isInteger(value) ? String(value) : value.toFixed(1);
    const number = words.decimalComma ? shown.replace(".", ",") : shown;
    return [comparison, number, value === 1 ? one : many].filter((word) => word !== "").join(" ");
  };
}

export function makeJoin(and: string) {
  return (parts: string[]): string =>
    parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1)}`;
}

type PageWords = Record<
  "page" | "pages" | "slide" | "sheet" | "section" | "mailHeader" | "mailBody" | "hidden" | "asRendered",
  string
>;

/**
 * Translates a page's label as extraction made it: "12", "12 (as rendered)", "section 4", "slide 3 (hidden)", "sheet Risks",
 * "mail header", "body, section 2". Other labels stay as they are.
 */
export function makeFormatPage(words: PageWords) {
  const page = remember((label = "") => translatePage(label));
  function translatePage(label: string): string {
    if (/^\d+$/.test(label)) return label;
    if (label === "mail header") return words.mailHeader;
    if (label === "body") return words.mailBody;
    if (label.startsWith("body, ")) return `${words.mailBody}, ${page(label.slice("body, ".length))}`;
    return label
      .replace(/^(\d+) \(as rendered\)$/, (_, number) => `${number} (${words.asRendered})`)
      .replace(
        /^(slide|sheet|section) (.+?)( \(hidden\))?$/su,
        (_, kind: "slide" | "sheet" | "section", name, hidden) =>
          [words[kind], name, ...(hidden === undefined ? [] : [`(${words.hidden})`])].join(" "),
      );
  }
  return (label: string): string => page(label);
}

/** "page 4", "pages 4 and 6", "slide 3"; with the file's name when there are several. */
export function makeFormatPlaces(words: PageWords, join: (parts: string[]) => string) {
  const formatPage = makeFormatPage(words);
  const isNumber = (page: string) => /^\d+(?: \(|$)/.test(page);
  const formatOne = remember((page = "") => `${isNumber(page) ? `${words.page} ` : ""}${formatPage(page)}`);
  const formatAll = (pages: string[]): string => {
    const numbers = pages.filter(isNumber).map(formatPage);
    const named = pages.filter((page) => !isNumber(page)).map(formatPage);
    const numbered = numbers.length === 0 ? [] : [`${numbers.length > 1 ? words.pages : words.page} ${join(numbers)}`];
    return join([...numbered, ...named]);
  };
  return (pages: string[], fileName: string | undefined): string => {
    const [first = ""] = pages;
    const place = pages.length === 1 ? formatOne(first) : formatAll(pages);
    return fileName === undefined ? place : `${fileName}, ${place}`;
  };
}

interface OpeningWords extends Record<ReadVerdict, string> {
  colon: string;
  semicolon: string;
  /** A topic within a sentence. */
  topic(text: string): string;
}

/** "The standing – label: topics; label: topics." Labels need no agreement with their topics. */
export function makeFormatOpening(words: OpeningWords) {
  return (standing: string, topics: TopicsByVerdict): string => {
    const order = ["met", "partly", "missing", "contradicted"] as const;
    const parts = order.flatMap((verdict) =>
      topics[verdict].length === 0
        ? []
        : [`${words[verdict]}${words.colon}${topics[verdict].map(words.topic).join(", ")}`],
    );
    return `${standing}${parts.length === 0 ? "" : ` – ${parts.join(words.semicolon)}`}.`;
  };
}

/** For a text within a sentence; abbreviations keep their capitals. */
export function lowerFirst(text: string): string {
  return /^\p{Lu}[\p{Ll}’'\s]/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
