import { type Reader, UnreadableFile } from "../extracted-file.ts";
import { readSections } from "../text/paged-text.ts";
import { block, heading, type TextBlock } from "../text/text-block.ts";
import { OdfBody, OdfLists } from "./odf-body.ts";
import { OdfPrints } from "./odf-prints.ts";
import { openOfficePackage, readTitle } from "./office-package.ts";
import { RepeatBudget, repeatsLeftOut } from "./repeat-budget.ts";
import { childElements, findDescendants, findElement, type XmlElement } from "./stream-xml.ts";

/** Like a DOCX file, an ODT file has sections instead of pages. */
export const readOdt: Reader = async (file, limits) => {
  const opened = await openOfficePackage(file.path, limits);
  try {
    const styles = await opened.xml("styles.xml");
    const lists = new OdfLists();
    lists.add(styles);
    const prints = new OdfPrints();
    prints.add(styles);
    const body = new OdfBody(lists, new RepeatBudget(), prints);
    const titles = new Set(["Title"]);
    const blocks: TextBlock[] = [];
    const isUnit = (name: string, parentName: string | undefined): boolean =>
      parentName === "office:text" || name === "office:automatic-styles";
    for await (const unit of opened.units("content.xml", { isUnit })) {
      if (unit.name === "office:automatic-styles") {
        const root = { name: "root", attributes: {}, children: [unit] };
        lists.add(root);
        prints.add(root);
        for (const name of listTitleStyles(unit)) titles.add(name);
        continue;
      }
      const found = body.readBlocks(unit);
      const isTitle = unit.name === "text:p" && titles.has(unit.attributes["text:style-name"] ?? "");
      for (const [index, one] of found.entries()) {
        blocks.push(isTitle && index === 0 ? heading(one.text, 0) : one);
      }
    }
    const [headers, footers] = [readHeaders(styles, "header"), readHeaders(styles, "footer")];
    if (blocks.length === 0) throw new UnreadableFile("The file has no text.");
    if (body.hasRepeatsLeftOut) footers.push(block(repeatsLeftOut, "footer"));
    return readSections({ blocks: [...headers, ...blocks, ...footers], title: await readTitle(opened) }, limits);
  } finally {
    await opened.close();
  }
};

/** Direct formatting creates a style derived from "Title". */
function listTitleStyles(styles: XmlElement): string[] {
  return childElements(styles, "style:style")
    .filter(({ attributes }) => attributes["style:parent-style-name"] === "Title")
    .map(({ attributes }) => attributes["style:name"] ?? "");
}

function readHeaders(styles: XmlElement | undefined, kind: "header" | "footer"): TextBlock[] {
  const texts = new Set<string>();
  for (const page of findDescendants(findElement(styles, "office:master-styles"), "style:master-page")) {
    for (const part of ["", "-left", "-first"]) {
      for (const element of childElements(page, `style:${kind}${part}`)) {
        for (const { text } of new OdfBody().readBlocks(element)) texts.add(text);
      }
    }
  }
  return [...texts].map((text) => block(text, kind));
}
