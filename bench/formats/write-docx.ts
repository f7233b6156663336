import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from "docx";
import type { TextBlock } from "../../server/src/extraction/text/text-block.ts";

const levels = [
  HeadingLevel.TITLE,
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

/** As people write Word files: with heading styles, with headings in bold letters, or as paragraphs like all others. */
export async function writeDocx(blocks: TextBlock[], headings: "styles" | "bold" | "plain"): Promise<Buffer> {
  const children: (Paragraph | Table)[] = [];
  let rows: TableRow[] = [];
  const endTable = () => {
    if (rows.length > 0) children.push(new Table({ rows }));
    rows = [];
  };
  for (const one of blocks) {
    if (one.kind === "tableRow") {
      const cells = one.text.split(" | ").map((text) => new TableCell({ children: [new Paragraph(text)] }));
      rows.push(new TableRow({ children: cells }));
      continue;
    }
    endTable();
    children.push(buildParagraph(one, headings));
  }
  endTable();
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}

function buildParagraph({ text, kind, level = 1, style }: TextBlock, headings: "styles" | "bold" | "plain"): Paragraph {
  const isHeading = kind === "heading";
  const heading = isHeading && headings === "styles" ? levels[level] : undefined;
  const isBold = isHeading ? headings === "bold" : style?.isBold === true && headings !== "plain";
  const isBulleted = kind === "listItem" && !/^\d{1,9}[.)] /.test(text);
  return new Paragraph({
    children: [new TextRun({ text, bold: isBold })],
    ...(heading !== undefined && { heading }),
    ...(isBulleted && { bullet: { level: 0 } }),
  });
}
