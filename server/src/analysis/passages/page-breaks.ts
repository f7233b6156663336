import type { ExtractedPage, Paragraph } from "../../extraction/extracted-file.ts";
import { beginsClause, hasMarker } from "./enumeration.ts";
import { type Range, trimRange } from "./sentences.ts";

/** Where a part of a passage stands: the slice of a page's text. */
export interface PagePart extends Range {
  page: number;
  pageLabel: string;
}

/** A paragraph, or the parts of one that page breaks cut. */
export interface JoinedParagraph {
  paragraph: Paragraph;
  text: string;
  /** `at` is where the part begins in `text`. */
  parts: (PagePart & { at: number })[];
}

/** A shorter line at the end of a page that ends no sentence is a title or a name, unless a small letter follows. */
const minOpenSentence = 60;
const minOpenWords = 3;
/** A longer paragraph is no title, whatever its last word. */
const minOpenParagraph = 120;
/** Longer paragraphs are not joined, so that a document without full stops is no single paragraph. */
const maxJoinedLength = 20_000;
const sentenceEnd = /[.!?:;]["”’»)\]]{0,3}$/;
/** A word that is not the last of a title or a name: "in accordance with the". */
const openEnd = /(?:[,–—]|(?<![\p{L}\p{N}])\p{Ll}[\p{L}’'-]*)$/u;
const smallLetter = /^["“„«‹'‘(]{0,2}\p{Ll}/u;

export function toJoined(page: ExtractedPage, paragraph: Paragraph): JoinedParagraph {
  const [start, end] = trimRange(page.text, paragraph.start, paragraph.end);
  const part = { page: page.number, pageLabel: page.label, start, end, at: 0 };
  return { paragraph, text: page.text.slice(start, end), parts: [part] };
}

/** The last paragraph of a page may continue on the next if it does not end a sentence. */
export function isOpen({ paragraph: { kind }, text }: JoinedParagraph): boolean {
  if ((kind !== "body" && kind !== "listItem") || text.length > maxJoinedLength) return false;
  return !sentenceEnd.test(text.slice(-maxTailLength));
}

const maxTailLength = 80;

/** Whether the first paragraph of the next page continues an open one. */
export function continues(open: JoinedParagraph, { paragraph, text }: JoinedParagraph): boolean {
  if (paragraph.kind !== "body" || hasMarker(text) || beginsClause(text)) return false;
  if (smallLetter.test(text)) return open.text.split(/\s+/, minOpenWords).length === minOpenWords;
  if (open.text.length >= minOpenParagraph) return true;
  return open.text.length >= minOpenSentence && openEnd.test(open.text.slice(-maxTailLength));
}

/** With a space between the parts, so that each can be cut out of the text again. */
export function join(open: JoinedParagraph, next: JoinedParagraph): JoinedParagraph {
  const parts = next.parts.map((part) => ({ ...part, at: open.text.length + 1 + part.at }));
  return { ...open, text: `${open.text} ${next.text}`, parts: [...open.parts, ...parts] };
}

/** The parts of a joined paragraph that a range of its text lies in. */
export function toPageParts({ parts }: JoinedParagraph, range: Range): PagePart[] {
  return parts.flatMap(({ page, pageLabel, start, end, at }) => {
    const from = Math.max(start, start + range.start - at);
    const to = Math.min(end, start + range.end - at);
    return from < to ? [{ page, pageLabel, start: from, end: to }] : [];
  });
}
