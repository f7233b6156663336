import assert from "node:assert/strict";
import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { AppError } from "../platform/app-error.ts";
import { createTestDatabase, type TestDatabase, testEncryption } from "../testing/test-database.ts";
import { openDatabase } from "./database.ts";

let database: TestDatabase;

before(async () => {
  database = await createTestDatabase();
});

after(() => database.drop());

const statementMilliseconds = 200;

function openAt(url: string, { poolSize = 2, milliseconds = statementMilliseconds } = {}) {
  return openDatabase({
    ...{ url, encryption: testEncryption, poolSize, statementMilliseconds: milliseconds, onIdleError: () => undefined },
    queue: { senderOn: () => ({ enqueue: () => Promise.reject(new Error("nothing is sent from here")) }) },
  });
}

const isNotNow = (error: unknown) =>
  error instanceof AppError && error.code === "unavailable" && (error.retryAfterSeconds ?? 0) >= 1;

test("a statement that waits for a lock is given up here and in PostgreSQL, and the next one works", async () => {
  const db = openAt(database.url);
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  try {
    await holder.query("BEGIN; LOCK TABLE partners IN ACCESS EXCLUSIVE MODE");
    await assert.rejects(
      db.transaction(({ partners }) => partners.list({ limit: 1, before: undefined })),
      isNotNow,
    );
    const waiting = await database.query(
      "SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database WHERE NOT granted AND datname = current_database()",
    );
    assert.deepEqual(waiting, []);
    await holder.query("ROLLBACK");
    assert.deepEqual(await db.transaction(({ partners }) => partners.list({ limit: 1, before: undefined })), {
      entries: [],
      nextCursor: undefined,
    });
  } finally {
    await holder.end();
    await db.close();
  }
});

test("a transaction that PostgreSQL ends because of a deadlock is one to try again", async () => {
  const db = openAt(database.url, { milliseconds: 30_000 });
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  try {
    // Whoever looks first is the one that is ended: that has to be ours.
    await holder.query("SET deadlock_timeout = '1min'; BEGIN; LOCK TABLE companies IN ACCESS EXCLUSIVE MODE");
    let isHolderThrough: Promise<unknown> | undefined;
    const ours = db.transaction(async ({ partners, companies }) => {
      await partners.list({ limit: 1, before: undefined });
      isHolderThrough = holder.query("LOCK TABLE partners IN ACCESS EXCLUSIVE MODE");
      await companies.find({ companyId: "none" });
    });
    await assert.rejects(ours, (error: unknown) => isNotNow(error) && /other work/.test(String(error)));
    await isHolderThrough;
    assert.equal(db.pool.totalCount, 1, "the connection is as good as before");
  } finally {
    await holder.end();
    await db.close();
  }
});

/** A line to PostgreSQL that can fall silent: nothing is passed on any more, and nothing is closed. */
async function aLine(url: string) {
  const { searchParams, port } = new URL(url);
  const path = `${searchParams.get("host")}/.s.PGSQL.${port || 5432}`;
  const ends = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = createConnection(path);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on("data", (bytes) => !isSilent && to.write(bytes));
      from.on("close", () => to.destroy());
      from.on("error", () => undefined);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = new URL(url);
  address.search = "";
  address.hostname = "127.0.0.1";
  address.port = String((server.address() as { port: number }).port);
  return {
    url: address.toString(),
    silence(isWanted: boolean) {
      isSilent = isWanted;
    },
    async close() {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

test("a database that falls silent in mid-transaction is given up, and taken up again when it answers", async () => {
  const line = await aLine(database.url);
  const db = openAt(line.url, { poolSize: 1 });
  try {
    await db.check();
    const open = await db.begin();
    line.silence(true);
    await assert.rejects(open.stores.partners.list({ limit: 1, before: undefined }), isNotNow);
    await open.rollback();
    line.silence(false);
    // Its only connection was in an unknown state: it is another one that answers.
    await db.check();
    assert.equal(db.pool.totalCount, 1);
  } finally {
    await db.close();
    await line.close();
  }
});
