import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { aReview, aTarget, reviseItem, storedFiles, submit } from "../testing/builders.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

let fixture: AnalysisFixture;
let target: Awaited<ReturnType<typeof aTarget>>;
let reviewId: string;
before(async () => {
  fixture = await anAnalysisFixture();
  target = await aTarget(fixture.server, fixture.company.key);
  reviewId = (await aReview(fixture.server, fixture.company, target)).id;
});
after(() => fixture.close());

const call = (documentId: string, path = "", more = {}) =>
  fixture.server.call(`/v1/documents/${documentId}${path}`, { key: fixture.company.key, ...more });
const judgeAgain = (documentId: string, body = {}) => call(documentId, "/judgements", { body });

async function judge(content: string, itemIds: string[], review = reviewId): Promise<string> {
  const form = { complianceReviewId: review, selectedControlItemIds: JSON.stringify(itemIds) };
  const { body, text } = await submit(fixture.server, fixture.company, form, [{ name: "a.txt", content }]);
  assert.ok(body.documentId, text);
  await fixture.analyse(body.documentId);
  return body.documentId;
}

test("by a newer revision the same files are a new version, and the comparison shows what the revision changed", async () => {
  const [itemId = ""] = target.itemIds;
  const first = await judge("The escrow of the source code is agreed upon here.", [itemId]);
  const [before] = (await fixture.resultOf(first)).complianceItems;
  await reviseItem(fixture.server, itemId, "Escrow");
  const { status, body, headers, text } = await judgeAgain(first);
  assert.equal(status, 201, text);
  assert.equal(headers["location"], `/v1/documents/${body.documentId}`);
  assert.deepEqual([body.judgementOf, body.supersedes, body.version, body.status], [first, first, 2, "queued"]);
  assert.equal((await call(first)).body.supersededBy, null, "until it is judged");
  await fixture.analyse(body.documentId);
  assert.equal((await call(first)).body.supersededBy, body.documentId);
  const [again] = (await fixture.resultOf(body.documentId)).complianceItems;
  assert.deepEqual([again.controlItemRevision, again.result.score], [before.controlItemRevision + 1, 100]);
  const [still] = (await fixture.resultOf(first)).complianceItems;
  assert.deepEqual(still, before, "the earlier result stays readable");
  const compared = (await call(body.documentId, `/compare?with=${first}`)).body;
  assert.deepEqual(compared.changes, []);
  const [change] = compared.otherVerdictChanges;
  assert.deepEqual(
    [change.previousRevision, change.revision, change.previousVerdict, change.verdict],
    [before.controlItemRevision, again.controlItemRevision, "missing", "met"],
  );
  const superseded = await judgeAgain(first);
  assert.equal(superseded.status, 422);
  assert.match(superseded.body.message, /newer version/);
});

test("by another control they belong to a review of it, and both count", async () => {
  const review = (await aReview(fixture.server, fixture.company, target)).id;
  const first = await judge("Instructions are documented.", target.itemIds.slice(0, 1), review);
  const { controlId } = await aTarget(fixture.server, fixture.company.key, "NDA");
  const { status, body, text } = await judgeAgain(first, { controlId, auditLanguageId: "de" });
  assert.equal(status, 201, text);
  assert.deepEqual([body.judgementOf, body.supersedes, body.controlId], [first, null, controlId]);
  assert.notEqual(body.complianceReviewId, review);
  await fixture.analyse(body.documentId);
  assert.deepEqual(
    [(await call(first)).body.supersededBy, (await call(body.documentId)).body.status],
    [null, "completed"],
  );
  const more = await judgeAgain(first, { controlId, complianceReviewId: body.complianceReviewId });
  assert.equal(more.body.complianceReviewId, body.complianceReviewId);
});

test("the files outlive the document that was judged first, and what cannot be judged again is refused", async () => {
  const review = (await aReview(fixture.server, fixture.company, target)).id;
  const first = await judge("Instructions are documented.", target.itemIds.slice(0, 1), review);
  const again = (await judgeAgain(first)).body.documentId;
  const waiting = await judgeAgain(again);
  assert.deepEqual([waiting.status, /Wait/.test(waiting.body.message)], [422, true], waiting.text);
  const [file] = await fixture.server.database.db.documents.listFiles(again);
  const isStored = async () => (await storedFiles(fixture.server)).some((path) => path.includes(file?.blobKey ?? "?"));
  const erase = async (documentId: string) => {
    await call(documentId, "", { method: "DELETE" });
    const job = { companyId: fixture.company.companyId, requestId: fixture.server.nextId() };
    await createJobHandlers(fixture.worker)["erase-documents"]?.(job, new AbortController().signal);
  };
  await erase(first);
  assert.equal(await isStored(), true);
  await fixture.analyse(again);
  const { body } = await call(again);
  assert.deepEqual([body.status, body.judgementOf, body.files[0].isOriginalKept], ["completed", null, true]);
  assert.equal((await judgeAgain(first)).status, 404);
  assert.equal((await judgeAgain(again, { complianceReviewId: reviewId })).status, 422);
  assert.equal((await judgeAgain(again, { controlId: fixture.server.nextId() })).status, 422);
  await fixture.server.database.query("UPDATE documents SET originals_erased_at = now() WHERE id = $1", [again]);
  assert.match((await judgeAgain(again)).body.message, /erased/);
  await erase(again);
  assert.equal(await isStored(), false, "erased with the last that shares them");
});

