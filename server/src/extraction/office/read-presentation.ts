import type { Reader } from "../extracted-file.ts";
import { readParts, toPage } from "../text/paged-text.ts";
import { block, heading, type TextBlock, tableRow } from "../text/text-block.ts";
import { joinParagraphs, readDiagram, readParagraph } from "./drawing-text.ts";
import { OdfBody, OdfLists } from "./odf-body.ts";
import {
  isOpenDocument,
  type OfficePackage,
  openMainPart,
  type Relation,
  readTitle,
  withPackage,
} from "./office-package.ts";
import { childElements, findDescendants, findElement, type XmlElement } from "./stream-xml.ts";

/** PPTX and ODP: one page for each slide, with the title as heading and the notes at the end. */
export const readPresentation: Reader = (file, limits) =>
  withPackage(file.path, limits, async (opened) => {
    const { slides, title } = isOpenDocument(opened) ? await openOdp(opened) : await openPptx(opened);
    const pages = slides.map((readSlide, index) => async () => {
      const { blocks, isHidden } = await readSlide();
      return toPage({ number: index + 1, label: `slide ${index + 1}${isHidden ? " (hidden)" : ""}`, blocks });
    });
    return readParts({ pages, title, close: () => opened.close() }, "slides", limits);
  });

type Slide = () => Promise<{ blocks: TextBlock[]; isHidden: boolean }>;

/** The title comes first, wherever it is on the slide. */
function moveTitleFirst(blocks: TextBlock[]): TextBlock[] {
  return [...blocks.filter(({ kind }) => kind === "heading"), ...blocks.filter(({ kind }) => kind !== "heading")];
}

async function openPptx(opened: OfficePackage): Promise<{ slides: Slide[]; title: string | undefined }> {
  const { root, relations } = await openMainPart(opened, "ppt/presentation.xml");
  const parts = new Map(relations.map(({ id, part }) => [id, part]));
  const slides = childElements(findElement(root, "p:sldIdLst"), "p:sldId").flatMap((entry) => {
    const slidePart = parts.get(entry.attributes["r:id"] ?? "");
    return slidePart === undefined ? [] : [() => readPptxSlide(opened, slidePart)];
  });
  return { slides, title: await readTitle(opened) };
}

async function readPptxSlide(opened: OfficePackage, part: string): ReturnType<Slide> {
  const root = await opened.xml(part);
  const relations = await opened.relations(part);
  const blocks: TextBlock[] = [];
  for (const shape of childElements(findElement(root, "p:cSld", "p:spTree"))) {
    for (const found of await readShape(opened, relations, shape)) blocks.push(found);
  }
  const notes = relations.find(({ kind }) => kind === "notesSlide")?.part;
  const notesRoot = notes === undefined ? undefined : await opened.xml(notes);
  return {
    blocks: [...moveTitleFirst(blocks), ...readNotes(notesRoot)],
    isHidden: /^(0|false)$/.test(root?.attributes["show"] ?? ""),
  };
}

function findPlaceholder(shape: XmlElement): string | undefined {
  const [properties] = childElements(shape).filter(({ name }) => /^p:nv(Sp|GraphicFrame|Pic)Pr$/.test(name));
  const placeholder = findElement(properties, "p:nvPr", "p:ph");
  return placeholder === undefined ? undefined : (placeholder.attributes["type"] ?? "obj");
}

async function readShape(opened: OfficePackage, relations: Relation[], shape: XmlElement): Promise<TextBlock[]> {
  switch (shape.name) {
    case "p:sp":
    case "p:cxnSp":
      return readPlaceholder(shape);
    case "p:grpSp":
      return (await Promise.all(childElements(shape).map((child) => readShape(opened, relations, child)))).flat();
    case "mc:AlternateContent": {
      for (const choice of childElements(shape)) {
        const found = await Promise.all(childElements(choice).map((child) => readShape(opened, relations, child)));
        if (found.flat().length > 0) return found.flat();
      }
      return [];
    }
    case "p:graphicFrame": {
      const tables = findDescendants(shape, "a:tbl").flatMap(readTable);
      return [...tables, ...(await readDiagrams(opened, relations, shape))];
    }
    default:
      return [];
  }
}

