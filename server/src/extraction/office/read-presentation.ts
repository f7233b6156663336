import type { Reader } from "../extracted-file.ts";
import { block, heading, readParts, type TextBlock, tableRow, toPage } from "../text/paged-text.ts";
import { diagramBlocks, linesOf, paragraphText } from "./drawing-text.ts";
import { OdfBody, OdfLists } from "./odf-body.ts";
import {
  isOpenDocument,
  type OfficePackage,
  openMainPart,
  type Relation,
  titleOf,
  withPackage,
} from "./office-package.ts";
import { descendantsOf, elementsOf, findElement, type XmlElement } from "./xml-elements.ts";

/** PPTX and ODP: one page for each slide in the order they are shown, its title as heading, its notes at its end. */
export const readPresentation: Reader = (file, limits) =>
  withPackage(file.path, limits, async (opened) => {
    const { slides, title } = isOpenDocument(opened) ? await openOdp(opened) : await openPptx(opened);
    return readParts(
      {
        count: slides.length,
        title,
        async page(number) {
          const { blocks, isHidden } = (await slides[number - 1]?.()) ?? { blocks: [], isHidden: false };
          return toPage({ number, label: `slide ${number}${isHidden ? " (hidden)" : ""}`, blocks });
        },
        close: () => opened.close(),
      },
      "slides",
      limits,
    );
  });

type Slide = () => Promise<{ blocks: TextBlock[]; isHidden: boolean }>;

/** The title is what people call a slide by, wherever on it the title's box happens to lie. */
function titleFirst(blocks: TextBlock[]): TextBlock[] {
  return [...blocks.filter(({ kind }) => kind === "heading"), ...blocks.filter(({ kind }) => kind !== "heading")];
}

async function openPptx(opened: OfficePackage): Promise<{ slides: Slide[]; title: string | undefined }> {
  const { root, relations } = await openMainPart(opened, "ppt/presentation.xml");
  const slides = elementsOf(findElement(root, "p:sldIdLst"), "p:sldId").flatMap((entry) => {
    const slidePart = relations.find(({ id }) => id === entry.attributes["r:id"])?.part;
    return slidePart === undefined ? [] : [() => readSlide(opened, slidePart)];
  });
  return { slides, title: await titleOf(opened) };
}

async function readSlide(opened: OfficePackage, part: string): ReturnType<Slide> {
  const root = await opened.xml(part);
  const relations = await opened.relations(part);
  const blocks: TextBlock[] = [];
  for (const shape of elementsOf(findElement(root, "p:cSld", "p:spTree"))) {
    for (const found of await shapeBlocks(opened, relations, shape)) blocks.push(found);
  }
  const notes = relations.find(({ kind }) => kind === "notesSlide")?.part;
  const notesRoot = notes === undefined ? undefined : await opened.xml(notes);
  return {
    blocks: [...titleFirst(blocks), ...notesBlocks(notesRoot)],
    isHidden: /^(0|false)$/.test(root?.attributes["show"] ?? ""),
  };
}

function placeholderOf(shape: XmlElement): string | undefined {
  const [properties] = elementsOf(shape).filter(({ name }) => /^p:nv(Sp|GraphicFrame|Pic)Pr$/.test(name));
  const placeholder = findElement(properties, "p:nvPr", "p:ph");
  return placeholder === undefined ? undefined : (placeholder.attributes["type"] ?? "obj");
}

async function shapeBlocks(opened: OfficePackage, relations: Relation[], shape: XmlElement): Promise<TextBlock[]> {
  switch (shape.name) {
    case "p:sp":
    case "p:cxnSp":
      return placedParagraphs(shape);
    case "p:grpSp":
      return (await Promise.all(elementsOf(shape).map((child) => shapeBlocks(opened, relations, child)))).flat();
    case "mc:AlternateContent": {
      for (const choice of elementsOf(shape)) {
        const found = await Promise.all(elementsOf(choice).map((child) => shapeBlocks(opened, relations, child)));
        if (found.flat().length > 0) return found.flat();
      }
      return [];
    }
    case "p:graphicFrame": {
      const tables = descendantsOf(shape, "a:tbl").flatMap(tableRows);
      return [...tables, ...(await diagramsIn(opened, relations, shape))];
    }
    default:
      return [];
  }
}

