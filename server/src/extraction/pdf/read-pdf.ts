import { type ExtractedPage, type FileFacts, type Reader, type ReadFile, UnreadableFile } from "../extracted-file.ts";
import { composePage, type DirectedText, type DocumentStyle, groupByDirection } from "../layout/compose-page.ts";
import { findRepeatedLines, separateRepeatedLines } from "../layout/headers-and-footers.ts";
import { findBodyStyle, HeadingTrail, isHeading, isNumberedPart } from "../layout/headings.ts";
import { collectVocabulary } from "../layout/join-lines.ts";
import { layOutParagraphs } from "../layout/lay-out-paragraphs.ts";
import type { Box } from "../layout/text-segment.ts";
import { recogniseText } from "../picture/recognise-text.ts";
import { detectLanguage } from "../text/detect-language.ts";
import { type PdfPageText, readPageText } from "./page-segments.ts";
import { openPdf, type PdfDocument } from "./pdf-document.ts";
import { drawPage, needsRecognition } from "./pdf-picture.ts";

/** As many as tell what repeats on every page and what the running text looks like. */
const sampledPages = 20;

type LoadedPage = PdfPageText & { isPicture: boolean };

export const readPdf: Reader = async (file, limits) => {
  const document = await openPdf(file.path);
  try {
    if (document.pageCount > limits.maxPages) {
      throw new UnreadableFile(`The file has more than ${limits.maxPages.toLocaleString("en")} pages.`);
    }
    return readOpenPdf(document);
  } catch (error) {
    document.close();
    throw error;
  }
};

function readOpenPdf(document: PdfDocument): ReadFile {
  const sample = new Map(sampleNumbers(document.pageCount).map((number) => [number, loadPage(document, number)]));
  const style = styleOf(sample);
  const facts: FileFacts = { pageCount: document.pageCount };
  describe(facts, document, sample, style);

  return {
    facts,
    async *pages(firstPage) {
      const trail = new HeadingTrail();
      // Of pages that were recognised there is nothing to tell the language by before.
      let recognisedWords = "";
      for (let number = 1; number <= document.pageCount; number++) {
        const page = sample.get(number) ?? loadPage(document, number);
        sample.delete(number);
        // Pages before the first one are read for their headings, which later pages stand under.
        const isWanted = number >= firstPage;
        const composed =
          page.isPicture && isWanted
            ? await recognisePage(document, number, page, { style, trail, language: facts.language })
            : composePage(number, groupByDirection(page.segments, page), style, trail);
        if (!isWanted) continue;
        if (composed.recognition && facts.language === undefined) {
          recognisedWords += `${composed.text}\n`;
          const language = detectLanguage(recognisedWords);
          if (language !== undefined) facts.language = language;
        }
        yield composed;
      }
    },
    async close() {
      sample.clear();
      document.close();
    },
  };
}

function loadPage(document: PdfDocument, number: number): LoadedPage {
  return document.withPage(number, (page, pdfium) => {
    const text = readPageText(page, pdfium);
    return { ...text, isPicture: needsRecognition(page, text, pdfium) };
  });
}

/** Spread over the document, odd and even ones, the first always. */
function sampleNumbers(pageCount: number): number[] {
  if (pageCount <= sampledPages) return Array.from({ length: pageCount }, (_, index) => index + 1);
  const step = (pageCount - 1) / (sampledPages - 1);
  const numbers = Array.from({ length: sampledPages }, (_, index) => {
    const number = Math.round(1 + index * step);
    return Math.min(pageCount, number % 2 === index % 2 ? number + 1 : number);
  });
  return [...new Set([1, ...numbers])];
}

function styleOf(sample: Map<number, LoadedPage>): DocumentStyle {
  const pages = [...sample].flatMap(([number, page]) => {
    const main = page.isPicture ? undefined : groupByDirection(page.segments, page)[0];
    return main ? [{ number, segments: main.segments, size: main.size }] : [];
  });
  const segments = pages.flatMap((page) => page.segments);
  return {
    body: findBodyStyle(segments),
    repeatedLines: findRepeatedLines(pages),
    vocabulary: collectVocabulary(segments.map(({ text }) => text)),
  };
}

