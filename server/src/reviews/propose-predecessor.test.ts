import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { aReview, aTarget, submit } from "../testing/builders.ts";
import { chooseProposal } from "./propose-predecessor.ts";
import type { Candidate } from "./version-store.ts";

let fixture: AnalysisFixture;
let reviewId: string;
before(async () => {
  fixture = await anAnalysisFixture();
});
beforeEach(async () => {
  const { controlId, frameworkId } = await aTarget(fixture.server, fixture.company.key);
  reviewId = (await aReview(fixture.server, fixture.company, { controlId, frameworkId })).id;
});
after(() => fixture.close());

const call = (documentId: string, path = "", more = {}) =>
  fixture.server.call(`/v1/documents/${documentId}${path}`, { key: fixture.company.key, ...more });
const proposalFor = async (documentId: string) => (await call(documentId, "/predecessor")).body.proposal;
const name = (documentId: string, supersedes: string) =>
  call(documentId, "/predecessor", { method: "PUT", body: { supersedes } });

async function judge(fileName: string, content: string, fields: Record<string, string> = {}): Promise<string> {
  const form = { complianceReviewId: reviewId, ...fields };
  const { body, text } = await submit(fixture.server, fixture.company, form, [{ name: fileName, content }]);
  assert.ok(body.documentId, text);
  await fixture.analyse(body.documentId);
  return body.documentId;
}

const clauses = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `Clause ${from + at}: the processor keeps record ${from + at} of it.`);
const textOf = (from: number, to: number) => clauses(from, to).join("\n\n");

test("a likely predecessor is proposed with the reasons and how sure they make it, and nothing is assumed", async () => {
  const first = await judge("dpa-acme.txt", textOf(0, 60));
  assert.equal(await proposalFor(first), null, "nothing came before");
  const revised = await judge("agreement.txt", textOf(6, 60));
  const byText = await proposalFor(revised);
  assert.deepEqual(
    [byText.documentId, byText.reasons, byText.confidence, byText.fileName],
    [first, ["text"], "medium", "dpa-acme.txt"],
  );
  assert.ok(byText.textOverlap > 0.75 && byText.textOverlap < 1, String(byText.textOverlap));
  assert.deepEqual([(await call(first)).body.supersededBy, (await call(revised)).body.version], [null, 1]);

  const named = await judge("DPA Acme v2 (final).txt", textOf(3, 60));
  const byBoth = await proposalFor(named);
  assert.deepEqual([byBoth.documentId, byBoth.reasons, byBoth.confidence], [first, ["file_name", "text"], "high"]);
  const other = await judge("dpa-acme-2027.txt", textOf(500, 560));
  const onlyName = await proposalFor(other);
  assert.deepEqual([onlyName.reasons, onlyName.confidence, onlyName.textOverlap], [["file_name"], "low", 0]);
});

test("another vendor's contract on the same template is not proposed, and the same subject is", async () => {
  await judge("template.txt", textOf(0, 60), { subject: "Contoso" });
  const northwind = await judge("northwind.txt", textOf(0, 60), { subject: "Northwind" });
  assert.equal(await proposalFor(northwind), null);
  const next = await judge("renewal.txt", textOf(1, 60), { subject: "northwind" });
  const { documentId, reasons, confidence, subject } = await proposalFor(next);
  assert.deepEqual([documentId, reasons, confidence, subject], [northwind, ["subject", "text"], "high", "Northwind"]);
});

test("the score of the review in lists follows when a version before is named", async () => {
  const key = fixture.company.key;
  const scoreOf = async () => {
    const sql = "SELECT score::float8 FROM compliance_reviews WHERE id = $1";
    return (await fixture.server.database.query<{ score: number }>(sql, [reviewId]))[0]?.score;
  };
  const { itemIds } = await aTarget(fixture.server, key);
  const chosen = { selectedControlItemIds: JSON.stringify(itemIds.slice(0, 1)) };
  const { name: words } = (await fixture.server.call(`/v1/controls/items/${itemIds[0]}`, { key })).body;
  const good = await judge("good.txt", `It speaks of ${words.toLowerCase()}.`, chosen);
  const poor = await judge("poor.txt", "Nothing.", chosen);
  assert.equal(await scoreOf(), 50);
  assert.equal((await name(poor, good)).status, 200);
  assert.equal(await scoreOf(), 0, "only the newer version counts");
});

test("an accepted predecessor is superseded as if the submission had named it", async () => {
  const first = await judge("first.txt", textOf(0, 30), { subject: "Northwind" });
  const second = await judge("second.txt", textOf(1, 30));
  const { status, body, text } = await name(second, first);
  assert.equal(status, 200, text);
  assert.deepEqual([body.supersedes, body.version, body.subject], [first, 2, "Northwind"]);
  assert.equal((await call(first)).body.supersededBy, second);
  assert.ok((await fixture.eventsOf(first)).includes("document.superseded"));
  assert.equal((await name(second, first)).status, 200, "repeated");
  const { body: read } = await call(second, "/predecessor");
  assert.deepEqual([read.supersedes, read.proposal], [first, null]);

  const third = await judge("third.txt", textOf(2, 30));
  assert.equal((await proposalFor(third)).documentId, second, "the version that counts");
  for (const [documentId, supersedes] of [
    [second, third],
    [third, third],
    [first, second],
    [third, "nothing"],
  ] as const)
    assert.equal((await name(documentId, supersedes)).status, 422);
  assert.equal((await name(third, second)).body.version, 3);
  assert.equal((await name(third, first)).status, 422, "what was named stays");
});

test("a document is never made a version of one in another review", async () => {
  const first = await judge("dpa.txt", textOf(0, 30));
  const { controlId, frameworkId } = await aTarget(fixture.server, fixture.company.key);
  reviewId = (await aReview(fixture.server, fixture.company, { controlId, frameworkId })).id;
  const elsewhere = await judge("dpa.txt", textOf(0, 30));
  assert.equal(await proposalFor(elsewhere), null);
  assert.equal((await name(elsewhere, first)).status, 422);
});

test("after the retention period of pages nothing of the text is left to compare", async () => {
  const first = await judge("one.txt", textOf(0, 30));
  const second = await judge("two.txt", textOf(0, 30));
  await fixture.server.database.query("UPDATE documents SET text_sketch = NULL WHERE id = $1", [first]);
  assert.equal(await proposalFor(second), null);
});

test("of several likely documents the one with more reasons is proposed, then the newest", () => {
  const candidate = (id: string, fileName: string, textOverlap?: number): Candidate => ({
    ...{ id, fileName, textOverlap, subject: undefined, version: 1, createdAt: new Date(0) },
  });
  const choose = (fileName: string, ...candidates: Candidate[]) =>
    chooseProposal({ fileName, subject: undefined }, candidates)?.id;
  assert.equal(choose("a v3.pdf", candidate("3", "b.pdf", 0.9), candidate("2", "a v2.pdf", 0.6)), "2");
  assert.equal(choose("a.pdf", candidate("3", "A.docx"), candidate("2", "a.pdf")), "3");
  assert.equal(choose("v2.pdf", candidate("1", "v1.pdf")), undefined, "a name of nothing but its version");
});
