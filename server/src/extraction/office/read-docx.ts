import { type ParagraphKind, type Reader, UnreadableFile } from "../extracted-file.ts";
import { readSections, type TextBlock } from "../text/paged-text.ts";
import { decodeText } from "../text/text-encoding.ts";
import { DocxBody, type DocxContext } from "./docx-body.ts";
import { DocxNumbering } from "./docx-numbering.ts";
import { DocxStyles } from "./docx-styles.ts";
import { diagramBlocks } from "./drawing-text.ts";
import { mainPart, type OfficePackage, openOfficePackage, type Relation, titleOf } from "./office-package.ts";
import { elementsOf, findElement, type XmlElement } from "./xml-elements.ts";

/** Where Word itself knows no pages there are none to cite: the parts of a DOCX are its sections by outermost heading. */
export const readDocx: Reader = async (file, limits) => {
  const opened = await openOfficePackage(file.path, limits);
  try {
    const part = await mainPart(opened, "word/document.xml");
    const relations = await opened.relations(part);
    const context = await readContext(opened, relations);
    const blocks = await readBody(opened, part, relations, context);
    return readSections({ blocks, title: await titleOf(opened) }, limits);
  } finally {
    await opened.close();
  }
};

async function readContext(opened: OfficePackage, relations: Relation[]): Promise<DocxContext> {
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
    for (const note of elementsOf(await root(`${kind}s`), `w:${kind}`)) {
      // The lines between text and notes are notes of a type of their own.
      if ((note.attributes["w:type"] ?? "normal") !== "normal") continue;
      const blocks = new DocxBody(context).blocksOf(note);
      context.notes.set(`${kind} ${note.attributes["w:id"]}`, asKind(blocks, "footnote"));
    }
  }
  return context;
}

/** Programs that join documents leave the pieces whole, as HTML, RTF or text; SmartArt keeps its words apart too. */
async function readEmbedded(opened: OfficePackage, relations: Relation[]): Promise<Map<string, TextBlock[]>> {
  const embedded = new Map<string, TextBlock[]>();
  for (const { id, kind, part } of relations) {
    if (part === undefined || !opened.has(part)) continue;
    if (kind === "diagramData") embedded.set(id, diagramBlocks(await opened.xml(part)));
    if (kind === "aFChunk") embedded.set(id, await chunkBlocks(part, await opened.bytes(part)));
  }
  return embedded;
}

async function chunkBlocks(part: string, bytes: Buffer): Promise<TextBlock[]> {
  if (/\.(x?html?)$/i.test(part)) return (await import("../text/html-blocks.ts")).htmlBlocks(decodeText(bytes)).blocks;
  if (/\.rtf$/i.test(part)) return (await import("../text/read-rtf.ts")).rtfBlocks(bytes).blocks;
  if (/\.txt$/i.test(part)) return (await import("../text/read-text.ts")).textBlocks(decodeText(bytes));
  // Words that cannot be read must not be missing without anyone knowing.
  throw new UnreadableFile("The file has another document inside that cannot be read; save it as PDF.");
}

const asKind = (blocks: TextBlock[], kind: ParagraphKind): TextBlock[] => blocks.map(({ text }) => ({ text, kind }));

async function readBody(
  opened: OfficePackage,
  part: string,
  relations: Relation[],
  context: DocxContext,
): Promise<TextBlock[]> {
  const body = new DocxBody(context);
  const blocks: TextBlock[] = [];
  const repeated = new Repeated(opened, relations, context);
  let sectionStart = 0;
  for await (const unit of opened.units(part, { isUnit: (_, parentName) => parentName === "w:body" })) {
    for (const found of body.blocksOf(unit)) blocks.push(found);
    const section = unit.name === "w:sectPr" ? unit : findElement(unit, "w:pPr", "w:sectPr");
    if (section === undefined) continue;
    // The properties of a section stand at its end.
    blocks.splice(sectionStart, 0, ...(await repeated.blocksOf(section, "header")));
    blocks.push(...(await repeated.blocksOf(section, "footer")));
    sectionStart = blocks.length;
  }
  blocks.push(...body.finish());
  return blocks;
}

/** Headers and footers, told once where they begin: a section that repeats an earlier one's adds nothing. */
class Repeated {
  #opened: OfficePackage;
  #relations: Relation[];
  #context: DocxContext;
  #told = new Set<string>();

  constructor(opened: OfficePackage, relations: Relation[], context: DocxContext) {
    this.#opened = opened;
    this.#relations = relations;
    this.#context = context;
  }

  async blocksOf(section: XmlElement, kind: "header" | "footer"): Promise<TextBlock[]> {
    const blocks: TextBlock[] = [];
    for (const reference of elementsOf(section, `w:${kind}Reference`)) {
      const id = reference.attributes["r:id"];
      const part = this.#relations.find((relation) => relation.id === id)?.part;
      const root = part === undefined ? undefined : await this.#opened.xml(part);
      if (root === undefined) continue;
      for (const { text } of new DocxBody(this.#context).blocksOf(root)) {
        if (this.#told.has(`${kind} ${text}`)) continue;
        this.#told.add(`${kind} ${text}`);
        blocks.push({ text, kind });
      }
    }
    return blocks;
  }
}
