import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { findRunningPostgres } from "../../server/src/postgres/embedded-postgres.ts";
import { until } from "../assay-process.ts";
import { extent } from "./drill-extent.ts";
import { aDrillService, type DrillService } from "./drill-service.ts";
import { assertPromisesKept, comesBack } from "./kept-promises.ts";
import { startLoad, tenantsOf } from "./steady-load.ts";

let service: DrillService;

before(async () => {
  service = await aDrillService({ env: {}, parts: { api: { args: [] } } });
});

after(() => service?.stop());

const inData = (...path: string[]) => readFile(join(service.dataDirectory, ...path), "utf8");
const databaseProcess = async () => Number((await inData("postgres", "postmaster.pid")).split("\n")[0]);

test("one process with its own database loses nothing when either of the two is killed", async (context) => {
  const victims: Record<string, () => Promise<void>> = {
    async database() {
      const killed = await databaseProcess();
      process.kill(killed, "SIGKILL");
      await until(async () => (await databaseProcess().catch(() => killed)) !== killed, 30);
    },
    service: () => service.killAndRestart("api"),
  };
  const load = startLoad(context, await tenantsOf(service.url), { url: service.url, documents: extent.documents });
  for (let round = 0; round < extent.wholeKills; round++)
    for (const [name, kill] of Object.entries(victims)) {
      load.allow(3);
      await load.more(2);
      await kill();
      context.diagnostic(`${name} killed: back after another ${Math.round(await comesBack(service.url, 60))} ms`);
    }
  await load.more(1);
  // Its socket lies elsewhere after each start.
  const databaseUrl = await findRunningPostgres(service.dataDirectory, (await inData("postgres-password")).trim());
  assert.ok(databaseUrl !== undefined);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertPromisesKept(context, load, { url: service.url, databaseUrl, blobs });
});
