import assert from "node:assert/strict";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { until } from "../../server/src/testing/until.ts";
import { aDataDirectory } from "../assay-process.ts";
import { type DrillService, startDrillService } from "./drill-service.ts";
import { drillSize } from "./drill-size.ts";
import { assertGuarantees } from "./guarantees.ts";
import { createTenants, type SteadyLoad, startSteadyLoad } from "./steady-load.ts";

const daySeconds = 86_400;

let database: TestDatabase;
let data: { path: string; remove: () => Promise<void> };
let service: DrillService;

const parts = ["api", "worker"];
const clockFile = (part: string) => join(data.path, `clock-of-${part}`);

/** Atomic, because a partly written file would be another time. */
async function setClock(part: string, seconds: number): Promise<void> {
  await writeFile(`${clockFile(part)}.new`, String(seconds));
  await rename(`${clockFile(part)}.new`, clockFile(part));
}

before(async () => {
  database = await createTestDatabase();
  data = await aDataDirectory();
  for (const part of parts) await setClock(part, 0);
  const nodeArgs = ["--import", pathToFileURL(join(import.meta.dirname, "shift-clock.mjs")).href];
  service = await startDrillService({
    dataDirectory: data.path,
    env: {
      DATABASE_URL: database.url,
      // Longer than the clock jumps, so that no session expires because of a jump.
      ASSAY_UPLOAD_SESSION_SECONDS: String(3 * daySeconds),
      // Reached within the drill only if a jump prevents the counter from being reset.
      ASSAY_RATE_COMPANY_PER_MINUTE: "3000",
    },
    parts: Object.fromEntries(
      parts.map((part) => [part, { args: ["--role", part], nodeArgs, env: { DRILL_CLOCK_FILE: clockFile(part) } }]),
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

/** Waits for this many more runs of the clean-up, which runs every minute. */
async function waitForCleanUps(count: number): Promise<void> {
  const runs = async () => {
    const [row] = await database.query<{ runs: number }>(
      "SELECT count(*)::int AS runs FROM pgboss.job WHERE name = 'remove-expired' AND state = 'completed'",
    );
    return row?.runs ?? 0;
  };
  const before = await runs();
  await until(async () => (await runs()) >= before + count, 60 + 60 * count);
}

async function applyJump(load: SteadyLoad, { days, wrong }: Jump): Promise<void> {
  for (const part of wrong) await setClock(part, days * daySeconds);
  await wait((drillSize.faultSeconds * 1000) / 3);
  if (days > 0 && wrong.includes("worker")) await waitForCleanUps(drillSize.cleanUps);
  await load.waitForMore(2);
}

test("when all clocks or one clock jump a day forward or back, no request fails and no document is stuck", async (context) => {
  const load = startSteadyLoad(context, await createTenants(service.url), {
    url: service.url,
    documents: drillSize.documents,
  });
  const failures: { jump: Jump; status: number }[] = [];
  const jumps: Jump[] = [
    ...[1, 0, -1, 0].map((days) => ({ days, wrong: parts })),
    ...parts.flatMap((part) => [1, -1, 0].map((days) => ({ days, wrong: [part] }))),
  ];
  for (const jump of jumps) {
    load.allowMore(2);
    const countBefore = load.responses.length;
    await applyJump(load, jump);
    for (const { status } of load.responses.slice(countBefore))
      if (status !== 200 && status !== 201 && status !== 202) failures.push({ jump, status });
  }
  // Scheduled jobs run again.
  await waitForCleanUps(drillSize.cleanUps);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertGuarantees(context, load, { url: service.url, databaseUrl: database.url, blobs });
  // A worker whose clock is a day ahead removes incoming bytes as leftovers of the day before. The sender has to retry.
  const isExpected = ({ jump, status }: (typeof failures)[number]) =>
    jump.days === 1 && jump.wrong.join() === "worker" && (status === 503 || status === 409);
  assert.deepEqual(
    failures.filter((one) => !isExpected(one)),
    [],
    "no other request fails",
  );
});
