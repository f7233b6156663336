import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { extent } from "./drill-extent.ts";
import { aDrillPostgres, type DrillPostgres } from "./drill-postgres.ts";
import { aDrillService, apiAndWorker, type DrillService } from "./drill-service.ts";
import { assertPromisesKept, comesBack } from "./kept-promises.ts";
import { startLoad, tenantsOf } from "./steady-load.ts";

/** A statement is given up after 15 seconds, a wait for a connection after 5; the rest is for a machine that is busy. */
const longestAnswerMilliseconds = 25_000;

let postgres: DrillPostgres;
let service: DrillService;

before(async () => {
  postgres = await aDrillPostgres();
  service = await aDrillService({ env: { DATABASE_URL: postgres.url }, parts: apiAndWorker, isFresh: true });
});

after(async () => {
  await service?.stop();
  await postgres?.remove();
});

test("a database that crashes, goes away and stands still costs nobody anything but patience", async (context) => {
  const load = startLoad(context, await tenantsOf(service.url), { url: service.url, documents: extent.documents });
  const faults = {
    crashed: () => postgres.crash(),
    away: async () => {
      await postgres.stop();
      await wait(extent.outageSeconds * 1000);
      await postgres.start();
    },
    frozen: async () => {
      await postgres.freeze();
      await wait(extent.outageSeconds * 1000).finally(() => postgres.thaw());
    },
  };
  for (const [name, fault] of Object.entries(faults)) {
    await load.more(2);
    const seenBefore = load.seen.length;
    await fault();
    const back = await comesBack(service.url, 30);
    context.diagnostic(`${name}: back ${Math.round(back)} ms after the fault was over`);
    // "503 … with Retry-After": the load looks at the form of each.
    if (name === "away") assert.ok(load.seen.slice(seenBefore).some(({ status }) => status === 503));
  }
  await load.more(2);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertPromisesKept(context, load, { url: service.url, databaseUrl: postgres.url, blobs });
  for (const { what, milliseconds } of load.seen) assert.ok(milliseconds < longestAnswerMilliseconds, what);
  // The processes that were there at the beginning are there still.
  for (const name of service.names) assert.equal(service.process(name).child.exitCode, null, service.output());
});
