// Writes the sample PDF from its text: node samples/make-samples.ts
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PDFDocument, type PDFFont, StandardFonts } from "pdf-lib";

const page = { width: 595, height: 842, margin: 64 };
const styles = {
  title: { size: 20, lead: 28, before: 0, after: 14 },
  heading: { size: 12.5, lead: 17, before: 12, after: 4 },
  text: { size: 10.5, lead: 15, before: 0, after: 6 },
};

function breakLines(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Typesets headings and paragraphs of Markdown on A4. The output is reproducible byte for byte. */
export async function renderSample(markdown: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const at = new Date("2026-02-03T09:00:00Z");
  document.setCreationDate(at);
  document.setModificationDate(at);
  document.setTitle("Data Processing Agreement");
  document.setProducer("Assay samples");
  document.setCreator("Assay samples");
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  let sheet = document.addPage([page.width, page.height]);
  let y = page.height - page.margin;
  for (const block of markdown.trim().split(/\n\s*\n/)) {
    const level = /^#+/.exec(block)?.[0].length ?? 0;
    const style = level === 1 ? styles.title : level > 1 ? styles.heading : styles.text;
    const font = level > 0 ? bold : plain;
    const text = block.replace(/^#+\s*/, "").replaceAll("**", "");
    const lines = breakLines(text, font, style.size, page.width - 2 * page.margin);
    y -= style.before;
    // A heading stays with the first lines of its paragraph.
    const needed = level > 0 ? style.lead + 3 * styles.text.lead : 0;
    if (y - needed < page.margin) y = 0;
    for (const line of lines) {
      if (y - style.lead < page.margin) {
        sheet = document.addPage([page.width, page.height]);
        y = page.height - page.margin;
      }
      y -= style.lead;
      sheet.drawText(line, { x: page.margin, y, size: style.size, font });
    }
    y -= style.after;
  }
  const pages = document.getPages();
  for (const [index, one] of pages.entries()) {
    one.drawText(`Page ${index + 1} of ${pages.length}`, { x: page.width / 2 - 24, y: 36, size: 8, font: plain });
  }
  return document.save();
}

if (import.meta.main) {
  const markdown = await readFile(join(import.meta.dirname, "data-processing-agreement.md"), "utf8");
  await writeFile(join(import.meta.dirname, "data-processing-agreement.pdf"), await renderSample(markdown));
}
