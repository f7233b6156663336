import { getOrCreate } from "../../platform/get-or-create.ts";
import type { SubjectFile } from "../analyser.ts";
import type { Quote } from "../findings/findings.ts";
import { maxPassageLength, type Passage } from "./passages.ts";
import { isPromptInjection } from "./prompt-injection.ts";
import { splitAtPages } from "./split-at-pages.ts";

/** Passages that belong together, as one text: a paragraph with the members of its list, or a table row. */
export interface Clause extends Quote {
  pageLabel: string;
  /** From the outermost to the nearest. */
  headings: string[];
  /** What the clause completes; empty if nothing introduces it. */
  leadIn: string;
  /** The names of a table row's columns are its lead-in. */
  isTableRow: boolean;
  /** The end of what comes before in the same paragraph, if the clause does not begin with it. */
  preceding: string;
  /** Its passages that search found for the criteria. */
  found: Quote[];
}

/** The clauses of passages, in the order of the document. No two of them share a passage. */
export type FindClauses = (found: Passage[], others?: Passage[]) => Clause[];

export function openClauses(files: SubjectFile[], whole: Passage[]): FindClauses {
  // A clause is quoted, and a quote stands on one page.
  const passages = whole.flatMap(splitAtPages);
  const placesOf = Map.groupBy(passages.keys(), (at) => passages[at]?.index ?? 0);
  const textOf = openPageTexts(files);
  const paragraphOf = openParagraphs(files);

  function continues(at: number): boolean {
    const [before, after] = [passages[at - 1], passages[at]];
    if (before === undefined || after === undefined) return false;
    if (before.file !== after.file || before.page !== after.page) return false;
    // What was left out of the passages, such as an injection, is not to come back between them.
    if (/[\p{L}\p{N}]/u.test(textOf(before).slice(before.end, after.start))) return false;
    const [one, other] = [paragraphOf(before), paragraphOf(after)];
    if (one === undefined || other === undefined) return false;
    if (one === other) return true;
    if (before.isHeading || after.isHeading) return false;
    const isTable = one.kind === "tableRow" || other.kind === "tableRow";
    if (isTable || after.leadIn === "") return false;
    return after.leadIn === before.leadIn || after.leadIn.endsWith(before.text);
  }

  function grow(at: number, isTaken: (index: number) => boolean): { from: number; to: number } {
    let [from, to] = [at, at];
    const fits = (first: number, last: number) =>
      (passages[last]?.end ?? 0) - (passages[first]?.start ?? 0) <= maxPassageLength;
    for (;;) {
      const hasBefore = continues(from) && !isTaken(from - 1) && fits(from - 1, to);
      if (hasBefore) from--;
      const hasAfter = continues(to + 1) && !isTaken(to + 1) && fits(from, to + 1);
      if (hasAfter) to++;
      if (!hasBefore && !hasAfter) return { from, to };
    }
  }

  function toClause(all: Passage[], found: Set<number>): Clause {
    const [first, last] = [all[0] as Passage, all.at(-1) as Passage];
    const { file, page, pageLabel, start, headingPath, isHeading } = first;
    const isTableRow = paragraphOf(first)?.kind === "tableRow";
    // Groups of cells of a long row have the names of their own columns.
    const leadIns = isTableRow ? [...new Set(all.map(({ leadIn }) => leadIn))] : [first.leadIn];
    return {
      ...{ file, page, pageLabel, start, end: last.end, text: textOf(first).slice(start, last.end) },
      headings: isHeading ? headingPath.slice(0, -1) : headingPath,
      leadIn: leadIns.join(" "),
      isTableRow,
      preceding: first.leadIn === "" ? first.preceding : "",
      found: all.filter(({ index }) => found.has(index)).map(toQuote),
    };
  }

  return (found, others = []) => {
    const foundIndexes = new Set(found.map(({ index }) => index));
    const places = new Set([...found, ...others].flatMap(({ index }) => placesOf.get(index) ?? []));
    const taken = new Set<number>();
    const clauses: Clause[] = [];
    for (const index of [...places].sort((a, b) => a - b)) {
      if (taken.has(index)) continue;
      const { from, to } = grow(index, (one) => taken.has(one));
      const clause = toClause(passages.slice(from, to + 1), foundIndexes);
      // Sentences may be harmless one by one.
      const isWhole = from === to || !isPromptInjection(clause.text);
      clauses.push(isWhole ? clause : toClause(passages.slice(index, index + 1), foundIndexes));
      for (let one = isWhole ? from : index; one <= (isWhole ? to : index); one++) taken.add(one);
    }
    return clauses;
  };
}

const toQuote = ({ file, page, start, end, text }: Passage): Quote => ({ file, page, start, end, text });

type Place = Pick<Passage, "file" | "page" | "start">;

function openPageTexts(files: SubjectFile[]) {
  const pages = files.map((file) => new Map(file.pages.map((page) => [page.number, page])));
  return ({ file, page }: Place) => pages[file]?.get(page)?.text ?? "";
}

/** The paragraph that a place is in. Pages of plain text have thousands of paragraphs. */
function openParagraphs(files: SubjectFile[]) {
  const pages = new Map<string, SubjectFile["pages"][number]["paragraphs"]>();
  const paragraphsOf = ({ file, page }: Place) =>
    getOrCreate(
      pages,
      `${file} ${page}`,
      () => files[file]?.pages.find(({ number }) => number === page)?.paragraphs ?? [],
    );
  return (place: Place) => {
    const paragraphs = paragraphsOf(place);
    let [low, high] = [0, paragraphs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((paragraphs[middle]?.start ?? 0) <= place.start) low = middle + 1;
      else high = middle;
    }
    return paragraphs[low - 1];
  };
}
