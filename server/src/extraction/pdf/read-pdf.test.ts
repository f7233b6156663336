import assert from "node:assert/strict";
import { test } from "node:test";
import {
  encryptedPdf,
  formPdf,
  linesPdf,
  longPdf,
  makePdf,
  mappedScriptPdf,
  rotatedPdf,
  type Sheet,
  sentence,
} from "../../testing/sample-pdfs.ts";
import { roomyLimits, storingPdfs } from "../../testing/stored-pdf.ts";
import { type ExtractedPage, type FileFacts, UnreadableFile } from "../extracted-file.ts";
import { readPdf } from "./read-pdf.ts";

const stored = storingPdfs();

async function read(
  bytes: Uint8Array,
  { firstPage = 1, maxPages = roomyLimits.maxPages } = {},
): Promise<{ facts: FileFacts; pages: ExtractedPage[] }> {
  const path = await stored(bytes);
  const file = await readPdf({ path, fileName: "sample.pdf" }, { ...roomyLimits, maxPages });
  try {
    const pages = await Array.fromAsync(file.pages(firstPage));
    return { facts: file.facts, pages };
  } finally {
    await file.close();
  }
}

const paragraphsOf = ({ text, paragraphs }: ExtractedPage) =>
  paragraphs.map(({ start, end, kind, headingPath, box }) => ({
    text: text.slice(start, end),
    kind,
    headingPath,
    box,
  }));

/** Lines below each other, as running text. */
function prose({ line }: Sheet, seeds: number[], { x = 72, y, words = 13 }: { x?: number; y: number; words?: number }) {
  for (const [index, seed] of seeds.entries()) line(sentence(seed, words), { x, y: y + index * 13.5 });
}

function table({ line }: Sheet, rows: string[][], at: { y: number; columnWidth: number; rowHeight: number }) {
  for (const [row, cells] of rows.entries())
    for (const [column, text] of cells.entries())
      line(text, { x: 72 + column * at.columnWidth, y: at.y + row * at.rowHeight });
}

const tableRowsOf = (page: ExtractedPage | undefined) =>
  (page ? paragraphsOf(page) : []).filter(({ kind }) => kind === "tableRow").map(({ text }) => text);

test("paragraphs cover the page's text, each with its range and its box", async () => {
  const { pages } = await read(
    await makePdf([
      (sheet) => {
        prose(sheet, [1, 2, 3], { y: 100 });
        prose(sheet, [4, 5], { y: 160 });
      },
    ]),
  );
  const [page] = pages;
  assert.ok(page);
  assert.equal(
    page.text,
    `${[1, 2, 3].map((seed) => sentence(seed, 13)).join(" ")}\n${[4, 5].map((seed) => sentence(seed, 13)).join(" ")}`,
  );
  assert.deepEqual(
    page.paragraphs.map(({ start, end }) => [start, end]),
    [
      [0, page.text.indexOf("\n")],
      [page.text.indexOf("\n") + 1, page.text.length],
    ],
  );
  const [left, top, right, bottom] = page.paragraphs[1]?.box ?? [0, 0, 0, 0];
  // Its baselines are at 160 and 173.5 points from the top.
  assert.ok(
    Math.abs(left - 72) < 2 && top > 145 && top < 155 && right > 300 && bottom > 174 && bottom < 180,
    `${left} ${top} ${right} ${bottom}`,
  );
});

test("two columns are read one after the other, whatever their order in the file", async () => {
  const left = [11, 12, 13, 14, 15, 16, 17, 18];
  const right = [21, 22, 23, 24, 25, 26, 27, 28];
  const expected = [...left, ...right].map((seed) => sentence(seed, 5)).join(" ");
  const byColumn = await makePdf([
    (sheet) => {
      prose(sheet, left, { x: 60, y: 100, words: 5 });
      prose(sheet, right, { x: 340, y: 100, words: 5 });
    },
  ]);
  const byLine = await makePdf([
    (sheet) => {
      for (const [index, seed] of left.entries()) {
        prose(sheet, [seed], { x: 60, y: 100 + index * 13.5, words: 5 });
        prose(sheet, [right[index] ?? 0], { x: 340, y: 100 + index * 13.5, words: 5 });
      }
    },
  ]);
  for (const bytes of [byColumn, byLine]) {
    const { pages } = await read(bytes);
    assert.equal(pages[0]?.text.replaceAll("\n", " "), expected);
  }
});

