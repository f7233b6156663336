import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pino } from "pino";
import { type ACompany, aCompany, aSession } from "../testing/builders.ts";
import { type TestClock, testClock } from "../testing/test-clock.ts";
import { adminToken, type Call, startTestServer, type TestServer } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";

let server: TestServer;
let company: ACompany;
let clock: TestClock;
const logged: string[] = [];
before(async () => {
  clock = testClock();
  const logger = pino({ level: "trace" }, { write: (line: string) => logged.push(line) });
  server = await startTestServer({ clock, logger });
  company = await aCompany(server);
});
after(() => server.close());

/** The headers that the portal sends. */
const fromPortal = { "x-assay-session": "1", "sec-fetch-site": "same-origin" };

const signIn = (key: string) => aSession(server, key);

const by = (cookie: string, call: Call = {}): Call => ({
  ...call,
  headers: { cookie, ...fromPortal, ...call.headers },
});
const whoIs = (cookie: string, on: TestServer = server) => on.call("/v1/session", by(cookie));

test("every kind of key can sign in, and the session names its owner", async () => {
  const admin = await whoIs(await signIn(adminToken));
  assert.deepEqual([admin.status, admin.body.role, admin.body.name, admin.body.keyId], [200, "admin", null, null]);
  const partner = await whoIs(await signIn(company.partner.key));
  assert.deepEqual(
    [partner.body.role, partner.body.name, partner.body.partnerId, partner.body.companyId],
    ["partner", "Consultancy", company.partner.partnerId, null],
  );
  const { body } = await whoIs(await signIn(company.key));
  assert.deepEqual([body.role, body.name, body.companyId], ["company", "Acme GmbH", company.companyId]);
  assert.equal(Date.parse(body.expiresAt) - Date.parse(body.createdAt), 12 * 3600 * 1000);
  assert.equal(body.idleSeconds, 1800);
});

test("the cookie is HttpOnly, SameSite=Strict and sent to the API only", async (t) => {
  const plain = await server.call("/v1/session", { body: { key: company.key } });
  assert.match(
    plain.headers["set-cookie"] ?? "",
    /^assay_session=[\w-]{43}; Path=\/v1; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  );
  const behindProxy = await startTestServer({ database: server.database, clock, trustedProxies: ["127.0.0.1"] });
  t.after(() => behindProxy.close());
  const secure = await behindProxy.call("/v1/session", {
    body: { key: company.key },
    headers: { "x-forwarded-proto": "https" },
  });
  const cookie = secure.headers["set-cookie"] ?? "";
  assert.match(cookie, /^__Host-assay_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/);
  const planted = cookie.split(";")[0]?.replace("__Host-", "") ?? "";
  const headers = { "x-forwarded-proto": "https", cookie: planted };
  assert.equal((await behindProxy.call("/v1/session", { headers })).status, 401, "only the host's own cookie counts");
  const own = { ...headers, cookie: cookie.split(";")[0] ?? "" };
  assert.equal((await behindProxy.call("/v1/session", { headers: own })).status, 200);
});

test("of two different session cookies neither counts", async () => {
  const [first, second] = [await signIn(company.key), await signIn(company.key)];
  assert.equal((await whoIs(`${first}; ${second}`)).status, 401);
  assert.equal((await whoIs(`${first}; ${first}`)).status, 200);
});

test("signing in again ends the session that the browser had", async () => {
  const earlier = await signIn(company.key);
  const again = await server.call("/v1/session", { body: { key: company.key }, headers: { cookie: earlier } });
  assert.equal(again.status, 200);
  assert.equal((await whoIs(earlier)).status, 401);
  assert.equal((await whoIs(again.headers["set-cookie"]?.split(";")[0] ?? "")).status, 200);
});

test("a session has the rights of its key and no others", async () => {
  const [admin, partner, own] = [
    await signIn(adminToken),
    await signIn(company.partner.key),
    await signIn(company.key),
  ];
  const expected: [string, string, number][] = [
    [admin, "/v1/admin/partners", 200],
    [admin, "/v1/companies", 403],
    [admin, "/v1/documents", 403],
    [admin, "/v1/compliance-frameworks", 403],
    [partner, "/v1/admin/partners", 403],
    [partner, "/v1/companies", 200],
    [partner, "/v1/documents", 403],
    [partner, "/v1/compliance-frameworks", 200],
    [own, "/v1/admin/partners", 403],
    [own, "/v1/companies", 403],
    [own, "/v1/documents", 200],
    [own, `/v1/companies/${company.companyId}`, 200],
  ];
  for (const [cookie, url, status] of expected)
    assert.equal((await server.call(url, by(cookie))).status, status, `${url} by ${cookie}`);
  const stranger = await aCompany(server);
  assert.equal((await server.call(`/v1/companies/${stranger.companyId}`, by(own))).status, 404);
});

