import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { findRunningPostgres } from "../../server/src/postgres/embedded-postgres.ts";
import { readMigrations } from "../../server/src/postgres/migrate.ts";
import { aDataDirectory, aFreePort, spawnAssay, startAssay } from "../assay-process.ts";
import { aCompany, readAdminToken, submit } from "../company.ts";

const settings = { ASSAY_LOG_LEVEL: "warn" };
const firstStartKills = Number(process.env["ASSAY_DRILL_FIRST_STARTS"] ?? 24);

test("the first start killed at any moment is completed by the next one", async (context) => {
  let kills = 0;
  const startOnce = async (path: string) =>
    spawnAssay({ ...settings, ASSAY_DATA_DIR: path, PORT: String(await aFreePort()) });
  const measured = await aDataDirectory();
  const startedAt = performance.now();
  const first = await startAssay({ ...settings, ASSAY_DATA_DIR: measured.path });
  const usualMilliseconds = performance.now() - startedAt;
  first.child.kill("SIGTERM");
  await first.ended;
  await measured.remove();
  for (let index = 1; index <= firstStartKills; index++) {
    const data = await aDataDirectory();
    // Twice: the second start finds what the first has left, and may meet its processes.
    for (const share of [index / firstStartKills, index / firstStartKills / 2]) {
      const process = await startOnce(data.path);
      await wait(usualMilliseconds * share);
      process.child.kill("SIGKILL");
      await process.ended;
      kills += 1;
    }
    const assay = await startAssay({ ...settings, ASSAY_DATA_DIR: data.path });
    const company = await aCompany(assay, await readAdminToken(data.path));
    await submit(assay, company, [{ name: "contract.txt", bytes: "Records are kept." }], 1);
    const password = (await readFile(join(data.path, "postgres-password"), "utf8")).trim();
    const client = new Client({ connectionString: await findRunningPostgres(data.path, password) });
    await client.connect();
    const { rows } = await client.query("SELECT name FROM schema_migrations");
    await client.end();
    assert.equal(rows.length, (await readMigrations()).length);
    assay.child.kill("SIGTERM");
    assert.equal(await assay.ended, 0, assay.output());
    await data.remove();
  }
  context.diagnostic(`${kills} kills within ${Math.round(usualMilliseconds)} ms`);
});
