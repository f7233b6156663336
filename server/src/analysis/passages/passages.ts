import type { ExtractedPage, Paragraph } from "../../extraction/extracted-file.ts";
import type { SubjectFile } from "../analyser.ts";
import { isPromptInjection } from "./prompt-injection.ts";

/** The smallest piece that is judged and quoted: a sentence, or one member of an enumeration. */
export interface Passage {
  index: number;
  file: number;
  page: number;
  pageLabel: string;
  /** page.text.slice(start, end) */
  start: number;
  end: number;
  text: string;
  headingPath: string[];
  isHeading: boolean;
  /** What a member of an enumeration completes: "The processor shall:" before "(b) assist the controller". */
  leadIn: string;
}

/** A member of an enumeration: "(a)", "b)", "iv.", "3)", "•", "–". */
const marker = /^\s*(?:\(?(?:[a-z]{1,2}|[ivx]{1,5}|\d{1,3})\)|[a-z]\.(?=\s)|[ivx]{1,4}\.(?=\s)|[•●▪◦‣*–-](?=\s))/i;
/** An enumeration within a sentence. */
const inlineMember =
  /[;,:]\s+(?:and\s+|or\s+|und\s+|oder\s+|et\s+|ou\s+|y\s+|o\s+)?(?=\((?:[a-z]|[ivx]{1,4}|\d{1,2})\)\s)/gi;
