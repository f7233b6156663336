import assert from "node:assert/strict";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { findRunningPostgres } from "../../server/src/postgres/embedded-postgres.ts";
import { createTestDatabase } from "../../server/src/testing/test-database.ts";
import { until } from "../../server/src/testing/until.ts";
import { aDataDirectory } from "../assay-process.ts";
import { type DrillService, startDrillService } from "./drill-service.ts";
import { drillSize } from "./drill-size.ts";
import { assertGuarantees, waitUntilHealthy } from "./guarantees.ts";
import { mountSmallDisk } from "./small-disk.ts";
import { createTenants, startSteadyLoad } from "./steady-load.ts";

/** Enough for a database and its log. */
const diskMegabytes = 300;

interface Disk {
  service: DrillService;
  databaseUrl: string;
  fill(): Promise<void>;
  free(): Promise<void>;
}

async function drill(context: TestContext, { service, databaseUrl, fill, free }: Disk): Promise<void> {
  const { url } = service;
  const load = startSteadyLoad(context, await createTenants(url), { url, documents: drillSize.documents });
  await load.waitForMore(2);
  const countBefore = load.responses.length;
  await fill();
  await until(() => load.responses.slice(countBefore).some(({ status }) => status === 503), 60);
  // Removed partial writes free a little space for a moment, so health may alternate.
  await until(async () => (await fetch(`${url}/health`)).status === 503, 60);
  await wait(drillSize.faultSeconds * 1000);
  await free();
  context.diagnostic(`back ${Math.round(await waitUntilHealthy(url, 60))} ms after space was freed`);
  await load.waitForMore(2);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertGuarantees(context, load, { url, databaseUrl, blobs });
  // Failed writes leave no partial files.
  assert.deepEqual(await readdir(join(service.dataDirectory, "blobs", "incoming")), []);
}

const disk = await mountSmallDisk(diskMegabytes);

test("no document is lost when files cannot be written", async (context) => {
  // Without tmpfs only the files' disk is full, not the database's.
  if ("refusal" in disk) context.diagnostic(`NOT RUN: a database on a full disk (tmpfs): ${disk.refusal}`);
  const database = await createTestDatabase();
  const data = await aDataDirectory();
  const flag = join(data.path, "is-full");
  const nodeArgs = ["--import", pathToFileURL(join(import.meta.dirname, "full-disk.mjs")).href];
  const service = await startDrillService({
    dataDirectory: data.path,
    env: { DATABASE_URL: database.url, DRILL_FULL_FILE: flag },
    parts: { api: { args: ["--role", "api"], nodeArgs }, worker: { args: ["--role", "worker"], nodeArgs } },
  });
  try {
    await drill(context, {
      ...{ service, databaseUrl: database.url },
      fill: () => writeFile(flag, ""),
      free: () => rm(flag),
    });
  } finally {
    await service.stop();
    await data.remove();
    await database.drop();
  }
});

if (!("refusal" in disk)) {
  test("no document is lost when the disk of files and database is full", async (context) => {
    let service: DrillService | undefined;
    try {
      service = await startDrillService({ dataDirectory: disk.path, env: {}, parts: { api: { args: [] } } });
      const password = (await readFile(join(disk.path, "postgres-password"), "utf8")).trim();
      const databaseUrl = (await findRunningPostgres(disk.path, password)) ?? "";
      await drill(context, {
        ...{ service, databaseUrl },
        fill: () => disk.fill(),
        free: () => disk.free(),
      });
    } finally {
      await service?.stop();
      await disk.remove();
    }
  });
}
