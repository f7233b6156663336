import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { until } from "../assay-process.ts";
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
  postgres = await aDrillPostgres(["max_connections=30", "superuser_reserved_connections=0"]);
  const env = { DATABASE_URL: postgres.url, ASSAY_DATABASE_POOL_SIZE: "2" };
  service = await aDrillService({ env, parts: apiAndWorker, isFresh: true });
});

after(async () => {
  await service?.stop();
  await postgres?.remove();
});

async function aStranger(): Promise<Client> {
  const client = new Client({ connectionString: postgres.url, application_name: "stranger" });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Ends the service's connections and takes their places, until there is none left for anybody. */
async function takeEveryConnection(): Promise<Client[]> {
  const first = await aStranger();
  const all = [first];
  for (;;) {
    const { rowCount: ended } = await first.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'assay%'",
    );
    // Ours come back as fast as they can: whoever asks first has the place.
    const asking = Array.from({ length: 10 }, () => aStranger().catch(() => undefined));
    const taken = (await Promise.all(asking)).filter((next) => next !== undefined);
    all.push(...taken);
    if (ended === 0 && taken.length === 0) return all;
  }
}

async function lockTable(table: string): Promise<Client> {
  const locker = await aStranger();
  await locker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return locker;
}

test("while strangers hold every connection, or what ours wait for, callers are told when to come back", async (context) => {
  const load = startLoad(context, await tenantsOf(service.url), { url: service.url, documents: extent.documents });
  await load.more(2);

  const strangers = await takeEveryConnection();
  context.diagnostic(`${strangers.length} of 30 connections taken`);
  const seenBefore = load.seen.length;
  await wait(extent.faultSeconds * 1000);
  await until(() => load.seen.slice(seenBefore).some(({ status }) => status === 503), 30);
  for (const stranger of strangers) await stranger.end();
  context.diagnostic(`connections: back after ${Math.round(await comesBack(service.url, 60))} ms`);

  await load.more(2);
  const seenUnlocked = load.seen.length;
  // One stranger for each table: one who holds the first and waits for the second deadlocks with ours, who take both, too.
  const lockers = await Promise.all(["documents", "compliance_reviews"].map(lockTable));
  await until(() => load.seen.slice(seenUnlocked).some(({ status }) => status === 503), 30);
  await wait(extent.lockSeconds * 1000);
  for (const locker of lockers) await locker.end();
  context.diagnostic(`locks: back after ${Math.round(await comesBack(service.url, 60))} ms`);

  await load.more(2);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertPromisesKept(context, load, { url: service.url, databaseUrl: postgres.url, blobs });
  for (const { what, milliseconds } of load.seen) assert.ok(milliseconds < longestAnswerMilliseconds, what);
});
