import { elementsOf, findElement, type XmlElement } from "./xml-elements.ts";

/** What a paragraph's style says of its place in the document, its ancestors' words included. */
export interface DocxStyle {
  /** 0 for the document's title, 1 for the outermost headings. */
  headingLevel?: number;
  numberingId?: string;
  numberingLevel?: number;
  isHidden?: boolean;
}

/**
 * Word writes English names for its own styles, whatever language it speaks; other programs write those of theirs.
 * The outline level, where there is one, is what counts.
 */
const headingName = /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|nagłówek) ?([1-9])$/i;
const titleName = /^(?:title|titel|document title|dokumenttitel)$/i;

const stated = (element: XmlElement | undefined): string | undefined => element?.attributes["w:val"];

/** A switch that is on by standing there, unless it says otherwise. */
export function isOn(element: XmlElement | undefined): boolean {
  return element !== undefined && !/^(0|false|off)$/.test(stated(element) ?? "");
}

/** Outline level 9 is body text. */
export function headingLevelOf(properties: XmlElement | undefined): number | undefined {
  const level = stated(findElement(properties, "w:outlineLvl"));
  return level === undefined ? undefined : Number(level) + 1;
}

/** Longer chains than this are circles. */
const maxAncestors = 20;

export class DocxStyles {
  #elements = new Map<string, XmlElement>();
  #known = new Map<string, DocxStyle>();
  #defaultParagraphStyle = "";

  constructor(root: XmlElement | undefined) {
    for (const style of elementsOf(root, "w:style")) {
      const id = style.attributes["w:styleId"] ?? "";
      this.#elements.set(id, style);
      const isDefault = /^(1|true|on)$/.test(style.attributes["w:default"] ?? "");
      if (isDefault && style.attributes["w:type"] === "paragraph") this.#defaultParagraphStyle = id;
    }
  }

  /** By id; without one, the style paragraphs have when nothing is said. */
  get(id: string = this.#defaultParagraphStyle): DocxStyle {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const style: DocxStyle = {};
    let element = this.#elements.get(id);
    for (let ancestors = 0; element !== undefined && ancestors < maxAncestors; ancestors++) {
      this.#inherit(style, element);
      element = this.#elements.get(stated(findElement(element, "w:basedOn")) ?? "");
    }
    this.#known.set(id, style);
    return style;
  }

  /** What the nearer ancestor says stands. */
  #inherit(style: DocxStyle, element: XmlElement): void {
    const name = stated(findElement(element, "w:name")) ?? "";
    const properties = findElement(element, "w:pPr");
    const named = headingName.exec(name)?.[1];
    const level = headingLevelOf(properties) ?? (named ? Number(named) : titleName.test(name) ? 0 : undefined);
    if (level !== undefined) style.headingLevel ??= level;
    const numbering = findElement(properties, "w:numPr");
    const numberingId = stated(findElement(numbering, "w:numId"));
    if (numberingId !== undefined) style.numberingId ??= numberingId;
    const numberingLevel = stated(findElement(numbering, "w:ilvl"));
    if (numberingLevel !== undefined) style.numberingLevel ??= Number(numberingLevel);
    const hidden = findElement(element, "w:rPr", "w:vanish");
    if (hidden !== undefined) style.isHidden ??= isOn(hidden);
  }
}
