import { toSentences } from "../analysis/passages/sentences.ts";
import { splitEvenly } from "../catalogue/split-evenly.ts";
import { modal } from "./statement-words.ts";

/** "- ", "• ", "1. ", "a) ", "(iv) " at the beginning of a line. */
const listMark = /^(?:[-–—•*·▪◦‣]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+/i;

export const withoutListMark = (line: string): string => line.replace(listMark, "");

/** "(a) …; (b) …" within a line. */
const inlineMark = /(?:^|[\s;,:])\(?([a-h]|[1-9]|i{1,3}|iv|vi{0,3})\)\s+/gi;

/**
 * Splits a requirement into single statements by fixed rules, so that the same requirement always gives the same criteria:
 * entries of lists with their introduction, sentences, and duties joined by "and must".
 */
export function draftCriteria(requirement: string, maxCriteria: number): string[] {
  const statements = splitList(requirement)
    .flatMap((text) => sentencesOf(text))
    .flatMap(splitDuties)
    .map(toStatement)
    .filter((text) => text !== "");
  const distinct = [...new Set(statements)];
  return splitEvenly(distinct, maxCriteria).map((group) => group.join(" "));
}

export const sentencesOf = (text: string): string[] =>
  text
    .split("\n")
    .flatMap((line) => toSentences(line).map(({ start, end }) => line.slice(start, end).trim()))
    .filter((sentence) => /\p{L}/u.test(sentence));

/** The entries of a list, each behind its introduction: "The contract states: (a) the subject; (b) the duration." */
function splitList(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const isEntry = lines.map((line) => listMark.test(line.trim()));
  if (isEntry.filter(Boolean).length >= 2) {
    const entries = lines.filter((_, index) => isEntry[index]).map((line) => withoutListMark(line.trim()));
    const first = isEntry.indexOf(true);
    const last = isEntry.lastIndexOf(true);
    const rest = lines.filter((_, index) => index > first && !isEntry[index] && index < last);
    return [...introduce(lines.slice(0, first).join(" "), entries), ...rest, ...lines.slice(last + 1)];
  }
  const marks = [...text.matchAll(inlineMark)];
  if (marks.length < 2) return [text];
  const entries = marks.map((mark, index) => text.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim());
  return introduce(text.slice(0, marks[0]?.index).trim(), entries);
}

function introduce(introduction: string, entries: string[]): string[] {
  const cleaned = entries.map(withoutConjunction);
  if (introduction === "") return cleaned;
  // A sentence that ends before the list is a statement of its own.
  if (/[.!?]$/.test(introduction)) return [introduction, ...cleaned];
  const lead = introduction.replace(/[:–—-]$/, "").trimEnd();
  return cleaned.map((entry) => `${lead} ${/^\p{Lu}\p{Ll}/u.test(entry) ? lowerFirst(entry) : entry}`);
}

/** Removes what leads to the next entry: "; and". */
function withoutConjunction(entry: string): string {
  const words = withoutComma(entry).replace(/(?<=[\s;,])(?:and|or|und|oder|et|ou|y|o)$/i, "");
  return withoutComma(words.trimEnd());
}

const withoutComma = (text: string) => text.replace(/[;,]$/, "").trimEnd();

const joint = new RegExp(`,?\\s(?:and|und|et|y)\\s(?:(?:it|they)\\s)?(?=(?:${modal})\\s)`, "giu");
const firstModal = new RegExp(`\\s(?:${modal})\\s`, "iu");

/** "The supplier must keep a log and must review it": two statements with the same subject. */
function splitDuties(sentence: string): string[] {
  const [first = "", ...others] = sentence.split(joint);
  const at = first.search(firstModal);
  return at <= 0 ? [sentence] : [first, ...others.map((duty) => `${first.slice(0, at)} ${duty}`)];
}

function toStatement(text: string): string {
  const trimmed = text.trim().replace(/[;,:]$/, "");
  if (trimmed === "") return "";
  const whole = `${trimmed.slice(0, 1).toUpperCase()}${trimmed.slice(1)}`;
  return /[.!?…]["”»)]?$/.test(whole) ? whole : `${whole}.`;
}

const lowerFirst = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
