import type { ExtractedPage, Paragraph } from "../../extraction/extracted-file.ts";
import { getOrCreate } from "../../platform/get-or-create.ts";
import type { SubjectFile } from "../analyser.ts";
import { isPromptInjection } from "./prompt-injection.ts";
import { cutAtWords, type Range, toSentences } from "./sentences.ts";
import { TableReader } from "./table-rows.ts";

/** The smallest piece that is judged and quoted: a sentence, or one member of an enumeration; a part of it if it is long. */
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
  /** What a member of an enumeration completes: "The processor shall:" before "(b) assist the controller"; the column names of a table row. */
  leadIn: string;
  /** The sentence before a short one of the same paragraph: "This applies after termination, too." */
  preceding: string;
}

/** A member of an enumeration: "(a)", "b)", "iv.", "3)", "•", "–". */
const marker = /^\s*(?:\(?(?:[a-z]{1,2}|[ivx]{1,5}|\d{1,3})\)|[a-z]\.(?=\s)|[ivx]{1,4}\.(?=\s)|[•●▪◦‣*–-](?=\s))/i;
/** An enumeration within a sentence. */
const inlineMember =
  /[;,:]\s+(?:and\s+|or\s+|und\s+|oder\s+|et\s+|ou\s+|y\s+|o\s+)?(?=\((?:[a-z]|[ivx]{1,4}|\d{1,2})\)\s)/gi;
/** A shorter member is not a passage of its own. */
const minMemberLength = 12;
const maxLeadInLength = 400;
/** A shorter line at the end of a page that ends no sentence is a title or a name. */
const minOpenSentence = 60;
/** A shorter sentence often cannot be understood without the one before. */
const shortSentenceLength = 120;
/** What the reader sees of a lead-in, of a preceding sentence, and of a heading. */
const maxContextLength = 200;
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
/** "4.3", "5." and "Article 6" begin a clause of their own; "(a)" belongs to the one before. */
const clauseNumber =
  /^\s*(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)]?|[IVXLC]{1,5}\.\d{1,3}\.?|[A-Z]\.|§{1,2}\s?\d{1,3}|\p{Lu}\p{L}{2,8}\s\d{1,3}[.:])\s/u;
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
    builder.startFile(at);
    for (const page of file.pages) builder.addPage(page);
  });
  return builder.passages;
}

type Place = Pick<Passage, "headingPath" | "isHeading" | "leadIn" | "preceding">;

class PassageBuilder {
  readonly passages: Passage[] = [];
  #file = 0;
  /** What an enumeration that continues in the next paragraph completes. */
  #openLeadIn = "";
  /** The heading of the current clause at the beginning of its first paragraph: "4.2 Purpose." */
  #runInHeading: string[] = [];
  /** The end of the last page, if it ends within a sentence. */
  #openSentence = "";
  #table: TableReader | undefined;
  /** Characters read so far, by paragraph with its kind and heading. */
  #repeated = new Map<string, number>();
  /** Every paragraph repeats the headings above it. */
  #injectedHeadings = new Map<string, boolean>();

  startFile(file: number): void {
    this.#file = file;
    this.#openLeadIn = "";
    this.#runInHeading = [];
    this.#openSentence = "";
    this.#table = undefined;
    this.#repeated.clear();
  }

  addPage(page: ExtractedPage): void {
    for (const [at, paragraph] of page.paragraphs.entries()) {
      if (isRepeatedLine(paragraph)) continue;
      if (this.passages.length >= maxSeparatePassages) {
        this.#addUnseparated(page, page.paragraphs.slice(at));
        return;
      }
      if (!this.#isReadOften(page, paragraph)) this.#addParagraph(page, paragraph);
      this.#openSentence = "";
    }
    this.#openSentence = this.#findOpenSentence(page);
  }

  #findOpenSentence({ text, paragraphs }: ExtractedPage): string {
    const last = paragraphs.findLast((paragraph) => !isRepeatedLine(paragraph));
    if (last === undefined || (last.kind !== "body" && last.kind !== "listItem")) return "";
    const words = text.slice(last.start, last.end).trimEnd();
    const isOpen = words.length >= minOpenSentence && !/[.!?:;]["”’»)\]]{0,3}$/.test(words.slice(-8));
    return isOpen ? (this.passages.at(-1)?.text ?? "").slice(-maxLeadInLength) : "";
  }

  #isReadOften(page: ExtractedPage, { start, end, kind, headingPath }: Paragraph): boolean {
    const key = `${kind}\n${headingPath.at(-1) ?? ""}\n${page.text.slice(start, end)}`;
    const before = this.#repeated.get(key) ?? 0;
    this.#repeated.set(key, before + end - start);
    return before > 0 && before + end - start > maxRepeatedCharacters;
  }