test("it counts as a submission: a repetition with the same key returns the first, and a full quota refuses it", async () => {
  const first = await judge("Instructions are documented.", target.itemIds.slice(0, 1));
  const headers = { "idempotency-key": "judge-once" };
  const once = await call(first, "/judgements", { body: {}, headers });
  assert.match(String(once.headers["ratelimit"]), /submissions/);
  const twice = await call(first, "/judgements", { body: {}, headers });
  assert.deepEqual([once.status, twice.body.documentId], [201, once.body.documentId]);
  const { storedBytes } = (await fixture.server.call("/v1/me", { key: fixture.company.key })).body.quotas;
  const quotas = (body: object) =>
    fixture.server.call(`/v1/admin/companies/${fixture.company.companyId}/quotas`, {
      method: "PUT",
      admin: true,
      body,
    });
  await quotas({ storedBytes: storedBytes.used });
  const refused = await judgeAgain(first);
  await quotas({});
  assert.match(refused.body.message, /bytes/, refused.text);
  await fixture.analyse(once.body.documentId);
});

test("a withdrawn document stays withdrawn and the new one counts; a failed one is to be retried", async () => {
  const review = (await aReview(fixture.server, fixture.company, target)).id;
  const first = await judge("Instructions are documented.", target.itemIds.slice(0, 1), review);
  await call(first, "/withdraw", { body: {} });
  const { status, body, text } = await judgeAgain(first);
  assert.equal(status, 201, text);
  await fixture.analyse(body.documentId);
  const [before, after] = [(await call(first)).body, (await call(body.documentId)).body];
  assert.deepEqual([before.withdrawnAt === null, after.withdrawnAt, after.supersededBy], [false, null, null]);
  const { documentId } = (await judgeAgain(body.documentId)).body;
  await call(documentId, "/cancel", { body: {} });
  assert.match((await judgeAgain(documentId)).body.message, /Retry it/);
});

test("items that the control has gained since are judged if all were, even those written before the document", async () => {
  const { server, company } = fixture;
  const { controlId, itemIds } = await aTarget(server, company.key, "NDA");
  const review = (await aReview(server, company, { ...target, controlId })).id;
  const part = await judge("All information is confidential.", itemIds.slice(0, 1), review);
  const whole = await judge("All information is confidential.", itemIds, review);
  const added = `00${server.nextId().slice(2)}`;
  const columns = "name, objective, definition, sha256";
  await server.database.query(
    `WITH i AS (INSERT INTO control_items (id, control_id, cluster_id, position, external_id, revision, is_obsolete)
       SELECT $2, control_id, cluster_id, 1000, 'NDA added', 1, false FROM control_items WHERE id = $1)
     INSERT INTO control_item_revisions (control_item_id, revision, ${columns}, created_at)
       SELECT $2, 1, ${columns}, now() + interval '1 second' FROM control_item_revisions WHERE control_item_id = $1 AND revision = 1`,
    [itemIds[0], added],
  );
  // The server's clock stands before the catalogue was loaded.
  await server.database.query("UPDATE documents SET created_at = now() WHERE id IN ($1, $2)", [part, whole]);
  const judgedBy = async (documentId: string) => server.database.db.documents.listControlItemIds(documentId);
  const [partAgain, wholeAgain] = [(await judgeAgain(part)).body, (await judgeAgain(whole)).body];
  assert.deepEqual(await judgedBy(partAgain.documentId), itemIds.slice(0, 1));
  assert.deepEqual((await judgedBy(wholeAgain.documentId)).toSorted(), [...itemIds, added].toSorted());
});

test("an older version is neither judged nor retried while a newer one waits or counts", async () => {
  const review = (await aReview(fixture.server, fixture.company, target)).id;
  const itemIds = target.itemIds.slice(0, 1);
  const selectedControlItemIds = JSON.stringify(itemIds);
  const upload = async (supersedes: string) => {
    const form = { complianceReviewId: review, selectedControlItemIds, supersedes };
    const { body, text } = await submit(fixture.server, fixture.company, form, [{ name: "b.txt", content: "Newer." }]);
    assert.ok(body.documentId, text);
    return body.documentId as string;
  };
  const first = await judge("Instructions are documented.", itemIds, review);
  const judgement = (await judgeAgain(first)).body.documentId;
  assert.equal((await judgeAgain(first)).status, 201, "its own judgement does not stand in the way");
  await call(judgement, "/cancel", { body: {} });
  const newer = await upload(first);
  for (const refused of [await judgeAgain(first), await call(judgement, "/retry", { body: {} })]) {
    assert.equal(refused.status, 422, refused.text);
    assert.match(refused.body.message, /A newer version of this document is there or being analysed/);
  }
  const { controlId } = await aTarget(fixture.server, fixture.company.key, "NDA");
  assert.equal((await judgeAgain(first, { controlId })).status, 201, "by another control");
  await call(newer, "/cancel", { body: {} });
  assert.equal((await judgeAgain(first)).status, 201, "the newer one has failed");
});
