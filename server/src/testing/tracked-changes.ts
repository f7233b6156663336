import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OfficePackage, openOfficePackage } from "../extraction/office/office-package.ts";
import { childElements, findElement, parseXml, type XmlElement } from "../extraction/office/stream-xml.ts";
import { type Parts, packageBytes, sampleLimits } from "./sample-office.ts";

/** Accepts and rejects the tracked changes of a Word file, as a word processor would: what a test compares. */

async function withDocx<Result>(docx: Buffer, use: (opened: OfficePackage) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "tracked-changes-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, docx);
    const opened = await openOfficePackage(path, sampleLimits);
    try {
      return await use(opened);
    } finally {
      await opened.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const readParts = (docx: Buffer): Promise<Map<string, Buffer>> =>
  withDocx(docx, async (opened) => {
    const parts = new Map<string, Buffer>();
    for (const name of opened.names) if (!name.endsWith("/")) parts.set(name, await opened.bytes(name));
    return parts;
  });

const mainPart = "word/document.xml";

async function readMain(docx: Buffer): Promise<XmlElement> {
  return parseXml((await readParts(docx)).get(mainPart) ?? Buffer.alloc(0));
}

type Decision = "accept" | "reject";

interface Resolution {
  isConcerned(change: XmlElement): boolean;
  /** The kind of change whose marks go and whose content stays, and the one that goes with its content. */
  kept: "w:ins" | "w:del";
  dropped: "w:ins" | "w:del";
}

/** The file after these changes were decided about: those of one author, or all. */
export async function resolveChanges(docx: Buffer, decision: Decision, author?: string): Promise<Buffer> {
  const parts = await readParts(docx);
  const resolution: Resolution = {
    isConcerned: ({ attributes }) => author === undefined || attributes["w:author"] === author,
    ...(decision === "accept" ? { kept: "w:ins", dropped: "w:del" } : { kept: "w:del", dropped: "w:ins" }),
  };
  const [root] = resolve(await readMain(docx), resolution);
  const written: Parts = Object.fromEntries(parts);
  if (typeof root === "object") written[mainPart] = serialise(root);
  return packageBytes(written);
}

type Node = XmlElement | string;

function resolve(node: Node, resolution: Resolution): Node[] {
  if (typeof node === "string") return [node];
  const isChange = (node.name === "w:ins" || node.name === "w:del") && resolution.isConcerned(node);
  if (isChange && node.name === resolution.dropped) return [];
  const children = mergeParagraphs(node.children, resolution).flatMap((child) => resolve(child, resolution));
  return isChange ? children.map(toVisible) : [{ ...node, children }];
}

function toVisible(node: Node): Node {
  if (typeof node === "string") return node;
  const name = { "w:delText": "w:t", "w:delInstrText": "w:instrText" }[node.name] ?? node.name;
  return { ...node, name, children: node.children.map(toVisible) };
}

/** A paragraph whose end goes continues in the next one, whose properties count. */
function mergeParagraphs(children: Node[], { isConcerned, dropped }: Resolution): Node[] {
  let carried: Node[] = [];
  return children.flatMap((child): Node[] => {
    if (typeof child === "string" || child.name !== "w:p") return [child];
    const properties = childElements(child, "w:pPr");
    const content = [...carried, ...child.children.filter((one) => typeof one === "string" || one.name !== "w:pPr")];
    carried = [];
    const mark = findElement(child, "w:pPr", "w:rPr", dropped);
    if (mark === undefined || !isConcerned(mark)) return [{ ...child, children: [...properties, ...content] }];
    carried = content;
    return [];
  });
}

function serialise({ name, attributes, children }: XmlElement): string {
  const quote = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${quote(value)}"`);
  const content = children.map((child) => (typeof child === "string" ? quote(child) : serialise(child)));
  return `<${name}${own.join("")}>${content.join("")}</${name}>`;
}

const ofComments = new Set(["w:commentRangeStart", "w:commentRangeEnd"]);

/**
 * The main part in a form in which two files are equal if they show the same: runs with the same properties are one, and empty
 * properties are none.
 */
export async function canonicalBody(docx: Buffer): Promise<string[]> {
  const body = findElement(await readMain(docx), "w:body");
  return childElements(body).map((element) => serialise(canonical(element)));
}

function canonical(element: XmlElement): XmlElement {
  const children: Node[] = [];
  for (const child of element.children) {
    if (typeof child === "string") {
      if (child.trim() !== "" || element.name === "w:t") children.push(child);
      continue;
    }
    if (ofComments.has(child.name)) continue;
    const own = canonical(child);
    const isEmptyProperty = (own.name === "w:rPr" || own.name === "w:pPr") && own.children.length === 0;
    const last = children.at(-1);
    if (isEmptyProperty) continue;
    if (
      typeof last === "object" &&
      last.name === "w:r" &&
      own.name === "w:r" &&
      propertiesOf(last) === propertiesOf(own)
    )
      children[children.length - 1] = joinTexts({
        ...last,
        children: [...last.children, ...own.children.filter(isContent)],
      });
    else children.push(own.name === "w:r" ? joinTexts(own) : own);
  }
  const { "xml:space": _, ...attributes } = element.attributes;
  return { ...element, attributes, children };
}

const isContent = (node: Node) => typeof node === "string" || node.name !== "w:rPr";

function propertiesOf(run: XmlElement): string {
  const properties = findElement(run, "w:rPr");
  return properties === undefined ? "" : serialise(properties);
}

function joinTexts(run: XmlElement): XmlElement {
  const children: Node[] = [];
  for (const child of run.children) {
    const last = children.at(-1);
    if (typeof child === "object" && child.name === "w:t" && typeof last === "object" && last.name === "w:t")
      children[children.length - 1] = { ...last, children: [[...last.children, ...child.children].join("")] };
    else children.push(child);
  }
  return { ...run, children };
}
