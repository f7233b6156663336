import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExtractedPage, FileFacts, Reader, ReadLimits } from "../extraction/extracted-file.ts";
import { type ZipBytesEntry, zipBytes } from "./zip-bytes.ts";

/** Office files made of the XML a test means, with the parts around it that every such file has. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const ooxml = "http://schemas.openxmlformats.org";
const relationships = `${ooxml}/officeDocument/2006/relationships`;

export interface Relation {
  id: string;
  kind: string;
  target: string;
}

function relationsXml(relations: Relation[]): string {
  const entries = relations.map(
    ({ id, kind, target }) => `<Relationship Id="${id}" Type="${relationships}/${kind}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${ooxml}/package/2006/relationships">${entries.join("")}</Relationships>`;
}

export type Parts = Record<string, string | Buffer>;

const entriesOf = (parts: Parts): ZipBytesEntry[] => Object.entries(parts).map(([name, data]) => ({ name, data }));

/** A package from its parts; `extra` are entries that no program would write. */
export function packageBytes(parts: Parts, extra: ZipBytesEntry[] = []): Buffer {
  return zipBytes([...entriesOf(parts), ...extra]);
}

/** `kind` is the part of the content type that names the format: "wordprocessingml.document". */
function ooxmlParts(mainPart: string, kind: string, title: string | undefined): Parts {
  const type = `application/vnd.openxmlformats-officedocument.${kind}.main+xml`;
  return {
    "[Content_Types].xml": `${declaration}<Types xmlns="${ooxml}/package/2006/content-types"><Override PartName="/${mainPart}" ContentType="${type}"/></Types>`,
    "_rels/.rels": relationsXml([{ id: "r1", kind: "officeDocument", target: mainPart }]),
    ...(title !== undefined && {
      "docProps/core.xml": `${declaration}<cp:coreProperties xmlns:cp="${ooxml}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`,
    }),
  };
}

const wordNamespaces = [
  `xmlns:w="${ooxml}/wordprocessingml/2006/main"`,
  `xmlns:r="${relationships}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(" ");

export interface DocxSample {
  /** What stands inside w:body. */
  body: string;
  title?: string;
  /** By kind: "styles", "numbering", "footnotes", "endnotes", "header1", "footer1": what stands inside their roots. */
  parts?: Record<string, string>;
}

const wordRoots: Record<string, string> = { header: "hdr", footer: "ftr" };

export function docxParts({ body, title, parts = {} }: DocxSample): Parts {
  const relations: Relation[] = [];
  const files: Parts = {};
  for (const [name, content] of Object.entries(parts)) {
    const kind = name.replace(/\d+$/, "");
    const root = wordRoots[kind] ?? kind;
    relations.push({ id: name, kind, target: `${name}.xml` });
    files[`word/${name}.xml`] = `${declaration}<w:${root} ${wordNamespaces}>${content}</w:${root}>`;
  }
  return {
    ...ooxmlParts("word/document.xml", "wordprocessingml.document", title),
    "word/document.xml": `${declaration}<w:document ${wordNamespaces}><w:body>${body}</w:body></w:document>`,
    "word/_rels/document.xml.rels": relationsXml(relations),
    ...files,
  };
}

export const docxBytes = (sample: DocxSample): Buffer => packageBytes(docxParts(sample));

/** A paragraph of Word; `properties` is what stands inside w:pPr. */
export const wordParagraph = (text: string, properties = ""): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

const slideNamespaces = `xmlns:p="${ooxml}/presentationml/2006/main" xmlns:a="${ooxml}/drawingml/2006/main" xmlns:r="${relationships}"`;

/** A shape with text; `placeholder` is its type, as "title". */
export function slideShape(paragraphs: string[], placeholder?: string): string {
  const type = placeholder === undefined ? "" : `<p:ph type="${placeholder}"/>`;
  const text = paragraphs.map((words) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`).join("");
  return `<p:sp><p:nvSpPr><p:nvPr>${type}</p:nvPr></p:nvSpPr><p:txBody>${text}</p:txBody></p:sp>`;
}

export interface SlideSample {
  /** What stands inside p:spTree. */
  shapes: string;
  notes?: string;
  isHidden?: boolean;
}