  #addParagraph(page: ExtractedPage, paragraph: Paragraph): void {
    const { start, end, kind } = paragraph;
    const text = page.text.slice(start, end);
    const isMember = kind === "listItem" || marker.test(text);
    const isContinued = this.#openSentence !== "" && kind === "body" && !isMember && !clauseNumber.test(text);
    const leadIn = isMember ? this.#openLeadIn : "";
    const headings = this.#keepHeadings(paragraph);
    if (kind === "tableRow") {
      this.#addTableRow(page, paragraph, [...headings, ...this.#runInHeading]);
      return;
    }
    this.#table = undefined;
    if (kind === "heading" || clauseNumber.test(text)) this.#runInHeading = [];
    let preceding = "";
    const before = this.passages.length;
    const pieces = toSentencesBehindBullet(text);
    for (const sentence of pieces) {
      const members = toMembers(text, sentence);
      const [first] = members;
      const inlineLeadIn = members.length > 1 && first !== undefined ? endOf(text, first) : undefined;
      members.forEach((member, at) => {
        const outer = isContinued && sentence === pieces[0] ? this.#openSentence : leadIn;
        const ownLeadIn = at > 0 && inlineLeadIn !== undefined ? joinLeadIns(outer, inlineLeadIn) : outer;
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
          this.#add(page, { start: start + piece.start, end: start + piece.end }, place);
        }
      });
      const isHeading = this.passages.at(-1)?.isHeading === true;
      preceding = isHeading ? "" : text.slice(Math.max(sentence.start, sentence.end - maxContextLength), sentence.end);
    }
    if (this.passages.length === before) return;
    const last = this.passages.at(-1);
    if (text.trimEnd().endsWith(":") && last !== undefined && kind !== "heading")
      this.#openLeadIn = joinLeadIns(leadIn, last.text);
    else if (kind === "heading" || !isMember) this.#openLeadIn = "";
  }

  #addTableRow(page: ExtractedPage, { start, end }: Paragraph, headingPath: string[]): void {
    this.#openLeadIn = "";
    this.#table ??= new TableReader();
    const text = page.text.slice(start, end);
    for (const { leadIn, ...piece } of this.#table.read(text)) {
      const place = { headingPath, isHeading: false, leadIn, preceding: "" };
      const sentences = toSentences(text.slice(piece.start, piece.end));
      const isLong = piece.end - piece.start > maxTablePieceLength;
      const ranges = isLong
        ? sentences.map((one) => ({ start: piece.start + one.start, end: piece.start + one.end }))
        : [piece];
      for (const range of ranges)
        for (const part of cutAtWords(text, range, maxPassageLength))
          this.#add(page, { start: start + part.start, end: start + part.end }, place);
    }
  }

  #addUnseparated(page: ExtractedPage, paragraphs: Paragraph[]): void {
    let run: Paragraph[] = [];
    const addRun = () => {
      const [first, last] = [run[0], run.at(-1)];
      run = [];
      if (first === undefined || last === undefined) return;
      const place = { headingPath: this.#keepHeadings(first), isHeading: false, leadIn: "", preceding: "" };
      for (const piece of cutAtWords(page.text, { start: first.start, end: last.end }, maxPassageLength))
        this.#add(page, piece, place);
    };
    for (const paragraph of paragraphs) {
      if (isRepeatedLine(paragraph)) addRun();
      else run.push(paragraph);
    }
    addRun();
    this.#openLeadIn = "";
  }

  #keepHeadings({ headingPath }: Paragraph): string[] {
    const isInjected = (heading: string) =>
      getOrCreate(this.#injectedHeadings, heading, () => isPromptInjection(heading));
    return headingPath.filter((heading) => !isInjected(heading));
  }

  #add(page: ExtractedPage, range: Range, place: Place): void {
    const [start, end] = trimRange(page.text, range.start, range.end);
    const text = page.text.slice(start, end);
    if (start >= end || isPromptInjection(text)) return;
    const { passages } = this;
    passages.push({
      ...{ index: passages.length, file: this.#file, page: page.number, pageLabel: page.label },
      ...{ start, end, text, ...place },
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

/** Only the end is kept; nested enumerations would otherwise lengthen it with every level. */
function joinLeadIns(outer: string, inner: string): string {
  return (outer === "" ? inner : `${outer} ${inner}`).slice(-maxLeadInLength);
}

const endOf = (text: string, { start, end }: Range) => text.slice(Math.max(start, end - maxLeadInLength), end);

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
