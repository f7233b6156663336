import type { ExtractedPage, Paragraph } from "../../extraction/extracted-file.ts";
import { getOrCreate } from "../../platform/get-or-create.ts";
import type { SubjectFile } from "../analyser.ts";
import { findTitles } from "./document-titles.ts";
import { beginsClause, joinLeadIns, leadInForNext, leadInWithin, OpenEnumeration } from "./enumeration.ts";
import { continues, isOpen, type JoinedParagraph, join, type PagePart, toJoined, toPageParts } from "./page-breaks.ts";
import { isPromptInjection } from "./prompt-injection.ts";
import { cutAtWords, type Range, toSentences, trimRange } from "./sentences.ts";
import { TableReader } from "./table-rows.ts";

/** The smallest piece that is judged and quoted: a sentence, or one member of an enumeration; a part of it if it is long. */
export interface Passage {
  index: number;
  file: number;
  page: number;
  pageLabel: string;
  /** page.text.slice(start, end) is the text, or its first part. */
  start: number;
  end: number;
  /** On the next pages, if the sentence goes on there; in the text, a space is between the parts. */
  continuation?: PagePart[];
  text: string;
  /** Without the title of the document, which some formats tell from other headings and others do not. */
  headingPath: string[];
  isHeading: boolean;
  /** What a member of an enumeration completes: "The processor shall:" before "(b) assist the controller"; the column names of a table row. */
  leadIn: string;
  /** The sentence before a short one of the same paragraph: "This applies after termination, too." */
  preceding: string;
}

/** An enumeration within a sentence. */
const inlineMember =
  /[;,:]\s+(?:and\s+|or\s+|und\s+|oder\s+|et\s+|ou\s+|y\s+|o\s+)?(?=\((?:[a-z]|[ivx]{1,4}|\d{1,2})\)\s)/gi;
/** A shorter member is not a passage of its own. */
const minMemberLength = 12;
/** A shorter sentence often cannot be understood without the one before. */
const shortSentenceLength = 120;
/** What the reader sees of a lead-in, of a preceding sentence, and of a heading. */
export const maxContextLength = 200;
const maxHeadingLength = 80;
const maxHeadingsRead = 2;
/** The text of a longer cell is separated into sentences. */
const maxTablePieceLength = 400;

/** "4.2 Purpose and term." at the beginning of a paragraph. */
const runInHeading =
  /^(?:§{0,2}\s?\(?(?:[IVXLC]{1,5}|\d{1,3}|[A-Za-z])[.)]?(?:\d{1,3}[.)]?){0,3}\s+)[\p{Lu}\p{N}][^.!?:;]{2,60}\.$/u;
const maxHeadingWords = 8;
/** The mark of a list item, which only some formats have in their text. */
const bullet = /^\s*[•●▪◦‣*·–—-]\s+(?=\S)/;
/** A text with one of these verbs is a sentence, however short. */
const verb =
  /(?<!\p{L})(?:is|are|was|were|be|shall|must|may|will|can|has|have|does|do|not|never|ist|sind|wird|werden|darf|muss|kann|hat|haben|nicht|est|sont|doit|peut|ont|ne|es|son|debe|puede|será|han|no)(?!\p{L})/iu;

/** A heading is no evidence unless it is a sentence: the reader would take a bare title for all that it names. */
export const canBeEvidence = ({ text, isHeading }: Passage) => !isHeading || verb.test(text);

function isRunInHeading(text: string): boolean {
  return runInHeading.test(text) && text.split(/\s+/).length <= maxHeadingWords && !verb.test(text);
}

/**
 * Longer sentences, members and table rows are cut between words, so that no passage costs more than others. Of 45,000 passages
 * of real documents six are longer; the models read about 2,000 characters.
 */
export const maxPassageLength = 4000;
/**
 * From this passage on sentences are not separated: the rest of each page is cut into passages of `maxPassageLength`. A document
 * of 5,000 full pages has fewer.
 */
export const maxSeparatePassages = 200_000;
/** Of equal paragraphs in one place, such as cells of a filled column, no more than this is read. */
export const maxRepeatedCharacters = 200_000;

export function toPassages(files: SubjectFile[]): Passage[] {
  const builder = new PassageBuilder();
  files.forEach((file, at) => {
    builder.startFile(file, at);
    for (const page of file.pages) builder.addPage(page);
    builder.endFile();
  });
  return builder.passages;
}

