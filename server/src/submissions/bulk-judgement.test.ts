import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { type ACompany, aCompany, aTarget, reviseItem, submit } from "../testing/builders.ts";
import { testAnalyser } from "../testing/test-analyser.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { startTestWorker, workerDeps } from "../testing/test-worker.ts";
import { until } from "../testing/until.ts";
import { createJobHandlers, type JobDeps } from "../worker/job-handlers.ts";

let server: TestServer;
let company: ACompany;
let other: ACompany;
let deps: JobDeps;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  other = await aCompany(server, { partner: company.partner });
  ({ deps } = workerDeps(server));
});
after(async () => {
  await deps.children.close();
  await server.close();
});

/** Each test has a control of its own. */
async function aControl(code: string) {
  const { controlId, itemIds } = await aTarget(server, company.key, code);
  const [itemId = "", otherItemId = ""] = itemIds;
  const submitted = async (owner: ACompany, name: string, items = [itemId]): Promise<string> => {
    const { businessEntityId } = owner;
    const fields = { businessEntityId, controlId, selectedControlItemIds: JSON.stringify(items) };
    const { body, text } = await submit(server, owner, fields, [{ name, content: "Escrow is agreed upon." }]);
    assert.ok(body.documentId, text);
    // The server's clock stands before the catalogue was loaded.
    await server.database.query("UPDATE documents SET created_at = now() WHERE id = $1", [body.documentId]);
    return body.documentId;
  };
  const judged = async (owner: ACompany, name: string, items = [itemId]): Promise<string> => {
    const documentId = await submitted(owner, name, items);
    await complete(documentId);
    return documentId;
  };
  const path = `/controls/${controlId}`;
  const affected = async (owner: ACompany) =>
    (await server.call(`/v1${path}/affected-documents`, { key: owner.key })).body;
  const everyAffected = async () => (await server.call(`/v1/admin${path}/affected-documents`, { admin: true })).body;
  const request = (call: object) =>
    server.call("admin" in call ? `/v1/admin${path}/judgements` : `/v1${path}/judgements`, { body: {}, ...call });
  return { controlId, itemId, otherItemId, submitted, judged, affected, everyAffected, request };
}

/** What a worker would leave; these tests are about the queue. */
async function complete(documentId: string): Promise<void> {
  await server.database.query("DELETE FROM pgboss.job WHERE data ->> 'documentId' = $1", [documentId]);
  await server.database.query(
    "UPDATE documents SET status = 'completed', processed_at = now(), score = 0, level = 'non_compliant' WHERE id = $1",
    [documentId],
  );
}

/** The document and copies of it, `count` in all. */
async function copy(documentId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count - 1 }, () => server.nextId());
  const columns: [table: string, key: string, changes: string][] = [
    ["documents", "id", "'id', n.id"],
    ["document_files", "document_id", "'document_id', n.id, 'id', '7Z' || right(n.id, 24)"],
    ["document_items", "document_id", "'document_id', n.id, 'id', '7Z' || right(n.id, 24)"],
  ];
  for (const [table, key, changes] of columns)
    await server.database.query(
      `INSERT INTO ${table} SELECT r.* FROM ${table} o, unnest($2::text[]) n (id),
         LATERAL jsonb_populate_record(o, jsonb_build_object(${changes})) r WHERE o.${key} = $1`,
      [documentId, ids],
    );
  return [documentId, ...ids];
}

const work = (more: Partial<JobDeps> = {}, signal = new AbortController().signal) =>
  createJobHandlers({ ...deps, ...more })["judge-affected"]?.({}, signal);

const judgementsOf = (documentIds: string[]) =>
  server.database.query<{ id: string; judgement_of: string; queue_round: number }>(
    "SELECT id, judgement_of, queue_round FROM documents WHERE judgement_of = ANY ($1) ORDER BY queue_round, id",
    [documentIds],
  );
const idsOf = ({ documents }: { documents: { documentId: string }[] }) => documents.map(({ documentId }) => documentId);

