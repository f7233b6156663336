import PDFDocument from "pdfkit";
import type { TextBlock } from "../../server/src/extraction/text/text-block.ts";

const bodySize = 10;

/** Headings in larger letters by level, or in bold letters of the same size. */
export async function writePdf(blocks: TextBlock[], headings: "large" | "bold"): Promise<Buffer> {
  const document = new PDFDocument({ size: "A4", margin: 64 });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => document.on("end", resolve));
  for (const one of blocks) addBlock(document, one, headings);
  document.end();
  await end;
  return Buffer.concat(chunks);
}

function addBlock(
  document: PDFKit.PDFDocument,
  { text, kind, level = 1, style }: TextBlock,
  headings: "large" | "bold",
) {
  const isHeading = kind === "heading";
  const isBold = isHeading || style?.isBold === true;
  const isLarge = isHeading && headings === "large";
  document.font(isBold ? "Helvetica-Bold" : "Helvetica").fontSize(isLarge ? Math.max(11.5, 20 - 2 * level) : bodySize);
  if (kind === "tableRow") {
    const cells = text.split(" | ");
    const { left, right } = document.page.margins;
    const width = (document.page.width - left - right) / cells.length;
    const heights = cells.map((cell) => document.heightOfString(cell, { width: width - 12 }));
    const height = Math.max(...heights);
    if (document.y + height > document.page.height - document.page.margins.bottom) document.addPage();
    const top = document.y;
    cells.forEach((cell, index) => {
      document.text(cell, left + index * width, top, { width: width - 12 });
    });
    document.x = left;
    document.y = top + height + 4;
    return;
  }
  const isBulleted = kind === "listItem" && !/^\d{1,9}[.)] /.test(text);
  if (isHeading) document.moveDown(0.4);
  document.text(isBulleted ? `• ${text}` : text, { indent: isBulleted ? 12 : 0 });
  document.moveDown(0.5);
}
