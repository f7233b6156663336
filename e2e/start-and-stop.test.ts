import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { until } from "../server/src/testing/until.ts";
import { type AssayProcess, aDataDirectory, aFreePort, spawnAssay, startAssay } from "./assay-process.ts";
import { aServiceStorage } from "./service-database.ts";

let data: Awaited<ReturnType<typeof aDataDirectory>>;
before(async () => {
  data = await aDataDirectory();
});
after(() => data.remove());

const quiet = { ASSAY_LOG_LEVEL: "warn" };
const start = (env: Record<string, string> = {}) => startAssay({ ...quiet, ASSAY_DATA_DIR: data.path, ...env });

async function createPartner(assay: AssayProcess, dataDirectory = data.path): Promise<string> {
  const token = (await readFile(join(dataDirectory, "admin-token"), "utf8")).trim();
  const answer = await fetch(`${assay.url}/v1/admin/partners`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Partner" }),
  });
  assert.equal(answer.status, 201);
  return ((await answer.json()) as { apiKey: string }).apiKey;
}

const readStatus = async (assay: AssayProcess, key: string) =>
  (await fetch(`${assay.url}/v1/companies`, { headers: { "x-api-key": key } })).status;

/** Processes of the database in this data directory. */
function findPostgresProcesses(): string[] {
  const all = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  return all.filter((line) => line.includes("postgres") && line.includes(data.path));
}

describe("a service with its own data directory", () => {
  test("it starts, prints its addresses, stops on SIGTERM and leaves no process behind", async () => {
    const assay = await start();
    await until(() => assay.output().includes("/v1/admin/partners"), 10);
    assert.match(assay.output(), new RegExp(`${assay.url}/docs`));
    assert.match(assay.output(), new RegExp(join(data.path, "admin-token")));
    assert.match(assay.output(), /npx assay review samples\/data-processing-agreement\.pdf --control DPA --url http/);
    assert.match(assay.output(), /curl -X POST .*\/v1\/admin\/partners/);
    assert.equal((await stat(join(data.path, "admin-token"))).mode & 0o777, 0o600);
    assert.ok(findPostgresProcesses().length > 0);
    assay.child.kill("SIGTERM");
    assert.equal(await assay.ended, 0);
    assert.match(assay.output(), /Stopped\./);
    assert.deepEqual(findPostgresProcesses(), []);
  });

  test("a second start with the same data directory reports that it is in use", async () => {
    const first = await start();
    const second = spawnAssay({ ...quiet, ASSAY_DATA_DIR: data.path, PORT: String(await aFreePort()) });
    assert.notEqual(await second.ended, 0);
    assert.match(second.output(), /is in use by another Assay process \(\d+\)/);
    assert.equal(second.output().trim().split("\n").length, 1);
    assert.equal((await fetch(`${first.url}/health`)).status, 200);
    first.child.kill("SIGINT");
    assert.equal(await first.ended, 0);
  });

  test("after kill -9 the database ends within five seconds, and the next start has all data", async () => {
    const assay = await start();
    const key = await createPartner(assay);
    assay.child.kill("SIGKILL");
    await assay.ended;
    await until(() => findPostgresProcesses().length === 0, 5);
    const next = await start();
    assert.equal(await readStatus(next, key), 200);
    next.child.kill("SIGTERM");
    await next.ended;
  });

  test("a start right after kill -9 of the very first one creates the database, and no draft of it stays", async () => {
    const own = await aDataDirectory();
    const env = { ...quiet, ASSAY_DATA_DIR: own.path };
    const first = spawnAssay({ ...env, PORT: String(await aFreePort()) });
    const findDrafts = async () => (await readdir(own.path)).filter((name) => name.startsWith("postgres.draft"));
    await until(async () => (await findDrafts()).length > 0, 30);
    first.child.kill("SIGKILL");
    await first.ended;
    const next = await startAssay(env);
    await createPartner(next, own.path);
    next.child.kill("SIGTERM");
    assert.equal(await next.ended, 0, next.output());
    assert.deepEqual(await findDrafts(), []);
    await own.remove();
  });

  test("a start right after kill -9 waits for the old database to end", async () => {
    const assay = await start();
    const key = await createPartner(assay);
    assay.child.kill("SIGKILL");
    await assay.ended;
    const next = await start();
    assert.equal(await readStatus(next, key), 200);
    next.child.kill("SIGTERM");
    await next.ended;
  });

  test("a killed database is restarted, and the service continues", async () => {
    const assay = await start();
    const key = await createPartner(assay);
    const pid = Number((await readFile(join(data.path, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
    process.kill(pid, "SIGKILL");
    await until(async () => (await readStatus(assay, key)) === 200, 20);
    await until(async () => (await fetch(`${assay.url}/health`)).ok, 20);
    assay.child.kill("SIGTERM");
    assert.equal(await assay.ended, 0);
    // A process of the killed database ends when it notices.
    await until(() => findPostgresProcesses().length === 0, 5);
  });

  test("a request in progress is finished before the service stops", async () => {
    const assay = await start();
    const token = (await readFile(join(data.path, "admin-token"), "utf8")).trim();
    let finish: (() => void) | undefined;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"Slow'));
        finish = () => {
          controller.enqueue(new TextEncoder().encode('"}'));
          controller.close();
        };
      },
    });
    const answer = fetch(`${assay.url}/v1/admin/partners`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body,
      duplex: "half",
    } as RequestInit);
    await until(() => finish !== undefined, 1);
    // The request must reach the service before it stops.
    await until(async () => (await fetch(`${assay.url}/health`)).ok, 5);
    assay.child.kill("SIGTERM");
    await until(() => assay.output().includes("Stopping"), 5);
    finish?.();
    assert.equal((await answer).status, 201);
    assert.equal(await assay.ended, 0);
  });
});