test("a table is read row by row, with wrapped cells joined", async () => {
  const { pages } = await read(
    await makePdf([
      (sheet) => {
        prose(sheet, [1, 2], { y: 80 });
        const rows = [
          ["Asset", "Owner", "Retention"],
          ["Payroll", "Human resources", "10 years"],
          ["Access logs", "IT operations", "12 months"],
        ];
        table(sheet, rows, { y: 140, columnWidth: 150, rowHeight: 20 });
        // The last row's first cell has two lines.
        sheet.line("Backups of the", { x: 72, y: 200 });
        sheet.line("file server", { x: 72, y: 212 });
        sheet.line("IT operations", { x: 222, y: 200 });
        sheet.line("30 days", { x: 372, y: 200 });
      },
    ]),
  );
  assert.deepEqual(tableRowsOf(pages[0]), [
    "Asset | Owner | Retention",
    "Payroll | Human resources | 10 years",
    "Access logs | IT operations | 12 months",
    "Backups of the file server | IT operations | 30 days",
  ]);
});

test("a heading right below a table leaves the table's columns apart", async () => {
  const { pages } = await read(
    await makePdf([
      (sheet) => {
        prose(sheet, [1, 2], { y: 80 });
        const rows = [
          ["Asset", "Owner", "Retention"],
          ["Payroll", "Finance", "10 years"],
        ];
        table(sheet, rows, { y: 140, columnWidth: 80, rowHeight: 16 });
        sheet.line("2. Access rights", { y: 174, size: 14, isBold: true });
        prose(sheet, [3, 4], { y: 200 });
      },
    ]),
  );
  assert.deepEqual(tableRowsOf(pages[0]), ["Asset | Owner | Retention", "Payroll | Finance | 10 years"]);
});

test("headings are detected by size, weight and number, and each paragraph has its heading path", async () => {
  const { pages, facts } = await read(
    await makePdf([
      (sheet) => {
        sheet.line("Information Security Policy", { y: 80, size: 20, isBold: true });
        sheet.line("1. Purpose", { y: 120, size: 14, isBold: true });
        prose(sheet, [1, 2, 3], { y: 145 });
        sheet.line("2. Access control", { y: 210, size: 14, isBold: true });
        sheet.line("2.1 Passwords", { y: 235, isBold: true });
        prose(sheet, [4, 5, 6], { y: 255 });
      },
      (sheet) => {
        prose(sheet, [7, 8, 9], { y: 80 });
        sheet.line("2.2 Multi-factor authentication", { y: 140, isBold: true });
        prose(sheet, [10, 11], { y: 160 });
      },
    ]),
  );
  const paths = pages
    .flatMap(paragraphsOf)
    .filter(({ kind }) => kind === "body")
    .map(({ headingPath }) => headingPath);
  assert.deepEqual(paths, [
    ["Information Security Policy", "1. Purpose"],
    ["Information Security Policy", "2. Access control", "2.1 Passwords"],
    ["Information Security Policy", "2. Access control", "2.1 Passwords"],
    ["Information Security Policy", "2. Access control", "2.2 Multi-factor authentication"],
  ]);
  assert.equal(facts.title, "Information Security Policy");
  const resumed = await read(
    await makePdf([
      (sheet) => sheet.line("3. Backups", { y: 80, size: 14, isBold: true }),
      (sheet) => prose(sheet, [1, 2], { y: 80 }),
    ]),
    { firstPage: 2 },
  );
  assert.deepEqual(
    resumed.pages.map(({ number }) => number),
    [2],
  );
  assert.deepEqual(resumed.pages[0]?.paragraphs[0]?.headingPath, ["3. Backups"]);
});

test("a heading without a number is below the number above it, also where the next one is on the next page", async () => {
  const headings = ["1. Origin", "Public sources", "2. Use", "Other purposes"];
  const { pages } = await read(
    await makePdf([
      (sheet) => {
        sheet.line("Notice on Crates", { y: 50, size: 20, isBold: true });
        for (const [index, text] of headings.entries()) {
          sheet.line(text, { y: 80 + index * 70, isBold: true });
          prose(sheet, [index, index + 1], { y: 100 + index * 70 });
        }
      },
      (sheet) => {
        sheet.line("3. Law", { y: 80, isBold: true });
        prose(sheet, [1, 2], { y: 100 });
      },
    ]),
  );
  const paths = pages
    .flatMap(paragraphsOf)
    .flatMap(({ kind, headingPath }) => (kind === "heading" ? [headingPath] : []));
  assert.deepEqual(
    paths.map((path) => path.slice(1).join(" > ")),
    ["", "1. Origin", "1. Origin > Public sources", "2. Use", "2. Use > Other purposes", "3. Law"],
  );
});

