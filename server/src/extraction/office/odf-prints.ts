import type { BlockStyle } from "../text/text-block.ts";
import { childElements, findElement, type XmlElement } from "./stream-xml.ts";

interface Print {
  isBold?: boolean;
  /** In points. */
  size?: number;
  parent?: string;
}

/** A longer chain is a cycle. */
const maxAncestors = 20;

/** Their words are not part of the paragraph around them. */
const separate = /^(?:draw:|text:note$|office:annotation)/;

/** How paragraphs of an OpenDocument text are printed: bold and large only if all of their letters are. */
export class OdfPrints {
  #styles = new Map<string, Print>();

  add(root: XmlElement | undefined): void {
    for (const part of ["office:styles", "office:automatic-styles"]) {
      for (const style of childElements(findElement(root, part), "style:style")) this.#addStyle(style);
    }
  }

  #addStyle(style: XmlElement): void {
    const properties = findElement(style, "style:text-properties")?.attributes ?? {};
    const weight = properties["fo:font-weight"];
    const size = /^(\d{1,3}(?:\.\d{1,4})?)pt$/.exec(properties["fo:font-size"] ?? "")?.[1];
    const parent = style.attributes["style:parent-style-name"];
    this.#styles.set(`${style.attributes["style:family"]} ${style.attributes["style:name"]}`, {
      ...(weight !== undefined && { isBold: weight === "bold" || Number(weight) >= 600 }),
      ...(size !== undefined && { size: Number(size) }),
      ...(parent !== undefined && { parent }),
    });
  }

  #resolve(family: string, name: string | undefined): Print {
    let found: Print = {};
    let own = this.#styles.get(`${family} ${name}`);
    for (let ancestors = 0; own !== undefined && ancestors < maxAncestors; ancestors++) {
      found = { ...own, ...found };
      own = this.#styles.get(`${family} ${own.parent}`);
    }
    return found;
  }

  styleOf(paragraph: XmlElement): BlockStyle {
    const own = this.#resolve("paragraph", paragraph.attributes["text:style-name"]);
    const letters: Print[] = [];
    this.#collect(paragraph, own, letters);
    const sizes = letters.flatMap(({ size }) => size ?? []);
    return {
      isBold: letters.length > 0 && letters.every(({ isBold }) => isBold === true),
      ...(sizes.length > 0 && sizes.length === letters.length && { size: Math.min(...sizes) }),
    };
  }

  /** The print of each piece of text that has letters. */
  #collect(element: XmlElement, print: Print, letters: Print[]): void {
    for (const child of element.children) {
      if (typeof child === "string") {
        if (/[\p{L}\p{N}]/u.test(child)) letters.push(print);
      } else if (!separate.test(child.name)) {
        const own = child.name === "text:span" ? this.#resolve("text", child.attributes["text:style-name"]) : {};
        this.#collect(child, { ...print, ...own }, letters);
      }
    }
  }
}
