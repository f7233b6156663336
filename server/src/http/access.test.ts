import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fastify } from "fastify";
import { idSource } from "../platform/ids.ts";
import { openAdminTokenChecker } from "../tenancy/admin-token.ts";
import { openAuthenticator } from "../tenancy/authenticate.ts";
import { openRateLimiter } from "../tenancy/rate-limiter.ts";
import { openSessionFinder } from "../tenancy/session.ts";
import { testClock } from "../testing/test-clock.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { adminToken, generousLimits, startTestServer, type TestServer } from "../testing/test-server.ts";
import { guardRoutes } from "./access.ts";

test("a route without a declared access does not start; one with it is closed to everyone else", async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const clock = testClock();
  const authenticator = openAuthenticator({ apiKeys: db.apiKeys, clock, onTouchFailed: () => undefined });
  const settings = { idleSeconds: 1800, maxSeconds: 43_200 };
  const limiter = openRateLimiter({ rates: db.rates, clock });
  const ids = idSource(clock);
  const adminTokens = openAdminTokenChecker({ db, clock, ids, limiter, limits: generousLimits, adminToken });
  const app = fastify();
  guardRoutes(app, {
    ...{ authenticator, limits: generousLimits, limiter, adminTokens, db, clock, ids },
    signedIn: openSessionFinder({ sessions: db.sessions, authenticator, clock, adminToken, settings }),
  });
  const handler = async () => "open";
  assert.throws(() => app.get("/forgotten", handler), /GET \/forgotten does not declare who may call it/);
  assert.throws(() => app.post("/half", { config: { counts: "nothing" } }, handler), /POST \/half does not declare/);
  for (const access of ["public", "partner", "company", "either", "admin", "session"] as const)
    app.get(`/${access}`, { config: { access } }, handler);
  const bodyOf = async (access: string) => (await app.inject(`/${access}`)).body;
  assert.equal(await bodyOf("public"), "open");
  for (const access of ["partner", "company", "either", "admin", "session"])
    assert.notEqual(await bodyOf(access), "open", access);
  await app.close();
  await database.drop();
});

describe("guessing the administrator token", () => {
  const clock = testClock();
  let database: TestDatabase;
  let server: TestServer;
  before(async () => {
    database = await createTestDatabase();
    server = await startTestServer({ database, clock, limits: { signInPerMinute: 3 } });
  });
  after(async () => {
    await server.close();
    await database.drop();
  });

  const send = (token: string, remoteAddress: string) =>
    server.call("/v1/admin/partners", { headers: { authorization: `Bearer ${token}` }, remoteAddress });

  async function guess(remoteAddress: string, count: number): Promise<number[]> {
    const found: number[] = [];
    for (let at = 0; at < count; at++) found.push((await send(`guess-${at}`, remoteAddress)).status);
    return found;
  }

  test("an address that guesses the administrator token is blocked, also with the right token", async () => {
    clock.advance(120);
    assert.deepEqual(await guess("192.0.2.1", 4), [401, 401, 401, 429]);
    const refused = await send(adminToken, "192.0.2.1");
    assert.equal(refused.status, 429);
    assert.match(refused.body.message, /^Too many wrong administrator tokens/);
    assert.ok(Number(refused.headers["retry-after"]) >= 1);
    const signIn = await server.call("/v1/session", { body: { key: adminToken }, remoteAddress: "192.0.2.1" });
    assert.equal(signIn.status, 429);
    assert.equal((await send(adminToken, "192.0.2.2")).status, 200, "another address is not touched");
    clock.advance(60);
    assert.equal((await send(adminToken, "192.0.2.1")).status, 200);
  });

  test("guessing from many addresses blocks the token for all but those that used it lately", async () => {
    clock.advance(120);
    assert.equal((await send(adminToken, "192.0.2.50")).status, 200);
    for (let address = 100; address < 110; address++) await guess(`192.0.2.${address}`, 3);
    assert.equal((await send(adminToken, "192.0.2.200")).status, 429);
    assert.equal((await send(adminToken, "192.0.2.50")).status, 200);
  });

  test("each refused administrator token is in the audit log with its address", async () => {
    clock.advance(120);
    const { headers } = await send("guess-for-the-log", "192.0.2.9");
    const entries = await database.query("SELECT action, actor_tier, address FROM audit_log WHERE request_id = $1", [
      headers["x-request-id"],
    ]);
    assert.deepEqual(entries, [{ action: "administrator.refused", actor_tier: "unknown", address: "192.0.2.9" }]);
  });
});
