import assert from "node:assert/strict";
import { test } from "node:test";
import { fastify } from "fastify";
import { idSource } from "../platform/ids.ts";
import { openAdminTokenChecker } from "../tenancy/admin-token.ts";
import { openAuthenticator } from "../tenancy/authenticate.ts";
import { openRateLimiter } from "../tenancy/rate-limiter.ts";
import { openSessionFinder } from "../tenancy/session.ts";
import { testClock } from "../testing/test-clock.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { adminToken, generousLimits } from "../testing/test-server.ts";
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
    ...{ authenticator, limits: generousLimits, limiter, adminTokens },
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