describe("through npm", () => {
  async function npmStart(dataDirectory: string) {
    const port = await aFreePort();
    const npm = spawn("npm", ["start"], {
      cwd: join(import.meta.dirname, ".."),
      env: { ...process.env, ...quiet, ASSAY_DATA_DIR: dataDirectory, PORT: String(port) },
      stdio: "ignore",
    });
    return { npm, url: `http://127.0.0.1:${port}`, ended: once(npm, "close") };
  }
  const isUp = async (url: string) => (await fetch(`${url}/health`).catch(() => undefined))?.ok ?? false;

  test("a signal to npm stops the service and its database", async () => {
    const { npm, url, ended } = await npmStart(data.path);
    await until(() => isUp(url), 60);
    npm.kill("SIGTERM");
    await ended;
    await until(() => findPostgresProcesses().length === 0, 10);
    assert.equal(await isUp(url), false);
  });

  test("kill -9 of npm, also during the start, ends service and database", async () => {
    for (const isStarted of [true, false]) {
      const { npm, url, ended } = await npmStart(data.path);
      await until(() => (isStarted ? isUp(url) : findPostgresProcesses().length > 0), 60);
      npm.kill("SIGKILL");
      await ended;
      await until(async () => findPostgresProcesses().length === 0 && !(await isUp(url)), 15);
    }
  });
});

describe("in a folder that other users cannot traverse", () => {
  test("the service starts, and a data directory that is moved and restored keeps its database", async () => {
    const closed = await mkdtemp(join(tmpdir(), "assay-closed-"));
    const [path, aside] = [join(closed, "data"), join(closed, "aside")];
    const run = async (use: (assay: AssayProcess) => Promise<void>) => {
      const assay = await startAssay({ ...quiet, ASSAY_DATA_DIR: path });
      await use(assay);
      assay.child.kill("SIGTERM");
      assert.equal(await assay.ended, 0, assay.output());
    };
    let key = "";
    await run(async (assay) => {
      key = await createPartner(assay, path);
    });
    await rename(path, aside);
    await run(async (assay) => assert.equal(await readStatus(assay, key), 401));
    const second = await realpath(join(path, "postgres"));
    await rm(path, { recursive: true });
    await rename(aside, path);
    await run(async (assay) => assert.equal(await readStatus(assay, key), 200));
    for (const folder of [second, await realpath(join(path, "postgres")), closed])
      await rm(folder, { recursive: true, force: true });
  });
});