test("a table of contents has no headings, and a bold line between two tables is one", async () => {
  const { pages } = await read(
    await makePdf([
      (sheet) => {
        for (const [index, name] of ["Purpose", "Roles", "Backups"].entries())
          sheet.line(`${index + 1}. ${name}`, { y: 60 + index * 14 });
        prose(sheet, [1, 2, 3], { y: 140 });
        const rows = [
          ["Asset", "Owner"],
          ["Payroll", "Finance"],
        ];
        table(sheet, rows, { y: 300, columnWidth: 220, rowHeight: 20 });
        sheet.line("Annex 2 Measures", { y: 345, isBold: true });
        table(sheet, rows, { y: 370, columnWidth: 220, rowHeight: 20 });
      },
    ]),
  );
  const headings = pages.flatMap(paragraphsOf).filter(({ kind }) => kind === "heading");
  assert.deepEqual(
    headings.map(({ text }) => text),
    ["Annex 2 Measures"],
  );
  assert.equal(tableRowsOf(pages[0]).length, 4);
});

test("a line that begins with the Spanish word for or continues its paragraph", async () => {
  const lines = [
    "Quien encuentre una caja del almacén en otro valle, en un río",
    "o en el camino la devuelve en la puerta.",
  ];
  const { pages } = await read(
    await makePdf([
      (sheet) => {
        for (const [index, line] of lines.entries()) sheet.line(line, { y: 80 + index * 13 });
      },
    ]),
  );
  assert.equal(pages[0]?.text, lines.join(" "));
});

test("the parts of a reference are not separated at the end of a line", async () => {
  const { pages } = await read(
    await makePdf([
      (sheet) => {
        sheet.line("The crates are lent out to the growers on the grounds of Article 9(2)", { y: 80 });
        sheet.line("(b) of the rules, and nobody needs to ask for them.", { y: 93 });
      },
    ]),
  );
  assert.match(pages[0]?.text ?? "", /Article 9\(2\)\(b\) of the rules/);
});

test("headings printed alike have the levels that their numbers and their order give", async () => {
  const headings = ["Part A Register", "A.1 Contents", "A.2 Form", "1. Origin", "Public sources", "2. Use"];
  const { pages } = await read(
    await makePdf([
      (sheet) => {
        for (const [index, text] of headings.entries()) {
          sheet.line(text, { y: 80 + index * 70, isBold: true });
          if (index > 0) prose(sheet, [index, index + 1], { y: 100 + index * 70 });
        }
      },
    ]),
  );
  const levels = pages.flatMap(paragraphsOf).flatMap(({ kind, text, headingPath }) => {
    return kind === "heading" ? [`${headingPath.length} ${text}`] : [];
  });
  const within = ["1 Part A Register", "2 A.1 Contents", "2 A.2 Form", "2 1. Origin", "3 Public sources", "2 2. Use"];
  assert.deepEqual(levels, within);
});

test("a running title and page numbers are marked as header and footer and stay in the text", async () => {
  const { pages, facts } = await read(await longPdf(30));
  assert.equal(facts.pageCount, 30);
  assert.equal(facts.language, "en");
  for (const page of pages) {
    const paragraphs = paragraphsOf(page);
    const header = paragraphs.filter(({ kind }) => kind === "header");
    const footer = paragraphs.filter(({ kind }) => kind === "footer");
    assert.deepEqual(
      header.map(({ text }) => text),
      ["Information Security Handbook"],
      `page ${page.number}`,
    );
    assert.deepEqual(
      footer.map(({ text }) => text),
      [`Page ${page.number} of 30`],
      `page ${page.number}`,
    );
    assert.deepEqual(
      [...header, ...footer].flatMap(({ headingPath }) => headingPath),
      [],
    );
  }
});

test("a justified line reads the same written as one text object or word by word", async () => {
  const byLine = await read(await longPdf(3, { placement: "line" }));
  const byWord = await read(await longPdf(3, { placement: "word" }));
  const withoutBoxes = (page: ExtractedPage) => paragraphsOf(page).map(({ box, ...paragraph }) => paragraph);
  assert.deepEqual(byLine.pages.map(withoutBoxes), byWord.pages.map(withoutBoxes));
});

test("small print with a marker at the foot of the page is a footnote", async () => {
  const { pages } = await read(
    await makePdf([
      (sheet) => {
        prose(sheet, [1, 2, 3, 4, 5, 6], { y: 100 });
        sheet.line("1 See the retention schedule in Annex B.", { y: 760, size: 8 });
      },
    ]),
  );
  const footnotes = paragraphsOf(pages[0] as ExtractedPage).filter(({ kind }) => kind === "footnote");
  assert.deepEqual(
    footnotes.map(({ text }) => text),
    ["1 See the retention schedule in Annex B."],
  );
});

