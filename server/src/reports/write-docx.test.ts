import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { auditLanguages } from "../documents/document.ts";
import { readDocx } from "../extraction/office/read-docx.ts";
import { type ACompany, aCompany, aReview, aTarget } from "../testing/builders.ts";
import { outline, readSample } from "../testing/sample-office.ts";
import { type SeededDocuments, seedDocuments } from "../testing/seeded-review.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { reportTexts } from "./texts/report-texts.ts";

let server: TestServer;
let company: ACompany;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server, { name: "Møller & Søn <GmbH>" });
});
after(() => server.close());

async function docxOf(seeded: Partial<SeededDocuments> = {}, query = ""): Promise<Buffer> {
  const { frameworkId, controlId } = await aTarget(server, company.key);
  const review = await aReview(server, company, { frameworkId, controlId, name: "Agreement & annex 2026-03-01" });
  await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: review.id, controlId, fileNames: ["first.pdf"], ...seeded },
  });
  const answer = await server.app.inject({
    url: `/v1/compliance-reviews/${review.id}/report?format=docx${query}`,
    headers: { "x-api-key": company.key },
  });
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
  return answer.rawPayload;
}

/** As our own extraction reads it: headings with their levels, table rows with their cells. */
const linesOf = async (bytes: Buffer) => outline((await readSample(readDocx, bytes)).pages);

test("a Word report has the PDF's parts as headings, tables and paragraphs", async () => {
  const lines = await linesOf(await docxOf());
  const text = lines.join("\n");
  const headings = lines.filter((line) => line.startsWith("heading: ")).map((line) => line.slice(9).split(" < ", 1)[0]);
  const sections = [
    ...[
      "How it stands",
      "Result by cluster",
      "The greatest risks",
      "What people decided",
      "Method, accuracy and limits",
    ],
    ...["Sign-off", "Annex: all findings", "Open requirements, worst first", "Met requirements", "Documents"],
    "Integrity of this report",
  ];
  assert.deepEqual(
    headings.filter((heading) => sections.includes(heading ?? "")),
    sections,
  );
  assert.equal(headings.filter((heading) => /^\d\. /.test(heading ?? "")).length, 5, "five risks");
  assert.match(text, /Agreement & annex/);
  assert.doesNotMatch(text, /2026-03-01.{0,3}2026-03-01/);
  assert.match(text, /Møller & Søn <GmbH>/);
  assert.match(text, /24 requirements were judged: /);
  assert.match(text, /not confirmed · confidence unknown · Check this/);
  assert.match(text, /Content digest \(SHA-256\) {1,2}[0-9a-f]{64}/);
});

test("a Word report for the board has no annex", async () => {
  const text = (await linesOf(await docxOf({}, "&part=board"))).join("\n");
  assert.match(text, /Sign-off/);
  assert.doesNotMatch(text, /Annex: all findings|Content digest/);
});

test("a Word report takes characters that XML cannot hold", async () => {
  const text = (await linesOf(await docxOf({ fileNames: ["a\u0007\uFFFEb <&> .pdf"] }))).join("\n");
  assert.match(text, /ab <&> \.pdf/);
});

for (const language of auditLanguages) {
  test(`a Word report of a document audited in ${language} is written in ${language}`, async () => {
    const text = (await linesOf(await docxOf({ language }))).join("\n");
    const { board, levels } = reportTexts[language];
    for (const words of [board.say("standing"), board.say("topRisks"), board.say("annex"), levels.partially_compliant])
      assert.ok(text.includes(words), words);
  });
}
