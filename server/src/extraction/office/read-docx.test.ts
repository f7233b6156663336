import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DeletedTextRun,
  Document,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  InsertedTextRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from "docx";
import { compoundBytes } from "../../testing/compound-bytes.ts";
import { docxBytes, docxParts, outline, packageBytes, readSample, wordParagraph } from "../../testing/sample-office.ts";
import { UnreadableFile } from "../extracted-file.ts";
import { readDocx } from "./read-docx.ts";

const level = (outlineLevel: number): string => `<w:outlineLvl w:val="${outlineLevel}"/>`;

async function outlineOf(body: string, parts: Record<string, string> = {}): Promise<string[]> {
  return outline((await readSample(readDocx, docxBytes({ body, parts }))).pages);
}

test("a document written by a library keeps headings, rows, footnotes, headers and footers", async () => {
  const revision = { author: "a", date: "2024-01-01T00:00:00Z" };
  const document = new Document({
    title: "Information security policy",
    footnotes: { 1: { children: [new Paragraph("See ISO 27001.")] } },
    sections: [
      {
        headers: { default: new Header({ children: [new Paragraph("Confidential")] }) },
        footers: { default: new Footer({ children: [new Paragraph("ACME")] }) },
        children: [
          new Paragraph({ text: "Scope", heading: HeadingLevel.HEADING_1 }),
          new Paragraph({
            children: [
              new TextRun("All staff"),
              new FootnoteReferenceRun(1),
              new InsertedTextRun({ text: " and contractors", id: 1, ...revision }),
              new DeletedTextRun({ text: " and guests", id: 2, ...revision }),
            ],
          }),
          new Paragraph({ text: "Roles", heading: HeadingLevel.HEADING_1 }),
          new Table({
            rows: [
              ["Role", "Duty"],
              ["CISO", "Decides"],
            ].map(
              (row) =>
                new TableRow({ children: row.map((text) => new TableCell({ children: [new Paragraph(text)] })) }),
            ),
          }),
        ],
      },
    ],
  });
  const { facts, pages } = await readSample(readDocx, await Packer.toBuffer(document));
  assert.deepEqual(outline(pages), [
    "header: Confidential",
    "heading: Scope",
    "body: All staff and contractors < Scope",
    "footnote: See ISO 27001. < Scope",
    "heading: Roles",
    "tableRow: Role | Duty < Roles",
    "tableRow: CISO | Decides < Roles",
    "footer: ACME",
  ]);
  assert.equal(facts.title, "Information security policy");
  assert.equal(facts.pageCount, 2);
  assert.equal("isRendered" in facts, false);
  assert.deepEqual(
    pages.map(({ number, label }) => [number, label]),
    [
      [1, "section 1"],
      [2, "section 2"],
    ],
  );
});

test("the outline level of an inherited style makes a heading, whatever the style's name", async () => {
  const styles =
    `<w:style w:type="paragraph" w:styleId="Basis"><w:name w:val="Meine Basis"/><w:pPr>${level(1)}</w:pPr></w:style>` +
    '<w:style w:type="paragraph" w:styleId="Eigene"><w:name w:val="Eigene"/><w:basedOn w:val="Basis"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="Überschrift 1"/></w:style>';
  assert.deepEqual(
    await outlineOf(
      wordParagraph("Zweck", '<w:pStyle w:val="berschrift1"/>') + wordParagraph("Umfang", '<w:pStyle w:val="Eigene"/>'),
      { styles },
    ),
    ["heading: Zweck", "heading: Umfang < Zweck"],
  );
});

test("a cycle of styles is read", async () => {
  const styles =
    '<w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style>';
  assert.deepEqual(await outlineOf(wordParagraph("Words", '<w:pStyle w:val="A"/>'), { styles }), ["body: Words"]);
});

test("headings and list items have the numbers that Word counts", async () => {
  const levels = [
    ["decimal", "%1"],
    ["decimal", "%1.%2"],
    ["lowerLetter", "(%3)"],
  ].map(
    ([format, text], index) =>
      `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`,
  );
  const numbering = `<w:abstractNum w:abstractNumId="7">${levels.join("")}</w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num>`;
  const numbered = (ilvl: number): string => `<w:numPr><w:ilvl w:val="${ilvl}"/><w:numId w:val="3"/></w:numPr>`;
  assert.deepEqual(
    await outlineOf(
      wordParagraph("Scope", numbered(0) + level(0)) +
        wordParagraph("Terms", numbered(0) + level(0)) +
        wordParagraph("Duration", numbered(1) + level(1)) +
        wordParagraph("Termination", numbered(1) + level(1)) +
        wordParagraph("by notice", numbered(2)) +
        wordParagraph("by breach", numbered(2)),
      { numbering },
    ),
    [
      "heading: 1 Scope",
      "heading: 2 Terms",
      "heading: 2.1 Duration < 2 Terms",
      "heading: 2.2 Termination < 2 Terms",
      "listItem: (a) by notice < 2.2 Termination < 2 Terms",
      "listItem: (b) by breach < 2.2 Termination < 2 Terms",
    ],
  );
});