type Place = Pick<Passage, "headingPath" | "isHeading" | "leadIn" | "preceding">;

class PassageBuilder {
  readonly passages: Passage[] = [];
  #file = 0;
  #titles = new Set<string>();
  #enumeration = new OpenEnumeration();
  /** The heading of the current clause at the beginning of its first paragraph: "4.2 Purpose." */
  #runInHeading: string[] = [];
  /** The last paragraph of the last page, if it may continue. */
  #open: JoinedParagraph | undefined;
  #table: TableReader | undefined;
  /** Characters read so far, by paragraph with its kind and heading. */
  #repeated = new Map<string, number>();
  /** Every paragraph repeats the headings above it. */
  #injectedHeadings = new Map<string, boolean>();

  startFile({ pages }: SubjectFile, file: number): void {
    this.#file = file;
    this.#titles = findTitles(pages);
    this.#enumeration.close();
    this.#runInHeading = [];
    this.#table = undefined;
    this.#repeated.clear();
  }

  addPage(page: ExtractedPage): void {
    const paragraphs = page.paragraphs.filter((paragraph) => !isRepeatedLine(paragraph));
    const lastOfText = paragraphs.findLastIndex(({ kind }) => kind !== "footnote");
    for (const [at, paragraph] of paragraphs.entries()) {
      if (this.passages.length >= maxSeparatePassages) {
        this.#addOpen();
        this.#addUnseparated(page, page.paragraphs.slice(page.paragraphs.indexOf(paragraph)));
        return;
      }
      if (this.#isReadOften(page, paragraph)) continue;
      const open = this.#open;
      let joined = toJoined(page, paragraph);
      if (open !== undefined && at <= lastOfText) {
        this.#open = undefined;
        if (continues(open, joined)) joined = join(open, joined);
        else this.#addParagraph(open);
      }
      if (at === lastOfText && isOpen(joined)) this.#open = joined;
      else this.#addParagraph(joined);
    }
  }

  endFile(): void {
    this.#addOpen();
  }

  #addOpen(): void {
    if (this.#open !== undefined) this.#addParagraph(this.#open);
    this.#open = undefined;
  }

  #isReadOften(page: ExtractedPage, { start, end, kind, headingPath }: Paragraph): boolean {
    const key = `${kind}\n${headingPath.at(-1) ?? ""}\n${page.text.slice(start, end)}`;
    const before = this.#repeated.get(key) ?? 0;
    this.#repeated.set(key, before + end - start);
    return before > 0 && before + end - start > maxRepeatedCharacters;
  }

  #addParagraph(joined: JoinedParagraph): void {
    const { paragraph, text } = joined;
    const { kind } = paragraph;
    const headings = this.#keepHeadings(paragraph);
    if (kind === "tableRow") {
      this.#addTableRow(joined, [...headings, ...this.#runInHeading]);
      return;
    }
    this.#table = undefined;
    const isMember = kind !== "heading" && this.#enumeration.isMember(text, kind === "listItem");
    const leadIn = isMember ? this.#enumeration.leadIn : "";
    if (kind === "heading" || (beginsClause(text) && !(isMember && leadIn !== ""))) this.#runInHeading = [];
    let preceding = "";
    const before = this.passages.length;
    const pieces = toSentencesBehindBullet(text);
    for (const sentence of pieces) {
      const members = toMembers(text, sentence);
      const inlineLeadIn = leadInWithin(members.map(({ start, end }) => text.slice(start, end)));
      members.forEach((member, at) => {
        const ownLeadIn = at > 0 && inlineLeadIn !== "" ? joinLeadIns(leadIn, inlineLeadIn) : leadIn;
        for (const piece of cutAtWords(text, member, maxPassageLength)) {
          const words = text.slice(piece.start, piece.end).trim();
          const isRunIn = kind !== "heading" && sentence === pieces[0] && at === 0 && isRunInHeading(words);
          if (isRunIn) this.#runInHeading = [words];
          const isHeading = kind === "heading" || isRunIn;
          const isShort = piece.end - piece.start < shortSentenceLength;
          const place = {
            headingPath: [...headings, ...this.#runInHeading],
            ...{ isHeading, leadIn: ownLeadIn, preceding: isShort ? preceding : "" },
          };
          this.#add(joined, piece, place);
        }
      });
      const isHeading = this.passages.at(-1)?.isHeading === true;
      preceding = isHeading ? "" : text.slice(Math.max(sentence.start, sentence.end - maxContextLength), sentence.end);
    }
    if (this.passages.length === before) return;
    const last = this.passages.at(-1);
    if (text.trimEnd().endsWith(":") && last !== undefined && kind !== "heading")
      this.#enumeration.open(joinLeadIns(leadIn, last.text), text);
    else if (isMember) this.#enumeration.addMember(text);
    else {
      const next = kind === "heading" ? undefined : leadInForNext(text.slice(pieces.at(-1)?.start));
      if (next === undefined) this.#enumeration.close();
      else this.#enumeration.open(next, text);
    }
  }