test("a key in the header takes precedence over a cookie", async () => {
  const other = await aCompany(server, { name: "Other" });
  const cookie = await signIn(company.key);
  const { body } = await server.call(`/v1/companies/${other.companyId}`, { key: other.key, headers: { cookie } });
  assert.equal(body.name, "Other");
  const wrong = await server.call("/v1/documents", { key: "assay_company_wrong", headers: { cookie } });
  assert.equal(wrong.status, 401);
});

test("a change by cookie without the same-origin proof is refused", async () => {
  const cookie = await signIn(company.key);
  const url = `/v1/companies/${company.companyId}`;
  const change = (headers: Record<string, string>) =>
    server.call(url, {
      method: "PATCH",
      body: { city: "Forged" },
      headers: { cookie, host: "assay.test", ...headers },
    });
  const refused: Record<string, string>[] = [
    {},
    { "sec-fetch-site": "same-origin" },
    { "x-assay-session": "1", "sec-fetch-site": "cross-site" },
    { "x-assay-session": "1", "sec-fetch-site": "same-site" },
    { "x-assay-session": "1", "sec-fetch-site": "none" },
    { "x-assay-session": "1", origin: "https://evil.test" },
    { "x-assay-session": "1", origin: "null" },
    { "x-assay-session": "yes", origin: "https://assay.test" },
  ];
  for (const headers of refused) {
    const reply = await change(headers);
    assert.deepEqual([reply.status, reply.headers["x-error-code"]], [403, "not_same_origin"], JSON.stringify(headers));
  }
  assert.equal((await server.call(url, by(cookie))).body.city, null);
  for (const headers of [{}, { origin: "https://assay.test" }, { "sec-fetch-site": "same-origin" }])
    assert.equal((await change({ "x-assay-session": "1", ...headers })).status, 200, JSON.stringify(headers));
  assert.equal((await server.call("/v1/session", { method: "DELETE", headers: { cookie } })).status, 403);
  assert.equal((await whoIs(cookie)).status, 200, "a forged sign-out has no effect");
});

test("no page of another origin can sign a browser in", async () => {
  const reply = await server.call("/v1/session", {
    body: { key: company.key },
    headers: { "sec-fetch-site": "cross-site", origin: "https://evil.test" },
  });
  assert.deepEqual([reply.status, reply.headers["set-cookie"]], [403, undefined]);
});

test("a session ends 30 minutes after its last use and 12 hours after signing in", async () => {
  const idle = await signIn(company.key);
  const busy = await signIn(company.key);
  clock.advance(29 * 60);
  assert.equal((await whoIs(busy)).status, 200);
  clock.advance(60);
  assert.equal((await whoIs(idle)).status, 401);
  for (let minutes = 30; minutes < 12 * 60; minutes += 15) {
    assert.equal((await whoIs(busy)).status, 200, `after ${minutes} minutes`);
    clock.advance(15 * 60);
  }
  assert.equal((await whoIs(busy)).status, 401);
});

test("background refreshes do not keep a session alive", async () => {
  const cookie = await signIn(company.key);
  const refresh = () => server.call("/v1/documents", by(cookie, { headers: { "x-assay-background": "1" } }));
  for (let minutes = 0; minutes < 30; minutes += 5) {
    assert.equal((await refresh()).status, 200, `after ${minutes} minutes`);
    clock.advance(5 * 60);
  }
  assert.equal((await refresh()).status, 401);
});

test("revoking a key ends its sessions at once, on every node, without delay", async (t) => {
  const node = await startTestServer({ database: server.database, clock });
  t.after(() => node.close());
  const { body: issued } = await server.call(`/v1/admin/companies/${company.companyId}/keys`, {
    admin: true,
    body: {},
  });
  const cookie = await signIn(issued.apiKey);
  assert.equal((await whoIs(cookie, node)).status, 200, "any node accepts the session");
  await server.call(`/v1/admin/keys/${issued.keyId}`, { method: "DELETE", admin: true });
  await until(async () => (await whoIs(cookie)).status === 401);
  await until(async () => (await whoIs(cookie, node)).status === 401);
});

test("a session ends when its key expires", async () => {
  const expiresAt = new Date(clock.now().getTime() + 60_000).toISOString();
  const url = `/v1/admin/companies/${company.companyId}/keys`;
  const { body: issued } = await server.call(url, { admin: true, body: { expiresAt } });
  const cookie = await signIn(issued.apiKey);
  clock.advance(59);
  assert.equal((await whoIs(cookie)).status, 200);
  clock.advance(1);
  assert.equal((await whoIs(cookie)).status, 401);
});