test("a new revision lists the documents it affects, and judges each once when asked, however often that is", async () => {
  const control = await aControl("DPA");
  const documents = [await control.judged(company, "a.txt"), await control.judged(company, "b.txt")];
  const foreign = await control.judged(other, "c.txt");
  await control.judged(company, "by another item.txt", [control.otherItemId]);
  const withdrawn = await control.judged(company, "withdrawn.txt");
  await server.call(`/v1/documents/${withdrawn}/withdraw`, { key: company.key, body: {} });
  assert.deepEqual(await control.affected(company), { affectedCount: 0, bulkJudgement: null, documents: [] });
  await reviseItem(server, control.itemId, "Escrow");
  const before = await control.affected(company);
  assert.deepEqual([before.affectedCount, idsOf(before)], [2, documents.toReversed()]);
  const every = await control.everyAffected();
  assert.deepEqual([every.affectedCount, idsOf(every)], [3, [foreign, ...documents.toReversed()]]);
  assert.deepEqual((await control.request({ key: company.partner.key })).status, 403);

  const [first, second] = [await control.request({ key: company.key }), await control.request({ key: company.key })];
  assert.deepEqual([first.status, first.body.status, first.body.documentCount], [202, "running", 2], first.text);
  assert.equal(second.body.id, first.body.id);
  await Promise.all([work(), work()]);
  await work();
  const queued = await judgementsOf([...documents, foreign, withdrawn]);
  assert.deepEqual(queued.map((one) => one.judgement_of).toSorted(), documents);
  const waiting = await control.affected(company);
  assert.deepEqual([waiting.affectedCount, waiting.bulkJudgement.waitingCount], [0, 2]);
  for (const { id } of queued) await complete(id);
  await work();
  const { bulkJudgement } = await control.affected(company);
  const { status, documentCount, judgedCount, waitingCount, failedCount, skippedCount } = bulkJudgement;
  assert.deepEqual(
    [status, documentCount, judgedCount, waitingCount, failedCount, skippedCount],
    ["completed", 2, 2, 0, 0, 0],
  );
  const [document] = (await server.call(`/v1/documents?sort=createdAt&controlId=${control.controlId}`, company)).body
    .documents;
  assert.deepEqual([document.documentId, document.supersededBy], [documents[0], queued[0]?.id]);
  const entries = (await server.call("/v1/audit-log?action=document.judged_again", { key: company.key })).body.entries;
  assert.deepEqual(
    entries.map(({ actorTier, details }: { actorTier: string; details: object }) => [actorTier, details]),
    documents
      .toReversed()
      .map((judgementOf) => [
        "company",
        { judgementOf, items: 1, companyId: company.companyId, bulkJudgementId: entries[0].details.bulkJudgementId },
      ]),
  );
});

test("a fresh submission is judged before 200 documents that are judged in bulk, and those of two companies take turns", async () => {
  const control = await aControl("NDA");
  const bulk: string[] = [];
  for (const [owner, count] of [
    [other, 5],
    [company, 195],
  ] as const)
    bulk.push(...(await copy(await control.judged(owner, "bulk.txt"), count)));
  await reviseItem(server, control.itemId, "Escrow");
  assert.equal((await control.request({ admin: true })).body.documentCount, 200);
  await work();
  const queued = await judgementsOf(bulk);
  assert.equal(queued.length, 200);
  const owners = queued.slice(0, 10).map(({ judgement_of }) => bulk.indexOf(judgement_of) < 5);
  assert.equal(owners.filter((isOther) => isOther).length, 5, "the smaller company's are among the first ten");
  const { quotas } = (await server.call("/v1/me", { key: company.key })).body;
  assert.equal(quotas.waitingDocuments.used, 0, "they hold up no submission");

  const started = Promise.withResolvers<void>();
  const analyser = testAnalyser({
    // Those in bulk take until they make way.
    async beforeItem(_, signal, { files }) {
      if (analyser.subjects.length === 2) started.resolve();
      if (files[0]?.name === "bulk.txt") await wait(3_600_000, undefined, { ...(signal && { signal }) });
    },
  });
  const worker = await startTestWorker(server, { analyser, concurrency: 2 });
  try {
    await started.promise;
    const fresh = [await control.submitted(company, "fresh.txt"), await control.submitted(other, "fresh.txt")];
    await until(async () => {
      const done = "SELECT 1 FROM documents WHERE id = ANY ($1) AND status = 'completed'";
      return (await server.database.query(done, [fresh])).length === 2;
    });
  } finally {
    await worker.stop();
  }
  const order = (await judgementsOf(bulk)).map(({ queue_round }) => queue_round);
  assert.ok(Math.min(...order) >= 1_000_000_000);
});

