/** Excel declares the separator in a first line; otherwise it is detected. */
export function readCsvRows(text: string): Generator<string[]> {
  const unmarked = text.replace(/^\ufeff/, "");
  const declared = /^sep=(.)\r?\n/i.exec(unmarked);
  const content = declared ? unmarked.slice(declared[0].length) : unmarked;
  return parseCsv(content, declared?.[1] ?? detectSeparator(content));
}

const sampleLines = 50;

/** The separator with which most of the first rows have the same number of cells. */
function detectSeparator(text: string): string {
  let best = ",";
  let bestScore = 0;
  for (const separator of [",", ";", "\t", "|"]) {
    const counts = new Map<number, number>();
    let lines = 0;
    for (const row of parseCsv(text, separator)) {
      if (row.length === 1 && row[0] === "") continue;
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

/** RFC 4180; a quote inside an unquoted cell is a literal quote. An empty line is a row of one empty cell. */
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
    yield row;
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
