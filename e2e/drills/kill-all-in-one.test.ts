import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { findRunningPostgres } from "../../server/src/postgres/embedded-postgres.ts";
import { until } from "../../server/src/testing/until.ts";
import { type DrillService, startDrillService } from "./drill-service.ts";
import { drillSize } from "./drill-size.ts";
import { assertGuarantees, waitUntilHealthy } from "./guarantees.ts";
import { createTenants, startSteadyLoad } from "./steady-load.ts";

let service: DrillService;

before(async () => {
  service = await startDrillService({ env: {}, parts: { api: { args: [] } } });
});

after(() => service?.stop());

const readDataFile = (...path: string[]) => readFile(join(service.dataDirectory, ...path), "utf8");
const readPostmasterPid = async () => Number((await readDataFile("postgres", "postmaster.pid")).split("\n")[0]);

test("no document is lost when the service or its embedded database is killed", async (context) => {
  const victims: Record<string, () => Promise<void>> = {
    async database() {
      const killed = await readPostmasterPid();
      process.kill(killed, "SIGKILL");
      await until(async () => (await readPostmasterPid().catch(() => killed)) !== killed, 30);
    },
    service: () => service.killAndRestart("api"),
  };
  const load = startSteadyLoad(context, await createTenants(service.url), {
    url: service.url,
    documents: drillSize.documents,
  });
  for (let round = 0; round < drillSize.wholeKills; round++)
    for (const [name, kill] of Object.entries(victims)) {
      load.allowMore(3);
      await load.waitForMore(2);
      await kill();
      context.diagnostic(`${name} killed: healthy after ${Math.round(await waitUntilHealthy(service.url, 60))} ms`);
    }
  await load.waitForMore(1);
  // The socket's folder changes with each start.
  const databaseUrl = await findRunningPostgres(
    service.dataDirectory,
    (await readDataFile("postgres-password")).trim(),
  );
  assert.ok(databaseUrl !== undefined);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertGuarantees(context, load, { url: service.url, databaseUrl, blobs });
});
