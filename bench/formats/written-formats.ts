import type { TextBlock } from "../../server/src/extraction/text/text-block.ts";
import { writeDocx } from "./write-docx.ts";
import { writePdf } from "./write-pdf.ts";

/** A way to write the same words. */
export interface WrittenFormat {
  name: string;
  extension: string;
  write(blocks: TextBlock[]): Promise<Buffer | string> | string;
}

const wrapWidth = 72;
const isHeading = ({ kind }: TextBlock) => kind === "heading";
/** Markdown gives numbered items with their number, and others without their bullet. */
const withBullet = ({ text, kind }: TextBlock, bullet: string) =>
  kind === "listItem" && !/^\d{1,9}[.)] /.test(text) ? `${bullet} ${text}` : text;
const toLine = (one: TextBlock) => (one.kind === "tableRow" ? one.text.split(" | ").join("\t") : withBullet(one, "-"));

/** Every paragraph in one line; only the members of a list and the rows of a table are directly below one another. */
function writePlainText(blocks: TextBlock[], toLines: (one: TextBlock) => string): string {
  return blocks
    .map((one, index) => {
      const previous = blocks[index - 1];
      const isNear = previous?.kind === one.kind && (one.kind === "listItem" || one.kind === "tableRow");
      return `${index === 0 ? "" : isNear ? "\n" : "\n\n"}${toLines(one)}`;
    })
    .join("")
    .concat("\n");
}

/** Further lines of a list item and of a table row are indented. */
function wrap(one: TextBlock): string {
  const indent = one.kind === "listItem" || one.kind === "tableRow" ? "  " : "";
  const lines: string[] = [];
  let line = "";
  for (const word of toLine(one).split(" ")) {
    if (line.trim() !== "" && line.length + 1 + word.length > wrapWidth) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}

const escapeHtml = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

function writeHtml(blocks: TextBlock[]): string {
  const body = blocks.map(({ text, kind, level = 1, style }) => {
    const words = escapeHtml(text);
    if (kind === "heading") return `<h${level}>${words}</h${level}>`;
    if (kind === "tableRow") {
      return `<table><tr>${words
        .split(" | ")
        .map((cell) => `<td>${cell}</td>`)
        .join("")}</tr></table>`;
    }
    const marked = style?.isBold === true ? `<b>${words}</b>` : words;
    // A numbered item keeps its own number.
    return kind === "listItem" && !/^\d{1,9}[.)] /.test(text) ? `<ul><li>${marked}</li></ul>` : `<p>${marked}</p>`;
  });
  return `<!doctype html><html><meta charset="utf-8"><body>${body.join("\n")}</body></html>`;
}

export const writtenFormats: WrittenFormat[] = [
  { name: "HTML", extension: "html", write: writeHtml },
  { name: "PDF, large headings", extension: "pdf", write: (blocks) => writePdf(blocks, "large") },
  { name: "PDF, bold headings", extension: "pdf", write: (blocks) => writePdf(blocks, "bold") },
  { name: "DOCX, heading styles", extension: "docx", write: (blocks) => writeDocx(blocks, "styles") },
  { name: "DOCX, bold headings", extension: "docx", write: (blocks) => writeDocx(blocks, "bold") },
  { name: "DOCX, plain headings", extension: "docx", write: (blocks) => writeDocx(blocks, "plain") },
  { name: "plain text", extension: "txt", write: (blocks) => writePlainText(blocks, toLine) },
  { name: "text wrapped at 72 columns", extension: "txt", write: (blocks) => writePlainText(blocks, wrap) },
  {
    name: "text without blank lines",
    extension: "txt",
    write: (blocks) => `${blocks.map((one) => (isHeading(one) ? one.text : toLine(one))).join("\n")}\n`,
  },
];
