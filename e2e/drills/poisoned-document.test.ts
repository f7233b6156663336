import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { until } from "../assay-process.ts";
import { extent } from "./drill-extent.ts";
import { aDrillService, adminToken, type DrillService } from "./drill-service.ts";
import { assertPromisesKept } from "./kept-promises.ts";
import { startLoad, type Tenant, tenantsOf } from "./steady-load.ts";

let database: TestDatabase;
let service: DrillService;

before(async () => {
  database = await createTestDatabase();
  const nodeArgs = ["--import", pathToFileURL(join(import.meta.dirname, "poison-readers.mjs")).href];
  service = await aDrillService({
    env: { DATABASE_URL: database.url },
    parts: { api: { args: ["--role", "api"] }, worker: { args: ["--role", "worker"], nodeArgs } },
  });
});

after(async () => {
  await service?.stop();
  await database?.drop();
});

async function submitPoison({ key, businessEntityId, controlId, itemIds }: Tenant): Promise<string> {
  const form = new FormData();
  form.append("files[]", new Blob(["this document crashes its reader"]), "poison.txt");
  const selected = JSON.stringify(itemIds);
  const query = new URLSearchParams({ businessEntityId, controlId, selectedControlItemIds: selected });
  const headers = { "x-api-key": key };
  const answer = await fetch(`${service.url}/v1/documents/submit?${query}`, { method: "POST", headers, body: form });
  assert.equal(answer.status, 202);
  return ((await answer.json()) as { documentId: string }).documentId;
}

test("a document that crashes its reader every time fails with a reason the operator sees, and no other notices", async (context) => {
  // A tenant of its own: those of the load count what is theirs.
  const [poisoner, ...tenants] = await tenantsOf(service.url, 3);
  assert.ok(poisoner !== undefined);
  const load = startLoad(context, tenants, { url: service.url, documents: extent.documents });
  const documentId = await submitPoison(poisoner);
  const read = async () => {
    const headers = { "x-api-key": poisoner.key };
    const answer = await fetch(`${service.url}/v1/documents/${documentId}/result`, { headers });
    return (await answer.json()) as { status: string; failureReason: string | null };
  };
  await until(async () => (await read()).status === "failed", 60);
  assert.match((await read()).failureReason ?? "", /ended unexpectedly/);
  const headers = { authorization: `Bearer ${adminToken}` };
  const answer = await fetch(`${service.url}/v1/admin/failed-documents`, { headers });
  const { documents } = (await answer.json()) as { documents: { documentId: string }[] };
  assert.deepEqual(
    documents.map((failed) => failed.documentId),
    [documentId],
  );
  const crashesTold = () => service.output().match(/The child process ended: crashed/g) ?? [];
  // The answer can be here before the last line of the log.
  await until(() => crashesTold().length >= 3, 10);
  const crashes = crashesTold();
  context.diagnostic(`its readers crashed ${crashes.length} times`);
  assert.equal(crashes.length, 3, "it had its attempts");
  await load.more(4);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertPromisesKept(context, load, { url: service.url, databaseUrl: database.url, blobs });
});