function describe(
  facts: FileFacts,
  document: PdfDocument,
  sample: Map<number, LoadedPage>,
  style: DocumentStyle,
): void {
  const segments = [...sample.values()].flatMap((page) => (page.isPicture ? [] : [...page.segments.values()].flat()));
  const language = detectLanguage(segments.map(({ text }) => text).join(" "));
  if (language !== undefined) facts.language = language;
  const title = plausibleTitle(document.titleInMetadata) ?? firstHeading(sample.get(1), style);
  if (title !== undefined) facts.title = title;
}

/** Word processors write their own file's name, or nothing of meaning. */
function plausibleTitle(inMetadata: string): string | undefined {
  const title = inMetadata
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/^microsoft \w+ ?- ?/i, "")
    .trim();
  if (title.length < 3 || /^(?:untitled|unbenannt|sans titre|sin título|document\d*|dokument\d*)$/i.test(title))
    return undefined;
  return /\.\w{2,5}$/.test(title) || /^[\w-]+$/.test(title) ? undefined : title;
}

/** The largest of the first page's headings, and of these the first; "Exhibit 10.1" says which paper, not what it is. */
function firstHeading(page: LoadedPage | undefined, style: DocumentStyle): string | undefined {
  const main = page && !page.isPicture ? groupByDirection(page.segments, page)[0] : undefined;
  if (!main) return undefined;
  const { body } = separateRepeatedLines(main.segments, main.size, style.repeatedLines);
  const headings = layOutParagraphs(body, style.vocabulary).filter((some) => isHeading(some, style.body));
  const names = headings.filter(({ text }) => !isNumberedPart(text));
  const candidates = names.length > 0 ? names : headings;
  const largest = Math.max(...candidates.map(({ size }) => size));
  return candidates.find(({ size }) => size === largest)?.text;
}

async function recognisePage(
  document: PdfDocument,
  number: number,
  page: LoadedPage,
  { style, trail, language }: { style: DocumentStyle; trail: HeadingTrail; language: string | undefined },
): Promise<ExtractedPage> {
  const picture = document.withPage(number, (handle, pdfium) => drawPage(handle, page, pdfium));
  if (!picture) throw new UnreadableFile(`The file is damaged: page ${number} cannot be drawn.`);
  const recognised = await recogniseText(picture.bytes, { pointsPerPixel: picture.pointsPerPixel, language });

  // What the file says in letters is exact; the picture adds what stands elsewhere on the page.
  const isLegible = page.unknownCharacters === 0;
  const layer = isLegible ? groupByDirection(page.segments, page) : [];
  const upright = layer.find(({ turnsToPage }) => turnsToPage === 0);
  const known = upright?.segments ?? [];
  const added = recognised.segments.filter(({ box }) => !known.some((segment) => isWithin(box, segment.box)));
  const merged: DirectedText = {
    segments: [...known, ...added.map((segment) => ({ ...segment, order: segment.order + known.length }))],
    size: page.size,
    turnsToPage: 0,
  };
  const directions = [merged, ...layer.filter((direction) => direction !== upright)];
  const body = style.body.size > 0 && known.length > 0 ? style.body : findBodyStyle(merged.segments);
  const composed = composePage(number, directions, { ...style, body }, trail);
  return added.length === 0 ? composed : { ...composed, recognition: { confidence: recognised.confidence } };
}

/** More than half of the box lies in the other. */
function isWithin(box: Box, other: Box): boolean {
  const width = Math.min(box[2], other[2]) - Math.max(box[0], other[0]);
  const height = Math.min(box[3], other[3]) - Math.max(box[1], other[1]);
  return width > 0 && height > 0 && width * height > ((box[2] - box[0]) * (box[3] - box[1])) / 2;
}
