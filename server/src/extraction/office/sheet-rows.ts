import { block, type TextBlock, tableRow } from "../text/paged-text.ts";

/**
 * The rows of one sheet, with a bound: a sheet is one page and stands in memory as such. Beyond the bound the page says
 * that it was cut; nothing is left out silently.
 */
const maxSheetCells = 200_000;
/** One cell holds up to 32,767 characters. */
const maxSheetCharacters = 20_000_000;
/** A lonely note far to the right is no reason for thousands of empty columns. */
const maxEmptyColumns = 20;

export class SheetRows {
  #rows: Map<number, string>[] = [];
  #columns = new Set<number>();
  #cells = 0;
  #characters = 0;
  #isCut = false;

  get cellCount(): number {
    return this.#cells;
  }

  /** False once the sheet is full: the rest need not be read. */
  add(cells: Iterable<[column: number, text: string]>): boolean {
    if (this.#isCut) return false;
    const row = new Map<number, string>();
    for (const [column, text] of cells) {
      if (text.trim() === "") continue;
      if (this.#cells >= maxSheetCells || this.#characters + text.length > maxSheetCharacters) {
        this.#isCut = true;
        break;
      }
      this.#cells += 1;
      this.#characters += text.length;
      this.#columns.add(column);
      row.set(column, text);
    }
    if (row.size > 0) this.#rows.push(row);
    return !this.#isCut;
  }

  /** Columns that are empty in every row are not shown. */
  *blocks(): Generator<TextBlock> {
    const places = new Map([...this.#columns].sort((a, b) => a - b).map((column, place) => [column, place]));
    for (const row of this.#rows) {
      const texts: string[] = [];
      let previous = -1;
      for (const [column, text] of [...row].sort(([a], [b]) => a - b)) {
        const place = places.get(column) ?? 0;
        const empty = Math.min(maxEmptyColumns, place - previous - 1);
        for (let index = 0; index < empty; index++) texts.push("");
        texts.push(text);
        previous = place;
      }
      yield* [tableRow(texts) ?? []].flat();
    }
    // Not the sheet's own words, so no evidence.
    if (this.#isCut) {
      const limit = maxSheetCells.toLocaleString("en");
      yield block(`[The sheet goes on: only its first ${limit} cells were read.]`, "footer");
    }
  }
}

/** "BC12" → 54: columns count from 0. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? "") {
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}

export const sheetLabel = (name: string, isHidden: boolean): string => `sheet ${name}${isHidden ? " (hidden)" : ""}`;
