import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openS3BlobStore } from "../../server/src/blobs/s3-blob-store.ts";
import { until } from "../../server/src/testing/until.ts";
import { call, hasEnded, readResult, send, submit } from "../company.ts";
import { adminToken } from "./drill-service.ts";
import { assertGuarantees } from "./guarantees.ts";
import { type S3Drill, startS3Drill } from "./s3-drill-service.ts";
import { createTenants, startSteadyLoad } from "./steady-load.ts";

const silentSeconds = 60;
/** Three attempts of ten seconds with pauses between them. */
const maxAnswerSeconds = 40;

let drill: S3Drill;
before(async () => {
  drill = await startS3Drill();
});
after(() => drill?.stop());

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

test("while the store is silent, submissions are answered with 503 and everything else works; nothing wrong is stored or judged", async (context) => {
  const { database, s3, proxy, service } = drill;
  const tenants = await createTenants(service.url, 3);
  const [erased, ...working] = tenants;
  assert.ok(erased);
  const { documentId } = await submit(service, erased, [{ name: "old.txt", bytes: "Records are kept. " }], 1);
  await until(async () => hasEnded(await readResult(service, erased, documentId)), 60);
  const load = startSteadyLoad(context, working, { url: service.url, documents: 60, timeoutSeconds: 90 });
  await load.waitForMore(3);
  const isRead = ({ what }: { what: string }) => what === "result" || what === "list";
  const idle = load.responses.filter(isRead);

  const before = load.responses.length;
  proxy.inject(["silent"], 1);
  const admin = { authorization: `Bearer ${adminToken}` };
  const erasure = await send("DELETE", `${service.url}/v1/admin/companies/${erased.companyId}`, admin);
  assert.equal(erasure.status, 202);
  await wait(silentSeconds * 1000);
  const during = load.responses.slice(before);
  const written = during.filter(({ what }) => what === "submit" || what === "start" || what === "chunk");
  assert.ok(
    written.some(({ status }) => status === 503),
    "no submission was answered with 503",
  );
  const slowest = Math.max(...written.map(({ milliseconds }) => milliseconds));
  const reading = during.filter(isRead);
  for (const { status } of reading) assert.equal(status, 200);
  const medianOf = (responses: typeof reading) =>
    quantile(
      responses.map(({ milliseconds }) => milliseconds),
      0.5,
    );
  const [idleMedian, median] = [medianOf(idle), medianOf(reading)];
  context.diagnostic(`slowest answer to a submission while the store is silent: ${(slowest / 1000).toFixed(1)} s`);
  context.diagnostic(`reads, median: ${idleMedian.toFixed(1)} → ${median.toFixed(1)} ms of ${reading.length}`);
  const health = await (await fetch(`${service.url}/health`)).json();
  assert.match(JSON.stringify(health), /"storage":"failed"/);
  assert.ok(slowest < maxAnswerSeconds * 1000);

  proxy.inject(["page", "otherBytes", "silent"], 4);
  load.allowMore(20);
  await load.waitForMore(10);
  proxy.inject([], 1);
  await load.waitForMore(1);
  context.diagnostic([...proxy.injected].map(([fault, times]) => `${fault} ${times} times`).join(", "));
  const blobs = openS3BlobStore(s3.settings);
  try {
    await assertGuarantees(context, load, { url: service.url, databaseUrl: database.url, blobs, seconds: 240 });
  } finally {
    blobs.close();
  }
  await until(
    async () => (await database.query("SELECT 1 FROM companies WHERE id = $1", [erased.companyId])).length === 0,
    240,
  );
  assert.equal((await call(`${service.url}/health`, {})).status, "ok");
  const rows = await database.query<{ key: string }>(
    "SELECT blob_key AS key FROM document_files WHERE blob_key IS NOT NULL UNION SELECT pages_blob_key FROM document_files WHERE pages_blob_key IS NOT NULL UNION SELECT blob_key FROM unclaimed_blobs",
  );
  const known = new Set(rows.map(({ key }) => key));
  const { objects } = await s3.contents();
  assert.deepEqual(
    objects.filter((name) => !known.has(name) && !name.startsWith("probe-")),
    [],
    "objects that nothing refers to",
  );
});