test("a crash at any document is resumed, and what cannot be judged again is skipped", async () => {
  const control = await aControl("ROPA");
  const documents: string[] = [];
  for (const name of ["a.txt", "b.txt", "c.txt", "d.txt"]) documents.push(await control.judged(company, name));
  const [, erased = "", superseded = ""] = documents;
  await reviseItem(server, control.itemId, "Escrow");
  await control.request({ key: company.key });
  await server.database.query("UPDATE documents SET originals_erased_at = now() WHERE id = $1", [erased]);
  // A newer version of it waits: judging it again must not take its place.
  await server.database.query(
    "UPDATE documents SET first_version_id = $2, version = 2, supersedes = $2 WHERE id = $1",
    [await control.submitted(company, "c-2.txt"), superseded],
  );
  let left = 8;
  const ids = {
    next() {
      if (--left === 0) throw new Error("crashed");
      return deps.ids.next();
    },
  };
  await assert.rejects(async () => work({ ids }), /crashed/);
  const [done] = await server.database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM documents WHERE judgement_of = ANY ($1)",
    [documents],
  );
  assert.equal(done?.count, 1, "it ended in between");
  await work();
  const judged = await judgementsOf(documents);
  assert.deepEqual(judged.map((one) => one.judgement_of).toSorted(), [documents[0], documents[3]]);
  for (const { id } of judged) await complete(id);
  await work();
  const { bulkJudgement } = await control.affected(company);
  assert.deepEqual([bulkJudgement.status, bulkJudgement.judgedCount, bulkJudgement.skippedCount], ["completed", 2, 1]);
});

test("a document that is withdrawn or deleted is not judged again", async () => {
  const control = await aControl("PRN");
  const [withdrawn, deleted] = [await control.judged(company, "a.txt"), await control.judged(company, "b.txt")];
  await reviseItem(server, control.itemId, "Escrow");
  await control.request({ key: company.key });
  await work();
  const queued = await judgementsOf([withdrawn, deleted]);
  assert.equal(queued.length, 2);
  await server.call(`/v1/documents/${withdrawn}/withdraw`, { key: company.key, body: {} });
  await server.call(`/v1/documents/${deleted}`, { key: company.key, method: "DELETE" });
  for (const [documentId, reason] of [
    [withdrawn, "The document to judge again was withdrawn."],
    [deleted, "The document to judge again was deleted."],
  ]) {
    const judgement = queued.find((one) => one.judgement_of === documentId)?.id;
    const { body } = await server.call(`/v1/documents/${judgement}`, { key: company.key });
    assert.deepEqual([body.status, body.failureReason], ["failed", reason]);
  }
});

test("with a single slot, too, a document that is judged in bulk makes way for a fresh one", async () => {
  const control = await aControl("DPIA");
  const bulk = [await control.judged(company, "bulk.txt")];
  await reviseItem(server, control.itemId, "Escrow");
  await control.request({ key: company.key });
  await work();
  const started = Promise.withResolvers<void>();
  const isFirst = ([file]: { name: string }[]) => file?.name === "bulk.txt";
  const analyser = testAnalyser({
    async beforeItem(_, signal, { files }) {
      if (!isFirst(files)) return;
      started.resolve();
      await wait(3_600_000, undefined, { ...(signal && { signal }) });
    },
  });
  const worker = await startTestWorker(server, { analyser, concurrency: 1 });
  try {
    await started.promise;
    const fresh = await control.submitted(company, "fresh.txt");
    await until(async () => {
      const done = "SELECT 1 FROM documents WHERE id = $1 AND status = 'completed'";
      return (await server.database.query(done, [fresh])).length === 1;
    });
  } finally {
    await worker.stop();
  }
  assert.equal((await judgementsOf(bulk)).length, 1);
});
