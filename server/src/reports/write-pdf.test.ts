import assert from "node:assert/strict";
import { createHash, verify } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { formatsOf } from "../analysis/findings/render/language-format.ts";
import { auditLanguages } from "../documents/document.ts";
import { readPdf } from "../extraction/pdf/read-pdf.ts";
import { type ACompany, aCompany, aReview, aTarget } from "../testing/builders.ts";
import { findingsOf, type SeededDocuments, seedDocuments } from "../testing/seeded-review.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { reportTexts } from "./texts/report-texts.ts";

let server: TestServer;
let company: ACompany;
let folder: string;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server, { name: "Møller & Søn ΑΒΓ Ёлка" });
  folder = await mkdtemp(join(tmpdir(), "report-pdf-test-"));
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function pdfOf(seeded: Partial<SeededDocuments> = {}, name = "Review"): Promise<Buffer> {
  const { frameworkId, controlId } = await aTarget(server, company.key);
  const review = await aReview(server, company, { frameworkId, controlId, name });
  await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: review.id, controlId },
    ...{ fileNames: ["first.pdf", "second <i>draft</i>.docx"], ...seeded },
  });
  const answer = await server.app.inject({
    url: `/v1/compliance-reviews/${review.id}/report?format=pdf`,
    headers: { "x-api-key": company.key },
  });
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
  return answer.rawPayload;
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

test("a report has a cover, a summary, every finding with quotes and pages, and the files with their hashes", async () => {
  const [cover = "", summary = "", ...rest] = await textsOf(await pdfOf({}, "Prüfung №7 – Ωμέγα"));
  for (const words of ["Prüfung №7 – Ωμέγα", "Møller & Søn ΑΒΓ Ёлка", "Data processing agreement", "Overall score"])
    assert.ok(cover.includes(words), `${words} in ${cover}`);
  assert.match(summary, /To check, because their confidence is below 75% or unknown: \d+ levels of requirements, \d+/);
  assert.doesNotMatch(rest.join(" "), /Strengths/, "what is met stands in the evidence");
  assert.match(rest.join(" "), /Check this: confidence unknown .* Met \(confidence unknown; Check this\)/);
  assert.match(summary, /Score per cluster.*Sub-processors/);
  assert.match(summary, /Score per subject, lowest first.*(first\.pdf.*second <i>|second <i>.*first\.pdf)/);
  assert.doesNotMatch(summary, /compared with/);
  const findings = rest.join(" ");
  const { items } = (await reviewItems()) as { items: { name: string; isObsolete: boolean }[] };
  for (const { name } of items.filter(({ isObsolete }) => !isObsolete))
    assert.ok(findings.includes(name), `the finding on ${name}`);
  assert.match(findings, /The processor shall process the personal data only on documented instructions/);
  assert.match(findings, /first\.pdf, page 1/);
  assert.match(findings, /Text to insert \(Where: In the section “Duties of the processor” \(page 1\)\)/);
  const appendix = findings.slice(findings.lastIndexOf("Appendix"));
  for (const hash of ["01".repeat(32), "02".repeat(32)]) assert.ok(appendix.includes(hash), hash);
  assert.match(appendix, /Engine: offline 1/);
  assert.match(appendix, /Content digest \(SHA-256\) [0-9a-f]{64}/);
});

test("a report compares a new version with the version before, and has the findings of the new one only", async () => {
  const [, summary = "", ...rest] = await textsOf(await pdfOf({ areVersions: true }));
  assert.match(summary, /“second <i>draft<\/i>\.docx” compared with “first\.pdf”/);
  assert.doesNotMatch(summary, /Score per subject/);
  assert.doesNotMatch(rest.join(" "), /first\.pdf|(01){32}/);
});

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
    for (const words of [texts.summary, texts.scorePerCluster, texts.levels.partially_compliant, texts.textToInsert])
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
  assert.match(text, /Risque : .*\(contrat\.pptx, diapositive 3\)/);
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
  assert.ok(texts.length > 20);
});
