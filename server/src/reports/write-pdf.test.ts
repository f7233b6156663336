import assert from "node:assert/strict";
import { createHash, verify } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before as beforeAll, test } from "node:test";
import { formatsOf } from "../analysis/findings/render/language-format.ts";
import { auditLanguages } from "../documents/document.ts";
import { readPdf } from "../extraction/pdf/read-pdf.ts";
import { type ACompany, aCompany, aReview, aTarget } from "../testing/builders.ts";
import { findingsOf, type SeededDocuments, seedDocuments } from "../testing/seeded-review.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { measuredAccuracy } from "./measured-accuracy.ts";
import { reportTexts } from "./texts/report-texts.ts";

let server: TestServer;
let company: ACompany;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  company = await aCompany(server, { name: "Møller & Søn ΑΒΓ Ёлка" });
  folder = await mkdtemp(join(tmpdir(), "report-pdf-test-"));
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function pdfOf(seeded: Partial<SeededDocuments> = {}, name = "Review"): Promise<Buffer> {
  const { status, bytes } = await partOf(await aSeededReview(seeded, name), "format=pdf");
  assert.equal(status, 200, bytes.toString().slice(0, 300));
  return bytes;
}

async function aSeededReview(seeded: Partial<SeededDocuments> = {}, name = "Review"): Promise<string> {
  const { frameworkId, controlId } = await aTarget(server, company.key);
  const review = await aReview(server, company, { frameworkId, controlId, name });
  await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: review.id, controlId },
    ...{ fileNames: ["first.pdf", "second <i>draft</i>.docx"], ...seeded },
  });
  return review.id;
}

async function partOf(reviewId: string, query: string): Promise<{ status: number; bytes: Buffer }> {
  const { statusCode, rawPayload } = await server.app.inject({
    url: `/v1/compliance-reviews/${reviewId}/report?${query}`,
    headers: { "x-api-key": company.key },
  });
  return { status: statusCode, bytes: rawPayload };
}

/** As our own extraction reads it. */
async function textsOf(bytes: Buffer): Promise<string[]> {
  const path = join(folder, "report.pdf");
  await writeFile(path, bytes);
  const file = await readPdf({ path, fileName: "report.pdf" }, { maxPages: 5000, maxUnpackedBytes: 1e9, maxDepth: 3 });
  try {
    return (await Array.fromAsync(file.pages(1))).map(({ text }) => text.replaceAll(/\s+/g, " "));
  } finally {
    await file.close();
  }
}

test("a report begins with what the board reads: parties, standing, risks with their consequences, method and sign-off", async () => {
  const pages = await textsOf(await pdfOf({}, "Prüfung №7 – Ωμέγα 2026-03-01"));
  const board = before(pages.join(" "), "Annex: all findings");
  for (const words of [
    "Prüfung №7 – Ωμέγα",
    "Møller & Søn ΑΒΓ Ёлка",
    "Data processing agreement",
    "Prepared by | Consultancy",
  ])
    assert.ok(board.includes(words), `${words} in ${board}`);
  assert.match(
    board,
    /24 requirements were judged: \d+ are met, \d+ are met in part and \d+ are not .*met\. Most is missing in “/,
  );
  assert.match(board, /No person.* has .*confirmed a .*result yet/);
  assert.match(board, /From 80 of 100, a score counts as compliant/);
  assert.match(board, /Score per subject, lowest first.*(first\.pdf.*second <i>|second <i>.*first\.pdf)/);
  assert.equal(board.match(/not confirmed Finding \| .*? Consequence \| .*? Action \| /g)?.length, 5, board);
  assert.match(board, /What people decided No person has decided anything yet\./);
  assert.match(
    board,
    /Method: every page was read.*Accuracy: in 59 real documents.*Confidence: \d+ levels and \d+ verdicts.*below 75%/,
  );
  assert.match(board, /Sign-off Reviewed \| Approved Name and role/);
  assert.doesNotMatch(board, /compared with/);
  assert.doesNotMatch(pages.join(" "), /2026-03-01.{0,3}2026-03-01/, "the date stands once in a footer");
  const boardPages = pages.findIndex((text) => text.includes("Annex: all findings")) + 1;
  assert.ok(boardPages >= 2 && boardPages <= 4, `${boardPages} pages`);
});

