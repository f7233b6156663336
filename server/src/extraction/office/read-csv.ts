import { type Reader, UnreadableFile } from "../extracted-file.ts";
import { readParts, toPage } from "../text/paged-text.ts";
import { decodeText, readWhole } from "../text/text-encoding.ts";
import { SheetRows, sheetLabel } from "./sheet-rows.ts";

/** Values as they stand in the file: "007" and "1.5.2024" are neither numbers nor dates here. */
export const readCsv: Reader = async (file, limits) => {
  const text = decodeText(await readWhole(file.path, limits)).replace(/^\ufeff/, "");
  // Excel's own way of naming the separator.
  const named = /^sep=(.)\r?\n/i.exec(text);
  const content = named ? text.slice(named[0].length) : text;
  const rows = new SheetRows();
  for (const row of csvRows(content, named?.[1] ?? separatorOf(content))) {
    if (!rows.add(row.entries())) break;
  }
  if (rows.cellCount === 0) throw new UnreadableFile("The file has no text.");
  return readParts(
    {
      count: 1,
      page: async (number) => toPage({ number, label: sheetLabel("1", false), blocks: rows.blocks() }),
      async close() {},
    },
    "sheets",
    limits,
  );
};

const sampleLines = 50;

/** The one that divides the first lines into the same number of cells most often. */
function separatorOf(text: string): string {
  let best = ",";
  let bestScore = 0;
  for (const separator of [",", ";", "\t", "|"]) {
    const counts = new Map<number, number>();
    let lines = 0;
    for (const row of csvRows(text, separator)) {
      counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
      if (++lines >= sampleLines) break;
    }
    // Many rows alike count more than many cells in few of them.
    for (const [cells, rows] of counts) {
      const score = cells > 1 ? (rows / lines) * 100 + Math.min(cells, 20) : 0;
      if (score > bestScore) [best, bestScore] = [separator, score];
    }
  }
  return best;
}

/** RFC 4180, and what people write instead: a quote inside an unquoted cell is a quote. */
function* csvRows(text: string, separator: string): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    let cell: string;
    if (text[at] === '"') [cell, at] = quotedCell(text, at);
    else [cell, at] = ["", at];
    const start = at;
    while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at++;
    cell += text.slice(start, at);
    row.push(cell);
    if (text[at] === separator) {
      at++;
      continue;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    at++;
    if (row.length > 1 || row[0] !== "") yield row;
    row = [];
  }
}

function quotedCell(text: string, at: number): [cell: string, next: number] {
  let cell = "";
  let start = at + 1;
  for (;;) {
    const quote = text.indexOf('"', start);
    // A quote that is never closed is a quote, or the rest of the file would be one cell.
    if (quote === -1) return ['"', at + 1];
    cell += text.slice(start, quote);
    if (text[quote + 1] !== '"') return [cell, quote + 1];
    cell += '"';
    start = quote + 2;
  }
}
