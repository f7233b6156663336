import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { docxBytes, packageBytes, readSample, sampleLimits, wordParagraph } from "../../testing/sample-office.ts";
import { canonicalBody, readParts, resolveChanges } from "../../testing/tracked-changes.ts";
import { wordContract } from "../../testing/word-contract.ts";
import { UnreadableFile } from "../extracted-file.ts";
import { readDocx } from "../office/read-docx.ts";
import type { RedlineAuthor, RedlineEdit, RedlineOutcome, TextPlace } from "../redline-edit.ts";
import { redlineDocx } from "./redline-docx.ts";

const author: RedlineAuthor = { name: "Ada & Co <review>", initials: "AC", date: "2026-02-01T09:00:00Z" };

async function redline(docx: Buffer, edits: RedlineEdit[]): Promise<{ docx: Buffer; outcome: RedlineOutcome }> {
  const folder = await mkdtemp(join(tmpdir(), "redline-test-"));
  try {
    const [path, outPath] = [join(folder, "file"), join(folder, "out")];
    await writeFile(path, docx);
    const outcome = await redlineDocx({ path, fileName: "a.docx" }, { edits, author }, sampleLimits, outPath);
    return { docx: await readFile(outPath), outcome };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const place = (text: string, fields: Partial<TextPlace> = {}): TextPlace => ({
  ...{ text, before: "", after: "", position: 0.5 },
  ...fields,
});
const anEdit = (text: string, fields: Partial<RedlineEdit> = {}): RedlineEdit => ({
  ...{ text, comment: ["GDPR Art. 33", "Nothing is said."], replaces: [], after: [], like: undefined },
  ...{ number: undefined, section: undefined },
  ...fields,
});

const linesOf = async (docx: Buffer) =>
  (await readSample(readDocx, docx)).pages.flatMap(({ text }) => text.split("\n"));

const edits: RedlineEdit[] = [
  anEdit("The Processor notifies the Controller within 24 hours.", {
    ...{ after: [place("The Processor keeps a register of security incidents")], number: "3.2" },
  }),
  anEdit("Each sub-processor needs the consent of the Controller.", {
    replaces: [
      place(
        "The Processor may engage any sub-processor at its own discretion and without the authorisation of the Controller.",
      ),
    ],
  }),
  anEdit("Fees change once a year.", { replaces: [place("100 a month, without any notice")] }),
  anEdit("Everything is deleted.\nThe deletion is certified.", {
    after: [place("Not in the file at all."), place("Fees are due in three days.")],
    section: { title: "Deletion", number: "6.", like: place("Fees", { after: "Service" }) },
  }),
  anEdit("Both places are in the Union.", { after: [place("It lists the places")] }),
  anEdit("The last word."),
];

const body = async (docx: Buffer) => canonicalBody(docx);

test("a redline without its changes shows exactly the original, formatting and other people's changes included", async () => {
  const original = await wordContract();
  const { docx, outcome } = await redline(original, edits);
  assert.deepEqual(outcome, { inserted: 3, replaced: 2, insertedAtEnd: 1 });
  const rejected = await resolveChanges(docx, "reject", author.name);
  assert.deepEqual(await body(rejected), await body(original));
  assert.deepEqual(await linesOf(rejected), await linesOf(original));
  // And with those of everybody rejected, what the original is without them.
  assert.deepEqual(
    await body(await resolveChanges(docx, "reject")),
    await body(await resolveChanges(original, "reject")),
  );
});

test("a redline with its changes accepted has every text at its place, counted and styled like its neighbours", async () => {
  const { docx } = await redline(await wordContract(), edits);
  const accepted = await resolveChanges(docx, "accept", author.name);
  assert.deepEqual((await linesOf(accepted)).slice(3), [
    "1. Instructions",
    "1.1 The Processor processes personal data only on documented instructions from the Controller.",
    "2. Confidentiality",
    "2.1 The Processor ensures that all persons authorised to process the personal data have committed themselves to confidentiality.",
    "3. Personal data breaches",
    "3.1 The Processor keeps a register of security incidents and reviews it every quarter.",
    "3.2 The Processor notifies the Controller within 24 hours.",
    "4. Sub-processors",
    "4.1 Each sub-processor needs the consent of the Controller. The list is kept at the second address.",
    "5. Fees",
    "Service | Fee",
    "Hosting | Fees change once a year.",
    "Fees are due in thirty days.",
    "6. Deletion",
    "Everything is deleted.",
    "The deletion is certified.",
    "Page",
    "Annex",
    "It lists the places of the processing: Dublin and Malmö.",
    "Both places are in the Union.",
    "The last word.",
  ]);
  const paragraphOf = async (text: string) => (await body(accepted)).find((xml) => xml.includes(text)) ?? "";
  const withoutText = (xml: string) => xml.replace(/<w:t>.*<\/w:t>/, "");
  const [own, sibling] = [await paragraphOf("within 24 hours"), await paragraphOf("keeps a register")];
  assert.equal(withoutText(own.replace(/<w:commentReference.*?<\/w:commentReference>/, "")), withoutText(sibling));
});

test("each change has the author, the time and a comment; earlier comments and their ids stay", async () => {
  const original = await wordContract();
  const { docx } = await redline(original, edits);
  const [before, after] = [await readParts(original), await readParts(docx)];
  const comments = after.get("word/comments.xml")?.toString() ?? "";
  assert.deepEqual(
    [...comments.matchAll(/<w:comment w:id="(\d+)" w:author="([^"]*)"/g)].map(([, id, name]) => [id, name]),
    [["0", "Counterparty"], ...["1", "2", "3", "4", "5", "6"].map((id) => [id, "Ada &amp; Co &lt;review&gt;"])],
  );
  assert.match(comments, /Please check this clause\..*GDPR Art\. 33.*Nothing is said\./s);
  const main = after.get("word/document.xml")?.toString() ?? "";
  for (const id of [0, 1, 2, 3, 4, 5, 6])
    for (const name of ["commentRangeStart", "commentRangeEnd", "commentReference"])
      assert.equal(main.split(`<w:${name} w:id="${id}"/>`).length, 2, `${name} ${id}`);
  const changes = [...main.matchAll(/<w:(?:ins|del) w:id="(\d+)" w:author="([^"]*)" w:date="([^"]*)"/g)];
  const own = changes.filter(([, , name]) => name === "Ada &amp; Co &lt;review&gt;");
  assert.ok(own.every(([, , , date]) => date === author.date));
  assert.equal(new Set(changes.map(([, id]) => id)).size, changes.length);
  // All other parts are the same bytes.
  const changed = [...after.keys()].filter((name) => !before.get(name)?.equals(after.get(name) ?? Buffer.alloc(0)));
  assert.deepEqual(changed.sort(), ["word/comments.xml", "word/document.xml"]);
});

test("a file without comments gets the part, its relation and its content type", async () => {
  const { docx } = await redline(docxBytes({ body: wordParagraph("One clause.") }), [
    anEdit("Another.", { after: [place("One clause.")] }),
  ]);
  const parts = await readParts(docx);
  assert.match(parts.get("word/comments.xml")?.toString() ?? "", /<w:comment w:id="0".*GDPR Art\. 33/s);
  assert.match(parts.get("word/_rels/document.xml.rels")?.toString() ?? "", /Target="comments\.xml"/);
  assert.match(parts.get("[Content_Types].xml")?.toString() ?? "", /PartName="\/word\/comments\.xml"/);
  assert.deepEqual(await linesOf(docx), ["One clause.", "Another."]);
});

const accepted = async (docx: Buffer, ...some: RedlineEdit[]) =>
  linesOf(await resolveChanges((await redline(docx, some)).docx, "accept", author.name));
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const fieldMark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const field = (result: string) =>
  `${fieldMark("begin")}<w:r><w:instrText> REF a </w:instrText></w:r>${fieldMark("separate")}${run(result)}${fieldMark("end")}`;

test("a wording is replaced within runs, links, fields and insertions of others, and only the wording", async () => {
  const cases: [string, string, string][] = [
    [run("We may never pay, and you may."), "never pay", "We may X, and you may."],
    [run("We may “never” pay."), "“never”", "We may X pay."],
    [`${run("See ")}${field("clause 5")}${run(" for fees.")}`, "See clause 5 for fees.", "X"],
    [`${run("See ")}${field("clause 5")}${run(" for fees.")}`, "clause 5", "See X for fees."],
    [
      `${run("Ask ")}<w:hyperlink w:anchor="a">${run("our office")}</w:hyperlink>${run(" first.")}`,
      "our",
      "Ask officeX first.",
    ],
    [
      `<w:ins w:id="1" w:author="B" w:date="2025-01-01T00:00:00Z">${run("We pay late")}</w:ins>${run(" or never.")}`,
      "late",
      "We pay X or never.",
    ],
    [`<w:r><w:t>One</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r>`, "two three", "One X"],
  ];
  for (const [content, wording, expected] of cases) {
    const original = docxBytes({ body: `<w:p>${content}</w:p>` });
    const edit = anEdit("X", { replaces: [place(wording)] });
    assert.deepEqual(await accepted(original, edit), [expected], wording);
    const { docx } = await redline(original, [edit]);
    assert.deepEqual(await body(await resolveChanges(docx, "reject", author.name)), await body(original), wording);
  }
});

test("two requirements may replace overlapping wordings: what either contradicts goes, and both texts come", async () => {
  const docx = docxBytes({ body: wordParagraph("We may keep all data forever.") });
  const edits = [
    anEdit("A.", { replaces: [place("keep all data")] }),
    anEdit("B.", { replaces: [place("all data forever.")] }),
  ];
  assert.deepEqual(await accepted(docx, ...edits), ["We may A.B."]);
});

test("the same words elsewhere are distinguished by the words around them", async () => {
  const docx = docxBytes({
    body: ["First", "Same.", "Second", "Same.", "Third"].map((text) => wordParagraph(text)).join(""),
  });
  const edit = anEdit("New.", { after: [place("Same.", { before: "Second", after: "Third", position: 0 })] });
  assert.deepEqual(await accepted(docx, edit), ["First", "Same.", "Second", "Same.", "New.", "Third"]);
});

test("below tables, text boxes and content controls a clause stands outside of them", async () => {
  const cell = (text: string) => `<w:tc>${wordParagraph(text)}</w:tc>`;
  const table = `<w:tbl><w:tr>${cell("a")}${cell("b")}</w:tr><w:tr>${cell("c")}${cell("d")}</w:tr></w:tbl>`;
  const box = `<w:p>${run("Outer.")}<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${wordParagraph("Boxed words.")}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`;
  const control = `<w:sdt><w:sdtContent>${wordParagraph("Controlled.")}</w:sdtContent></w:sdt>`;
  const docx = docxBytes({ body: table + box + control + wordParagraph("End.") });
  const below = (text: string) => anEdit(`Below ${text}`, { after: [place(text)] });
  assert.deepEqual(await accepted(docx, below("a | b"), below("Boxed words."), below("Controlled.")), [
    ...["a | b", "c | d", "Below a | b", "Outer.", "Boxed words.", "Below Boxed words."],
    ...["Controlled.", "Below Controlled.", "End."],
  ]);
  // A wording in a text box stands in the file twice and is not replaced.
  const { outcome } = await redline(docx, [anEdit("X", { replaces: [place("Boxed words.")] })]);
  assert.deepEqual(outcome, { inserted: 1, replaced: 0, insertedAtEnd: 0 });
});

test("a file with other prefixes, another encoding or hundreds of uses of an id is redlined, too", async () => {
  const parts = await readParts(
    docxBytes({ body: `<w:p><w:bookmarkStart w:id="99999999999" w:name="x"/>${run("Größe.")}</w:p>` }),
  );
  const xml = (parts.get("word/document.xml")?.toString() ?? "")
    .replaceAll("w:", "x:")
    .replace("xmlns:x:", "xmlns:x=")
    .replace("xmlns:w", "xmlns:x");
  const utf16 = Buffer.from(`\ufeff${xml.replace("UTF-8", "UTF-16")}`, "utf16le");
  const docx = packageBytes({ ...Object.fromEntries(parts), "word/document.xml": utf16 });
  const { docx: changed } = await redline(docx, [anEdit("Neu: Größe.", { after: [place("Größe.")] })]);
  assert.deepEqual(await linesOf(changed), ["Größe.", "Neu: Größe."]);
  assert.match((await readParts(changed)).get("word/document.xml")?.toString() ?? "", /^<\?xml[^>]*encoding="UTF-8"/);
});

test("a file that cannot be changed is refused with a reason", async () => {
  const unusual = await readParts(docxBytes({ body: wordParagraph("One.") }));
  const xml = (unusual.get("word/document.xml")?.toString() ?? "").replace(/xmlns:w="[^"]*"/, 'xmlns:w="urn:other"');
  for (const [docx, reason] of [
    [packageBytes({ ...Object.fromEntries(unusual), "word/document.xml": xml }), /save the file with Word/],
    [Buffer.from("PK\x03\x04 broken"), /damaged/],
  ] as const)
    await assert.rejects(
      redline(docx, [anEdit("X")]),
      (error) => error instanceof UnreadableFile && reason.test(error.message),
    );
});
