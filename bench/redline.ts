// How long a redline takes: npm run bench:redline
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from "docx";
import { ExtractionChildren } from "../server/src/extraction/extraction-children.ts";
import { defaultExtractionLimits } from "../server/src/extraction/extraction-limits.ts";
import type { TextPlace } from "../server/src/extraction/redline-edit.ts";
import { writeRedline } from "../server/src/extraction/write-redline.ts";

const pages = 60;
const clausesPerPage = 8;
const insertions = 40;

const clauseOf = (at: number) =>
  `${at + 1}. The supplier keeps the records of delivery ${at + 1} in the form that the parties have agreed on, shows them to the customer on request, and corrects them without undue delay when they turn out to be wrong or incomplete.`;
const clauses = Array.from({ length: pages * clausesPerPage }, (_, at) => clauseOf(at));
const children = clauses.flatMap((text, at) => [
  ...(at % clausesPerPage === 0
    ? [
        new Paragraph({
          text: `Part ${at / clausesPerPage + 1}`,
          heading: HeadingLevel.HEADING_1,
          pageBreakBefore: at > 0,
        }),
      ]
    : []),
  new Paragraph({ children: text.split(", ").map((part) => new TextRun(part)) }),
]);
const docx = await Packer.toBuffer(new Document({ sections: [{ children }] }));

const placeOf = (at: number): TextPlace => ({
  ...{ text: clauses[at] ?? "", before: clauses[at - 1] ?? "", after: clauses[at + 1] ?? "" },
  position: at / clauses.length,
});
const edits = Array.from({ length: insertions }, (_, index) => ({
  ...{ text: `The supplier notifies the customer of incident ${index}.`, comment: ["Requirement", "Why", "Reference"] },
  ...{ replaces: [], after: [placeOf(index * 12)], like: undefined, number: undefined, section: undefined },
}));
const author = { name: "Assay", initials: "A", date: "2026-01-01T00:00:00Z" };

const folder = await mkdtemp(join(tmpdir(), "bench-redline-"));
const processes = new ExtractionChildren(defaultExtractionLimits);
try {
  const path = join(folder, "original.docx");
  await writeFile(path, docx);
  for (const run of ["with the start of a child process", "in a warm child", "in a warm child"]) {
    const started = performance.now();
    const answer = await writeRedline(
      { children: processes, limits: defaultExtractionLimits },
      {
        ...{ file: { path, fileName: "original.docx" }, place: "1", redline: { edits, author } },
        outFolder: await mkdtemp(join(folder, "out-")),
        onFault: (message) => console.error(message),
      },
    );
    const milliseconds = Math.round(performance.now() - started);
    console.log(`${pages} pages, ${insertions} insertions, ${run}: ${milliseconds} ms`, JSON.stringify(answer));
  }
} finally {
  await processes.close();
  await rm(folder, { recursive: true, force: true });
}