/** Abbreviations whose full stop does not end a sentence. */
const abbreviation =
  /(?:^|[\s("“])(?:e\.g|i\.e|etc|cf|vs|viz|approx|inc|ltd|llc|corp|co|bros|mr|mrs|ms|dr|prof|st|jr|sr|u\.s|u\.s\.c|u\.k|bzw|z\.b|d\.h|u\.a|gem|vgl|m|mme|al|sr|sra|dept|est|reg)\.$/i;
/** Abbreviations only before a number: "Art. 28" continues a sentence, "the state of the art." ends one. */
const numberedAbbreviation = /(?:^|[\s("“])(?:no|nos|art|arts|sec|secs|para|paras|cl|fig|vol|pp|p|abs|nr|ziff|núm)\.$/i;
const number = /^\s*(?:[\d§([]|[A-Z](?![\p{L}])|[IVXLC]+(?![\p{L}]))/u;
const bareNumber = /^\s*(?:(?:section|article|clause|§)\s*)?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[ivxlc]{1,6}|[a-z])[.)]?\s*$/i;
/** A shorter member is not a passage of its own. */
const minMemberLength = 12;
const maxLeadInLength = 400;
const maxHeadingLength = 80;

/** "4.2 Purpose and term." at the beginning of a paragraph. */
const runInHeading =
  /^(?:\(?(?:[IVXLC]{1,5}|\d{1,3}|[A-Za-z])[.)]?(?:\d{1,3}[.)]?){0,3}\s+)[\p{Lu}\p{N}][^.!?:;]{2,60}\.$/u;
const maxHeadingWords = 6;
/** A text with one of these verbs is a sentence, however short. */
const verb =
  /(?<!\p{L})(?:is|are|was|were|be|shall|must|may|will|can|has|have|does|do|not|never|ist|sind|wird|werden|darf|muss|kann|hat|haben|nicht|est|sont|doit|peut|ont|ne|es|son|debe|puede|será|han|no)(?!\p{L})/iu;

/** A heading is no evidence unless it is a sentence: the reader would take a bare title for all that it names. */
export const canBeEvidence = ({ text, isHeading }: Passage) => !isHeading || verb.test(text);

function isRunInHeading(text: string): boolean {
  return runInHeading.test(text) && text.split(/\s+/).length <= maxHeadingWords && !verb.test(text);
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

export function toPassages(files: SubjectFile[]): Passage[] {
  const passages: Passage[] = [];
  files.forEach((file, at) => {
    let leadIn = "";
    for (const page of file.pages)
      for (const paragraph of page.paragraphs) {
        if (paragraph.kind === "header" || paragraph.kind === "footer") continue;
        leadIn = addParagraph(passages, { file: at, page, paragraph }, leadIn);
      }
  });
  return passages;
}

interface Place {
  file: number;
  page: ExtractedPage;
  paragraph: Paragraph;
}

/** Returns the lead-in that is open after this paragraph. */
function addParagraph(passages: Passage[], { file, page, paragraph }: Place, openLeadIn: string): string {
  const text = page.text.slice(paragraph.start, paragraph.end);
  const isMember = paragraph.kind === "listItem" || marker.test(text);
  const leadIn = isMember ? openLeadIn : "";
  const headingPath = paragraph.headingPath.filter((heading) => !isPromptInjection(heading));
  const passagesBefore = passages.length;
  const pieces = paragraph.kind === "tableRow" ? [{ start: 0, end: text.length }] : toSentences(text);
  for (const sentence of pieces) {
    const members = toMembers(text, sentence);
    const [first] = members;
    const inlineLeadIn = members.length > 1 && first !== undefined ? text.slice(first.start, first.end) : undefined;
    members.forEach((member, at) => {
      const [start, end] = trimRange(text, member.start, member.end);
      if (start >= end || isPromptInjection(text.slice(start, end))) return;
      passages.push({
        index: passages.length,
        file,
        page: page.number,
        pageLabel: page.label,
        start: paragraph.start + start,
        end: paragraph.start + end,
        text: text.slice(start, end),
        headingPath,
        isHeading: paragraph.kind === "heading" || (at === 0 && isRunInHeading(text.slice(start, end))),
        leadIn: (at > 0 && inlineLeadIn !== undefined ? joinLeadIns(leadIn, inlineLeadIn) : leadIn).slice(
          -maxLeadInLength,
        ),
      });
    });
  }
  if (passages.length === passagesBefore) return openLeadIn;
  const last = passages.at(-1);
  if (/:\s*$/.test(text) && last !== undefined && paragraph.kind !== "heading") {
    return joinLeadIns(isMember ? openLeadIn : "", last.text);
  }
  if (paragraph.kind === "heading") return "";
  return isMember ? openLeadIn : "";
}

/** The passage with its heading and lead-in: "(b) without undue delay" alone cannot be judged. */
export function toTextWithContext({ text, headingPath, isHeading, leadIn }: Passage): string {
  const heading = isHeading ? "" : (headingPath.at(-1) ?? "");
  const under = heading !== "" && heading.length < maxHeadingLength ? `${heading.replace(/\.$/, "")}. ` : "";
  return `${under}${leadIn === "" ? "" : `${leadIn.slice(-200)} `}${text}`.replace(/\s+/g, " ");
}

function joinLeadIns(outer: string, inner: string): string {
  return outer === "" ? inner : `${outer} ${inner}`;
}

interface Range {
  start: number;
  end: number;
}

export function toSentences(text: string): Range[] {
  const ranges: Range[] = [];
  for (const { index, segment } of segmenter.segment(text)) {
    const last = ranges.at(-1);
    const before = last === undefined ? "" : text.slice(last.start, last.end).trimEnd();
    // A line break within a paragraph comes from the layout and ends no sentence.
    const isContinued =
      last !== undefined &&
      (abbreviation.test(before) ||
        (numberedAbbreviation.test(before) && number.test(segment)) ||
        bareNumber.test(before) ||
        !/[.!?;:]["”’)\]]*$/.test(before));
    if (isContinued) last.end = index + segment.length;
    else ranges.push({ start: index, end: index + segment.length });
  }
  return ranges;
}

/** "…: (a) …; (b) …": the lead-in, then each member. */
function toMembers(text: string, { start, end }: Range): Range[] {
  const sentence = text.slice(start, end);
  const cuts = [...sentence.matchAll(inlineMember)].map((match) => match.index + match[0].length);
  const members: Range[] = [];
  let from = 0;
  for (const cut of cuts) {
    if (cut - from < minMemberLength) continue;
    members.push({ start: start + from, end: start + cut });
    from = cut;
  }
  members.push({ start: start + from, end });
  return members;
}

function trimRange(text: string, start: number, end: number): [number, number] {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from] ?? "")) from++;
  while (to > from && /\s/.test(text[to - 1] ?? "")) to--;
  return [from, to];
}