test("behind a trusted proxy, the client's address is the one that the proxy adds", async () => {
  const assay = await start({ TRUST_PROXY: "127.0.0.0/8" });
  const token = (await readFile(join(data.path, "admin-token"), "utf8")).trim();
  const admin = { authorization: `Bearer ${token}` };
  const created = await fetch(`${assay.url}/v1/admin/partners`, {
    method: "POST",
    headers: { ...admin, "content-type": "application/json", "x-forwarded-for": "198.51.100.99, 203.0.113.7" },
    body: JSON.stringify({ name: "Partner" }),
  });
  assert.equal(created.status, 201);
  const log = await fetch(`${assay.url}/v1/admin/audit-log?about=${created.headers.get("x-request-id")}`, {
    headers: admin,
  });
  const { entries } = (await log.json()) as { entries: { address: string }[] };
  assay.child.kill("SIGTERM");
  assert.equal(await assay.ended, 0);
  assert.deepEqual(new Set(entries.map(({ address }) => address)), new Set(["203.0.113.7"]));
});

describe("a wrong configuration is reported in one message", () => {
  async function startAndFail(env: Record<string, string>, args: string[] = []): Promise<string> {
    const assay = spawnAssay({ ...quiet, PORT: String(await aFreePort()), ...env }, args);
    assert.notEqual(await assay.ended, 0);
    const output = assay.output().trim();
    assert.ok(!/\n\s+at /.test(output), `the message contains a stack trace:\n${output}`);
    return output;
  }

  test("a port in use", async () => {
    const own = await aServiceStorage();
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    assert.match(await startAndFail({ PORT: String(port), ...own.settings }), new RegExp(`127.0.0.1:${port} is taken`));
    taken.close();
    await own.remove();
  });

  test("a data directory that is not writable", async () => {
    const own = await aDataDirectory();
    const file = join(own.path, "file");
    await writeFile(file, "");
    await chmod(file, 0o400);
    assert.match(
      await startAndFail({ ASSAY_DATA_DIR: join(file, "data") }),
      /data directory .* is not writable .*ASSAY_DATA_DIR/,
    );
    await own.remove();
  });

  test("an unreachable DATABASE_URL, and one with a wrong password", async () => {
    const own = await aDataDirectory();
    const unreachable = {
      ASSAY_DATA_DIR: own.path,
      DATABASE_URL: `postgresql://u:hidden@127.0.0.1:${await aFreePort()}/d`,
    };
    for (const role of ["all", "api"]) {
      const message = await startAndFail(unreachable, ["--role", role]);
      assert.match(message, /The database at 127\.0\.0\.1:\d+\/d cannot be used: .*Check DATABASE_URL/);
      assert.ok(!message.includes("hidden"));
    }
    const url = new URL(process.env["ASSAY_TEST_POSTGRES"] ?? "");
    url.password = "wrong";
    assert.match(
      await startAndFail({ ASSAY_DATA_DIR: own.path, DATABASE_URL: url.toString() }),
      /cannot be used: .*password.*Check DATABASE_URL/,
    );
    await own.remove();
  });

  test("a database that accepts the connection and does not respond", async () => {
    const own = await aDataDirectory();
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as { port: number };
    const message = await startAndFail({
      ASSAY_DATA_DIR: own.path,
      DATABASE_URL: `postgresql://u:p@127.0.0.1:${port}/d`,
    });
    assert.match(message, /cannot be used: .*timeout.*Check DATABASE_URL/i);
    silent.close();
    await own.remove();
  });

  test("an encryption key that does not match the database", async () => {
    const own = await aServiceStorage();
    const assay = await startAssay({ ...quiet, ...own.settings });
    assay.child.kill("SIGTERM");
    await assay.ended;
    await rm(join(own.path, "encryption-key"));
    assert.match(await startAndFail(own.settings), /encryption key differs from the one/);
    await own.remove();
  });

  test("several wrong settings", async () => {
    const message = await startAndFail({ PORT: "x", ASSAY_LOG_LEVEL: "loud" }, ["--rôle"]);
    assert.match(message, /PORT must be/);
    assert.match(message, /ASSAY_LOG_LEVEL must be/);
    assert.match(message, /--rôle is not a known argument/);
  });
});
