import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { until } from "../../server/src/testing/until.ts";
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
  postgres = await startDrillPostgres(["max_connections=30", "superuser_reserved_connections=0"]);
  const env = { DATABASE_URL: postgres.url, ASSAY_DATABASE_POOL_SIZE: "2" };
  service = await startDrillService({ env, parts: apiAndWorker, isFresh: true });
});

after(async () => {
  await service?.stop();
  await postgres?.remove();
});

async function openForeignConnection(): Promise<Client> {
  const client = new Client({ connectionString: postgres.url, application_name: "foreign" });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Terminates the service's connections and opens others instead, until none is free. */
async function takeEveryConnection(): Promise<Client[]> {
  const first = await openForeignConnection();
  const all = [first];
  for (;;) {
    const { rowCount: ended } = await first.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'assay%'",
    );
    // The service reconnects immediately, so both compete for free connections.
    const opening = Array.from({ length: 10 }, () => openForeignConnection().catch(() => undefined));
    const taken = (await Promise.all(opening)).filter((next) => next !== undefined);
    all.push(...taken);
    if (ended === 0 && taken.length === 0) return all;
  }
}

async function lockTable(table: string): Promise<Client> {
  const locker = await openForeignConnection();
  await locker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return locker;
}

test("requests get 503 with Retry-After while other clients hold all connections or table locks", async (context) => {
  const load = startSteadyLoad(context, await createTenants(service.url), {
    url: service.url,
    documents: drillSize.documents,
  });
  await load.waitForMore(2);

  const foreignConnections = await takeEveryConnection();
  context.diagnostic(`${foreignConnections.length} of 30 connections taken`);
  const countBefore = load.responses.length;
  await wait(drillSize.faultSeconds * 1000);
  await until(() => load.responses.slice(countBefore).some(({ status }) => status === 503), 30);
  for (const connection of foreignConnections) await connection.end();
  context.diagnostic(`connections: healthy after ${Math.round(await waitUntilHealthy(service.url, 60))} ms`);

  await load.waitForMore(2);
  const countBeforeLocks = load.responses.length;
  // One connection for each table, because one with both locks would deadlock with the service.
  const lockers = await Promise.all(["documents", "compliance_reviews"].map(lockTable));
  await until(() => load.responses.slice(countBeforeLocks).some(({ status }) => status === 503), 30);
  await wait(drillSize.lockSeconds * 1000);
  for (const locker of lockers) await locker.end();
  context.diagnostic(`locks: healthy after ${Math.round(await waitUntilHealthy(service.url, 60))} ms`);

  await load.waitForMore(2);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertGuarantees(context, load, { url: service.url, databaseUrl: postgres.url, blobs });
  for (const { what, milliseconds } of load.responses) assert.ok(milliseconds < maxResponseMilliseconds, what);
});
