import type { InsertionPlace } from "../analysis/findings/findings.ts";
import type { SuggestedChange } from "../analysis/findings/suggested-change.ts";
import type { ExtractedPage, Paragraph } from "../extraction/extracted-file.ts";
import type { NewSection, RedlineEdit, TextPlace } from "../extraction/redline-edit.ts";
import { followsInSequence, parseNumbering } from "../extraction/structure/numbering.ts";
import type { DocumentRecommendation } from "./document-recommendation.ts";

/** A paragraph of the file, with its page. */
interface PlacedParagraph extends Paragraph {
  page: ExtractedPage;
  text: string;
}

/** More than the same words are ever followed by the same other words. */
const contextCharacters = 300;
/** A paragraph that is not in the file as it was rendered is replaced by the one above it. */
const maxFallbacks = 5;

/** Where the texts belong in the file, in words that are looked for in it. */
export function placeEdits(
  recommendations: DocumentRecommendation[],
  pages: ExtractedPage[],
  describe: (recommendation: DocumentRecommendation) => string[],
): RedlineEdit[] {
  const paragraphs = pages.flatMap((page) =>
    page.paragraphs
      .filter(({ kind }) => kind !== "header" && kind !== "footer" && kind !== "footnote")
      .map((paragraph) => ({ ...paragraph, page, text: page.text.slice(paragraph.start, paragraph.end) })),
  );
  const keys = paragraphs.map(({ headingPath }) => headingPath.join("\n"));
  const placeOf = (page: ExtractedPage, start: number, end: number): TextPlace => ({
    text: page.text.slice(start, end),
    before: page.text.slice(Math.max(0, start - contextCharacters), start),
    after: page.text.slice(end, end + contextCharacters),
    position: pages.length < 2 ? start / Math.max(1, page.text.length) : pages.indexOf(page) / (pages.length - 1),
  });
  const toPlace = ({ page, start, end }: PlacedParagraph) => placeOf(page, start, end);
  /** Texts with a number that were put below the same paragraph. */
  const numbered = new Map<PlacedParagraph, number>();

  function insertion({
    insertAt,
    section,
    replaces,
  }: SuggestedChange): Omit<RedlineEdit, "text" | "comment" | "replaces"> {
    const quote = replaces[0]?.quote;
    const place: InsertionPlace =
      quote === undefined
        ? insertAt
        : { relation: "in", file: quote.file, page: quote.page, ...withHeading(quote.heading) };
    const found = findSection({ paragraphs, keys }, place);
    const above = (place.relation === "in" ? found?.own : found?.all) ?? [];
    const after = above.at(-1);
    const already = after === undefined ? 0 : (numbered.get(after) ?? 0);
    if (after !== undefined && place.number !== undefined) numbered.set(after, already + 1);
    const number = place.number && advance(place.number, already);
    const isNew = place.relation !== "in";
    const heading = found?.own.find(({ kind }) => kind === "heading");
    const newSection: NewSection = { title: section, number, like: heading && toPlace(heading) };
    const like = isNew ? found?.own.find(isClause) : findModel(found?.own ?? [], number);
    return {
      after: above.slice(-maxFallbacks).toReversed().map(toPlace),
      like: like && toPlace(like),
      number: isNew ? undefined : number,
      section: isNew ? newSection : undefined,
    };
  }

  return recommendations.map((recommendation) => {
    const { change, suggestedTextToBeAdded } = recommendation;
    const comment = describe(recommendation);
    if (change === undefined) {
      const atEnd = { after: [], like: undefined, number: undefined, section: undefined };
      return { text: suggestedTextToBeAdded, comment, replaces: [], ...atEnd };
    }
    const replaces = change.replaces.flatMap(({ quote: { page: number, start, end } }) => {
      const page = pages.find((one) => one.number === number);
      return page === undefined ? [] : [placeOf(page, start, end)];
    });
    return { text: change.text, comment, replaces, ...insertion(change) };
  });
}

const withHeading = (heading: string | undefined) => (heading === undefined ? {} : { heading });

/** The paragraphs directly in a section, and those of its subsections, too. */
function findSection(
  { paragraphs, keys }: { paragraphs: PlacedParagraph[]; keys: string[] },
  { page, heading }: InsertionPlace,
): { own: PlacedParagraph[]; all: PlacedParagraph[] } | undefined {
  const isHere = (one: PlacedParagraph) => one.headingPath.at(-1) === heading;
  const onPage = paragraphs.findIndex((one) => one.page.number === page && isHere(one));
  const at = onPage === -1 ? paragraphs.findIndex(isHere) : onPage;
  const key = keys[at];
  if (key === undefined || heading === undefined) return undefined;
  let [start, end] = [at, at + 1];
  while (start > 0 && keys[start - 1] === key) start--;
  while (end < keys.length && keys[end] === key) end++;
  let last = end;
  while (last < keys.length && (keys[last] === key || keys[last]?.startsWith(`${key}\n`))) last++;
  return { own: paragraphs.slice(start, end), all: paragraphs.slice(start, last) };
}

/** The clause before the new one in its numbering, else the last one that is running text. */
function findModel(section: PlacedParagraph[], number: string | undefined): PlacedParagraph | undefined {
  const own = number === undefined ? undefined : parseNumbering(`${number} X`);
  const previous = section.findLast(
    ({ kind, text }) => kind !== "heading" && followsInSequence(own, parseNumbering(text)),
  );
  return previous ?? section.findLast(({ kind }) => kind === "body");
}

/** Not a bullet, which belongs to the text above it. */
const isClause = ({ kind, text }: PlacedParagraph) =>
  kind === "body" || (kind === "listItem" && parseNumbering(text) !== undefined);

/** "4.3" by two is "4.5". */
function advance(number: string, by: number): string {
  const last = [...number.matchAll(/\d+/g)].at(-1);
  if (last === undefined) return number;
  const [digits] = last;
  return number.slice(0, last.index) + String(Number(digits) + by) + number.slice(last.index + digits.length);
}
