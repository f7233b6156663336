import { type Reader, UnreadableFile } from "../extracted-file.ts";
import { block, heading, readSections, type TextBlock } from "../text/paged-text.ts";
import { OdfBody, OdfLists } from "./odf-body.ts";
import { openOfficePackage, titleOf } from "./office-package.ts";
import { descendantsOf, elementsOf, findElement, type XmlElement } from "./xml-elements.ts";

/** Text documents of LibreOffice and others. Like DOCX they have no pages: their parts are sections. */
export const readOdt: Reader = async (file, limits) => {
  const opened = await openOfficePackage(file.path, limits);
  try {
    const styles = await opened.xml("styles.xml");
    const lists = new OdfLists();
    lists.add(styles);
    const body = new OdfBody(lists);
    const titles = new Set(["Title"]);
    const blocks: TextBlock[] = [];
    const isUnit = (name: string, parentName: string | undefined): boolean =>
      parentName === "office:text" || name === "office:automatic-styles";
    for await (const unit of opened.units("content.xml", { isUnit })) {
      if (unit.name === "office:automatic-styles") {
        lists.add({ name: "root", attributes: {}, children: [unit] });
        for (const name of titleStyles(unit)) titles.add(name);
        continue;
      }
      const found = body.blocksOf(unit);
      const isTitle = unit.name === "text:p" && titles.has(unit.attributes["text:style-name"] ?? "");
      for (const [index, one] of found.entries()) {
        blocks.push(isTitle && index === 0 ? heading(one.text, 0) : one);
      }
    }
    const [headers, footers] = [repeated(styles, "header"), repeated(styles, "footer")];
    if (blocks.length === 0) throw new UnreadableFile("The file has no text.");
    return readSections({ blocks: [...headers, ...blocks, ...footers], title: await titleOf(opened) }, limits);
  } finally {
    await opened.close();
  }
};

/** Direct formatting makes a style of its own below "Title". */
function titleStyles(styles: XmlElement): string[] {
  return elementsOf(styles, "style:style")
    .filter(({ attributes }) => attributes["style:parent-style-name"] === "Title")
    .map(({ attributes }) => attributes["style:name"] ?? "");
}

function repeated(styles: XmlElement | undefined, kind: "header" | "footer"): TextBlock[] {
  const told = new Set<string>();
  for (const page of descendantsOf(findElement(styles, "office:master-styles"), "style:master-page")) {
    for (const part of ["", "-left", "-first"]) {
      for (const element of elementsOf(page, `style:${kind}${part}`)) {
        for (const { text } of new OdfBody().blocksOf(element)) told.add(text);
      }
    }
  }
  return [...told].map((text) => block(text, kind));
}
