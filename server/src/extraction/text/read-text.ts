import type { Reader } from "../extracted-file.ts";
import { block, heading, readSections, type TextBlock } from "./paged-text.ts";
import { decodeText, readWhole } from "./text-encoding.ts";

export const readText: Reader = async (file, limits) => {
  const text = decodeText(await readWhole(file.path, limits)).replace(/^\ufeff/, "");
  return readSections({ blocks: textBlocks(text) }, limits);
};

/** Beyond this width lines are paragraphs; nobody wraps text by hand so wide. */
const maxWrapWidth = 110;
const minWrapWidth = 40;
/** A heading is short, and stands alone. */
const maxHeadingLength = 100;

const listItem = /^\s*(?:[-*+•–]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s+\S/;
const numbered =
  /^(?:(?:chapter|section|article|part|annex|appendix|kapitel|abschnitt|artikel|teil|anhang|anlage|chapitre|annexe|partie|capítulo|sección|artículo|anexo)\s+(\d{1,3}(?:\.\d{1,3}){0,5}|[IVXLC]{1,7}|[A-Z])\b|(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s|(§+\s*\d{1,4}[a-z]?)\b)/i;

interface Lines {
  lines: string[];
}

export function textBlocks(text: string): TextBlock[] {
  const groups = groupsOf(text);
  const width = wrapWidth(groups);
  const isHeading = headingGroups(groups);
  return groups.flatMap((group, index) => {
    const level = isHeading[index];
    return level === undefined ? paragraphsOf(group.lines, width) : [heading(group.lines[0] ?? "", level)];
  });
}

/** What stands between empty lines. A form feed parts pages, and so it parts paragraphs. */
function groupsOf(text: string): Lines[] {
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

/** The width at which a text was wrapped by hand, if it was: many of its lines come close to it and none goes beyond. */
function wrapWidth(groups: Lines[]): number | undefined {
  const lengths = groups.flatMap(({ lines }) => lines.map((line) => line.length)).sort((a, b) => a - b);
  const width = lengths[Math.floor(lengths.length * 0.98)] ?? 0;
  return width >= minWrapWidth && width <= maxWrapWidth ? width : undefined;
}

/** Lines go on in the next one where its first word would not have fitted; all others end a paragraph. */
function paragraphsOf(lines: string[], width: number | undefined): TextBlock[] {
  const paragraphs: { text: string; kind: "body" | "listItem" }[] = [];
  let previous: string | undefined;
  for (const line of lines) {
    const isItem = listItem.test(line);
    const firstWord = /\S+/.exec(line)?.[0] ?? "";
    const goesOn =
      previous !== undefined && !isItem && width !== undefined && previous.length + 1 + firstWord.length > width * 0.92;
    const last = paragraphs.at(-1);
    if (goesOn && last !== undefined) last.text += ` ${line.trim()}`;
    else paragraphs.push({ text: line, kind: isItem ? "listItem" : "body" });
    previous = line;
  }
  return paragraphs.map(({ text, kind }) => block(text, kind));
}

/** Level 1 for "3", 2 for "3.1"; words like "Article" and the paragraph sign are level 1. Undefined: no heading. */
function numberedLevel({ lines }: Lines): number | undefined {
  const [line = ""] = lines;
  if (lines.length !== 1 || line.length > maxHeadingLength || /[.,;:!?]$/.test(line)) return undefined;
  const match = numbered.exec(line.trim());
  if (!match) return undefined;
  const rest = line.trim().slice(match[0].length).trim();
  const number = match[1] ?? match[2] ?? "";
  // "12 March" begins with a number too: after a bare one a heading has a capital and, like "1 Scope", few words.
  if (match[2] !== undefined && (!/^[\p{Lu}]/u.test(rest) || rest.split(/\s+/).length > 12)) return undefined;
  if (match[2] !== undefined && /\d{4}$/.test(rest)) return undefined;
  return number.includes(".") ? number.replace(/\.$/, "").split(".").length : 1;
}

/** The number a group begins with, as its counts: "3.1" is [3, 1]. */
function countsOf({ lines }: Lines): number[] {
  return (/^\s*\(?(\d{1,3}(?:\.\d{1,3}){0,5})[.)]?\s/.exec(lines[0] ?? "")?.[1] ?? "")
    .split(".")
    .filter(Boolean)
    .map(Number);
}

/** 2 after 1, 1.3 after 1.2. */
function isNext(counts: number[], after: number[]): boolean {
  const last = counts.length - 1;
  return (
    last >= 0 &&
    counts.length === after.length &&
    counts.every((count, index) => count === (after[index] ?? 0) + (index === last ? 1 : 0))
  );
}

/** A numbered line on its own is a heading only if words follow: with its successor right below it, it is an item. */
function headingGroups(groups: Lines[]): (number | undefined)[] {
  const counts = groups.map(countsOf);
  const isItem = counts.map((own, index) => {
    const [previous, next] = [counts[index - 1] ?? [], counts[index + 1] ?? []];
    return isNext(own, previous) || isNext(next, own);
  });
  return groups.map((group, index) =>
    isItem[index] === true || index === groups.length - 1 ? undefined : numberedLevel(group),
  );
}
