import type { RequiredFigure } from "../quantities.ts";

/** Pieces that every language puts together the same way, from its own words. */

type Units = Record<string, [one: string, many: string]>;

export function figureWith(words: { atMost: string; atLeast: string; decimalComma: boolean; units: Units }) {
  return ({ comparison, value, unit }: RequiredFigure): string => {
    const [one, many] = words.units[unit] ?? [unit, unit];
    const shown = Number.isInteger(value) ? String(value) : value.toFixed(1);
    const number = words.decimalComma ? shown.replace(".", ",") : shown;
    return `${comparison === "at_most" ? words.atMost : words.atLeast} ${number} ${value === 1 ? one : many}`;
  };
}

export function joinedWith(and: string) {
  return (parts: string[]): string =>
    parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1)}`;
}

/** A label that names a natural part, "slide 3", as the reader of the file wrote it. */
const part = /^(slide|sheet|section)\b/;

/** "page 4", "pages 4 and 6", "slide 3"; with the file's name when there are several. */
export function places(
  words: Record<"page" | "pages" | "slide" | "sheet" | "section", string>,
  joined: (parts: string[]) => string,
) {
  return (pages: string[], fileName: string | undefined): string => {
    const numbers = pages.filter((page) => /^\d+$/.test(page));
    const named = pages
      .filter((page) => !/^\d+$/.test(page))
      .map((page) => page.replace(part, (kind) => words[kind as "slide" | "sheet" | "section"]));
    const numbered =
      numbers.length === 0 ? [] : [`${numbers.length > 1 ? words.pages : words.page} ${joined(numbers)}`];
    const place = joined([...numbered, ...named]);
    return fileName === undefined ? place : `${fileName}, ${place}`;
  };
}

export const lines = (proofs: { statement: string; quote: string; where: string }[]): string =>
  proofs.map(({ statement, quote, where }) => `${statement} ${quote} (${where}).`).join("\n");

/** After a colon a sentence goes on in lower case where it begins with one of these. */
export function lowerArticle(text: string, articles: RegExp): string {
  return text.replace(articles, (article) => article.toLowerCase());
}