test("list items are paragraphs of their own", async () => {
  const { pages } = await read(
    await makePdf([
      ({ line }) => {
        line("The processor shall:", { y: 100 });
        line("(a)", { x: 90, y: 114 });
        line("keep a record of processing;", { x: 115, y: 114 });
        line("(b)", { x: 90, y: 128 });
        line("report every breach.", { x: 115, y: 128 });
      },
    ]),
  );
  assert.deepEqual(
    paragraphsOf(pages[0] as ExtractedPage).map(({ kind, text }) => [kind, text]),
    [
      ["body", "The processor shall:"],
      ["listItem", "(a) keep a record of processing;"],
      ["listItem", "(b) report every breach."],
    ],
  );
});

test("a word broken at the end of a line is joined, and a compound keeps its hyphen", async () => {
  const { pages } = await read(
    await makePdf([
      ({ line }) => {
        line("A third party may not see what this comprehensive policy calls secret, and a compre-", { y: 100 });
        line("hensive review of all third-", { y: 114 });
        line("party access and every Non-", { y: 128 });
        line("Disclosure agreement is due.", { y: 142 });
      },
    ]),
  );
  const words = pages[0]?.text.replaceAll("\n", " ") ?? "";
  assert.match(words, /a comprehensive review of all third-party access and every Non-Disclosure agreement/);
});

for (const angle of [90, 180, 270] as const) {
  test(`a page turned by ${angle} degrees is read as a person sees it, with boxes to match`, async () => {
    const lines = [sentence(1, 8), sentence(2, 8), sentence(3, 8)];
    const { pages } = await read(await rotatedPdf(lines, angle));
    const [page] = pages;
    assert.equal(page?.text, lines.join(" "));
    const [left, top] = page?.paragraphs[0]?.box ?? [0, 0];
    assert.ok(Math.abs(left - 72) < 3 && top > 85 && top < 100, `${left} ${top}`);
  });
}

test("right-to-left text is read in its own order", async () => {
  const { pages, facts } = await read(
    await mappedScriptPdf(["הספק ישמור על סודיות המידע", "ולא יעביר אותו לצד שלישי"]),
  );
  assert.equal(pages[0]?.text, "הספק ישמור על סודיות המידע ולא יעביר אותו לצד שלישי");
  assert.equal(facts.language, "he");
});

test("the values of form fields are read", async () => {
  const { pages } = await read(await formPdf("Who is the data protection officer?", "Ada Example, since 2024"));
  assert.match(pages[0]?.text ?? "", /Who is the data protection officer\?/);
  assert.match(pages[0]?.text ?? "", /Ada Example, since 2024/);
});

test("a title in the metadata is used unless it is a file name", async () => {
  const named = await makePdf([(sheet) => sheet.line("Anything", { y: 100 })], { title: "Data Processing Agreement" });
  assert.equal((await read(named)).facts.title, "Data Processing Agreement");
  const draft = await makePdf([(sheet) => sheet.line("Anything", { y: 100 })], {
    title: "Microsoft Word - dpa_v3.docx",
  });
  assert.equal((await read(draft)).facts.title, undefined);
});

test("a PDF with only an owner's password is read", async () => {
  const bytes = await encryptedPdf(await linesPdf(["Read me"]), { user: "", owner: "secret" });
  assert.equal((await read(bytes)).pages[0]?.text, "Read me");
});

test("a PDF with a user's password is refused with that reason", async () => {
  const bytes = await encryptedPdf(await linesPdf(["Do not read me"]), { user: "open", owner: "secret" });
  await assert.rejects(read(bytes), (error) => error instanceof UnreadableFile && /password/.test(error.message));
});

test("a broken PDF is refused as damaged", async () => {
  const whole = await longPdf(3);
  const broken = {
    "nothing at all": new Uint8Array(0),
    "its first half": whole.subarray(0, whole.length / 2),
    "all but its last bytes": whole.subarray(0, whole.length - 40),
    "garbage after the header": Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(5000, "xyz\n")]),
    "garbage with a trailer": Buffer.concat([
      Buffer.from("%PDF-1.7\n"),
      Buffer.alloc(5000, "xyz\n"),
      Buffer.from("startxref\n9\n%%EOF"),
    ]),
  };
  for (const [what, bytes] of Object.entries(broken)) {
    await assert.rejects(
      read(bytes),
      (error) => error instanceof UnreadableFile && /damaged|empty/.test(error.message),
      what,
    );
  }
});

test("a PDF with more pages than allowed is refused with the limit named", async () => {
  await assert.rejects(read(await longPdf(4), { maxPages: 3 }), {
    message: "The file has more than 3 pages.",
  });
});

test("reading many PDFs leaves no file open", async () => {
  const { readdir } = await import("node:fs/promises");
  const bytes = await longPdf(2);
  await read(bytes);
  const openBefore = (await readdir("/proc/self/fd")).length;
  for (let time = 0; time < 20; time++) await read(bytes);
  assert.ok((await readdir("/proc/self/fd")).length <= openBefore);
});
