import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { type DrillPostgres, startDrillPostgres } from "./drill-postgres.ts";
import { apiAndWorker, type DrillService, startDrillService } from "./drill-service.ts";
import { drillSize } from "./drill-size.ts";
import { assertGuarantees, waitUntilHealthy } from "./guarantees.ts";
import { createTenants, startSteadyLoad } from "./steady-load.ts";

/** Statements time out after 15 seconds and connection requests after 5; the rest is for a busy machine. */
const maxResponseMilliseconds = 25_000;

let postgres: DrillPostgres;
let service: DrillService;

before(async () => {
  postgres = await startDrillPostgres();
  service = await startDrillService({ env: { DATABASE_URL: postgres.url }, parts: apiAndWorker, isFresh: true });
});

after(async () => {
  await service?.stop();
  await postgres?.remove();
});

test("no document is lost when the database crashes, stops or freezes", async (context) => {
  const load = startSteadyLoad(context, await createTenants(service.url), {
    url: service.url,
    documents: drillSize.documents,
  });
  const faults = {
    crashed: () => postgres.crash(),
    stopped: async () => {
      await postgres.stop();
      await wait(drillSize.outageSeconds * 1000);
      await postgres.start();
    },
    frozen: async () => {
      await postgres.freeze();
      await wait(drillSize.outageSeconds * 1000).finally(() => postgres.thaw());
    },
  };
  for (const [name, fault] of Object.entries(faults)) {
    await load.waitForMore(2);
    const countBefore = load.responses.length;
    await fault();
    const milliseconds = await waitUntilHealthy(service.url, 30);
    context.diagnostic(`${name}: healthy ${Math.round(milliseconds)} ms after the fault`);
    // The load checks that each 503 has Retry-After.
    if (name === "stopped") assert.ok(load.responses.slice(countBefore).some(({ status }) => status === 503));
  }
  await load.waitForMore(2);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertGuarantees(context, load, { url: service.url, databaseUrl: postgres.url, blobs });
  for (const { what, milliseconds } of load.responses) assert.ok(milliseconds < maxResponseMilliseconds, what);
  // No process has ended.
  for (const name of service.names) assert.equal(service.process(name).child.exitCode, null, service.output());
});