function readPlaceholder(shape: XmlElement): TextBlock[] {
  const placeholder = findPlaceholder(shape) ?? "";
  const paragraphs = childElements(findElement(shape, "p:txBody"), "a:p");
  if (/^(title|ctrTitle)$/.test(placeholder)) return [heading(paragraphs.map(readParagraph).join(" "), 1)];
  if (/^(ftr|dt|sldNum)$/.test(placeholder)) return paragraphs.map((one) => block(readParagraph(one), "footer"));
  if (placeholder === "hdr") return paragraphs.map((one) => block(readParagraph(one), "header"));
  return paragraphs.map((one) => block(readParagraph(one), isListItem(one) ? "listItem" : "body"));
}

function isListItem(paragraph: XmlElement): boolean {
  const properties = findElement(paragraph, "a:pPr");
  if (findElement(properties, "a:buNone") !== undefined) return false;
  const hasBullet = childElements(properties).some(({ name }) => /^a:bu(Char|AutoNum|Blip)$/.test(name));
  return hasBullet || Number(properties?.attributes["lvl"] ?? 0) > 0;
}

function readTable(table: XmlElement): TextBlock[] {
  return childElements(table, "a:tr").flatMap((row) => tableRow(childElements(row, "a:tc").map(joinParagraphs)) ?? []);
}

async function readDiagrams(opened: OfficePackage, relations: Relation[], frame: XmlElement): Promise<TextBlock[]> {
  const blocks: TextBlock[] = [];
  for (const reference of findDescendants(frame, "dgm:relIds")) {
    const part = relations.find(({ id }) => id === reference.attributes["r:dm"])?.part;
    blocks.push(...readDiagram(part === undefined ? undefined : await opened.xml(part)));
  }
  return blocks;
}

/** Without the slide image, number and date that a notes page repeats. */
function readNotes(root: XmlElement | undefined): TextBlock[] {
  return findDescendants(findElement(root, "p:cSld", "p:spTree"), "p:sp")
    .filter((shape) => !/^(sldImg|sldNum|dt|ftr|hdr)$/.test(findPlaceholder(shape) ?? ""))
    .flatMap((shape) => childElements(findElement(shape, "p:txBody"), "a:p"))
    .map((paragraph) => block(readParagraph(paragraph)));
}

/** All slides of an ODP file are in one part, so their text is held in memory. */
async function openOdp(opened: OfficePackage): Promise<{ slides: Slide[]; title: string | undefined }> {
  const lists = new OdfLists();
  const hidden = new Set<string>();
  const slides: Slide[] = [];
  const isUnit = (name: string): boolean => name === "draw:page" || name === "office:automatic-styles";
  for await (const unit of opened.units("content.xml", { isUnit })) {
    if (unit.name === "draw:page") {
      const read = readOdpSlide(unit, new OdfBody(lists));
      const isHidden = hidden.has(unit.attributes["draw:style-name"] ?? "");
      slides.push(async () => ({ blocks: read, isHidden }));
      continue;
    }
    lists.add({ name: "root", attributes: {}, children: [unit] });
    for (const style of childElements(unit, "style:style")) {
      const properties = findElement(style, "style:drawing-page-properties");
      if (properties?.attributes["presentation:visibility"] === "hidden")
        hidden.add(style.attributes["style:name"] ?? "");
    }
  }
  return { slides, title: await readTitle(opened) };
}

function readOdpSlide(page: XmlElement, body: OdfBody): TextBlock[] {
  const shapes = childElements(page).filter(({ name }) => name !== "presentation:notes");
  const blocks = shapes.flatMap((shape) => {
    const found = body.readBlocks(shape);
    if (shape.attributes["presentation:class"] === "title" && found.length > 0) {
      return [heading(found.map(({ text }) => text).join(" "), 1)];
    }
    const isFooter = /^(footer|date-time|page-number)$/.test(shape.attributes["presentation:class"] ?? "");
    return isFooter ? found.map(({ text }) => block(text, "footer")) : found;
  });
  const notes = childElements(findElement(page, "presentation:notes"))
    .filter(({ attributes }) => attributes["presentation:class"] === "notes")
    .flatMap((shape) => body.readBlocks(shape));
  return [...moveTitleFirst(blocks), ...notes];
}
