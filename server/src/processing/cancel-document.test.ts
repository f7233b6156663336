import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { aPartner } from "../testing/builders.ts";
import { testAnalyser } from "../testing/test-analyser.ts";

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
