import { block, type TextBlock } from "../text/text-block.ts";
import { childElements, findDescendants, type XmlElement } from "./stream-xml.ts";

/** Reads a DrawingML paragraph, as in slides and shapes. */
export function readParagraph(paragraph: XmlElement): string {
  return childElements(paragraph)
    .map((child) => {
      if (child.name === "a:br" || child.name === "a:tab") return " ";
      if (child.name === "a:t" || child.name === "m:t") {
        return child.children.filter((one) => typeof one === "string").join("");
      }
      return /^a:(pPr|rPr|endParaRPr)$/.test(child.name) ? "" : readParagraph(child);
    })
    .join("");
}

export const joinParagraphs = (element: XmlElement | undefined): string =>
  findDescendants(element, "a:p").map(readParagraph).join(" ");

/** SmartArt has one point for each box. */
export function readDiagram(root: XmlElement | undefined): TextBlock[] {
  return findDescendants(root, "dgm:pt").map((point) => block(joinParagraphs(point), "listItem"));
}
