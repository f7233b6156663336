import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { findRunningPostgres } from "../../server/src/postgres/embedded-postgres.ts";
import { until } from "../../server/src/testing/until.ts";
import { aDataDirectory } from "../assay-process.ts";
import { hasEnded } from "../company.ts";
import { runTool } from "../run-tool.ts";
import { type DrillService, startDrillService } from "./drill-service.ts";
import { createTenants, startSteadyLoad } from "./steady-load.ts";

const backupCount = 3;

let service: DrillService;
let backups: Awaited<ReturnType<typeof aDataDirectory>>;

before(async () => {
  backups = await aDataDirectory();
  service = await startDrillService({ env: {}, parts: { api: { args: [] } } });
});

after(async () => {
  await service?.stop();
  await backups?.remove();
});

const key = { ASSAY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64") };

test("a backup made while documents are submitted and judged holds each one acknowledged before it, and they are judged after a restore", async (context) => {
  const load = startSteadyLoad(context, await createTenants(service.url, 3), { url: service.url, documents: 400 });
  await load.waitForMore(4);
  const made: { folder: string; known: typeof load.acknowledged }[] = [];
  for (let number = 1; number <= backupCount; number++) {
    await load.waitForMore(4);
    const known = [...load.acknowledged];
    const folder = join(backups.path, `backup-${number}`);
    const backup = await runTool("backup", { ASSAY_DATA_DIR: service.dataDirectory, ...key }, folder);
    assert.equal(backup.code, 0, backup.stdout + backup.stderr);
    made.push({ folder, known });
    context.diagnostic(
      `backup ${number}: ${known.length} documents before, ${load.acknowledged.length - known.length} acknowledged meanwhile`,
    );
  }
  await load.finish();
  assert.deepEqual(
    load.responses.filter(({ problem }) => problem !== undefined),
    [],
  );
  for (const [index, { folder, known }] of made.entries()) {
    const dataDirectory = join(backups.path, `data-${index}`);
    const restored = await runTool("restore", { ASSAY_DATA_DIR: dataDirectory }, folder);
    assert.equal(restored.code, 0, restored.stdout + restored.stderr);
    await checkRestored(dataDirectory, known, load.tenants);
  }
});

type Load = ReturnType<typeof startSteadyLoad>;

async function checkRestored(dataDirectory: string, known: Load["acknowledged"], tenants: Load["tenants"]) {
  const onRestored = await startDrillService({ dataDirectory, env: {}, parts: { api: { args: [] } } });
  try {
    const keys = new Map(tenants.map((tenant) => [tenant.companyId, tenant]));
    for (const { documentId, companyId } of known) {
      const tenant = keys.get(companyId);
      const read = async () => {
        const answer = await fetch(`${onRestored.url}/v1/documents/${documentId}/result`, {
          headers: tenant?.headers ?? {},
        });
        assert.equal(answer.status, 200, `${documentId} is not in the backup`);
        return answer.json() as Promise<{
          status: string;
          failureReason: string;
          complianceItems: { status: string }[];
        }>;
      };
      await until(async () => hasEnded(await read()), 120);
      const { status, failureReason, complianceItems } = await read();
      assert.equal(status, "completed", failureReason);
      assert.equal(complianceItems.length, tenant?.itemIds.length);
    }
    await checkBytes(dataDirectory, known);
    const verified = await runTool("verify-records", { ASSAY_DATA_DIR: dataDirectory, ...key });
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  } finally {
    await onRestored.stop();
  }
}

async function checkBytes(dataDirectory: string, known: Load["acknowledged"]): Promise<void> {
  const password = (await readFile(join(dataDirectory, "postgres-password"), "utf8")).trim();
  const client = new Client({ connectionString: await findRunningPostgres(dataDirectory, password) });
  await client.connect();
  try {
    const { rows } = await client.query<{ document_id: string; blob_key: string }>(
      "SELECT document_id, blob_key FROM document_files WHERE blob_key IS NOT NULL",
    );
    const keyOf = new Map(rows.map((row) => [row.document_id, row.blob_key]));
    const blobs = await openDiskBlobStore(dataDirectory);
    for (const { documentId, sha256 } of known) {
      const hash = createHash("sha256");
      for await (const piece of await blobs.read(keyOf.get(documentId) ?? "")) hash.update(piece);
      assert.equal(hash.digest("hex"), sha256, `the bytes of ${documentId} differ`);
    }
  } finally {
    await client.end();
  }
}