test("the annex has every finding once, the lowest score first, those that are met in a table, and the files with their hashes", async () => {
  const all = (await textsOf(await pdfOf())).join(" ");
  const annex = all.slice(all.indexOf("Annex: all findings"));
  const { items } = (await reviewItems()) as { items: { name: string; isObsolete: boolean; externalId: string }[] };
  const current = items.filter(({ isObsolete }) => !isObsolete);
  for (const { name, externalId } of current) {
    // A name may be broken where the table's column ends.
    for (const word of name.split(/[\s-]/)) assert.ok(annex.includes(word), `${word} of the finding on ${name}`);
    assert.ok(annex.includes(externalId.slice(0, 14)), externalId);
  }
  const scores = [...before(annex, "Met requirements").matchAll(/ ([\d.]+) · (?:Non-c|Partially c)ompliant/g)].map(
    ([, score]) => Number(score),
  );
  assert.ok(scores.length > 5);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => a - b),
  );
  assert.match(annex, /Met requirements Requirement .*Score .*State .*Evidence/);
  assert.match(annex, /“The processor shall process the personal data only on documented instructions/);
  assert.match(annex, /not confirmed · confidence unknown · Check this/);
  assert.match(annex, /Assessed document: (first\.pdf|second)/);
  assert.match(annex, /Text to insert: In the section “Duties of the processor” \(page 1\)/);
  for (const hash of ["01".repeat(32), "02".repeat(32)]) assert.ok(annex.includes(hash), hash);
  assert.match(annex, /Engine: offline 1/);
  assert.match(annex, /Content digest \(SHA-256\) [0-9a-f]{64}/);
});

test("board and annex can be had alone", async () => {
  const review = await aSeededReview();
  const [board, annex, all] = await Promise.all(
    ["board", "annex", "all"].map(async (part) => {
      const { status, bytes } = await partOf(review, `format=pdf&part=${part}`);
      assert.equal(status, 200);
      return (await textsOf(bytes)).join(" ");
    }),
  );
  assert.match(board ?? "", /Sign-off/);
  assert.doesNotMatch(board ?? "", /Annex: all findings|Content digest/);
  assert.match(annex ?? "", /^Annex: all findings.*Content digest/);
  assert.doesNotMatch(annex ?? "", /Sign-off/);
  assert.match(all ?? "", /Sign-off.*Annex: all findings.*Content digest/);
  for (const [query, message] of [
    ["format=pdf&part=cover", /part must be one of all, board, annex, not \\"cover\\"/],
    ["format=csv&part=board", /part must be all or absent for the format csv/],
  ] as const) {
    const { status, bytes } = await partOf(review, query);
    assert.equal(status, 400);
    assert.match(bytes.toString(), message);
  }
});

test("no page of a report is empty", async () => {
  for (const findings of [
    (item: number) => findingsOf(item, 0, { score: 90, level: "compliant" }),
    (item: number) => findingsOf(item, 0, { score: 10, level: "non_compliant" }),
  ]) {
    const pages = await textsOf(await pdfOf({ findings, fileNames: ["only.pdf"] }));
    for (const [at, text] of pages.entries())
      assert.ok(text.length > 200, `page ${at + 1} of ${pages.length}: ${text}`);
  }
});

test("a decision of a person replaces the machine's outcome: no advice against it, and its author is named", async () => {
  const review = await aSeededReview();
  const { body } = await server.call(`/v1/compliance-reviews/${review}`, { key: company.key });
  const items: { score: number; documentId: string; complianceItemId: string; controlItemName: string }[] =
    body.rollUp.items;
  const [worst] = items.toSorted((a, b) => a.score - b.score);
  assert.ok(worst);
  const decided = await server.call(`/v1/documents/${worst.documentId}/items/${worst.complianceItemId}/decision`, {
    method: "PUT",
    key: company.key,
    body: { decision: "override", complianceLevel: "compliant", reason: "It is in the main agreement." },
  });
  assert.equal(decided.status, 200, decided.text);
  const all = (await textsOf((await partOf(review, "format=pdf")).bytes)).join(" ");
  const board = before(all, "Annex: all findings");
  assert.match(board, /What people decided .*overridden: Compliant\. It is in the main agreement\./);
  assert.match(board, /People.* have .*decided.* about .*1 of .*24 requirements/);
  const risks = before(board.slice(board.indexOf("The greatest risks")), "What people decided");
  assert.ok(!risks.includes(worst.controlItemName), risks);
  const met = all.slice(all.indexOf("Met requirements"));
  assert.match(met, /decided by .*It is in the main agreement\./);
});

test("the accuracy that reports name is the one of docs/accuracy.md", async () => {
  const page = await readFile(join(import.meta.dirname, "../../../docs/accuracy.md"), "utf8");
  const { documents, verdicts, levels } = measuredAccuracy;
  assert.ok(page.includes(`The sealed test set: ${documents} public documents`));
  assert.ok(page.includes(`| right verdict for a criterion | **${(100 * verdicts).toFixed(1)} %** |`));
  assert.ok(page.includes(`| right level for a control item | ${(100 * levels).toFixed(1)} % |`));
});

