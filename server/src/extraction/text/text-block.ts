import type { ParagraphKind } from "../extracted-file.ts";

/** How a paragraph is printed, as far as the format says. */
export interface BlockStyle {
  isBold?: boolean;
  /** In points. */
  size?: number;
  isCentred?: boolean;
  /** Printed in capitals, whatever the letters in the file. */
  isCapitals?: boolean;
  /** Must not be separated from the next paragraph by a page break. */
  isKeptWithNext?: boolean;
}

/** A paragraph that is not yet on a page. */
export interface TextBlock {
  text: string;
  kind: ParagraphKind;
  /** For a heading: 1 is the outermost, 0 the title of the document. */
  level?: number;
  style?: BlockStyle;
}

export const block = (text: string, kind: ParagraphKind = "body"): TextBlock => ({ text, kind });

export const heading = (text: string, level: number): TextBlock => ({ text, kind: "heading", level });

/** Undefined if all cells are empty. */
export function tableRow(cells: string[]): TextBlock | undefined {
  const words = cells.map(normaliseLine);
  while (words.at(-1) === "") words.pop();
  return words.length === 0 ? undefined : block(words.join(" | "), "tableRow");
}

/** A row from the blocks of each cell; footnotes follow the row. */
export function tableRowOfBlocks(cells: TextBlock[][]): TextBlock[] {
  const texts = cells.map((cell) => cell.filter(({ kind }) => kind !== "footnote").map(({ text }) => text));
  const footnotes = cells.flat().filter(({ kind }) => kind === "footnote");
  return [tableRow(texts.map((lines) => lines.join(" "))) ?? [], footnotes].flat();
}

/** Collapses white space and removes invisible characters, NUL bytes and lone surrogates, which could not be stored. */
export function normaliseLine(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
      .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b\u2060\ufeff]/g, "")
      .replace(/[\s\u0085]+/g, " ")
      .trim()
  );
}
