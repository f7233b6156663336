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
  /** What an enumeration's member completes: "The processor shall:" of "(b) assist the controller". */
  leadIn: string;
}

/** A member of an enumeration: "(a)", "b)", "iv.", "3)", "•", "–". */
const marker = /^\s*(?:\(?(?:[a-z]{1,2}|[ivx]{1,5}|\d{1,3})\)|[a-z]\.(?=\s)|[ivx]{1,4}\.(?=\s)|[•●▪◦‣*–-](?=\s))/i;
/** Where an enumeration runs on within a sentence. */
const inlineMember =
  /[;,:]\s+(?:and\s+|or\s+|und\s+|oder\s+|et\s+|ou\s+|y\s+|o\s+)?(?=\((?:[a-z]|[ivx]{1,4}|\d{1,2})\)\s)/gi;
/** Before a full stop these do not end a sentence. */
const abbreviation =
  /(?:^|[\s("“])(?:e\.g|i\.e|etc|cf|vs|viz|approx|inc|ltd|llc|corp|co|bros|mr|mrs|ms|dr|prof|st|jr|sr|u\.s|u\.s\.c|u\.k|bzw|z\.b|d\.h|u\.a|gem|vgl|m|mme|al|sr|sra|dept|est|reg)\.$/i;
/** These only before what they count: "Art. 28" goes on, "the state of the art." ends. */
const countingAbbreviation = /(?:^|[\s("“])(?:no|nos|art|arts|sec|secs|para|paras|cl|fig|vol|pp|p|abs|nr|ziff|núm)\.$/i;
const counted = /^\s*(?:[\d§([]|[A-Z](?![\p{L}])|[IVXLC]+(?![\p{L}]))/u;
const bareNumber = /^\s*(?:(?:section|article|clause|§)\s*)?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[ivxlc]{1,6}|[a-z])[.)]?\s*$/i;
/** A member shorter than this says nothing by itself. */
const leastMember = 12;
const longestLeadIn = 400;
const longestHeading = 80;

/** "4.2 Purpose and term." at the beginning of a paragraph: it names what comes, and says nothing by itself. */
const runInHeading =
  /^(?:\(?(?:[IVXLC]{1,5}|\d{1,3}|[A-Za-z])[.)]?(?:\d{1,3}[.)]?){0,3}\s+)[\p{Lu}\p{N}][^.!?:;]{2,60}\.$/u;
const mostWordsOfHeading = 6;
/** With one of these it is a sentence, however short. */
const statesSomething =
  /(?<!\p{L})(?:is|are|was|were|be|shall|must|may|will|can|has|have|does|do|not|never|ist|sind|wird|werden|darf|muss|kann|hat|haben|nicht|est|sont|doit|peut|ont|ne|es|son|debe|puede|será|han|no)(?!\p{L})/iu;

/** A heading names what comes and promises nothing, unless it is a sentence: a bare title would be taken for all it is about. */
export const saysSomething = ({ text, isHeading }: Passage) => !isHeading || statesSomething.test(text);

function isRunInHeading(text: string): boolean {
  return runInHeading.test(text) && text.split(/\s+/).length <= mostWordsOfHeading && !statesSomething.test(text);
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

/** Yields the lead-in that is open after this paragraph. */
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
      const [start, end] = trimmed(text, member.start, member.end);
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
        leadIn: (at > 0 && inlineLeadIn !== undefined ? joined(leadIn, inlineLeadIn) : leadIn).slice(-longestLeadIn),
      });
    });
  }
  if (passages.length === passagesBefore) return openLeadIn;
  const last = passages.at(-1);
  if (/:\s*$/.test(text) && last !== undefined && paragraph.kind !== "heading") {
    return joined(isMember ? openLeadIn : "", last.text);
  }
  if (paragraph.kind === "heading") return "";
  return isMember ? openLeadIn : "";
}

/** With what it stands under: a reader who sees only "(b) without undue delay" cannot judge it. */
export function inContext({ text, headingPath, isHeading, leadIn }: Passage): string {
  const heading = isHeading ? "" : (headingPath.at(-1) ?? "");
  const under = heading !== "" && heading.length < longestHeading ? `${heading.replace(/\.$/, "")}. ` : "";
  return `${under}${leadIn === "" ? "" : `${leadIn.slice(-200)} `}${text}`.replace(/\s+/g, " ");
}

function joined(outer: string, inner: string): string {
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
    // A line break within a paragraph is how the page was set, no end of a sentence.
    const isContinued =
      last !== undefined &&
      (abbreviation.test(before) ||
        (countingAbbreviation.test(before) && counted.test(segment)) ||
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
    if (cut - from < leastMember) continue;
    members.push({ start: start + from, end: start + cut });
    from = cut;
  }
  members.push({ start: start + from, end });
  return members;
}

function trimmed(text: string, start: number, end: number): [number, number] {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from] ?? "")) from++;
  while (to > from && /\s/.test(text[to - 1] ?? "")) to--;
  return [from, to];
}
