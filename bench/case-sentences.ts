import { makePdf } from "../server/src/testing/sample-pdfs.ts";
import { readCases } from "./case-documents.ts";

const sentencesPerPage = 24;
const lettersPerLine = 95;

/** Sentences of the labelled English documents, so that measured texts are realistic. */
export async function caseSentences(): Promise<string[]> {
  const texts = (await readCases()).filter(({ language }) => language === "en").map(({ text }) => text);
  const lines = texts.flatMap((text) =>
    text.split("\n").filter((line) => line.trim().length > 30 && !line.startsWith("|")),
  );
  return lines.flatMap((line) => line.match(/[^.!?]{20,}[.!?]/g) ?? []);
}

/** Pages of these sentences, numbered from the second round on so that none repeats. */
export async function casePages(count: number, first = 0): Promise<string[][]> {
  const sentences = await caseSentences();
  return Array.from({ length: count }, (_, page) =>
    Array.from({ length: sentencesPerPage }, (_, line) => {
      const at = first + page * sentencesPerPage + line;
      const round = Math.floor(at / sentences.length);
      return `${(sentences[at % sentences.length] ?? "").trim()}${round === 0 ? "" : ` (${round + 1})`}`;
    }),
  );
}

/** The same pages as a PDF with a text layer, one paragraph for each sentence. */
export async function casePdf(pageCount: number, first = 0): Promise<Buffer> {
  const pages = await casePages(pageCount, first);
  const bytes = await makePdf(
    pages.map((sentences) => (sheet) => {
      let y = 50;
      for (const sentence of sentences) {
        // The standard fonts have only these characters.
        const plain = sentence.replaceAll(/[^\x20-\x7e]/g, "-");
        for (const [line] of plain.matchAll(new RegExp(`.{1,${lettersPerLine}}(?: |$)`, "g"))) {
          sheet.line(line, { y, size: 9, x: 50 });
          y += 11;
        }
        y += 5;
      }
    }),
  );
  return Buffer.from(bytes);
}
