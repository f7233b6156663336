/** A part of a text: text.slice(start, end). */
export interface Range {
  start: number;
  end: number;
}

/** Abbreviations whose full stop does not end a sentence. */
const abbreviation =
  /(?:^|[\s("“])(?:e\.g|i\.e|etc|cf|vs|viz|approx|inc|ltd|llc|corp|co|bros|mr|mrs|ms|dr|prof|st|jr|sr|u\.s|u\.s\.c|u\.k|bzw|z\.b|d\.h|u\.a|gem|vgl|ust-idnr|m|mme|al|sr|sra|dept|est|reg)\.$/i;
/** Abbreviations only before a number: "Art. 28" continues a sentence, "the state of the art." ends one. */
const numberedAbbreviation = /(?:^|[\s("“])(?:no|nos|art|arts|sec|secs|para|paras|cl|fig|vol|pp|p|abs|nr|ziff|núm)\.$/i;
const number = /^\s*(?:[\d§([]|[A-Z](?![\p{L}])|[IVXLC]+(?![\p{L}]))/u;
/** "vom 18. Juni": the day of a German date. */
const day = /(?:^|\s)\d{1,2}\.$/;
const month = /^\s*(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u;
const bareNumber =
  /^\s*(?:(?:section|article|clause|§)\s*)?(?:\d{1,3}[a-z]?(?:\.\d{1,3}){0,4}|[ivxlc]{1,6}|[a-z])[.)]?\s*$/i;
const sentenceEnd = /[.!?;:]["”’)\]]*$/;

/** More characters than any abbreviation or clause number has. Whether a sentence continues depends on its last ones only. */
const maxTailLength = 64;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** In time linear in the text, whatever marks it has: each step looks at the end of the sentence so far, not at all of it. */
export function toSentences(text: string): Range[] {
  const ranges: Range[] = [];
  // Where the last sentence ends without the white space behind it.
  let contentEnd = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    const last = ranges.at(-1);
    if (last !== undefined && isContinued(text, last.start, contentEnd, segment)) last.end = index + segment.length;
    else ranges.push({ start: index, end: index + segment.length });
    const length = segment.trimEnd().length;
    if (length > 0) contentEnd = index + length;
  }
  return ranges;
}

/** A line break within a paragraph comes from the layout and ends no sentence. */
function isContinued(text: string, start: number, end: number, next: string): boolean {
  const tail = text.slice(Math.max(start, end - maxTailLength), end);
  return (
    abbreviation.test(tail) ||
    (numberedAbbreviation.test(tail) && number.test(next.slice(0, maxTailLength))) ||
    (day.test(tail) && month.test(next.slice(0, maxTailLength))) ||
    (end - start <= maxTailLength && bareNumber.test(tail)) ||
    !sentenceEnd.test(tail)
  );
}

/** Cuts a range into pieces of at most `maxLength` characters, between words where there are any. */
export function cutAtWords(text: string, { start, end }: Range, maxLength: number): Range[] {
  const pieces: Range[] = [];
  let from = start;
  while (end - from > maxLength) {
    const cut = findCut(text, from + Math.floor(maxLength / 2), from + maxLength);
    pieces.push({ start: from, end: cut });
    from = cut;
  }
  pieces.push({ start: from, end });
  return pieces;
}

/** Behind the last white space between the two places; in a text without any, not within a character of two units. */
function findCut(text: string, least: number, most: number): number {
  for (let at = most; at > least; at--) if (/\s/.test(text.charAt(at - 1))) return at;
  return isLowSurrogate(text.charCodeAt(most)) ? most - 1 : most;
}

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** Without the white space at both ends. */
export function trimRange(text: string, start: number, end: number): [number, number] {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from] ?? "")) from++;
  while (to > from && /\s/.test(text[to - 1] ?? "")) to--;
  return [from, to];
}
