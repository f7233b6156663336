import assert from "node:assert/strict";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { aDataDirectory, until } from "../assay-process.ts";
import { extent } from "./drill-extent.ts";
import { aDrillService, type DrillService } from "./drill-service.ts";
import { assertPromisesKept } from "./kept-promises.ts";
import { type SteadyLoad, startLoad, tenantsOf } from "./steady-load.ts";

const daySeconds = 86_400;

let database: TestDatabase;
let data: { path: string; remove: () => Promise<void> };
let service: DrillService;

const parts = ["api", "worker"];
const clockOf = (part: string) => join(data.path, `clock-of-${part}`);

/** In one step: a file that is half written would be another time. */
async function setClock(part: string, seconds: number): Promise<void> {
  await writeFile(`${clockOf(part)}.new`, String(seconds));
  await rename(`${clockOf(part)}.new`, clockOf(part));
}

before(async () => {
  database = await createTestDatabase();
  data = await aDataDirectory();
  for (const part of parts) await setClock(part, 0);
  const nodeArgs = ["--import", pathToFileURL(join(import.meta.dirname, "shift-clock.mjs")).href];
  service = await aDrillService({
    dataDirectory: data.path,
    env: {
      DATABASE_URL: database.url,
      // Longer than the clock goes wrong: what expires before its time does so by mistake.
      ASSAY_UPLOAD_SESSION_SECONDS: String(3 * daySeconds),
      // Met within the drill only by a count that does not begin anew.
      ASSAY_RATE_COMPANY_PER_MINUTE: "3000",
    },
    parts: Object.fromEntries(
      parts.map((part) => [part, { args: ["--role", part], nodeArgs, env: { DRILL_CLOCK_FILE: clockOf(part) } }]),
    ),
  });
});

after(async () => {
  await service?.stop();
  await data?.remove();
  await database?.drop();
});

interface Jump {
  days: number;
  wrong: string[];
}

/** Waits until the clean-up, which comes every minute, has been run so often since now. */
async function cleanUpsAreRun(count: number): Promise<void> {
  const runs = async () => {
    const [row] = await database.query<{ runs: number }>(
      "SELECT count(*)::int AS runs FROM pgboss.job WHERE name = 'remove-expired' AND state = 'completed'",
    );
    return row?.runs ?? 0;
  };
  const before = await runs();
  await until(async () => (await runs()) >= before + count, 60 + 60 * count);
}

async function jump(load: SteadyLoad, { days, wrong }: Jump): Promise<void> {
  for (const part of wrong) await setClock(part, days * daySeconds);
  await wait((extent.faultSeconds * 1000) / 3);
  if (days > 0 && wrong.includes("worker")) await cleanUpsAreRun(extent.cleanUps);
  await load.more(2);
}

test("clocks that jump a day ahead and a day back, all of them or one alone, stop nobody and leave nothing stuck", async (context) => {
  const load = startLoad(context, await tenantsOf(service.url), { url: service.url, documents: extent.documents });
  const noticed: { of: Jump; status: number }[] = [];
  const jumps: Jump[] = [
    ...[1, 0, -1, 0].map((days) => ({ days, wrong: parts })),
    ...parts.flatMap((part) => [1, -1, 0].map((days) => ({ days, wrong: [part] }))),
  ];
  for (const of of jumps) {
    load.allow(2);
    const seenBefore = load.seen.length;
    await jump(load, of);
    for (const { status } of load.seen.slice(seenBefore))
      if (status !== 200 && status !== 201 && status !== 202) noticed.push({ of, status });
  }
  // What comes by the clock comes again.
  await cleanUpsAreRun(extent.cleanUps);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertPromisesKept(context, load, { url: service.url, databaseUrl: database.url, blobs });
  // A worker that is a day ahead takes what is on its way for what was left behind a day ago, and removes it: whoever was
  // sending it is told to send it again.
  const isToldToSendAgain = ({ of, status }: (typeof noticed)[number]) =>
    of.days === 1 && of.wrong.join() === "worker" && (status === 503 || status === 409);
  assert.deepEqual(
    noticed.filter((one) => !isToldToSendAgain(one)),
    [],
    "nobody noticed",
  );
});