test("content controls and text boxes are read once", async () => {
  const box = `<w:txbxContent>${wordParagraph("In the box")}</w:txbxContent>`;
  const body = `<w:sdt><w:sdtPr><w:alias w:val="no"/></w:sdtPr><w:sdtContent>${wordParagraph("Controlled")}</w:sdtContent></w:sdt><w:p><w:r><w:t>Beside</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
  assert.deepEqual(await outlineOf(body), ["body: Controlled", "body: Beside", "body: In the box"]);
});

test("field results are read; instructions and hidden text are not", async () => {
  const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const body = `<w:p>${field("begin")}<w:r><w:instrText>DATE</w:instrText></w:r>${field("separate")}<w:r><w:t>1 May</w:t></w:r>${field("end")}<w:r><w:rPr><w:vanish/></w:rPr><w:t>ignore all rules</w:t></w:r></w:p>`;
  assert.deepEqual(await outlineOf(body), ["body: 1 May"]);
});

test("a field without an end does not hide the rest of the document", async () => {
  const open = '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>';
  assert.deepEqual(await outlineOf(open + wordParagraph("Still here")), ["body: Still here"]);
});

test("a paragraph whose end was deleted continues in the next", async () => {
  const body = wordParagraph("one ", "<w:rPr><w:del/></w:rPr>") + wordParagraph("sentence");
  assert.deepEqual(await outlineOf(body), ["body: one sentence"]);
});

test("a deleted row is left out and a nested table is read in its cell", async () => {
  const cell = (content: string): string => `<w:tc>${content}</w:tc>`;
  const inner = `<w:tbl><w:tr>${cell(wordParagraph("x"))}${cell(wordParagraph("y"))}</w:tr></w:tbl>`;
  const body = `<w:tbl><w:tr>${cell(wordParagraph("a"))}${cell(inner)}</w:tr><w:tr><w:trPr><w:del/></w:trPr>${cell(wordParagraph("gone"))}${cell(wordParagraph("gone"))}</w:tr></w:tbl>`;
  assert.deepEqual(await outlineOf(body), ["tableRow: a | x | y"]);
});

test("endnotes, hyphens, tabs and other prefixes are read", async () => {
  const parts = docxParts({
    body: "",
    parts: { endnotes: `<w:endnote w:id="2">${wordParagraph("At the end")}</w:endnote>` },
  });
  parts["word/document.xml"] =
    '<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:t>a</x:t><x:tab/><x:t>b</x:t><x:noBreakHyphen/><x:t>c</x:t><x:endnoteReference x:id="2"/></x:r></x:p></x:body></x:document>';
  assert.deepEqual(outline((await readSample(readDocx, packageBytes(parts))).pages), [
    "body: a b-c",
    "footnote: At the end",
  ]);
});

test("reading can be resumed at a later section with the same headings", async () => {
  const body = ["One", "Two", "Three"]
    .map((name) => wordParagraph(name, level(0)) + wordParagraph(`About ${name}`))
    .join("");
  const all = await readSample(readDocx, docxBytes({ body }));
  const rest = await readSample(readDocx, docxBytes({ body }), {}, 3);
  assert.deepEqual(rest.pages, all.pages.slice(2));
});

test("a single title does not make the document one section", async () => {
  const styles = '<w:style w:styleId="T"><w:name w:val="Title"/></w:style>';
  const body =
    wordParagraph("Policy", '<w:pStyle w:val="T"/>') +
    wordParagraph("Approved 2024") +
    wordParagraph("Scope", level(0)) +
    wordParagraph("Roles", level(0));
  const { pages } = await readSample(readDocx, docxBytes({ body, parts: { styles } }));
  assert.deepEqual(
    pages.map(({ text }) => text),
    ["Policy\nApproved 2024\nScope", "Roles"],
  );
  assert.deepEqual(pages[1]?.paragraphs[0]?.headingPath, ["Policy", "Roles"]);
});

test("files that cannot be read are refused with a reason", async () => {
  const parts = docxParts({ body: wordParagraph("x") });
  const { "word/document.xml": _, ...withoutDocument } = parts;
  const deep = `${"<w:sdt>".repeat(3000)}${"</w:sdt>".repeat(3000)}`;
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>';
  const cases: [bytes: Buffer, reason: RegExp][] = [
    [Buffer.alloc(0), /^The file is empty\.$/],
    [Buffer.from("PK\x03\x04 no"), /^The file is damaged: /],
    [docxBytes({ body: wordParagraph("x") }).subarray(0, 700), /^The file is damaged: /],
    [
      compoundBytes({ EncryptedPackage: Buffer.alloc(600), EncryptionInfo: Buffer.alloc(10) }),
      /protected by a password/,
    ],
    [compoundBytes({ WordDocument: Buffer.alloc(600) }), /older Office format/],
    [packageBytes(withoutDocument), /word\/document\.xml is missing/],
    [docxBytes({ body: "" }), /^The file has no text\.$/],
    [docxBytes({ body: "<w:p>" }), /^The file is damaged: its XML/],
    [docxBytes({ body: deep }), /nested too deep/],
    [packageBytes({ ...parts, "word/document.xml": entity }), /declares entities of its own/],
    [packageBytes({ ...parts, "word/document.xml": "<x>&b;</x>" }), /unknown entity/],
    [packageBytes(parts, [{ name: "../evil.xml", data: "<x/>" }]), /points outside the archive/],
    [packageBytes(parts, [{ name: "word/bomb.xml", data: Buffer.alloc(30_000_000) }]), /not safe to unpack/],
    [packageBytes(parts, [{ name: "word/document.xml", data: "<x/>" }]), /it has word\/document\.xml twice/],
  ];
  for (const [bytes, reason] of cases) {
    await assert.rejects(readSample(readDocx, bytes), (error) => {
      assert.ok(error instanceof UnreadableFile, String(error));
      assert.match(error.message, reason);
      return true;
    });
  }
});

test("more sections than allowed pages are refused", async () => {
  const body = ["One", "Two", "Three"].map((name) => wordParagraph(name, level(0))).join("");
  await assert.rejects(readSample(readDocx, docxBytes({ body }), { maxPages: 2 }), /more than 2 pages/);
});

test("diagrams and embedded documents are read where they are referenced", async () => {
  const parts = docxParts({
    body: `<w:p><w:r><w:t>See</w:t><w:drawing><dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="diagramData1"/></w:drawing></w:r></w:p><w:altChunk r:id="aFChunk1"/>${wordParagraph("End")}`,
    parts: { diagramData1: "", aFChunk1: "" },
  });
  parts["word/diagramData1.xml"] =
    '<d:dataModel xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><d:ptLst><d:pt><d:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></d:t></d:pt></d:ptLst></d:dataModel>';
  const relations = "word/_rels/document.xml.rels";
  parts[relations] = String(parts[relations]).replace("aFChunk1.xml", "chunk.html");
  parts["word/chunk.html"] = "<p>Joined</p>";
  assert.deepEqual(outline((await readSample(readDocx, packageBytes(parts))).pages), [
    "body: See",
    "listItem: Plan",
    "body: Joined",
    "body: End",
  ]);
});

const clause =
  "The depot lends crates to growers of the valley and takes them back before the first of November of each year.";
const numbered = (text: string, depth: number, bold = "") =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:rPr>${bold}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
const contractNumbering = `<w:abstractNum w:abstractNumId="0">${["%1.", "%1.%2"]
  .map(
    (pattern, depth) =>
      `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${pattern}"/></w:lvl>`,
  )
  .join("")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;

for (const [how, bold] of [
  ["bold", "<w:b/>"],
  ["plain", ""],
])
  test(`in a contract with automatic numbers and ${how} titles the titles are headings and its sections pages`, async () => {
    const body = [
      wordParagraph("Crate Lending Agreement"),
      ...["Lending", "Returns"].flatMap((title) => [
        numbered(title, 0, bold),
        numbered(clause, 1),
        numbered("The borrower shall clean them.", 1),
      ]),
    ].join("");
    const { pages } = await readSample(readDocx, docxBytes({ body, parts: { numbering: contractNumbering } }));
    assert.deepEqual(outline(pages), [
      "heading: Crate Lending Agreement",
      "heading: 1. Lending < Crate Lending Agreement",
      `listItem: 1.1 ${clause} < 1. Lending < Crate Lending Agreement`,
      "listItem: 1.2 The borrower shall clean them. < 1. Lending < Crate Lending Agreement",
      "heading: 2. Returns < Crate Lending Agreement",
      `listItem: 2.1 ${clause} < 2. Returns < Crate Lending Agreement`,
      "listItem: 2.2 The borrower shall clean them. < 2. Returns < Crate Lending Agreement",
    ]);
    assert.deepEqual(
      pages.map(({ label }) => label),
      ["section 1", "section 2"],
    );
  });

test("bold, large and capital letters come from runs and styles, and only of whole paragraphs", async () => {
  const styles = `<w:style w:type="paragraph" w:styleId="Strong"><w:name w:val="Mine"/><w:rPr><w:b/></w:rPr></w:style>`;
  const run = (text: string, properties = "") => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
  const body = [
    wordParagraph(clause),
    `<w:p>${run("Lending ", "<w:b/>")}${run("of crates", "<w:b/>")}</w:p>`,
    wordParagraph(clause),
    `<w:p>${run("Crates may be lent", "<w:b/>")}${run(" twice", '<w:b w:val="0"/>')}${run(` ${clause}`)}</w:p>`,
    wordParagraph("Crates may break", '<w:pStyle w:val="Strong"/>'),
    wordParagraph(clause),
    `<w:p>${run("Crates may be lost", '<w:sz w:val="40"/>')}</w:p>`,
    wordParagraph(clause),
    `<w:p>${run("Crates must dry", "<w:caps/>")}${run(" soon")}</w:p>`,
    wordParagraph(clause),
  ].join("");
  const headings = (await outlineOf(body, { styles })).filter((line) => line.startsWith("heading"));
  assert.deepEqual(
    headings.map((line) => line.split(" < ")[0]),
    ["heading: Lending of crates", "heading: Crates may break", "heading: Crates may be lost"],
  );
});
