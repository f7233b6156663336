import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AppError } from "../platform/app-error.ts";
import { type APartner, aPartner } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";

let server: TestServer;
let partner: APartner;
const clock = testClock();
before(async () => {
  server = await startTestServer({ clock });
  partner = await aPartner(server);
});
after(() => server.close());

let keys = 0;
const nextKey = () => `request-${++keys}`;
const onboard = (idempotencyKey: string, name = "Acme", key = partner.key) =>
  server.call("/v1/onboard", { key, body: { name }, headers: { "idempotency-key": idempotencyKey } });
const companies = async () => (await server.call("/v1/companies", { key: partner.key })).body.companies.length;

test("the same key and body return the first answer, the company key included, and repeat no work", async () => {
  const key = nextKey();
  const first = await onboard(key);
  const count = await companies();
  const second = await onboard(key);
  assert.equal(second.status, 201);
  assert.equal(second.text, first.text);
  assert.equal(second.headers["location"], first.headers["location"]);
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.equal(await companies(), count);
});

test("the stored answer is encrypted", async () => {
  const { body } = await onboard(nextKey());
  const stored = await server.database.query<{ answer: Buffer }>(
    "SELECT answer FROM idempotent_requests WHERE answer IS NOT NULL",
  );
  assert.ok(stored.length > 0);
  assert.ok(stored.every(({ answer }) => !answer.toString("latin1").includes(body.companyApiKey)));
});

test("the same key with another body is 422", async () => {
  const key = nextKey();
  await onboard(key, "One");
  assert.equal((await onboard(key, "Two")).status, 422);
});

test("the same body with its members in another order is the same request", async () => {
  const headers = { "idempotency-key": nextKey(), "content-type": "application/json" };
  const send = (payload: string) => server.call("/v1/onboard", { method: "POST", key: partner.key, payload, headers });
  const first = await send('{"name":"A","city":"B"}');
  assert.equal((await send('{"city":"B","name":"A"}')).text, first.text);
});

test("a failed commit is an error, and the key is free again", async () => {
  const key = nextKey();
  const { db } = server.database;
  const { begin } = db;
  db.begin = async () => {
    const open = await begin();
    return {
      ...open,
      async commit() {
        // The connection breaks during the commit.
        await server.database.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
        );
        await open.commit();
      },
    };
  };
  const failed = await onboard(key);
  db.begin = begin;
  assert.equal(failed.status, 503);
  assert.equal(failed.headers["retry-after"], "5");
  assert.equal((await onboard(key)).status, 201);
});

test("the same key on another operation is 422", async () => {
  const key = nextKey();
  const headers = { "idempotency-key": key };
  await server.call("/v1/admin/partners", { admin: true, body: { name: "P" }, headers });
  const { body } = await server.call("/v1/admin/partners", { admin: true });
  const other = await server.call(`/v1/admin/partners/${body.partners[0].partnerId}/keys`, {
    admin: true,
    body: {},
    headers,
  });
  assert.equal(other.status, 422);
});

test("keys of different callers do not meet", async () => {
  const key = nextKey();
  const mine = await onboard(key);
  const theirs = await onboard(key, "Acme", (await aPartner(server)).key);
  assert.equal(theirs.status, 201);
  assert.notEqual(theirs.body.companyId, mine.body.companyId);
});

test("of many equal requests at once one is carried out; the others get its answer or 409", async () => {
  const key = nextKey();
  const before = await companies();
  const answers = await Promise.all(Array.from({ length: 8 }, () => onboard(key)));
  assert.equal(await companies(), before + 1);
  assert.ok(answers.every(({ status }) => status === 201 || status === 409));
  const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.companyId));
  assert.equal(ids.size, 1);
});

test("a refused request leaves the key free", async () => {
  const key = nextKey();
  assert.equal((await onboard(key, "")).status, 400);
  assert.equal((await onboard(key, "Good")).status, 201);
  const refused = nextKey();
  const body = { expiresAt: "2020-01-01T00:00:00Z" };
  const url = `/v1/admin/partners/${partner.partnerId}/keys`;
  const headers = { "idempotency-key": refused };
  assert.equal((await server.call(url, { admin: true, body, headers })).status, 422);
  assert.equal((await server.call(url, { admin: true, body: {}, headers })).status, 201);
});

test("a request whose process died is taken over when its lease has expired; its partial work is rolled back", async () => {
  const key = nextKey();
  const { db } = server.database;
  const { begin } = db;
  // The process dies after its work and before the commit: neither the work nor the answer may stay.
  db.begin = async () => {
    const open = await begin();
    return {
      ...open,
      async commit() {
        await open.rollback();
        throw new Error("killed");
      },
    };
  };
  const before = await companies();
  const { release } = db.idempotency;
  db.idempotency.release = async () => undefined;
  assert.equal((await onboard(key)).status, 500);
  db.begin = begin;
  db.idempotency.release = release;
  assert.equal(await companies(), before);
  assert.equal((await onboard(key)).status, 409);
  clock.advance(31);
  assert.equal((await onboard(key)).status, 201);
  assert.equal(await companies(), before + 1);
});

test("a key that could not be released during a database outage is free soon after it, long before its lease ends", async () => {
  const key = nextKey();
  const { db } = server.database;
  const { begin } = db;
  const { release } = db.idempotency;
  const away = new AppError("unavailable", "away", { retryAfterSeconds: 5 });
  db.begin = () => Promise.reject(away);
  db.idempotency.release = () => Promise.reject(away);
  assert.equal((await onboard(key)).status, 503);
  db.begin = begin;
  db.idempotency.release = release;
  assert.equal((await onboard(key)).status, 409);
  // The clock is stopped: the lease never expires.
  await until(async () => (await onboard(key)).status === 201);
});

test("after 24 hours the key is forgotten", async () => {
  const key = nextKey();
  const first = await onboard(key);
  clock.advance(24 * 3600);
  const later = await onboard(key);
  assert.equal(later.status, 201);
  assert.notEqual(later.body.companyId, first.body.companyId);
  clock.advance(24 * 3600);
  assert.ok((await server.database.db.idempotency.removeExpired(clock.now())) > 0);
  assert.deepEqual(await server.database.query("SELECT key FROM idempotent_requests"), []);
});

test("a malformed Idempotency-Key is 400", async () => {
  for (const key of ["", "with space", "x".repeat(256), "ü"]) assert.equal((await onboard(key)).status, 400, key);
});

/** A POST of a session or without any key sets or needs a cookie, which must not be stored; a preview changes nothing. */
test("every POST that takes an Idempotency-Key is described with it and with 409, and no other", async () => {
  const { body } = await server.call("/v1/openapi.json");
  type Post = { operationId: string; parameters?: { name: string }[]; responses: object; security: object[] };
  const paths = Object.values(body.paths as Record<string, { post?: Post }>);
  const posts = paths.flatMap(({ post }) => (post === undefined ? [] : [post]));
  const takesKey = ({ parameters = [] }: Post) => parameters.some(({ name }) => name === "Idempotency-Key");
  for (const post of posts) assert.equal(takesKey(post), "409" in post.responses, post.operationId);
  const withKeys = posts.filter(({ security }) => security.some((one) => "apiKey" in one || "administrator" in one));
  assert.ok(withKeys.length >= 18);
  const without = withKeys.filter((post) => !takesKey(post)).map(({ operationId }) => operationId);
  assert.deepEqual(without, ["previewFramework", "previewChecklist"]);
});
