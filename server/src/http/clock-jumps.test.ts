import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aCompany, aPartner } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

/** The clock was a day ahead and is corrected. */

const daySeconds = 86_400;
const clock = testClock();
let server: TestServer;

before(async () => {
  server = await startTestServer({ clock, limits: { partnerPerMinute: 4 } });
});

after(() => server.close());

const read = async (on: TestServer, key: string) => (await on.call("/v1/compliance-frameworks", { key })).status;

test("a limit used up while the clock was ahead does not block the caller until the clock catches up, on any node", async () => {
  const { key } = await aPartner(server);
  clock.advance(daySeconds);
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) statuses.push(await read(server, key));
  assert.deepEqual(statuses, [200, 200, 200, 200, 429]);
  clock.advance(-daySeconds);
  const limits = { partnerPerMinute: 4 };
  const another = await startTestServer({ clock, limits, database: server.database });
  try {
    assert.equal(await read(another, key), 200);
    assert.equal(await read(server, key), 200);
  } finally {
    await another.close();
  }
});

test("a key cached while the clock was ahead is looked up again", async () => {
  const { key } = await aCompany(server);
  clock.advance(daySeconds);
  assert.equal(await read(server, key), 200);
  clock.advance(-daySeconds);
  // Revoked without a notification, as if it had been lost.
  await server.database.query("UPDATE api_keys SET revoked_at = now()");
  assert.equal(await read(server, key), 401);
});

test("a request interrupted while the clock was ahead can be repeated", async () => {
  const { key } = await aCompany(server);
  const call = () =>
    server.call("/v1/business-entities", {
      ...{ method: "POST", key, body: { name: "Again" }, headers: { "idempotency-key": "once" } },
    });
  clock.advance(daySeconds);
  assert.equal((await call()).status, 201);
  // The state that a crashed process leaves.
  await server.database.query(
    "UPDATE idempotent_requests SET answer = NULL, lease_until = $1, expires_at = $1 WHERE key = 'once'",
    [new Date(clock.now().getTime() + 30_000)],
  );
  assert.equal((await call()).status, 409);
  clock.advance(-daySeconds);
  assert.equal((await call()).status, 201);
});
