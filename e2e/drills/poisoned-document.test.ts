import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { until } from "../../server/src/testing/until.ts";
import { adminToken, type DrillService, startDrillService } from "./drill-service.ts";
import { drillSize } from "./drill-size.ts";
import { assertGuarantees } from "./guarantees.ts";
import { createTenants, startSteadyLoad, type Tenant } from "./steady-load.ts";

let database: TestDatabase;
let service: DrillService;

before(async () => {
  database = await createTestDatabase();
  const nodeArgs = ["--import", pathToFileURL(join(import.meta.dirname, "preload-crash.mjs")).href];
  service = await startDrillService({
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
  form.append("files[]", new Blob(["this document crashes its extraction"]), "poison.txt");
  const selected = JSON.stringify(itemIds);
  const query = new URLSearchParams({ businessEntityId, controlId, selectedControlItemIds: selected });
  const headers = { "x-api-key": key };
  const answer = await fetch(`${service.url}/v1/documents/submit?${query}`, { method: "POST", headers, body: form });
  assert.equal(answer.status, 202);
  return ((await answer.json()) as { documentId: string }).documentId;
}

test("a document that always crashes its extraction fails with a reason, and other documents are not affected", async (context) => {
  // A separate tenant, because the load counts its tenants' documents.
  const [poisonTenant, ...tenants] = await createTenants(service.url, 3);
  assert.ok(poisonTenant !== undefined);
  const load = startSteadyLoad(context, tenants, { url: service.url, documents: drillSize.documents });
  const documentId = await submitPoison(poisonTenant);
  const read = async () => {
    const headers = { "x-api-key": poisonTenant.key };
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
  const findCrashes = () => service.output().match(/The child process ended: crashed/g) ?? [];
  // The log may be written after the response.
  await until(() => findCrashes().length >= 3, 10);
  const crashes = findCrashes();
  context.diagnostic(`the extraction crashed ${crashes.length} times`);
  assert.equal(crashes.length, 3, "all attempts were made");
  await load.waitForMore(4);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertGuarantees(context, load, { url: service.url, databaseUrl: database.url, blobs });
});