  #addTableRow(joined: JoinedParagraph, headingPath: string[]): void {
    this.#enumeration.close();
    this.#table ??= new TableReader();
    const { text } = joined;
    for (const { leadIn, ...piece } of this.#table.read(text)) {
      const place = { headingPath, isHeading: false, leadIn, preceding: "" };
      const sentences = toSentences(text.slice(piece.start, piece.end));
      const isLong = piece.end - piece.start > maxTablePieceLength;
      const ranges = isLong
        ? sentences.map((one) => ({ start: piece.start + one.start, end: piece.start + one.end }))
        : [piece];
      for (const range of ranges)
        for (const part of cutAtWords(text, range, maxPassageLength)) this.#add(joined, part, place);
    }
  }

  #addUnseparated(page: ExtractedPage, paragraphs: Paragraph[]): void {
    let run: Paragraph[] = [];
    const addRun = () => {
      const [first, last] = [run[0], run.at(-1)];
      run = [];
      if (first === undefined || last === undefined) return;
      const place = { headingPath: this.#keepHeadings(first), isHeading: false, leadIn: "", preceding: "" };
      const joined = toJoined(page, { ...first, end: last.end });
      for (const piece of cutAtWords(joined.text, { start: 0, end: joined.text.length }, maxPassageLength))
        this.#add(joined, piece, place);
    };
    for (const paragraph of paragraphs) {
      if (isRepeatedLine(paragraph)) addRun();
      else run.push(paragraph);
    }
    addRun();
    this.#enumeration.close();
  }

  #keepHeadings({ headingPath }: Paragraph): string[] {
    const isInjected = (heading: string) =>
      getOrCreate(this.#injectedHeadings, heading, () => isPromptInjection(heading));
    const first = headingPath.findIndex((heading) => !this.#titles.has(heading));
    const below = first === -1 ? headingPath.slice(-1) : headingPath.slice(first);
    return below.filter((heading) => !isInjected(heading));
  }

  #add(joined: JoinedParagraph, range: Range, place: Place): void {
    const [start, end] = trimRange(joined.text, range.start, range.end);
    const text = joined.text.slice(start, end);
    const [first, ...continuation] = toPageParts(joined, { start, end });
    if (first === undefined || isPromptInjection(text)) return;
    const { passages } = this;
    passages.push({
      ...{ index: passages.length, file: this.#file, ...first, text, ...place },
      ...(continuation.length > 0 && { continuation }),
    });
  }
}

/** The mark of a list item would keep its number from being recognised. */
function toSentencesBehindBullet(text: string): Range[] {
  const mark = bullet.exec(text)?.[0].length ?? 0;
  return toSentences(text.slice(mark)).map(({ start, end }) => ({ start: start + mark, end: end + mark }));
}

const isRepeatedLine = ({ kind }: Paragraph) => kind === "header" || kind === "footer";

/** The passage with its last two headings, and its lead-in or the sentence before: "(b) without undue delay" alone cannot be judged. */
export function toTextWithContext({ text, headingPath, isHeading, leadIn, preceding }: Passage): string {
  const headings = isHeading
    ? []
    : headingPath.slice(-maxHeadingsRead).filter(({ length }) => length < maxHeadingLength);
  const context = leadIn === "" ? preceding : leadIn;
  return [...headings.map((heading) => `${heading.replace(/\.$/, "")}.`), context.slice(-maxContextLength), text]
    .filter((part) => part !== "")
    .join(" ")
    .replace(/\s+/g, " ");
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
