import type { SubjectFile } from "../analysis/analyser.ts";
import type { ExtractedPage, Paragraph, ParagraphKind } from "../extraction/extracted-file.ts";

/** By the first characters of a line. Other lines are body text. */
const kinds: Record<string, ParagraphKind> = {
  "# ": "heading",
  "* ": "listItem",
  "| ": "tableRow",
  "^ ": "header",
  "_ ": "footer",
  "~ ": "footnote",
};

/** A file whose pages are given as lines: `aFile(["# 1. Breaches", "The processor shall …"])`. */
export function aFile(lines: string[], more: Partial<Omit<SubjectFile, "pages">> & { pages?: string[][] } = {}) {
  const { pages = [], ...facts } = more;
  let headings: string[] = [];
  const toPage = (own: string[], at: number): ExtractedPage => {
    let text = "";
    const paragraphs: Paragraph[] = own.map((line) => {
      const kind = kinds[line.slice(0, 2)] ?? "body";
      const words = kind === "body" ? line : line.slice(2);
      if (kind === "heading") headings = [words];
      const start = text === "" ? 0 : text.length + 1;
      text = text === "" ? words : `${text}\n${words}`;
      return { start, end: text.length, kind, headingPath: headings };
    });
    return { number: at + 1, label: String(at + 1), text, paragraphs };
  };
  const file: SubjectFile = { name: "agreement.pdf", language: "en", ...facts, pages: [lines, ...pages].map(toPage) };
  return file;
}
