import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { seededRandom } from "../../bench/queueing/seeded-random.ts";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { childrenOf, type DrillPostgres, startDrillPostgres } from "./drill-postgres.ts";
import { apiAndWorker, type DrillService, startDrillService } from "./drill-service.ts";
import { drillSize } from "./drill-size.ts";
import { assertGuarantees } from "./guarantees.ts";
import { createTenants, startSteadyLoad } from "./steady-load.ts";

let postgres: DrillPostgres;
let service: DrillService;

before(async () => {
  postgres = await startDrillPostgres();
  const parts = { ...apiAndWorker, "second worker": { args: ["--role", "worker"] } };
  service = await startDrillService({ env: { DATABASE_URL: postgres.url }, parts, isFresh: true });
});

after(async () => {
  await service?.stop();
  await postgres?.remove();
});

/** The extraction children of all processes. */
async function findExtractionChildren(): Promise<number[]> {
  const found: number[] = [];
  for (const name of service.names) {
    for (const pid of await childrenOf(service.process(name).child.pid ?? 0)) {
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (command.includes("child-main.ts")) found.push(pid);
    }
  }
  return found;
}

test("whichever process is killed, no acknowledged document is lost or judged twice", async (context) => {
  const seed = Number(process.env["ASSAY_DRILL_SEED"] ?? randomInt(2 ** 31));
  context.diagnostic(`ASSAY_DRILL_SEED=${seed} repeats this choice of processes`);
  const random = seededRandom(seed).next;
  const oneOf = <T>(all: T[]): T | undefined => all[Math.floor(random() * all.length)];
  const killOneOf = (pids: number[]) => {
    const pid = oneOf(pids);
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  };
  const victims: Record<string, () => Promise<void>> = {
    worker: () => service.killAndRestart("worker"),
    api: () => service.killAndRestart("api"),
    "extraction child": async () => killOneOf(await findExtractionChildren()),
    connection: async () => killOneOf(await postgres.backends()),
    "second worker": () => service.killAndRestart("second worker"),
    database: () => postgres.kill(),
  };
  const load = startSteadyLoad(context, await createTenants(service.url), {
    url: service.url,
    documents: drillSize.documents,
  });
  await load.waitForMore(1);
  // Each process once, then random ones.
  const names = Object.keys(victims);
  const chosen = Array.from({ length: drillSize.kills }, (_, i) => names[i] ?? oneOf(names) ?? "");
  for (const name of chosen) {
    await wait(random() * 600);
    await victims[name]?.();
  }
  context.diagnostic(`killed: ${chosen.join(", ")}`);
  await load.waitForMore(2);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertGuarantees(context, load, { url: service.url, databaseUrl: postgres.url, blobs, seconds: 180 });
  assert.ok(load.responses.some(({ status }) => status === 202));
});
