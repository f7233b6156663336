import { type Reader, UnreadableFile } from "../extracted-file.ts";
import { decodeText, readWholeFile } from "../text/text-encoding.ts";
import { readSheets } from "./read-sheets.ts";
import { SheetRows } from "./sheet-rows.ts";

/** Values are kept as text: "007" and "1.5.2024" are not converted to numbers or dates. */
export const readCsv: Reader = async (file, limits) => {
  const text = decodeText(await readWholeFile(file.path, limits)).replace(/^\ufeff/, "");
  // Excel declares the separator in a first line.
  const declared = /^sep=(.)\r?\n/i.exec(text);
  const content = declared ? text.slice(declared[0].length) : text;
  const rows = new SheetRows();
  for (const row of parseCsv(content, declared?.[1] ?? detectSeparator(content))) {
    if (!rows.add(row.entries())) break;
  }
  if (rows.cellCount === 0) throw new UnreadableFile("The file has no text.");
  return readSheets({ sheets: [{ name: "1", isHidden: false, readRows: async () => rows }] }, limits);
};

const sampleLines = 50;

/** The separator with which most of the first rows have the same number of cells. */
function detectSeparator(text: string): string {
  let best = ",";
  let bestScore = 0;
  for (const separator of [",", ";", "\t", "|"]) {
    const counts = new Map<number, number>();
    let lines = 0;
    for (const row of parseCsv(text, separator)) {
      counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
      if (++lines >= sampleLines) break;
    }
    // Equal rows count more than many cells.
    for (const [cells, rows] of counts) {
      const score = cells > 1 ? (rows / lines) * 100 + Math.min(cells, 20) : 0;
      if (score > bestScore) [best, bestScore] = [separator, score];
    }
  }
  return best;
}

/** RFC 4180; a quote inside an unquoted cell is a literal quote. */
function* parseCsv(text: string, separator: string): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    let cell: string;
    if (text[at] === '"') [cell, at] = readQuotedCell(text, at);
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

function readQuotedCell(text: string, at: number): [cell: string, next: number] {
  let cell = "";
  let start = at + 1;
  for (;;) {
    const quote = text.indexOf('"', start);
    // An unclosed quote is a literal one; otherwise the rest of the file would be one cell.
    if (quote === -1) return ['"', at + 1];
    cell += text.slice(start, quote);
    if (text[quote + 1] !== '"') return [cell, quote + 1];
    cell += '"';
    start = quote + 2;
  }
}
