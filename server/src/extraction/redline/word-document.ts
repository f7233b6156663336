import { DocxBody, type DocxContext, type ReadParagraph } from "../office/docx-body.ts";
import { childElements, findElement, parseXmlWithSource, type XmlElement } from "../office/stream-xml.ts";
import { readWordNames, type WordNames } from "./xml-writing.ts";

/** The main part of a Word file, with the paragraphs that its pages are made of, in their order. */
export interface WordDocument {
  text: string;
  root: XmlElement;
  names: WordNames;
  paragraphs: ReadParagraph[];
  parentOf(element: XmlElement): XmlElement | undefined;
}

export function openWordDocument(content: Buffer, context: DocxContext): WordDocument {
  const { text, root } = parseXmlWithSource(content);
  const paragraphs: ReadParagraph[] = [];
  // The same walk as that by which the file was read.
  const body = new DocxBody({ ...context, onParagraph: (paragraph) => paragraphs.push(paragraph) });
  for (const unit of childElements(findElement(root, "w:body"))) body.readBlocks(unit);
  body.finish();
  const parents = new Map<XmlElement, XmlElement>();
  const remember = (parent: XmlElement) => {
    for (const child of childElements(parent)) {
      parents.set(child, parent);
      remember(child);
    }
  };
  remember(root);
  return { text, root, names: readWordNames(text, root), paragraphs, parentOf: (element) => parents.get(element) };
}

/** From the element's parent outwards to the root. */
export function* ancestorsOf({ parentOf }: Pick<WordDocument, "parentOf">, element: XmlElement): Generator<XmlElement> {
  for (let one = parentOf(element); one !== undefined; one = parentOf(one)) yield one;
}
