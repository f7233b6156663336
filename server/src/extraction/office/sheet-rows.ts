import { block, type TextBlock, tableRow } from "../text/text-block.ts";
import { repeatsLeftOut } from "./repeat-budget.ts";

/** A sheet is one page and is held in memory. A sheet beyond the limit is truncated, and its page says so. */
export const maxSheetCells = 200_000;
/** A cell has up to 32,767 characters. */
const maxSheetCharacters = 20_000_000;
/**
 * Cells refer to a shared list of texts, so a small file may repeat a long text a million times. A sheet of 200,000 cells that
 * repeat categories of ten letters stays below.
 */
const maxRepeatedCharacters = 2_000_000;
/** A single cell far to the right must not add thousands of empty columns. */
const maxEmptyColumns = 20;

export class SheetRows {
  #rows: Map<number, string>[] = [];
  #columns = new Set<number>();
  #cells = 0;
  #characters = 0;
  #texts = new Set<string>();
  #repeatedCharacters = 0;
  #isTruncated = false;
  #hasRepeatsLeftOut = false;

  get cellCount(): number {
    return this.#cells;
  }

  /** False once the sheet is full. */
  add(cells: Iterable<[column: number, text: string]>): boolean {
    if (this.#isTruncated) return false;
    const row = new Map<number, string>();
    for (const [column, text] of cells) {
      if (text.trim() === "") continue;
      const repeated = this.#texts.has(text) ? text.length : 0;
      if (
        this.#cells >= maxSheetCells ||
        this.#characters + text.length > maxSheetCharacters ||
        this.#repeatedCharacters + repeated > maxRepeatedCharacters
      ) {
        this.#isTruncated = true;
        break;
      }
      this.#texts.add(text);
      this.#repeatedCharacters += repeated;
      this.#cells += 1;
      this.#characters += text.length;
      this.#columns.add(column);
      row.set(column, text);
    }
    if (row.size > 0) this.#rows.push(row);
    return !this.#isTruncated;
  }

  leaveOutRepeats(): void {
    this.#hasRepeatsLeftOut = true;
  }

  /** Columns that are empty in every row are left out. */
  *blocks(): Generator<TextBlock> {
    const positions = new Map([...this.#columns].sort((a, b) => a - b).map((column, position) => [column, position]));
    for (const row of this.#rows) {
      const texts: string[] = [];
      let previous = -1;
      for (const [column, text] of [...row].sort(([a], [b]) => a - b)) {
        const position = positions.get(column) ?? 0;
        const empty = Math.min(maxEmptyColumns, position - previous - 1);
        for (let index = 0; index < empty; index++) texts.push("");
        texts.push(text);
        previous = position;
      }
      yield* [tableRow(texts) ?? []].flat();
    }
    // A footer, because it is not the sheet's own text and must not become evidence.
    if (this.#isTruncated) {
      const limit = this.#cells.toLocaleString("en");
      yield block(`[The sheet continues: only its first ${limit} cells were read.]`, "footer");
    }
    if (this.#hasRepeatsLeftOut) yield block(repeatsLeftOut, "footer");
  }
}

/** From 0: "BC12" is column 54. */
export function parseColumn(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? "") {
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}
