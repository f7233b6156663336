import assert from "node:assert/strict";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { aDataDirectory } from "../assay-process.ts";
import { extent } from "./drill-extent.ts";
import { aDrillService, type DrillService } from "./drill-service.ts";
import { assertPromisesKept } from "./kept-promises.ts";
import { startLoad, tenantsOf } from "./steady-load.ts";

const daySeconds = 86_400;

let database: TestDatabase;
let data: { path: string; remove: () => Promise<void> };
let service: DrillService;

/** In one step: a file that is half written would be another time. */
async function setClock(seconds: number): Promise<void> {
  const file = join(data.path, "clock");
  await writeFile(`${file}.new`, String(seconds));
  await rename(`${file}.new`, file);
}

before(async () => {
  database = await createTestDatabase();
  data = await aDataDirectory();
  await setClock(0);
  const nodeArgs = ["--import", pathToFileURL(join(import.meta.dirname, "shift-clock.mjs")).href];
  service = await aDrillService({
    dataDirectory: data.path,
    env: {
      DATABASE_URL: database.url,
      DRILL_CLOCK_FILE: join(data.path, "clock"),
      // Longer than the clock goes wrong: what expires before its time does so by mistake.
      ASSAY_UPLOAD_SESSION_SECONDS: String(3 * daySeconds),
      // Met within the drill only by a count that does not begin anew.
      ASSAY_RATE_COMPANY_PER_MINUTE: "3000",
    },
    parts: {
      api: { args: ["--role", "api"], nodeArgs },
      worker: { args: ["--role", "worker"], nodeArgs },
    },
  });
});

after(async () => {
  await service?.stop();
  await data?.remove();
  await database?.drop();
});

test("a clock that jumps a day ahead and a day back expires nothing, stops nobody and leaves nothing stuck", async (context) => {
  const load = startLoad(context, await tenantsOf(service.url), { url: service.url, documents: extent.documents });
  for (const days of [1, 0, -1, 0]) {
    await setClock(days * daySeconds);
    await wait((extent.faultSeconds * 1000) / 3);
    await load.more(2);
  }
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertPromisesKept(context, load, { url: service.url, databaseUrl: database.url, blobs });
  assert.deepEqual(
    load.seen.filter(({ status }) => status !== 200 && status !== 201 && status !== 202),
    [],
    "nobody noticed",
  );
});
