import assert from "node:assert/strict";
import { after, before, beforeEach, mock, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { type ACompany, aCompany, aTarget, submit } from "../testing/builders.ts";
import { type TestClock, testClock } from "../testing/test-clock.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";
import {
  type AReceiver,
  aReceiver,
  type Received,
  type SomeDeliveries,
  someDeliveries,
} from "../testing/webhook-receiver.ts";
import { removeOldDeliveries } from "./remove-old-deliveries.ts";

let clock: TestClock;
let server: TestServer;
let receiver: AReceiver;
let deliveries: SomeDeliveries;
before(async () => {
  clock = testClock();
  server = await startTestServer({ clock });
  receiver = await aReceiver();
  deliveries = await someDeliveries(server.database, clock);
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = (response) => response.writeHead(204).end();
});
after(async () => {
  assert.deepEqual(deliveries.errors, []);
  await deliveries.close();
  await receiver.close();
  await server.close();
});

interface CompanyWithWebhook extends ACompany {
  path: string;
  secret: string;
}

let hooks = 0;

async function aCompanyWithWebhook(eventTypes = ["document.submitted"]): Promise<CompanyWithWebhook> {
  const company = await aCompany(server);
  const path = `/hooks/${++hooks}`;
  const { body, status, text } = await put(company, { url: receiver.url + path, eventTypes });
  assert.equal(status, 200, text);
  return { ...company, path, secret: body.secret };
}

const put = (of: ACompany, body: unknown) => server.call("/v1/webhooks", { method: "PUT", key: of.key, body });
const read = async (of: ACompany) => (await server.call("/v1/webhooks", { key: of.key })).body;
const listed = async (of: ACompany) => (await server.call("/v1/webhooks/deliveries", { key: of.key })).body.deliveries;
const post = async (of: ACompany, url: string) => {
  const reply = await server.call(url, { method: "POST", key: of.key });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const sendTest = (of: ACompany): Promise<{ id: string }> => post(of, "/v1/webhooks/test");
const at = ({ path }: CompanyWithWebhook) => receiver.received.filter((one) => one.path === path);
const isDue = async () => {
  const sql = "SELECT count(*)::integer AS n FROM webhook_deliveries WHERE next_attempt_at <= $1";
  return (await server.database.query<{ n: number }>(sql, [clock.now()]))[0]?.n !== 0;
};

/** Until everything that is due has been sent and recorded. */
async function settle(): Promise<void> {
  await until(async () => {
    deliveries.loop.wake();
    await deliveries.loop.waitUntilIdle();
    return !(await isDue());
  });
}

async function advance(seconds: number): Promise<void> {
  clock.advance(seconds);
  await settle();
}

/** As a receiver does, at the time of the test's clock. */
function verify(secret: string, { headers, body }: Received) {
  mock.timers.enable({ apis: ["Date"], now: clock.now() });
  try {
    return new Webhook(secret).verify(body, headers) as Record<string, string> & { data: Record<string, string> };
  } finally {
    mock.timers.reset();
  }
}

test("an event arrives signed, small, and as the Standard Webhooks library expects it", async () => {
  const company = await aCompanyWithWebhook();
  const { controlId } = await aTarget(server, company.key);
  const { body } = await submit(server, company, { businessEntityId: company.businessEntityId, controlId });
  await until(async () => at(company).length > 0);
  await settle();
  const [received, ...more] = at(company);
  assert.ok(received && more.length === 0);
  const event = verify(company.secret, received);
  assert.deepEqual(Object.keys(event), ["type", "timestamp", "data"]);
  assert.deepEqual([event["type"], event["timestamp"]], ["document.submitted", clock.now().toISOString()]);
  assert.equal(event.data["documentId"], body.documentId);
  assert.ok(received.body.length < 20_000);
  const [delivery] = await listed(company);
  assert.equal(delivery.id, received.headers["webhook-id"]);
  assert.deepEqual([delivery.status, delivery.nextAttemptAt, delivery.attempts.length], ["delivered", null, 1]);
  assert.deepEqual([delivery.attempts[0].statusCode, delivery.attempts[0].error], [204, null]);
  assert.throws(() => verify(`whsec_${Buffer.alloc(32).toString("base64")}`, received), /No matching signature/);
});

test("retries keep the id and the body, have new timestamps, and end with the first success", async () => {
  const company = await aCompanyWithWebhook();
  let failures = 3;
  receiver.answer = (response) => response.writeHead(failures-- > 0 ? 500 : 200).end("not today\0");
  const { id } = await sendTest(company);
  await settle();
  for (const seconds of [6, 331, 1981]) await advance(seconds);
  await advance(86_400);
  const received = at(company);
  assert.equal(received.length, 4);
  assert.deepEqual(new Set(received.map(({ headers }) => headers["webhook-id"])), new Set([id]));
  assert.equal(new Set(received.map(({ body }) => body)).size, 1);
  assert.equal(new Set(received.map(({ headers }) => headers["webhook-timestamp"])).size, 4);
  const [delivery] = await listed(company);
  assert.equal(delivery.status, "delivered");
  assert.deepEqual(
    delivery.attempts.map((one: Record<string, unknown>) => [one["statusCode"], one["error"], one["responseStart"]]),
    [...Array.from({ length: 3 }, () => [500, "status", "not today?"]), [200, null, null]],
  );
  assert.deepEqual((await read(company)).recentDeliveries.delivered, 1);
});

test("an event fails after ten attempts and can be replayed with its id", async () => {
  const company = await aCompanyWithWebhook();
  receiver.answer = (response) => response.writeHead(500).end();
  const { id } = await sendTest(company);
  await settle();
  // The nine delays with the maximum jitter.
  for (const hours of [0.01, 0.1, 0.6, 2.3, 5.6, 11.1, 15.5, 22.1, 26.5]) await advance(hours * 3600);
  await advance(48 * 3600);
  assert.equal(at(company).length, 10);
  const summary = (await read(company)).recentDeliveries;
  assert.deepEqual([summary.total, summary.delivered, summary.failed], [1, 0, 1]);
  assert.equal((await listed(company))[0].status, "failed");

  receiver.answer = (response) => response.writeHead(200).end();
  assert.equal((await post(company, `/v1/webhooks/deliveries/${id}/replay`)).status, "pending");
  await settle();
  assert.equal(at(company).at(-1)?.headers["webhook-id"], id);
  const after = (await read(company)).recentDeliveries;
  assert.deepEqual([after.total, after.delivered, after.failed], [1, 1, 0]);
  assert.equal(after.lastDeliveredAt, clock.now().toISOString());
});

test("a delivered event stays delivered even if its replays fail", async () => {
  const company = await aCompanyWithWebhook();
  const { id } = await sendTest(company);
  await settle();
  receiver.answer = (response) => response.writeHead(500).end();
  assert.equal((await post(company, `/v1/webhooks/deliveries/${id}/replay`)).status, "delivered");
  await settle();
  const [delivery] = await listed(company);
  assert.deepEqual([delivery.status, delivery.attempts.length], ["delivered", 2]);
  assert.ok(delivery.nextAttemptAt);
});

test("Retry-After is obeyed", async () => {
  const company = await aCompanyWithWebhook();
  receiver.answer = (response) => response.writeHead(429, { "retry-after": "100" }).end();
  await sendTest(company);
  await settle();
  await advance(90);
  assert.equal(at(company).length, 1);
  await advance(11);
  assert.equal(at(company).length, 2);
});

test("after a rotation both secrets sign for 24 hours, then the new one alone", async () => {
  const company = await aCompanyWithWebhook();
  const url = receiver.url + company.path;
  const { body } = await put(company, { url, eventTypes: ["document.submitted"], rotateSecret: true });
  await sendTest(company);
  await settle();
  const [during] = at(company);
  assert.ok(during);
  for (const secret of [company.secret, body.secret]) assert.equal(verify(secret, during)["type"], "webhook.test");
  clock.advance(24 * 3600);
  await sendTest(company);
  await settle();
  const after = at(company)[1];
  assert.equal(after?.headers["webhook-signature"]?.split(" ").length, 1);
  assert.ok(after);
  assert.throws(() => verify(company.secret, after), /No matching signature/);
  assert.equal(verify(body.secret, after)["type"], "webhook.test");
});

test("410 disables the webhook at once, visibly and in the audit log; PUT enables it and pending events are sent", async () => {
  const company = await aCompanyWithWebhook();
  receiver.answer = (response) => response.writeHead(503).end();
  const waiting = await sendTest(company);
  await settle();
  receiver.answer = (response) => response.writeHead(410).end();
  const last = await sendTest(company);
  await settle();
  const webhook = await read(company);
  assert.deepEqual(
    [webhook.isActive, webhook.disabledReason, webhook.disabledAt],
    [false, "gone", clock.now().toISOString()],
  );
  const entries = await server.database.query(
    "SELECT actor_tier, details FROM audit_log WHERE action = 'webhook.disabled' AND subject_id = $1",
    [webhook.id],
  );
  assert.deepEqual(entries, [{ actor_tier: "system", details: { reason: "gone", companyId: company.companyId } }]);
  const states = Object.fromEntries(
    (await listed(company)).map((one: { id: string; status: string }) => [one.id, one.status]),
  );
  assert.deepEqual(states, { [waiting.id]: "pending", [last.id]: "failed" });
  await advance(3600);
  assert.equal(at(company).length, 2, "nothing is sent to a webhook that is off");

  receiver.answer = (response) => response.writeHead(200).end();
  await put(company, { url: receiver.url + company.path, eventTypes: ["document.submitted"] });
  await settle();
  assert.equal(at(company).at(-1)?.headers["webhook-id"], waiting.id);
  const again = await read(company);
  assert.deepEqual([again.isActive, again.disabledReason, again.disabledAt], [true, null, null]);
});

test("five days without a success disable the webhook; a success restarts the five days", async () => {
  const company = await aCompanyWithWebhook();
  const day = 86_400;
  const failing = async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    await sendTest(company);
    await settle();
  };
  await failing();
  await advance(4 * day);
  receiver.answer = (response) => response.writeHead(200).end();
  await sendTest(company);
  await settle();
  await failing();
  await advance(4.9 * day);
  assert.equal((await read(company)).isActive, true);
  clock.advance(0.2 * day);
  await failing();
  const webhook = await read(company);
  assert.deepEqual([webhook.isActive, webhook.disabledReason], [false, "failing"]);
  const sql = "SELECT 1 FROM audit_log WHERE action = 'webhook.disabled' AND subject_id = $1";
  assert.equal((await server.database.query(sql, [webhook.id])).length, 1);
});

test("an endpoint that hangs delays nobody else's events", async () => {
  const slow = await aCompanyWithWebhook();
  const quick = await aCompanyWithWebhook();
  const hanging: (() => void)[] = [];
  receiver.answer = (response, { path }) => {
    if (path === slow.path) hanging.push(() => response.writeHead(200).end());
    else response.writeHead(200).end();
  };
  for (let i = 0; i < 40; i++) await sendTest(slow);
  await until(async () => hanging.length === 16);
  for (let i = 0; i < 40; i++) await sendTest(quick);
  await until(async () => at(quick).length === 40);
  assert.equal(at(slow).length, 16, "sixteen at once for one endpoint, and no more");
  await until(async () => {
    for (const answer of hanging.splice(0)) answer();
    return at(slow).length === 40;
  });
  await settle();
  assert.equal((await read(slow)).recentDeliveries.delivered, 40);
});

test("two processes on one database send each event once, and one continues when the other ends", async (t) => {
  const companies = await Promise.all(Array.from({ length: 4 }, () => aCompanyWithWebhook()));
  const other = await someDeliveries(server.database, clock);
  t.after(() => other.close());
  const sent = await Promise.all(companies.map((company) => Array.fromAsync({ length: 25 }, () => sendTest(company))));
  await until(async () => companies.every((company) => at(company).length >= 25));
  await other.close();
  const more = await Promise.all(companies.map(sendTest));
  await until(async () => companies.every((company) => at(company).length >= 26));
  await settle();
  const ids = companies.flatMap(at).map(({ headers }) => headers["webhook-id"]);
  assert.deepEqual(ids.toSorted(), [...sent.flat(), ...more].map(({ id }) => id).toSorted());
});

test("stopping does not wait for a hanging endpoint, and does not count as its failure", async () => {
  const company = await aCompanyWithWebhook();
  const { id } = await sendTest(company);
  await settle();
  await deliveries.close();
  receiver.answer = () => undefined;
  const stopping = await someDeliveries(server.database, clock);
  await post(company, `/v1/webhooks/deliveries/${id}/replay`);
  await until(async () => at(company).length === 2);
  await stopping.close();
  assert.deepEqual(stopping.errors, []);
  assert.equal((await listed(company))[0].attempts.length, 1);
  receiver.answer = (response) => response.writeHead(200).end();
  deliveries = await someDeliveries(server.database, clock);
  await until(async () => at(company).length === 3);
  await settle();
  const attempts = (await listed(company))[0].attempts as { error: string | null }[];
  assert.deepEqual(
    attempts.map(({ error }) => error),
    [null, null],
  );
});

test("deliveries continue after the database has closed the listening connection", async () => {
  const company = await aCompanyWithWebhook();
  await server.database.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'assay-listener' AND datname = current_database()",
  );
  const { id } = await sendTest(company);
  await until(async () => at(company).some(({ headers }) => headers["webhook-id"] === id));
  await settle();
  assert.ok(deliveries.errors.splice(0).length > 0);
});

test("counts cover seven days; attempts, deliveries and events are removed after thirty", async () => {
  const company = await aCompanyWithWebhook();
  await sendTest(company);
  await settle();
  const deliveredAt = clock.now().toISOString();
  clock.advance(7 * 86_400 - 1);
  assert.equal((await read(company)).recentDeliveries.total, 1);
  clock.advance(2);
  assert.deepEqual((await read(company)).recentDeliveries, {
    ...{ total: 0, delivered: 0, failed: 0 },
    lastDeliveredAt: deliveredAt,
  });
  const deps = { db: server.database.db, clock };
  await removeOldDeliveries(deps);
  assert.equal((await listed(company)).length, 1);
  clock.advance(23 * 86_400);
  await removeOldDeliveries(deps);
  assert.equal((await listed(company)).length, 0);
  for (const table of ["webhook_attempts", "webhook_deliveries", "events"])
    assert.deepEqual(await server.database.query(`SELECT * FROM ${table}`), [], table);
});
