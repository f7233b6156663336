import type { Reader } from "../extracted-file.ts";
import { block, heading, readSections, type TextBlock } from "./paged-text.ts";
import { decodeText, readWholeFile } from "./text-encoding.ts";

export const readText: Reader = async (file, limits) => {
  const text = decodeText(await readWholeFile(file.path, limits)).replace(/^\ufeff/, "");
  return readSections({ blocks: parseText(text) }, limits);
};

/** Longer lines are whole paragraphs: no text is hard-wrapped so wide. */
const maxWrapWidth = 110;
const minWrapWidth = 40;
const maxHeadingLength = 100;

const listItem = /^\s*(?:[-*+•–]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s+\S/;
const numbered =
  /^(?:(?:chapter|section|article|part|annex|appendix|kapitel|abschnitt|artikel|teil|anhang|anlage|chapitre|annexe|partie|capítulo|sección|artículo|anexo)\s+(\d{1,3}(?:\.\d{1,3}){0,5}|[IVXLC]{1,7}|[A-Z])\b|(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s|(§+\s*\d{1,4}[a-z]?)\b)/i;

interface Lines {
  lines: string[];
}

export function parseText(text: string): TextBlock[] {
  const groups = splitIntoGroups(text);
  const width = findWrapWidth(groups);
  const levels = findHeadings(groups);
  return groups.flatMap((group, index) => {
    const level = levels[index];
    return level === undefined ? joinWrappedLines(group.lines, width) : [heading(group.lines[0] ?? "", level)];
  });
}

/** Splits at empty lines and form feeds. */
function splitIntoGroups(text: string): Lines[] {
  const groups: Lines[] = [];
  let lines: string[] = [];
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029\u0085]|(?=\f)/)) {
    const isBreak = line.startsWith("\f");
    if ((line.trim() === "" || isBreak) && lines.length > 0) {
      groups.push({ lines });
      lines = [];
    }
    if (line.trim() !== "") lines.push(line.replace("\f", "").trimEnd());
  }
  if (lines.length > 0) groups.push({ lines });
  return groups;
}

/** The width at which the text is hard-wrapped; undefined if it is not. */
function findWrapWidth(groups: Lines[]): number | undefined {
  const lengths = groups.flatMap(({ lines }) => lines.map((line) => line.length)).sort((a, b) => a - b);
  const width = lengths[Math.floor(lengths.length * 0.98)] ?? 0;
  return width >= minWrapWidth && width <= maxWrapWidth ? width : undefined;
}

/** A line continues in the next one if the first word of that would not have fitted; otherwise it ends a paragraph. */
function joinWrappedLines(lines: string[], width: number | undefined): TextBlock[] {
  const paragraphs: { text: string; kind: "body" | "listItem" }[] = [];
  let previous: string | undefined;
  for (const line of lines) {
    const isItem = listItem.test(line);
    const firstWord = /\S+/.exec(line)?.[0] ?? "";
    const isContinuation =
      previous !== undefined && !isItem && width !== undefined && previous.length + 1 + firstWord.length > width * 0.92;
    const last = paragraphs.at(-1);
    if (isContinuation && last !== undefined) last.text += ` ${line.trim()}`;
    else paragraphs.push({ text: line, kind: isItem ? "listItem" : "body" });
    previous = line;
  }
  return paragraphs.map(({ text, kind }) => block(text, kind));
}

/** 1 for "3", 2 for "3.1", 1 for "Article" and "§"; undefined if the group is not a heading. */
function findHeadingLevel({ lines }: Lines): number | undefined {
  const [line = ""] = lines;
  if (lines.length !== 1 || line.length > maxHeadingLength || /[.,;:!?]$/.test(line)) return undefined;
  const match = numbered.exec(line.trim());
  if (!match) return undefined;
  const rest = line.trim().slice(match[0].length).trim();
  const number = match[1] ?? match[2] ?? "";
  // "12 March" is not a heading: after a bare number a heading ("1 Scope") has a capital letter and few words.
  if (match[2] !== undefined && (!/^[\p{Lu}]/u.test(rest) || rest.split(/\s+/).length > 12)) return undefined;
  if (match[2] !== undefined && /\d{4}$/.test(rest)) return undefined;
  return number.includes(".") ? number.replace(/\.$/, "").split(".").length : 1;
}

/** The number at the start of a group: "3.1" is [3, 1]. */
function parseNumber({ lines }: Lines): number[] {
  return (/^\s*\(?(\d{1,3}(?:\.\d{1,3}){0,5})[.)]?\s/.exec(lines[0] ?? "")?.[1] ?? "")
    .split(".")
    .filter(Boolean)
    .map(Number);
}

/** 2 follows 1, 1.3 follows 1.2. */
function follows(number: number[], previous: number[]): boolean {
  const last = number.length - 1;
  return (
    last >= 0 &&
    number.length === previous.length &&
    number.every((count, index) => count === (previous[index] ?? 0) + (index === last ? 1 : 0))
  );
}

/** The level of each group that is a heading. A numbered line directly above the next number is a list item. */
function findHeadings(groups: Lines[]): (number | undefined)[] {
  const numbers = groups.map(parseNumber);
  const isItem = numbers.map((own, index) => {
    const [previous, next] = [numbers[index - 1] ?? [], numbers[index + 1] ?? []];
    return follows(own, previous) || follows(next, own);
  });
  return groups.map((group, index) =>
    isItem[index] === true || index === groups.length - 1 ? undefined : findHeadingLevel(group),
  );
}
