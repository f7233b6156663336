import { type ExtractedPage, type FileFacts, type Reader, type ReadFile, UnreadableFile } from "../extracted-file.ts";
import { recogniseText } from "../image/recognise-text.ts";
import { composePage, type DirectedText, type DocumentStyle, groupByDirection } from "../layout/compose-page.ts";
import { findRepeatedLines, separateRepeatedLines } from "../layout/headers-and-footers.ts";
import { findBodyStyle, HeadingTrail, isHeading, isNumberedPart } from "../layout/headings.ts";
import { collectVocabulary } from "../layout/join-lines.ts";
import { layOutParagraphs } from "../layout/lay-out-paragraphs.ts";
import type { Box } from "../layout/text-segment.ts";
import { detectLanguage } from "../text/detect-language.ts";
import { type PdfPageText, readPageText } from "./page-segments.ts";
import { openPdf, type PdfDocument } from "./pdf-document.ts";
import { drawForRecognition, needsRecognition } from "./scanned-page.ts";

/** Read before all others, to find repeated lines and the style of the running text. */
const sampledPages = 20;

type LoadedPage = PdfPageText & { isScanned: boolean };

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
  const sample = new Map(choosePages(document.pageCount).map((number) => [number, loadPage(document, number)]));
  const style = findDocumentStyle(sample);
  const facts: FileFacts = { pageCount: document.pageCount };
  describe(facts, document, sample, style);

  return {
    facts,
    async *pages(firstPage) {
      const trail = new HeadingTrail();
      // The language of scanned pages is unknown until they are recognised.
      let recognisedWords = "";
      for (let number = 1; number <= document.pageCount; number++) {
        const page = sample.get(number) ?? loadPage(document, number);
        sample.delete(number);
        // Earlier pages are read only for the headings above later ones.
        const isRequested = number >= firstPage;
        const composed =
          page.isScanned && isRequested
            ? await recognisePage(document, number, page, { style, trail, language: facts.language })
            : composePage(number, groupByDirection(page.segments, page), style, trail);
        if (!isRequested) continue;
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
    return { ...text, isScanned: needsRecognition(page, text, pdfium) };
  });
}

/** The first page, and odd and even pages spread over the document. */
function choosePages(pageCount: number): number[] {
  if (pageCount <= sampledPages) return Array.from({ length: pageCount }, (_, index) => index + 1);
  const step = (pageCount - 1) / (sampledPages - 1);
  const numbers = Array.from({ length: sampledPages }, (_, index) => {
    const number = Math.round(1 + index * step);
    return Math.min(pageCount, number % 2 === index % 2 ? number + 1 : number);
  });
  return [...new Set([1, ...numbers])];
}

function findDocumentStyle(sample: Map<number, LoadedPage>): DocumentStyle {
  const pages = [...sample].flatMap(([number, page]) => {
    const main = page.isScanned ? undefined : groupByDirection(page.segments, page)[0];
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
  const segments = [...sample.values()].flatMap((page) => (page.isScanned ? [] : [...page.segments.values()].flat()));
  const language = detectLanguage(segments.map(({ text }) => text).join(" "));
  if (language !== undefined) facts.language = language;
  const title = cleanTitle(document.titleInMetadata) ?? findTitleHeading(sample.get(1), style);
  if (title !== undefined) facts.title = title;
}

/** Undefined for file names and placeholders, which word processors write into the title. */
function cleanTitle(inMetadata: string): string | undefined {
  const title = inMetadata
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/^microsoft \w+ ?- ?/i, "")
    .trim();
  if (title.length < 3 || /^(?:untitled|unbenannt|sans titre|sin título|document\d*|dokument\d*)$/i.test(title))
    return undefined;
  return /\.\w{2,5}$/.test(title) || /^[\w-]+$/.test(title) ? undefined : title;
}

/** The first of the largest headings of the first page. "Exhibit 10.1" is used only if there is no other. */
function findTitleHeading(page: LoadedPage | undefined, style: DocumentStyle): string | undefined {
  const main = page && !page.isScanned ? groupByDirection(page.segments, page)[0] : undefined;
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
  const image = document.withPage(number, (handle, pdfium) => drawForRecognition(handle, page, pdfium));
  if (!image) throw new UnreadableFile(`The file is damaged: page ${number} cannot be drawn.`);
  const recognised = await recogniseText(image.bytes, { pointsPerPixel: image.pointsPerPixel, language });

  // The text layer is exact; recognition adds words elsewhere on the page.
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

/** More than half of the box is inside the other. */
function isWithin(box: Box, other: Box): boolean {
  const width = Math.min(box[2], other[2]) - Math.max(box[0], other[0]);
  const height = Math.min(box[3], other[3]) - Math.max(box[1], other[1]);
  return width > 0 && height > 0 && width * height > ((box[2] - box[0]) * (box[3] - box[1])) / 2;
}