/** `order` names the slides' files in the order in which they are shown, counting from 0. */
export function pptxBytes(slides: SlideSample[], order = slides.map((_, index) => index), title?: string): Buffer {
  const parts: Parts = {
    ...ooxmlParts("ppt/presentation.xml", "presentationml.presentation", title),
    "ppt/presentation.xml": `${declaration}<p:presentation ${slideNamespaces}><p:sldIdLst>${order
      .map((index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`)
      .join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relationsXml(
      slides.map((_, index) => ({ id: `s${index}`, kind: "slide", target: `slides/slide${index}.xml` })),
    ),
  };
  for (const [index, { shapes, notes, isHidden }] of slides.entries()) {
    parts[`ppt/slides/slide${index}.xml`] =
      `${declaration}<p:sld ${slideNamespaces}${isHidden ? ' show="0"' : ""}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
    if (notes === undefined) continue;
    parts[`ppt/slides/_rels/slide${index}.xml.rels`] = relationsXml([
      { id: "n", kind: "notesSlide", target: `../notesSlides/notes${index}.xml` },
    ]);
    parts[`ppt/notesSlides/notes${index}.xml`] =
      `${declaration}<p:notes ${slideNamespaces}><p:cSld><p:spTree>${slideShape(["7"], "sldNum")}${slideShape([notes], "body")}</p:spTree></p:cSld></p:notes>`;
  }
  return packageBytes(parts);
}

export interface SheetSample {
  name: string;
  /** What stands inside sheetData. */
  rows: string;
  state?: "hidden" | "veryHidden";
}

export interface XlsxSample {
  sheets: SheetSample[];
  sharedStrings?: string;
  styles?: string;
  title?: string;
}

export function xlsxParts({ sheets, sharedStrings, styles, title }: XlsxSample): Parts {
  const main = `${ooxml}/spreadsheetml/2006/main`;
  const relations = sheets.map((_, index) => ({ id: `s${index}`, kind: "worksheet", target: `/xl/s${index}.xml` }));
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index}"${state ? ` state="${state}"` : ""}/>`,
  );
  return {
    ...ooxmlParts("xl/workbook.xml", "spreadsheetml.sheet", title),
    "xl/workbook.xml": `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationsXml([
      ...relations,
      { id: "strings", kind: "sharedStrings", target: "strings.xml" },
      { id: "styles", kind: "styles", target: "styles.xml" },
    ]),
    ...(sharedStrings && { "xl/strings.xml": `${declaration}<sst xmlns="${main}">${sharedStrings}</sst>` }),
    ...(styles && { "xl/styles.xml": `${declaration}<styleSheet xmlns="${main}">${styles}</styleSheet>` }),
    ...Object.fromEntries(
      sheets.map(({ rows }, index) => [
        `xl/s${index}.xml`,
        `${declaration}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  };
}

export const xlsxBytes = (sample: XlsxSample): Buffer => packageBytes(xlsxParts(sample));

/** A row of texts that stand in the cells themselves. */
export const inlineRow = (...texts: string[]): string =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;

const odfNamespaces = ["office", "text", "table", "drawing", "presentation", "style"]
  .map((name) => `xmlns:${name === "drawing" ? "draw" : name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(" ");

export interface OdfSample {
  kind: "text" | "spreadsheet" | "presentation";
  body: string;
  automaticStyles?: string;
  /** What stands inside the root of styles.xml. */
  styles?: string;
  title?: string;
  manifest?: string;
}

export function odfBytes({ kind, body, automaticStyles = "", styles = "", title, manifest = "" }: OdfSample): Buffer {
  const manifestNamespace = 'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"';
  return packageBytes({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    "META-INF/manifest.xml": `${declaration}<manifest:manifest ${manifestNamespace}>${manifest}</manifest:manifest>`,
    "content.xml": `${declaration}<office:document-content ${odfNamespaces}><office:automatic-styles>${automaticStyles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    "styles.xml": `${declaration}<office:document-styles ${odfNamespaces}>${styles}</office:document-styles>`,
    ...(title !== undefined && {
      "meta.xml": `${declaration}<office:document-meta ${odfNamespaces} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><dc:title>${title}</dc:title></office:meta></office:document-meta>`,
    }),
  });
}

export const sampleLimits: ReadLimits = { maxPages: 1000, maxUnpackedBytes: 64 * 2 ** 20, maxDepth: 3 };

/** Everything a reader says of these bytes, from a file that is gone afterwards. */
export async function readSample(
  reader: Reader,
  bytes: Buffer | string,
  limits: Partial<ReadLimits> = {},
  firstPage = 1,
): Promise<{ facts: FileFacts; pages: ExtractedPage[] }> {
  const folder = await mkdtemp(join(tmpdir(), "sample-office-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, bytes);
    const read = await reader({ path, fileName: "sample" }, { ...sampleLimits, ...limits });
    try {
      return { facts: read.facts, pages: await Array.fromAsync(read.pages(firstPage)) };
    } finally {
      await read.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a test compares: kind, words and, after " < ", the headings above, innermost first. */
export function outline(pages: ExtractedPage[]): string[] {
  return pages.flatMap(({ text, paragraphs }) =>
    paragraphs.map(({ start, end, kind, headingPath }) => {
      const above = (kind === "heading" ? headingPath.slice(0, -1) : headingPath).toReversed();
      return [`${kind}: ${text.slice(start, end)}`, ...above].join(" < ");
    }),
  );
}
