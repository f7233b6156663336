import { type ParagraphKind, type Reader, UnreadableFile } from "../extracted-file.ts";
import { readSections } from "../text/paged-text.ts";
import type { TextBlock } from "../text/text-block.ts";
import { decodeText } from "../text/text-encoding.ts";
import { DocxBody, type DocxContext } from "./docx-body.ts";
import { DocxNumbering } from "./docx-numbering.ts";
import { DocxStyles } from "./docx-styles.ts";
import { readDiagram } from "./drawing-text.ts";
import { findMainPart, type OfficePackage, openOfficePackage, type Relation, readTitle } from "./office-package.ts";
import { childElements, findElement, type XmlElement } from "./stream-xml.ts";

/** A DOCX file has no pages; its sections by outermost heading are cited instead. */
export const readDocx: Reader = async (file, limits) => {
  const opened = await openOfficePackage(file.path, limits);
  try {
    const part = await findMainPart(opened, "word/document.xml");
    const relations = await opened.relations(part);
    const context = await readDocxContext(opened, relations);
    const blocks = await readBody(opened, part, relations, context);
    return readSections({ blocks, title: await readTitle(opened) }, limits);
  } finally {
    await opened.close();
  }
};

export async function readDocxContext(opened: OfficePackage, relations: Relation[]): Promise<DocxContext> {
  const root = async (kind: string): Promise<XmlElement | undefined> => {
    const part = relations.find((relation) => relation.kind === kind)?.part;
    return part === undefined ? undefined : opened.xml(part);
  };
  const context: DocxContext = {
    styles: new DocxStyles(await root("styles")),
    numbering: new DocxNumbering(await root("numbering")),
    notes: new Map(),
    embedded: await readEmbedded(opened, relations),
  };
  for (const kind of ["footnote", "endnote"]) {
    for (const note of childElements(await root(`${kind}s`), `w:${kind}`)) {
      // Separator lines are footnotes of another type.
      if ((note.attributes["w:type"] ?? "normal") !== "normal") continue;
      // A note has no notes of its own; they would repeat one another.
      const blocks = new DocxBody({ ...context, notes: new Map() }).readBlocks(note);
      context.notes.set(`${kind} ${note.attributes["w:id"]}`, toKind(blocks, "footnote"));
    }
  }
  return context;
}

/** SmartArt, and documents that were joined: those are embedded as HTML, RTF or text. */
async function readEmbedded(opened: OfficePackage, relations: Relation[]): Promise<Map<string, TextBlock[]>> {
  const embedded = new Map<string, TextBlock[]>();
  for (const { id, kind, part } of relations) {
    if (part === undefined || !opened.has(part)) continue;
    if (kind === "diagramData") embedded.set(id, readDiagram(await opened.xml(part)));
    if (kind === "aFChunk") embedded.set(id, await readChunk(part, await opened.bytes(part)));
  }
  return embedded;
}

async function readChunk(part: string, bytes: Buffer): Promise<TextBlock[]> {
  if (/\.(x?html?)$/i.test(part)) return (await import("../text/parse-html.ts")).parseHtml(decodeText(bytes)).blocks;
  if (/\.rtf$/i.test(part)) return (await import("../text/read-rtf.ts")).parseRtf(bytes).blocks;
  if (/\.txt$/i.test(part)) return (await import("../structure/wrapped-lines.ts")).readTextBlocks(decodeText(bytes));
  // Text must not be dropped silently.
  throw new UnreadableFile("The file contains another document that cannot be read; save it as PDF.");
}

const toKind = (blocks: TextBlock[], kind: ParagraphKind): TextBlock[] => blocks.map(({ text }) => ({ text, kind }));

async function readBody(
  opened: OfficePackage,
  part: string,
  relations: Relation[],
  context: DocxContext,
): Promise<TextBlock[]> {
  const body = new DocxBody(context);
  const blocks: TextBlock[] = [];
  const headers = new HeaderReader(opened, relations, context);
  let sectionStart = 0;
  for await (const unit of opened.units(part, { isUnit: (_, parentName) => parentName === "w:body" })) {
    for (const found of body.readBlocks(unit)) blocks.push(found);
    const section = unit.name === "w:sectPr" ? unit : findElement(unit, "w:pPr", "w:sectPr");
    if (section === undefined) continue;
    // The properties of a section are at its end.
    blocks.splice(sectionStart, 0, ...(await headers.readBlocks(section, "header")));
    blocks.push(...(await headers.readBlocks(section, "footer")));
    sectionStart = blocks.length;
  }
  blocks.push(...body.finish());
  return blocks;
}

/** Reads headers and footers, each distinct text once. */
class HeaderReader {
  #opened: OfficePackage;
  #partsById: Map<string, string | undefined>;
  #context: DocxContext;
  #seen = new Set<string>();
  /** Sections share headers, which are read once. */
  #readParts = new Set<string>();

  constructor(opened: OfficePackage, relations: Relation[], context: DocxContext) {
    this.#opened = opened;
    this.#partsById = new Map(relations.map(({ id, part }) => [id, part]));
    this.#context = context;
  }

  async readBlocks(section: XmlElement, kind: "header" | "footer"): Promise<TextBlock[]> {
    const blocks: TextBlock[] = [];
    for (const reference of childElements(section, `w:${kind}Reference`)) {
      const part = this.#partsById.get(reference.attributes["r:id"] ?? "");
      if (part === undefined || this.#readParts.has(`${kind} ${part}`)) continue;
      this.#readParts.add(`${kind} ${part}`);
      const root = await this.#opened.xml(part);
      if (root === undefined) continue;
      for (const { text } of new DocxBody(this.#context).readBlocks(root)) {
        if (this.#seen.has(`${kind} ${text}`)) continue;
        this.#seen.add(`${kind} ${text}`);
        blocks.push({ text, kind });
      }
    }
    return blocks;
  }
}
