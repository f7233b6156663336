import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { seeded } from "../seeded.ts";
import { extent } from "./drill-extent.ts";
import { aDrillPostgres, childrenOf, type DrillPostgres } from "./drill-postgres.ts";
import { aDrillService, apiAndWorker, type DrillService } from "./drill-service.ts";
import { assertPromisesKept } from "./kept-promises.ts";
import { startLoad, tenantsOf } from "./steady-load.ts";

let postgres: DrillPostgres;
let service: DrillService;

before(async () => {
  postgres = await aDrillPostgres();
  const parts = { ...apiAndWorker, "second worker": { args: ["--role", "worker"] } };
  service = await aDrillService({ env: { DATABASE_URL: postgres.url }, parts, isFresh: true });
});

after(async () => {
  await service?.stop();
  await postgres?.remove();
});

/** Processes that read documents for any of ours. */
async function readers(): Promise<number[]> {
  const found: number[] = [];
  for (const name of service.names) {
    for (const pid of await childrenOf(service.process(name).child.pid ?? 0)) {
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (command.includes("child-main.ts")) found.push(pid);
    }
  }
  return found;
}

test("whichever process is killed, nothing acknowledged is lost and nothing is judged twice", async (context) => {
  const seed = Number(process.env["ASSAY_DRILL_SEED"] ?? randomInt(2 ** 31));
  context.diagnostic(`ASSAY_DRILL_SEED=${seed} repeats this choice of victims`);
  const random = seeded(seed);
  const oneOf = <T>(all: T[]): T | undefined => all[Math.floor(random() * all.length)];
  const killOneOf = (pids: number[]) => {
    const pid = oneOf(pids);
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  };
  const victims: Record<string, () => Promise<void>> = {
    worker: () => service.killAndRestart("worker"),
    api: () => service.killAndRestart("api"),
    reader: async () => killOneOf(await readers()),
    connection: async () => killOneOf(await postgres.backends()),
    "second worker": () => service.killAndRestart("second worker"),
    database: () => postgres.kill(),
  };
  const load = startLoad(context, await tenantsOf(service.url), { url: service.url, documents: extent.documents });
  await load.more(1);
  // Each once, and then whatever chance says.
  const names = Object.keys(victims);
  const chosen = Array.from({ length: extent.kills }, (_, i) => names[i] ?? oneOf(names) ?? "");
  for (const name of chosen) {
    await wait(random() * 600);
    await victims[name]?.();
  }
  context.diagnostic(`killed: ${chosen.join(", ")}`);
  await load.more(2);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertPromisesKept(context, load, { url: service.url, databaseUrl: postgres.url, blobs, seconds: 180 });
  assert.ok(load.seen.some(({ status }) => status === 202));
});
