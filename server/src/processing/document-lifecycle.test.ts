import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { type AnalysisFixture, anAnalysisFixture, itemCount } from "../testing/analysis-fixture.ts";
import { aCompany, aPartner } from "../testing/builders.ts";
import { testAnalyser } from "../testing/test-analyser.ts";
import type { Call } from "../testing/test-server.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

let fixture: AnalysisFixture;
before(async () => {
  fixture = await anAnalysisFixture();
});
after(() => fixture.close());

const cancel = (documentId: string, by: { key?: string; admin?: boolean }) =>
  fixture.server.call(`/v1/documents/${documentId}/cancel`.replace("/v1", by.admin ? "/v1/admin" : "/v1"), {
    ...by,
    body: {},
  });

test("a waiting document ends at once when its company, its partner or the administrator cancels it", async () => {
  const { company } = fixture;
  const callers = [
    { by: { key: company.key }, reason: "The document was cancelled." },
    { by: { key: company.partner.key }, reason: "The document was cancelled by the company's partner." },
    { by: { admin: true }, reason: "The document was cancelled by the administrator." },
  ];
  for (const { by, reason } of callers) {
    const documentId = await fixture.aDocument();
    const { status, body } = await cancel(documentId, by);
    assert.deepEqual([status, body.status, body.failureReason], [200, "failed", reason]);
    assert.deepEqual((await cancel(documentId, by)).body, body, "repeated");
    await fixture.analyse(documentId);
    const result = await fixture.resultOf(documentId);
    assert.deepEqual([result.status, result.failureReason], ["failed", reason]);
    assert.deepEqual(await fixture.eventsOf(documentId), ["document.submitted", "document.failed"]);
  }
});

test("a document of another partner's company cannot be cancelled", async () => {
  const documentId = await fixture.aDocument();
  const stranger = await aPartner(fixture.server);
  assert.equal((await cancel(documentId, { key: stranger.key })).status, 404);
  assert.equal((await fixture.resultOf(documentId)).status, "queued");
});

test("a document that is being judged ends at once, and the worker lets go of it", { timeout: 20_000 }, async () => {
  const documentId = await fixture.aDocument();
  const started = Promise.withResolvers<void>();
  const analyser = testAnalyser({
    async beforeItem(_, signal) {
      started.resolve();
      await wait(3_600_000, undefined, { ...(signal && { signal }) });
    },
  });
  const analysing = fixture.analyse(documentId, { analyser });
  await started.promise;
  assert.equal((await cancel(documentId, { key: fixture.company.key })).body.status, "failed");
  await analysing;
  assert.match((await fixture.resultOf(documentId)).failureReason, /cancelled/);
  assert.deepEqual(fixture.faults, []);
});

test("a completed document stays completed", async () => {
  const documentId = await fixture.aDocument();
  await fixture.analyse(documentId);
  const { status, body } = await cancel(documentId, { key: fixture.company.key });
  assert.deepEqual([status, body.status, body.failureReason], [200, "completed", null]);
});

const call = (documentId: string, path = "", more: Call = {}) =>
  fixture.server.call(`/v1/documents/${documentId}${path}`, { key: fixture.company.key, ...more });
const rollUpOf = async (reviewId: string) =>
  (await fixture.server.call(`/v1/compliance-reviews/${reviewId}`, { key: fixture.company.key })).body.rollUp;

/** Runs the job that deleting a document has queued. */
const eraseDeleted = () =>
  createJobHandlers(fixture.worker)["erase-documents"]?.(
    { companyId: fixture.company.companyId, requestId: fixture.server.nextId() },
    new AbortController().signal,
  );

test("a withdrawn document stays readable and does not count in its review or report until it is restored", async () => {
  const documentId = await fixture.aDocument();
  await fixture.analyse(documentId);
  const { complianceReviewId } = (await call(documentId)).body;
  const counted = await rollUpOf(complianceReviewId);
  assert.equal(counted.judgedItemCount, itemCount);
  const withdrawn = await call(documentId, "/withdraw", { body: {} });
  assert.deepEqual([withdrawn.status, typeof withdrawn.body.withdrawnAt], [200, "string"], withdrawn.text);
  assert.deepEqual((await call(documentId, "/withdraw", { body: {} })).body, withdrawn.body, "repeated");
  const { judgedItemCount, score, documentCounts } = await rollUpOf(complianceReviewId);
  assert.deepEqual([judgedItemCount, score, documentCounts.completed], [0, null, 0]);
  const report = await fixture.server.call(`/v1/compliance-reviews/${complianceReviewId}/report?format=csv`, {
    key: fixture.company.key,
  });
  assert.ok(!report.text.includes(documentId));
  assert.equal((await fixture.resultOf(documentId)).status, "completed");
  assert.equal((await call(documentId, "/restore", { body: {} })).body.withdrawnAt, null);
  assert.equal((await call(documentId, "/restore", { body: {} })).status, 200, "repeated");
  assert.deepEqual(await rollUpOf(complianceReviewId), counted);
});