test("signing out ends this session; with everywhere, all sessions of the key and no others", async () => {
  const [first, second, third] = [await signIn(company.key), await signIn(company.key), await signIn(company.key)];
  const admin = await signIn(adminToken);
  const out = await server.call("/v1/session", by(first, { method: "DELETE" }));
  assert.equal(out.status, 204);
  assert.match(out.headers["set-cookie"] ?? "", /^assay_session=; .*Max-Age=0/);
  assert.deepEqual([(await whoIs(first)).status, (await whoIs(second)).status], [401, 200]);
  await server.call("/v1/session?everywhere=true", by(second, { method: "DELETE" }));
  assert.deepEqual([(await whoIs(second)).status, (await whoIs(third)).status], [401, 401]);
  assert.equal((await whoIs(admin)).status, 200);
  const others = await Promise.all([signIn(adminToken), signIn(company.key)]);
  await server.call("/v1/session?everywhere=true", by(admin, { method: "DELETE" }));
  assert.deepEqual(await Promise.all(others.map(async (cookie) => (await whoIs(cookie)).status)), [401, 200]);
});

test("attempts to sign in are limited per address, and valid sessions are unaffected", async (t) => {
  const guarded = await startTestServer({ database: server.database, clock, limits: { signInPerMinute: 3 } });
  t.after(() => guarded.close());
  const cookie = await signIn(company.key);
  const attempt = (key: string) => guarded.call("/v1/session", { body: { key }, remoteAddress: "192.0.2.7" });
  for (let i = 0; i < 3; i++) assert.equal((await attempt(`guess ${i}`)).status, 401);
  const refused = await attempt(company.key);
  assert.equal(refused.status, 429, "not even the right key is looked at any more");
  assert.match(refused.body.message, /^Too many attempts to sign in/);
  assert.ok(Number(refused.headers["retry-after"]) >= 1);
  assert.equal((await guarded.call("/v1/session", { ...by(cookie), remoteAddress: "192.0.2.7" })).status, 200);
  clock.advance(60);
  assert.equal((await attempt(company.key)).status, 200);
});

test("an address over its limit gets no look-up of unknown cookies", async (t) => {
  const guarded = await startTestServer({ database: server.database, clock, limits: { addressPerMinute: 2 } });
  t.after(() => guarded.close());
  const call = (cookie: string) => guarded.call("/v1/session", { ...by(cookie), remoteAddress: "192.0.2.8" });
  const made = `assay_session=${"A".repeat(43)}`;
  assert.deepEqual([(await call(made)).status, (await call(made)).status, (await call(made)).status], [401, 401, 429]);
});

test("successful and failed sign-ins are in the audit log, without the key", async () => {
  const refused = await server.call("/v1/session", { body: { key: "assay_company_guessed" } });
  const started = await server.call("/v1/session", { body: { key: company.key } });
  const entries = await server.database.query<{ action: string; actor_tier: string; actor_key_id: string | null }>(
    "SELECT action, actor_tier, actor_key_id, details FROM audit_log WHERE request_id = ANY($1) ORDER BY id",
    [[refused.headers["x-request-id"], started.headers["x-request-id"]]],
  );
  assert.deepEqual(
    entries.map(({ action, actor_tier }) => [action, actor_tier]),
    [
      ["session.refused", "unknown"],
      ["session.started", "company"],
    ],
  );
  assert.ok(entries[1]?.actor_key_id);
  assert.ok(!JSON.stringify(entries).includes("guessed"));
});

test("neither a key nor a cookie's value is in any log line, in an answer or in the database", async () => {
  const cookie = await signIn(company.key);
  const secret = cookie.split("=")[1] ?? "";
  await server.call("/v1/documents", by(cookie));
  await server.call("/v1/session", { body: { key: `${company.key}x` } });
  const answer = await whoIs(cookie);
  const rows = await server.database.query("SELECT row_to_json(s)::text AS row FROM portal_sessions s");
  for (const text of [logged.join(""), answer.text, JSON.stringify(answer.headers), JSON.stringify(rows)]) {
    for (const hidden of [secret, company.key, adminToken]) assert.ok(!text.includes(hidden));
  }
});

test("a malformed cookie authenticates nobody", async () => {
  for (const cookie of ["", "assay_session", "assay_session=", "assay_session=short", "other=1; x"])
    assert.equal((await server.call("/v1/session", { headers: { cookie } })).status, 401, cookie);
  const cookie = await signIn(company.key);
  const among = await server.call("/v1/session", { headers: { cookie: `a=b; ${cookie}; c=d` } });
  assert.equal(among.status, 200);
});

test("expired sessions are removed", async () => {
  await signIn(company.key);
  clock.advance(13 * 3600);
  const now = clock.now();
  const { db } = server.database;
  assert.ok((await db.sessions.removeEnded(now, new Date(now.getTime() - 1_800_000))) > 0);
  assert.deepEqual(await server.database.query("SELECT 1 FROM portal_sessions"), []);
});
