import type { TextSegment } from "./text-segment.ts";

/** The document's words in lower case. They distinguish "third-|party" from "compre-|hensive". */
export type Vocabulary = ReadonlySet<string>;

export function collectVocabulary(texts: Iterable<string>): Set<string> {
  const vocabulary = new Set<string>();
  for (const text of texts) {
    for (const word of text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*)*/gu) ?? [])
      vocabulary.add(word);
  }
  return vocabulary;
}

export function joinLines(lines: readonly TextSegment[], vocabulary: Vocabulary): string {
  let joined = "";
  let isHyphenated = false;
  for (const line of lines) {
    const { text } = line;
    if (joined === "") joined = text;
    else if (isHyphenated) joined = joinAtHyphen(joined, text, vocabulary);
    else joined = joinText(joined, text, vocabulary);
    isHyphenated = line.isHyphenated === true;
  }
  return joined;
}

/** Joins the lines of a paragraph, also where a line ends within a word, a web address ("example.org/|terms") or "12-|month". */
export function joinText(before: string, after: string, vocabulary: Vocabulary): string {
  const end = before.slice(-2);
  if (/\p{L}-$/u.test(end)) return joinAtHyphen(before, after, vocabulary);
  const isWithinWord = /\S\/$|\d-$/.test(end) || (/\d–$/.test(end) && /^\d/.test(after));
  return isWithinWord || isWithinReference(before, after) ? before + after : `${before} ${after}`;
}

/** "Art. 9(2)|(b)". */
export const isWithinReference = (before: string, after: string) =>
  /^\(\w{1,4}\)/.test(after) && /[\p{L}\p{N})]\(\w{1,4}\)$/u.test(before.slice(-7));

/** The pattern would otherwise look through the whole paragraph. */
const maxWordLength = 100;
const wordAtEnd = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*$/u;
const wordAtStart = /^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/u;

/** Keeps the hyphen of a compound word, and drops one that only breaks the line. */
function joinAtHyphen(before: string, after: string, vocabulary: Vocabulary): string {
  const head = before.slice(0, -1);
  const first = wordAtEnd.exec(head.slice(-maxWordLength))?.[0].toLowerCase() ?? "";
  const second = wordAtStart.exec(after.slice(0, maxWordLength))?.[0] ?? "";
  // "short- and long-term": the hyphen stands for the rest of the word.
  if (/^(?:and|or|und|oder|et|ou|y|o|bzw)$/.test(second)) return `${before} ${after}`;
  const isUpperCase = second !== second.toLowerCase();
  if (first === "" || second === "" || isUpperCase) return before + after;
  if (vocabulary.has(`${first}-${second}`)) return before + after;
  if (vocabulary.has(first + second)) return head + after;
  const areWords = first.length > 2 && second.length > 2 && vocabulary.has(first) && vocabulary.has(second);
  return areWords ? before + after : head + after;
}
