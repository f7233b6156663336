/** A sentence, list member or table cell of a document, as UTF-16 offsets into its file. */
export interface TextUnit {
  start: number;
  end: number;
  startsParagraph: boolean;
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
/** A line that begins a block of its own: a heading, a list member, a quotation or a table row. */
const ownBlock = /^\s*(#{1,6}\s|[-*+•]\s|\(?(\d+(\.\d+)*|[a-z]|[ivx]+)[.)]\s|>|\|)/i;
/** The sentence breaker also stops after these, and after the number of a clause. */
const abbreviation =
  /(^[^\p{L}]*|(^|[\s(])(seqq?|ff|art|arts|no|nos|nr|inc|ltd|co|corp|e\.g|i\.e|cf|approx|vs|abs|bzw|z\.b|d\.h|ggf|lit|sec|para|p|pp|u\.s|u\.k|st|mr|ms|dr|[a-z])\.\s*)$/iu;

/**
 * Splits a document into the units that readers cite. Hard-wrapped lines are joined into paragraphs first.
 * The numbering of units follows from the file alone, so that a reading can be checked against it later.
 */
export function splitIntoUnits(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  for (const { start, end } of blocksOf(text)) {
    const before = units.length;
    if (/^\s*\|/.test(text.slice(start, end))) addCells(text, start, end, units);
    else addSentences(text, start, end, units);
    const first = units[before];
    if (first !== undefined) first.startsParagraph = true;
  }
  return units;
}

function* blocksOf(text: string): Generator<{ start: number; end: number }> {
  let start: number | undefined;
  let position = 0;
  for (const line of text.split("\n")) {
    const end = position + line.length;
    const isBlank = line.trim() === "";
    if (start !== undefined && (isBlank || ownBlock.test(line))) {
      yield { start, end: position };
      start = undefined;
    }
    if (!isBlank) start ??= position;
    // A heading is one line long.
    if (start !== undefined && /^\s*#{1,6}\s/.test(line)) {
      yield { start, end };
      start = undefined;
    }
    position = end + 1;
  }
  if (start !== undefined) yield { start, end: text.length };
}

function addCells(text: string, start: number, end: number, units: TextUnit[]): void {
  for (const { index, 0: cell } of text.slice(start, end).matchAll(/[^|]+/g)) {
    if (/[\p{L}\p{N}]/u.test(cell)) addTrimmed(text, start + index, start + index + cell.length, units);
  }
}

function addSentences(text: string, start: number, end: number, units: TextUnit[]): void {
  // The breaker ends a sentence at every line break, so wrapped lines are joined; the length stays the same.
  const block = text.slice(start, end).replaceAll("\n", " ");
  let from = 0;
  for (const { index, segment } of sentences.segment(block)) {
    const to = index + segment.length;
    if (to < block.length && abbreviation.test(block.slice(from, to))) continue;
    addTrimmed(text, start + from, start + to, units);
    from = to;
  }
  addTrimmed(text, start + from, end, units);
}

function addTrimmed(text: string, from: number, to: number, units: TextUnit[]): void {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start] ?? "")) start++;
  while (end > start && /\s/.test(text[end - 1] ?? "")) end--;
  if (/[\p{L}\p{N}]/u.test(text.slice(start, end))) units.push({ start, end, startsParagraph: false });
}
