import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { systemClock } from "../platform/clock.ts";
import { verifyChain } from "../records/verify-chain.ts";
import { type ACompany, aCompany, anUpload, aTarget, putChunk, storedFiles, submit } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";
import type { RetentionSettings } from "./apply-retention.ts";

let server: TestServer;
let company: ACompany;
before(async () => {
  server = await startTestServer({ clock: systemClock });
});
after(() => server.close());

const signal = new AbortController().signal;

async function aJudgedDocument(daysAgo: number): Promise<string> {
  const { controlId, itemIds } = await aTarget(server, company.key);
  const selectedControlItemIds = JSON.stringify(itemIds.slice(0, 2));
  const fields = { businessEntityId: company.businessEntityId, controlId, selectedControlItemIds };
  const { body } = await submit(server, company, fields);
  return judge(body.documentId, daysAgo);
}

async function judge(documentId: string, daysAgo: number): Promise<string> {
  const { deps } = workerDeps(server);
  const clock = { now: () => new Date(systemClock.now().getTime() - daysAgo * 86_400_000) };
  await createJobHandlers({ ...deps, clock })["analyse-document"]?.(
    { companyId: company.companyId, documentId },
    signal,
  );
  await deps.children.close();
  return documentId;
}

async function applyRetention(retention: RetentionSettings): Promise<Record<string, unknown>[]> {
  const { deps } = workerDeps(server);
  const [last] = await server.database.query<{ id: string }>("SELECT max(id) AS id FROM audit_log");
  await createJobHandlers({ ...deps, retention: { deliveriesDays: 30, ...retention } })["apply-retention"]?.(
    {},
    signal,
  );
  await deps.children.close();
  const entries = await server.database.query<{ details: Record<string, unknown> }>(
    "SELECT details - 'before' AS details FROM audit_log WHERE id > $1 AND action = 'retention.applied' ORDER BY id",
    [last?.id],
  );
  return entries.map(({ details }) => details);
}

const result = (documentId: string) => server.call(`/v1/documents/${documentId}/result`, { key: company.key });

test("without settings everything is kept", async () => {
  company = await aCompany(server);
  const documentId = await aJudgedDocument(10_000);
  assert.deepEqual(await applyRetention({}), []);
  assert.equal((await result(documentId)).status, 200);
});

test("originals are erased after their retention, results and pages stay, and a second run finds nothing to do", async () => {
  company = await aCompany(server);
  const [old, young] = [await aJudgedDocument(31), await aJudgedDocument(29)];
  const before = await result(old);
  const [file] = before.body.files;
  const pageUrl = `/v1/documents/${old}/files/${file.fileId}/pages/1`;
  const page = await server.call(pageUrl, { key: company.key });
  assert.equal(page.status, 200, page.text);
  const stored = (await storedFiles(server)).length;
  // The first test's document is due as well.
  assert.deepEqual(await applyRetention({ originalsDays: 30 }), [{ kind: "originals", count: 2, blobs: 2 }]);
  assert.equal((await storedFiles(server)).length, stored - 2);
  assert.deepEqual((await result(old)).body, before.body);
  assert.deepEqual((await server.call(pageUrl, { key: company.key })).body, page.body);
  assert.equal((await result(young)).status, 200);
  assert.deepEqual(await applyRetention({ originalsDays: 30 }), []);

  assert.deepEqual(await applyRetention({ pagesDays: 30 }), [{ kind: "pages", count: 2, blobs: 2 }]);
  assert.equal((await storedFiles(server)).length, stored - 4);
  assert.equal((await server.call(pageUrl, { key: company.key })).status, 404);
  assert.deepEqual((await result(old)).body, before.body, "evidence still has its page labels");
  assert.deepEqual(await applyRetention({ pagesDays: 30 }), []);
});

test("documents are erased with files, pages, findings and uploads; their records stay and the chain remains valid", async () => {
  company = await aCompany(server);
  const old = await aJudgedDocument(31);
  const { complianceItems } = (await result(old)).body;
  const decided = await server.call(`/v1/documents/${old}/items/${complianceItems[0].id}/decision`, {
    ...{ method: "PUT", key: company.key, body: { decision: "confirm", reason: "Read." } },
  });
  assert.equal(decided.status, 200, decided.text);
  const upload = await anUpload(server, company, [{ fileName: "b.txt", fileSize: 5 }]);
  const sent = await putChunk(server, company, upload, 0, 0, Buffer.from("words"));
  const uploaded = await judge(sent.body.documentId, 40);
  const young = await aJudgedDocument(29);
  const waiting = await anUpload(server, company, [{ fileName: "c.txt", fileSize: 5 }]);
  const [erased] = await applyRetention({ documentsDays: 30 });
  assert.deepEqual([erased?.["kind"], erased?.["count"]], ["documents", 4]);
  for (const documentId of [old, uploaded]) assert.equal((await result(documentId)).status, 404);
  assert.equal((await result(young)).status, 200);
  const paths = (await storedFiles(server)).filter((path) => path.includes(old) || path.includes(uploaded));
  assert.deepEqual(paths, []);
  const status = async (sessionId: string) =>
    (await server.call(`/v1/documents/upload/${sessionId}/status`, { key: company.key })).status;
  assert.deepEqual([await status(upload.sessionId), await status(waiting.sessionId)], [404, 200]);
  const verdict = await verifyChain(server.database.db.records, company.companyId);
  assert.deepEqual([verdict.length, verdict.problems], [4, []]);
  assert.deepEqual(await applyRetention({ documentsDays: 30 }), []);
});

