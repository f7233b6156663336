import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { findRunningPostgres } from "../../server/src/postgres/embedded-postgres.ts";
import { createTestDatabase } from "../../server/src/testing/test-database.ts";
import { aDataDirectory, until } from "../assay-process.ts";
import { extent } from "./drill-extent.ts";
import { aDrillService, type DrillService } from "./drill-service.ts";
import { assertPromisesKept, comesBack } from "./kept-promises.ts";
import { startLoad, tenantsOf } from "./steady-load.ts";

const run = promisify(execFile);
const isDone = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );
/** For a database of its own and its log, with something to spare. */
const diskMegabytes = 300;

interface Disk {
  service: DrillService;
  databaseUrl: string;
  fill(): Promise<void>;
  free(): Promise<void>;
}

async function drill(context: TestContext, { service, databaseUrl, fill, free }: Disk): Promise<void> {
  const { url } = service;
  const load = startLoad(context, await tenantsOf(url), { url, documents: extent.documents });
  await load.more(2);
  const seenBefore = load.seen.length;
  await fill();
  await until(() => load.seen.slice(seenBefore).some(({ status }) => status === 503), 60);
  // A service that can store nothing says so; what was begun and taken away again leaves it a little room for a moment.
  await until(async () => (await fetch(`${url}/health`)).status === 503, 60);
  await wait(extent.faultSeconds * 1000);
  await free();
  context.diagnostic(`back ${Math.round(await comesBack(url, 60))} ms after there was room again`);
  await load.more(2);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertPromisesKept(context, load, { url, databaseUrl, blobs });
  // Nothing half-stored: every try that found no room has taken its beginning away.
  assert.deepEqual(await readdir(join(service.dataDirectory, "blobs", "incoming")), []);
}

interface SmallDisk {
  path: string;
  remove(): Promise<void>;
}

/** A small disk of its own, or why this account may not mount one. */
async function aSmallDisk(): Promise<SmallDisk | { refusal: string }> {
  const data = await aDataDirectory();
  const options = `size=${diskMegabytes}m,mode=0711`;
  try {
    await run("mount", ["-t", "tmpfs", "-o", options, "tmpfs", data.path]);
  } catch (error) {
    await data.remove();
    const { stderr, message } = error as Error & { stderr?: string };
    return { refusal: (stderr || message).trim() };
  }
  return {
    path: data.path,
    async remove() {
      // What held it open has just been killed, and its database follows within seconds.
      await until(() => isDone(run("umount", [data.path])), 30);
      await data.remove();
    },
  };
}

const disk = await aSmallDisk();

test("a disk that takes no more files costs nobody a document", async (context) => {
  // The system refuses bytes here, too; what is missing then is the database's own want of room.
  if ("refusal" in disk) context.diagnostic(`NOT RUN: a database on a full disk (tmpfs): ${disk.refusal}`);
  const database = await createTestDatabase();
  const data = await aDataDirectory();
  const flag = join(data.path, "is-full");
  const nodeArgs = ["--import", pathToFileURL(join(import.meta.dirname, "full-disk.mjs")).href];
  const service = await aDrillService({
    dataDirectory: data.path,
    env: { DATABASE_URL: database.url, DRILL_FULL_FILE: flag },
    parts: { api: { args: ["--role", "api"], nodeArgs }, worker: { args: ["--role", "worker"], nodeArgs } },
  });
  try {
    await drill(context, {
      ...{ service, databaseUrl: database.url },
      fill: () => writeFile(flag, ""),
      free: () => rm(flag),
    });
  } finally {
    await service.stop();
    await data.remove();
    await database.drop();
  }
});

/** Writes until the last block is taken. */
async function fillWith(path: string): Promise<void> {
  const file = await open(path, "w");
  try {
    for (const size of [1024 * 1024, 4096]) {
      const piece = Buffer.alloc(size, 1);
      while (await isDone(file.write(piece)));
    }
  } finally {
    await file.close();
  }
}

if (!("refusal" in disk)) {
  test("a disk without room for files and the database beside them costs nobody a document", async (context) => {
    let service: DrillService | undefined;
    try {
      service = await aDrillService({ dataDirectory: disk.path, env: {}, parts: { api: { args: [] } } });
      const password = (await readFile(join(disk.path, "postgres-password"), "utf8")).trim();
      const databaseUrl = (await findRunningPostgres(disk.path, password)) ?? "";
      const ballast = join(disk.path, "ballast");
      await drill(context, {
        ...{ service, databaseUrl },
        fill: () => fillWith(ballast),
        free: () => rm(ballast),
      });
    } finally {
      await service?.stop();
      await disk.remove();
    }
  });
}