function placedParagraphs(shape: XmlElement): TextBlock[] {
  const placeholder = placeholderOf(shape) ?? "";
  const paragraphs = elementsOf(findElement(shape, "p:txBody"), "a:p");
  if (/^(title|ctrTitle)$/.test(placeholder)) return [heading(paragraphs.map(paragraphText).join(" "), 1)];
  if (/^(ftr|dt|sldNum)$/.test(placeholder)) return paragraphs.map((one) => block(paragraphText(one), "footer"));
  if (placeholder === "hdr") return paragraphs.map((one) => block(paragraphText(one), "header"));
  return paragraphs.map((one) => block(paragraphText(one), isListItem(one) ? "listItem" : "body"));
}

function isListItem(paragraph: XmlElement): boolean {
  const properties = findElement(paragraph, "a:pPr");
  if (findElement(properties, "a:buNone") !== undefined) return false;
  const hasBullet = elementsOf(properties).some(({ name }) => /^a:bu(Char|AutoNum|Blip)$/.test(name));
  return hasBullet || Number(properties?.attributes["lvl"] ?? 0) > 0;
}

function tableRows(table: XmlElement): TextBlock[] {
  return elementsOf(table, "a:tr").flatMap((row) => tableRow(elementsOf(row, "a:tc").map(linesOf)) ?? []);
}

async function diagramsIn(opened: OfficePackage, relations: Relation[], frame: XmlElement): Promise<TextBlock[]> {
  const blocks: TextBlock[] = [];
  for (const reference of descendantsOf(frame, "dgm:relIds")) {
    const part = relations.find(({ id }) => id === reference.attributes["r:dm"])?.part;
    blocks.push(...diagramBlocks(part === undefined ? undefined : await opened.xml(part)));
  }
  return blocks;
}

/** A notes page repeats the slide's picture, number and date; only what was written there counts. */
function notesBlocks(root: XmlElement | undefined): TextBlock[] {
  return descendantsOf(findElement(root, "p:cSld", "p:spTree"), "p:sp")
    .filter((shape) => !/^(sldImg|sldNum|dt|ftr|hdr)$/.test(placeholderOf(shape) ?? ""))
    .flatMap((shape) => elementsOf(findElement(shape, "p:txBody"), "a:p"))
    .map((paragraph) => block(paragraphText(paragraph)));
}

/** The content of an ODP is one part: its slides are held, which are words and little else. */
async function openOdp(opened: OfficePackage): Promise<{ slides: Slide[]; title: string | undefined }> {
  const lists = new OdfLists();
  const hidden = new Set<string>();
  const slides: Slide[] = [];
  const isUnit = (name: string): boolean => name === "draw:page" || name === "office:automatic-styles";
  for await (const unit of opened.units("content.xml", { isUnit })) {
    if (unit.name === "draw:page") {
      const read = odpSlide(unit, new OdfBody(lists));
      const isHidden = hidden.has(unit.attributes["draw:style-name"] ?? "");
      slides.push(async () => ({ blocks: read, isHidden }));
      continue;
    }
    lists.add({ name: "root", attributes: {}, children: [unit] });
    for (const style of elementsOf(unit, "style:style")) {
      const properties = findElement(style, "style:drawing-page-properties");
      if (properties?.attributes["presentation:visibility"] === "hidden")
        hidden.add(style.attributes["style:name"] ?? "");
    }
  }
  return { slides, title: await titleOf(opened) };
}

function odpSlide(page: XmlElement, body: OdfBody): TextBlock[] {
  const shapes = elementsOf(page).filter(({ name }) => name !== "presentation:notes");
  const blocks = shapes.flatMap((shape) => {
    const found = body.blocksOf(shape);
    if (shape.attributes["presentation:class"] === "title" && found.length > 0) {
      return [heading(found.map(({ text }) => text).join(" "), 1)];
    }
    const isFooter = /^(footer|date-time|page-number)$/.test(shape.attributes["presentation:class"] ?? "");
    return isFooter ? found.map(({ text }) => block(text, "footer")) : found;
  });
  const notes = elementsOf(findElement(page, "presentation:notes"))
    .filter(({ attributes }) => attributes["presentation:class"] === "notes")
    .flatMap((shape) => body.blocksOf(shape));
  return [...titleFirst(blocks), ...notes];
}
