import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { verifyChain } from "../records/verify-chain.ts";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { aPerson, aReview, aTarget, chunkUrl, startUpload, submit } from "../testing/builders.ts";

let fixture: AnalysisFixture;
let target: Awaited<ReturnType<typeof aTarget>>;
let reviewId: string;
let documentId: string;
let itemId: string;
before(async () => {
  fixture = await anAnalysisFixture();
  target = await aTarget(fixture.server, fixture.company.key);
});
beforeEach(async () => {
  reviewId = (await aReview(fixture.server, fixture.company, target)).id;
  documentId = await add("It speaks of the processor.");
  await fixture.analyse(documentId);
  itemId = (await fixture.resultOf(documentId)).complianceItems[0].id;
});
after(() => fixture.close());

const call = (url: string, more = {}) => fixture.server.call(url, { key: fixture.company.key, ...more });
const reviewUrl = (rest = "") => `/v1/compliance-reviews/${reviewId}${rest}`;
const signOff = (body: object = {}) => call(reviewUrl("/sign-off"), { method: "PUT", body });
const reopen = (reason = "A contract is missing.") => call(reviewUrl("/reopen"), { method: "POST", body: { reason } });
const submitFile = (content: string) =>
  submit(
    ...([fixture.server, fixture.company] as const),
    { complianceReviewId: reviewId, selectedControlItemIds: JSON.stringify(target.itemIds.slice(0, 1)) },
    [{ name: "a.txt", content }],
  );
async function add(content: string): Promise<string> {
  const { body, text } = await submitFile(content);
  assert.ok(body.documentId, text);
  return body.documentId;
}
const query = (sql: string) => fixture.server.database.query(sql, [reviewId]);
const problems = async () =>
  (await verifyChain(fixture.server.database.db.records, fixture.company.companyId)).problems;

/** Everything that changes what a review says, by name. */
const changes: Record<string, () => Promise<{ status: number; text: string; headers: Record<string, unknown> }>> = {
  submission: () => submitFile("More."),
  upload: () =>
    startUpload(fixture.server, fixture.company, {
      complianceReviewId: reviewId,
      files: [{ fileName: "a.txt", fileSize: 5 }],
    }),
  decision: () =>
    call(`/v1/documents/${documentId}/items/${itemId}/decision`, {
      ...{ method: "PUT", body: { decision: "confirm", reason: "Read." } },
    }),
  "judging again": () => call(`/v1/documents/${documentId}/judgements`, { method: "POST", body: {} }),
  withdrawal: () => call(`/v1/documents/${documentId}/withdraw`, { method: "POST", body: {} }),
  name: () => call(reviewUrl(), { method: "PATCH", body: { name: "Another name" } }),
  deletion: () => call(`/v1/documents/${documentId}`, { method: "DELETE" }),
};

test("a review that is signed off shows by whom, when and what was stated, until it is reopened with a reason", async () => {
  const { key } = fixture.company;
  const person = await aPerson(fixture.server, { key, role: "company_reviewer", name: "Ada Lovelace" });
  const signed = await person.call(reviewUrl("/sign-off"), { method: "PUT", body: { statement: " Read in full. " } });
  assert.equal(signed.status, 200, signed.text);
  const { score } = (await call(reviewUrl())).body.rollUp;
  assert.deepEqual(
    [signed.body.signedOffBy.name, signed.body.statement, signed.body.score, signed.body.documentCount],
    ["Ada Lovelace", "Read in full.", score, 1],
  );
  const again = await person.call(reviewUrl("/sign-off"), { method: "PUT", body: { statement: "Read in full." } });
  assert.deepEqual(again.body, signed.body, "the same request again changes nothing");
  assert.deepEqual((await call(reviewUrl())).body.signOff, signed.body);
  const [listed] = (await call("/v1/compliance-reviews?limit=1")).body.reviews;
  const { signOffId, signedOffAt, signedOffBy } = signed.body;
  assert.deepEqual(listed.signOff, { signOffId, signedOffAt, signedOffBy });
  const other = await signOff();
  assert.deepEqual([other.status, other.headers["x-error-code"]], [409, "review_signed_off"]);
  assert.match(other.body.message, /signed off by Ada Lovelace/);

  assert.equal((await reopen(" ")).status, 400);
  const reopened = await reopen();
  assert.deepEqual(
    [reopened.status, reopened.body.reopeningReason, reopened.body.reopenedBy.kind],
    [200, "A contract is missing.", "key"],
  );
  assert.equal((await call(reviewUrl())).body.signOff, null);
  assert.equal((await reopen()).status, 422);
  const { signOffs } = (await call(reviewUrl("/sign-offs"))).body;
  assert.deepEqual(
    signOffs.map(({ records, ...one }: { records: object[] }) => [one, records.length]),
    [[reopened.body, 2]],
  );
  assert.deepEqual(await problems(), []);
});

