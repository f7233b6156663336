import { childElements, findElement, type XmlElement } from "./stream-xml.ts";

/** The properties of a style, with those it inherits. */
export interface DocxStyle {
  /** 0 for the document's title, 1 for the outermost headings. */
  headingLevel?: number;
  numberingId?: string;
  numberingLevel?: number;
  isHidden?: boolean;
  isBold?: boolean;
  /** In points. */
  size?: number;
  isCapitals?: boolean;
  isCentred?: boolean;
  isKeptWithNext?: boolean;
}

/** Word always writes English names for its built-in styles, other programs write localised ones. */
const headingName = /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|nagłówek) ?([1-9])$/i;
const titleName = /^(?:title|titel|document title|dokumenttitel)$/i;

/** The `w:val` attribute, in which WordprocessingML stores most values. */
export const readVal = (element: XmlElement | undefined): string | undefined => element?.attributes["w:val"];

/** A toggle property is on if the element is present without a false value. */
export function isOn(element: XmlElement | undefined): boolean {
  return element !== undefined && !/^(0|false|off)$/.test(readVal(element) ?? "");
}

/** Outline level 9 is body text. */
export function readHeadingLevel(properties: XmlElement | undefined): number | undefined {
  const level = readVal(findElement(properties, "w:outlineLvl"));
  return level === undefined ? undefined : Number(level) + 1;
}

function readSize(properties: XmlElement | undefined): number | undefined {
  const halfPoints = Number(readVal(findElement(properties, "w:sz")));
  return halfPoints > 0 ? halfPoints / 2 : undefined;
}

type Print = Pick<DocxStyle, "isBold" | "size" | "isCapitals" | "isCentred" | "isKeptWithNext">;

/** How words are printed, as far as these properties say. */
export function readRunPrint(properties: XmlElement | undefined): Print {
  const [bold, capitals, size] = [
    findElement(properties, "w:b"),
    findElement(properties, "w:caps"),
    readSize(properties),
  ];
  return {
    ...(bold !== undefined && { isBold: isOn(bold) }),
    ...(capitals !== undefined && { isCapitals: isOn(capitals) }),
    ...(size !== undefined && { size }),
  };
}

export function readParagraphPrint(properties: XmlElement | undefined): Print {
  const kept = findElement(properties, "w:keepNext");
  const alignment = readVal(findElement(properties, "w:jc"));
  return {
    ...(kept !== undefined && { isKeptWithNext: isOn(kept) }),
    ...(alignment !== undefined && { isCentred: alignment === "center" }),
  };
}

/** A longer chain is a cycle. */
const maxAncestors = 20;

export class DocxStyles {
  #elements = new Map<string, XmlElement>();
  #known = new Map<string, DocxStyle>();
  #defaultParagraphStyle = "";
  /** In points; Word's own default is 10. */
  readonly #defaultSize: number;

  constructor(root: XmlElement | undefined) {
    const defaults = findElement(root, "w:docDefaults", "w:rPrDefault", "w:rPr");
    this.#defaultSize = readSize(defaults) ?? 10;
    for (const style of childElements(root, "w:style")) {
      const id = style.attributes["w:styleId"] ?? "";
      this.#elements.set(id, style);
      const isDefault = /^(1|true|on)$/.test(style.attributes["w:default"] ?? "");
      if (isDefault && style.attributes["w:type"] === "paragraph") this.#defaultParagraphStyle = id;
    }
  }

  /** Without an id, the default paragraph style. */
  get(id: string = this.#defaultParagraphStyle): DocxStyle {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const style: DocxStyle = {};
    let element = this.#elements.get(id);
    for (let ancestors = 0; element !== undefined && ancestors < maxAncestors; ancestors++) {
      this.#inherit(style, element);
      element = this.#elements.get(readVal(findElement(element, "w:basedOn")) ?? "");
    }
    this.#known.set(id, style);
    return style;
  }

  /** Properties of a nearer ancestor take precedence. */
  #inherit(style: DocxStyle, element: XmlElement): void {
    const name = readVal(findElement(element, "w:name")) ?? "";
    const properties = findElement(element, "w:pPr");
    const named = headingName.exec(name)?.[1];
    const level = readHeadingLevel(properties) ?? (named ? Number(named) : titleName.test(name) ? 0 : undefined);
    if (level !== undefined) style.headingLevel ??= level;
    const numbering = findElement(properties, "w:numPr");
    const numberingId = readVal(findElement(numbering, "w:numId"));
    if (numberingId !== undefined) style.numberingId ??= numberingId;
    const numberingLevel = readVal(findElement(numbering, "w:ilvl"));
    if (numberingLevel !== undefined) style.numberingLevel ??= Number(numberingLevel);
    const runs = findElement(element, "w:rPr");
    const hidden = findElement(runs, "w:vanish");
    if (hidden !== undefined) style.isHidden ??= isOn(hidden);
    Object.assign(style, { ...readRunPrint(runs), ...readParagraphPrint(properties), ...style });
  }

  sizeOf({ size }: Pick<DocxStyle, "size">): number {
    return size ?? this.#defaultSize;
  }
}