test("a deleted document is gone at once and then erased, and deleting it again is no error", async () => {
  const documentId = await fixture.aDocument();
  await fixture.analyse(documentId);
  const { complianceReviewId, files } = (await call(documentId)).body;
  const [{ fileId }] = files;
  const stranger = await aCompany(fixture.server);
  assert.equal((await call(documentId, "", { method: "DELETE", key: stranger.key })).status, 404);
  assert.equal((await call(documentId, "", { method: "DELETE" })).status, 204);
  const paths = ["", "/result", "/record", `/files/${fileId}/original`, `/files/${fileId}/pages/1`];
  for (const path of paths) assert.equal((await call(documentId, path)).status, 404, path);
  for (const path of ["/cancel", "/withdraw", "/restore", "/retry"])
    assert.equal((await call(documentId, path, { body: {} })).status, 404, path);
  const { documents } = (await fixture.server.call("/v1/documents", { key: fixture.company.key })).body;
  assert.ok(!documents.some((one: { documentId: string }) => one.documentId === documentId));
  const { judgedItemCount, documentCounts } = await rollUpOf(complianceReviewId);
  assert.deepEqual([judgedItemCount, documentCounts.completed], [0, 0]);
  assert.equal((await call(documentId, "", { method: "DELETE" })).status, 204, "before the erasure");
  await eraseDeleted();
  assert.deepEqual(await fixture.server.database.query("SELECT 1 FROM documents WHERE id = $1", [documentId]), []);
  assert.equal((await call(documentId, "", { method: "DELETE" })).status, 204, "after the erasure");
  assert.equal((await call(documentId, "", { method: "DELETE", key: stranger.key })).status, 404);
  const actions = await fixture.server.database.query<{ action: string }>(
    "SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY id",
    [documentId],
  );
  assert.deepEqual(
    actions.map(({ action }) => action),
    ["document.submitted", "document.deleted", "document.erased"],
  );
});

test("a document that is deleted while it waits ends first, and its job finds nothing to do", async () => {
  const documentId = await fixture.aDocument();
  assert.equal((await call(documentId, "", { method: "DELETE" })).status, 204);
  await fixture.analyse(documentId);
  await eraseDeleted();
  await fixture.analyse(documentId);
  assert.deepEqual(await fixture.eventsOf(documentId), ["document.submitted", "document.failed"]);
  assert.deepEqual(fixture.faults, []);
});

test("an original is downloaded byte for byte, under a name that is safe in a header", async () => {
  const content = Buffer.from("The processor acts\u0000 on instructions.\r\n");
  const names = {
    "Vertrag Ä; filename=x.html": `attachment; filename="Vertrag A; filename=x.html"; filename*=UTF-8''Vertrag%20%C3%84%3B%20filename%3Dx.html`,
    "50% *'off'.txt": `attachment; filename="50 'off'.txt"; filename*=UTF-8''50%25%20%27off%27.txt`,
  };
  for (const [name, disposition] of Object.entries(names)) {
    const documentId = await fixture.aDocument([{ name, content }]);
    const [file] = (await call(documentId)).body.files;
    assert.deepEqual([file.fileName, file.sizeBytes, file.isOriginalKept], [name, content.length, true]);
    const { status, headers, text } = await call(documentId, `/files/${file.fileId}/original`);
    assert.deepEqual([status, text], [200, content.toString()]);
    assert.deepEqual(
      [headers["content-type"], headers["content-disposition"], headers["x-content-type-options"]],
      ["application/octet-stream", disposition, "nosniff"],
    );
    await fixture.server.database.query("UPDATE documents SET originals_erased_at = now() WHERE id = $1", [documentId]);
    assert.equal((await call(documentId)).body.files[0].isOriginalKept, false);
    assert.match((await call(documentId, `/files/${file.fileId}/original`)).body.message, /retention period is over/);
  }
});

test("a company retries its own failed document once, as a new document of the same review", async () => {
  const documentId = await fixture.aDocument();
  assert.match((await call(documentId, "/retry", { body: {} })).body.message, /Only a failed document/);
  await cancel(documentId, { key: fixture.company.key });
  const stranger = await aCompany(fixture.server);
  assert.equal((await call(documentId, "/retry", { body: {}, key: stranger.key })).status, 404);
  const { status, body } = await call(documentId, "/retry", { body: {} });
  assert.deepEqual([status, body.status], [201, "queued"]);
  const failed = (await call(documentId)).body;
  assert.deepEqual([failed.status, failed.retriedAs], ["failed", body.documentId]);
  assert.equal((await call(body.documentId)).body.complianceReviewId, failed.complianceReviewId);
  assert.match((await call(documentId, "/retry", { body: {} })).body.message, /already been retried/);
});