test("a review that is signed off is changed by nothing, and by everything once it is reopened", async () => {
  assert.equal((await signOff()).status, 200);
  const before = (await call(`/v1/documents/${documentId}/result`)).text;
  for (const [name, change] of Object.entries(changes)) {
    const { status, headers, text } = await change();
    assert.deepEqual([status, headers["x-error-code"]], [409, "review_signed_off"], `${name}: ${text}`);
  }
  assert.equal((await call(`/v1/documents/${documentId}/result`)).text, before);
  assert.deepEqual((await query("SELECT id FROM documents WHERE review_id = $1")).length, 1);
  assert.equal((await reopen()).status, 200);
  for (const [name, change] of Object.entries(changes)) {
    const { status, text } = await change();
    assert.ok(status < 300, `${name}: ${text}`);
  }
});

test("an upload that was begun before the review was signed off is not added to it until it is reopened", async () => {
  const fields = { complianceReviewId: reviewId, files: [{ fileName: "late.txt", fileSize: 4 }] };
  const { sessionId, files } = (await startUpload(fixture.server, fixture.company, fields)).body;
  assert.equal((await signOff()).status, 200);
  const last = () =>
    call(chunkUrl(sessionId, files[0].fileId, 0), {
      ...{ method: "PUT", payload: Buffer.from("late"), headers: { "content-type": "application/octet-stream" } },
    });
  const refused = await last();
  assert.deepEqual([refused.status, refused.headers["x-error-code"]], [409, "review_signed_off"], refused.text);
  await reopen();
  assert.equal((await last()).status, 200);
});

test("a review is signed off only when its documents are judged", async () => {
  await add("Another one.");
  const unfinished = await signOff();
  assert.equal(unfinished.status, 422);
  assert.match(unfinished.body.message, /A document of the review is not judged yet/);
  const empty = await aReview(fixture.server, fixture.company, target);
  await fixture.server.database.query("DELETE FROM documents WHERE review_id = $1", [empty.id]);
  const none = await call(`/v1/compliance-reviews/${empty.id}/sign-off`, { method: "PUT", body: {} });
  assert.match(none.body.message, /no judged document/);
});

test("people who may not decide do not sign off either", async () => {
  const { key } = fixture.company;
  const reader = await aPerson(fixture.server, { key, role: "company_reader" });
  assert.equal((await reader.call(reviewUrl("/sign-off"), { method: "PUT", body: {} })).status, 403);
  assert.equal((await signOff()).status, 200);
  const body = { reason: "Why not?" };
  assert.equal((await reader.call(reviewUrl("/reopen"), { method: "POST", body })).status, 403);
  assert.equal((await reader.call(reviewUrl("/sign-offs"))).status, 200);
});

test("signing off and a decision at the same time never both count", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [signed, decided] = await Promise.all([signOff(), changes["decision"]?.()]);
    assert.equal(signed.status, 200, signed.text);
    assert.ok(decided?.status === 200 || decided?.status === 409, decided?.text);
    const [order] = await query(
      `SELECT (SELECT max(position) FROM decision_records d JOIN decisions c ON c.id = d.decision_id WHERE c.review_id = $1)
            < (SELECT max(position) FROM sign_off_records r JOIN sign_offs s ON s.id = r.sign_off_id WHERE s.review_id = $1) AS "isFirst"`,
    );
    assert.notEqual(
      (order as { isFirst: boolean | null }).isFirst,
      false,
      "a decision is recorded before the sign-off",
    );
    await reopen();
    await call(`/v1/documents/${documentId}/items/${itemId}/decision`, { method: "DELETE" });
  }
  assert.deepEqual(await problems(), []);
});

test("a sign-off that was changed or removed in the database is named", async () => {
  await signOff({ statement: "Read in full." });
  const [{ id } = { id: "" }] = (await query("SELECT id FROM sign_offs WHERE review_id = $1")) as { id: string }[];
  await query("UPDATE sign_offs SET author_name = 'Somebody' WHERE review_id = $1");
  assert.deepEqual(
    (await problems()).map(({ problem }) => problem),
    [`sign-off ${id} was changed: contentSha256`],
  );
  await query("DELETE FROM sign_offs WHERE review_id = $1");
  assert.deepEqual(
    (await problems()).map(({ problem }) => problem),
    [`sign-off ${id} is missing`],
  );
});
