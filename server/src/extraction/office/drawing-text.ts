import { block, type TextBlock } from "../text/paged-text.ts";
import { descendantsOf, elementsOf, type XmlElement } from "./xml-elements.ts";

/** Text in drawings, which slides are made of and documents hold. */
export function paragraphText(paragraph: XmlElement): string {
  return elementsOf(paragraph)
    .map((child) => {
      if (child.name === "a:br" || child.name === "a:tab") return " ";
      if (child.name === "a:t" || child.name === "m:t") {
        return child.children.filter((one) => typeof one === "string").join("");
      }
      return /^a:(pPr|rPr|endParaRPr)$/.test(child.name) ? "" : paragraphText(child);
    })
    .join("");
}

export const linesOf = (element: XmlElement | undefined): string =>
  descendantsOf(element, "a:p").map(paragraphText).join(" ");

/** SmartArt keeps its words in a part of its own, one point for each box. */
export function diagramBlocks(root: XmlElement | undefined): TextBlock[] {
  return descendantsOf(root, "dgm:pt").map((point) => block(linesOf(point), "listItem"));
}