test("a report compares a new version with the version before, and has the findings of the new one only", async () => {
  const all = (await textsOf(await pdfOf({ areVersions: true }))).join(" ");
  const board = before(all, "Annex: all findings");
  assert.match(board, /second <i>draft<\/i>\.docx, version 2, 1 page/);
  assert.match(
    board,
    /“second <i>draft<\/i>\.docx” compared with “first\.pdf”: \d+ improved, \d+ worsened, \d+ unchanged\. GDPR .*: from [\d.]+ to [\d.]+/,
  );
  assert.doesNotMatch(board, /Score per subject/);
  assert.doesNotMatch(all.slice(board.length), /first\.pdf|(01){32}/);
});

const before = (text: string, words: string) => text.slice(0, text.indexOf(words));

async function reviewItems() {
  const { controlId } = await aTarget(server, company.key);
  const { body: clusters } = await server.call(`/v1/controls/clusters?controlId=${controlId}`, { key: company.key });
  const active = new Set(clusters.activeClusters.map(({ id }: { id: string }) => id));
  const { body } = await server.call(`/v1/controls/${controlId}/items`, { key: company.key });
  return { items: body.items.filter(({ clusterId }: { clusterId: string }) => active.has(clusterId)) };
}

for (const language of auditLanguages) {
  test(`a report of documents audited in ${language} is written in ${language}`, async () => {
    const texts = reportTexts[language];
    const all = (await textsOf(await pdfOf({ language }))).join(" ");
    const { say } = texts.board;
    for (const words of [
      say("standing"),
      say("topRisks"),
      say("annex"),
      texts.levels.partially_compliant,
      texts.textToInsert,
    ])
      assert.ok(all.includes(words), words);
  });
}

test("a French report names slides in French and sets a space before a colon", async () => {
  const all = await textsOf(
    await pdfOf({
      ...{ language: "fr", fileNames: ["contrat.pptx"], pageLabel: "slide 3" },
      findings: (item) => findingsOf(item, 3),
    }),
  );
  const text = all.join(" ");
  assert.match(text, /« The processor shall .*» \(diapositive 3\).*Risque : /);
  assert.doesNotMatch(text, /slide 3|\p{L}: \p{L}/u);
});

test("reports and findings use the same words for levels", () => {
  for (const language of auditLanguages) {
    const { notJudged: _, ...levels } = reportTexts[language].levels;
    const lower = Object.entries(levels).map(([level, word]) => [level, word.toLocaleLowerCase(language)]);
    assert.deepEqual(Object.fromEntries(lower), formatsOf(language).level);
  }
});

test("the last line signs every byte before it, and the statement in the appendix is signed, too", async () => {
  const bytes = await pdfOf();
  const { body: key } = await server.call("/v1/report-signing-key");
  const end = bytes.lastIndexOf("% assay-signature v1 ");
  const [, keyId = "", signature = ""] = bytes.toString("latin1", end).match(/v1 (\w+) (\S+)\n$/) ?? [];
  assert.equal(keyId, key.keyId);
  const isSigned = (file: Buffer) => {
    const text = `assay report file v1\nsha256 ${createHash("sha256").update(file).digest("hex")}\n`;
    return verify(null, Buffer.from(text), key.publicKey, Buffer.from(signature, "base64"));
  };
  const file = bytes.subarray(0, end);
  assert.ok(file.subarray(-6).equals(Buffer.from("%%EOF\n")), "the PDF ends before its signature");
  assert.equal(isSigned(file), true);
  const tampered = Buffer.from(file);
  tampered.writeUInt8(tampered.readUInt8(1000) ^ 1, 1000);
  assert.equal(isSigned(tampered), false);

  const all = (await textsOf(bytes)).join(" ");
  const [, review, at, digest] =
    all.match(/assay report v1 review (\w{26}) generated (\S+) content sha256 ([0-9a-f]{64})/) ?? [];
  const statement = `assay report v1\nreview ${review}\ngenerated ${at}\ncontent sha256 ${digest}\n`;
  const shown = all.match(/base64\) ([\w+/=]+(?: [\w+/=]+)*?==)/)?.[1]?.replaceAll(" ", "") ?? "";
  assert.equal(verify(null, Buffer.from(statement), key.publicKey, Buffer.from(shown, "base64")), true);
});

test("quotes longer than a page, very long words and invisible characters do not break a report", async () => {
  const quote = {
    file: 0,
    page: 1,
    start: 0,
    end: 1,
    text: `${"x".repeat(20_000)}\u0007\t${"long words ".repeat(2000)}`,
  };
  const bytes = await pdfOf({
    findings: (item, document) => {
      const findings = findingsOf(item, document);
      const [first] = findings.criteria;
      return item === 1 && first !== undefined
        ? { ...findings, criteria: [{ ...first, evidence: [{ ...quote, role: "proves" as const }] }] }
        : findings;
    },
  });
  const texts = await textsOf(bytes);
  assert.ok(texts.length > 5);
});
