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
    queue: { senderOn: () => ({ enqueue: () => Promise.reject(new Error("this test enqueues no jobs")) }) },
  });
}

const isRetryable = (error: unknown) =>
  error instanceof AppError && error.code === "unavailable" && (error.retryAfterSeconds ?? 0) >= 1;

test("a statement that waits for a lock is cancelled in PostgreSQL, and the next one works", async () => {
  const db = openAt(database.url);
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  try {
    await holder.query("BEGIN; LOCK TABLE partners IN ACCESS EXCLUSIVE MODE");
    await assert.rejects(
      db.transaction(({ partners }) => partners.list({ limit: 1, before: undefined })),
      isRetryable,
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

test("a transaction that PostgreSQL aborts because of a deadlock is retryable", async () => {
  const db = openAt(database.url, { milliseconds: 30_000 });
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  try {
    // The session that detects the deadlock first is aborted: this must be the one of `db`.
    await holder.query("SET deadlock_timeout = '1min'; BEGIN; LOCK TABLE companies IN ACCESS EXCLUSIVE MODE");
    let holderLocked: Promise<unknown> | undefined;
    const ours = db.transaction(async ({ partners, companies }) => {
      await partners.list({ limit: 1, before: undefined });
      holderLocked = holder.query("LOCK TABLE partners IN ACCESS EXCLUSIVE MODE");
      await companies.find({ companyId: "none" });
    });
    await assert.rejects(ours, (error: unknown) => isRetryable(error) && /concurrent change/.test(String(error)));
    await holderLocked;
    assert.equal(db.pool.totalCount, 1, "the connection stays in the pool");
  } finally {
    await holder.end();
    await db.close();
  }
});

/** A proxy to PostgreSQL that can stop forwarding without closing connections. */
async function aProxy(url: string) {
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
    setSilent(value: boolean) {
      isSilent = value;
    },
    async close() {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

test("a transaction fails when the database falls silent, and a new connection works when it answers again", async () => {
  const proxy = await aProxy(database.url);
  const db = openAt(proxy.url, { poolSize: 1 });
  try {
    await db.check();
    const open = await db.begin();
    proxy.setSilent(true);
    await assert.rejects(open.stores.partners.list({ limit: 1, before: undefined }), isRetryable);
    await open.rollback();
    proxy.setSilent(false);
    // The pool has replaced its only connection.
    await db.check();
    assert.equal(db.pool.totalCount, 1);
  } finally {
    await db.close();
    await proxy.close();
  }
});

test("a prepared statement whose columns were changed by a migration fails once and is then prepared again", async () => {
  const db = openAt(database.url, { poolSize: 1 });
  const listPartners = () => db.transaction(({ partners }) => partners.list({ limit: 1, before: undefined }));
  try {
    await listPartners();
    await database.query("ALTER TABLE partners ALTER COLUMN name TYPE varchar(300)");
    await assert.rejects(listPartners(), /cached plan must not change result type/);
    assert.deepEqual((await listPartners()).entries, []);
  } finally {
    await database.query("ALTER TABLE partners ALTER COLUMN name TYPE text");
    await db.close();
  }
});