test("uploads that ended without a document are erased like old documents; one with a completed file is erased after its document", async () => {
  company = await aCompany(server);
  const files = [
    { fileName: "a.txt", fileSize: 5 },
    { fileName: "b.txt", fileSize: 5 },
  ];
  const [cancelled, young, inPart] = [
    await anUpload(server, company, files),
    await anUpload(server, company, files),
    await anUpload(server, company, files),
  ];
  const sent = await putChunk(server, company, inPart, 0, 0, Buffer.from("words"));
  await judge(sent.body.documentId, 1);
  for (const { sessionId } of [cancelled, young, inPart])
    await server.call(`/v1/documents/upload/${sessionId}`, { method: "DELETE", key: company.key });
  const longAgo = "UPDATE upload_sessions SET expires_at = now() - interval '31 days' WHERE id = ANY ($1)";
  await server.database.query(longAgo, [[cancelled.sessionId, inPart.sessionId]]);
  const left = async () =>
    (
      await server.database.query<{ id: string }>("SELECT id FROM upload_sessions WHERE company_id = $1 ORDER BY id", [
        company.companyId,
      ])
    ).map(({ id }) => id);
  const uploads = (entries: Record<string, unknown>[]) => entries.filter(({ kind }) => kind === "uploads");
  assert.deepEqual(uploads(await applyRetention({ documentsDays: 30 })), [{ kind: "uploads", count: 1 }]);
  assert.deepEqual(await left(), [young.sessionId, inPart.sessionId]);
  await server.database.query("UPDATE documents SET processed_at = now() - interval '31 days' WHERE id = $1", [
    sent.body.documentId,
  ]);
  assert.deepEqual(uploads(await applyRetention({ documentsDays: 30 })), [{ kind: "uploads", count: 1 }]);
  assert.deepEqual(await left(), [young.sessionId]);
});

test("the files that a failed document shares with its retry are erased with the last of the two", async () => {
  company = await aCompany(server);
  const { controlId } = await aTarget(server, company.key);
  const { body } = await submit(server, company, { businessEntityId: company.businessEntityId, controlId });
  const first = { id: server.nextId(), documentId: body.documentId as string };
  const { processing, documents } = server.database.db;
  await processing.begin(company.companyId, first);
  const end = { status: "failed", failureReason: "It cannot be read." } as const;
  await processing.end(first, end, new Date(systemClock.now().getTime() - 40 * 86_400_000));
  const url = `/v1/admin/documents/${body.documentId}/retry`;
  const retried = await server.call(url, { admin: true, body: {} });
  assert.ok(retried.status < 300, retried.text);
  const [file] = await documents.listFiles(retried.body.documentId);
  const isStored = async () => (await storedFiles(server)).some((path) => path.includes(file?.blobKey ?? "?"));
  await applyRetention({ documentsDays: 30 });
  assert.equal((await result(body.documentId)).status, 404);
  assert.equal(await isStored(), true);
  await judge(retried.body.documentId, 35);
  assert.equal((await result(retried.body.documentId)).body.status, "completed");
  await applyRetention({ documentsDays: 30 });
  assert.equal(await isStored(), false);
});

test("a failed document whose files are erased cannot be retried, and the answer says why", async () => {
  company = await aCompany(server);
  const { controlId } = await aTarget(server, company.key);
  const { body } = await submit(server, company, { businessEntityId: company.businessEntityId, controlId });
  const run = { id: server.nextId(), documentId: body.documentId as string };
  const { processing } = server.database.db;
  await processing.begin(company.companyId, run);
  const then = new Date(systemClock.now().getTime() - 40 * 86_400_000);
  await processing.end(run, { status: "failed", failureReason: "It cannot be read." }, then);
  await applyRetention({ originalsDays: 30 });
  const retried = await server.call(`/v1/admin/documents/${run.documentId}/retry`, { admin: true, body: {} });
  assert.equal(retried.status, 422);
  assert.match(retried.text, /erased: their retention period is over/);
});

test("audit log entries are erased after their retention, and not before", async () => {
  const old = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  await server.database.query(
    `INSERT INTO audit_log (id, at, actor_tier, action, subject_id, details, request_id)
     VALUES ($1, '2016-07-30', 'system', 'upload.expired', $1, '{}', 'request')`,
    [old],
  );
  const count = async () => (await server.database.query("SELECT 1 FROM audit_log")).length;
  const before = await count();
  assert.deepEqual(await applyRetention({ auditLogDays: 365 }), [{ kind: "auditLog", count: 1 }]);
  assert.equal(await count(), before, "one entry is removed, and one records the removal");
  assert.deepEqual(await server.database.query("SELECT 1 FROM audit_log WHERE id = $1", [old]), []);
  await assert.rejects(server.database.query("DELETE FROM audit_log"), /append-only/);
});
