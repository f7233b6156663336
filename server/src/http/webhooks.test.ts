import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { buildOutboundRules } from "../outbound/outbound.ts";
import { useNameServers } from "../outbound/resolve-name.ts";
import { idSource } from "../platform/ids.ts";
import { expireUploads } from "../submissions/end-upload.ts";
import {
  type ACompany,
  aCompany,
  anUpload,
  aReview,
  aTarget,
  putChunk,
  submit,
  unknownId,
} from "../testing/builders.ts";
import { type ANameServer, aNameServer } from "../testing/name-server.ts";
import { testClock } from "../testing/test-clock.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

const clock = testClock();
let server: TestServer;
let company: ACompany;
let names: ANameServer;
before(async () => {
  names = await aNameServer();
  const { endpoints } = buildOutboundRules({ arePrivateAllowed: false, port: 8080 });
  const resolve = useNameServers([names.address]);
  server = await startTestServer({
    clock,
    endpoints: { ...endpoints, resolve: (name) => resolve(name).catch(() => []) },
  });
});
after(async () => {
  await server.close();
  await names.close();
});

const put = (of: ACompany, body: unknown) => server.call("/v1/webhooks", { method: "PUT", key: of.key, body });
const get = (of: ACompany) => server.call("/v1/webhooks", { key: of.key });
const deliveriesOf = async (of: ACompany, query = "") =>
  (await server.call(`/v1/webhooks/deliveries${query}`, { key: of.key })).body.deliveries as {
    id: string;
    type: string;
    status: string;
    data: Record<string, string>;
  }[];
const hook = { url: "https://example.com/hook", eventTypes: ["document.submitted", "review.created"] };

test("isActive alone switches a webhook off and on; a first registration needs an address and events", async () => {
  const own = await aCompany(server);
  for (const [body, missing] of [
    [{ isActive: false }, "url"],
    [{ url: hook.url }, "eventTypes"],
  ] as const) {
    const refused = await put(own, body);
    assert.deepEqual(
      [refused.status, refused.body.message],
      [400, `${missing} is required for the first registration`],
    );
  }
  await put(own, hook);
  for (const isActive of [false, true]) {
    const { body } = await put(own, { isActive });
    assert.deepEqual([body.url, body.eventTypes, body.isActive], [hook.url, hook.eventTypes, isActive]);
  }
});

test("the first registration returns the secret once; replacing it keeps the id and returns null", async () => {
  company = await aCompany(server);
  assert.equal((await get(company)).status, 404);
  const first = await put(company, hook);
  assert.equal(first.status, 200, first.text);
  const { id, secret, createdAt, ...rest } = first.body;
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(rest, { ...hook, isActive: true, updatedAt: null });
  assert.equal(createdAt, clock.now().toISOString());

  clock.advance(1);
  const second = await put(company, { url: "https://example.com/new", eventTypes: ["review.created"] });
  const updatedAt = clock.now().toISOString();
  const expected = { id, url: "https://example.com/new", eventTypes: ["review.created"], isActive: true, createdAt };
  assert.deepEqual(second.body, { ...expected, updatedAt, secret: null });
  const read = await get(company);
  const recentDeliveries = { total: 0, delivered: 0, failed: 0, lastDeliveredAt: null };
  assert.deepEqual(read.body, { ...expected, updatedAt, disabledReason: null, disabledAt: null, recentDeliveries });
});

test("repeating a registration changes nothing, whatever the order and repetition of event types", async () => {
  const own = await aCompany(server);
  await put(own, hook);
  clock.advance(1);
  const again = await put(own, { ...hook, eventTypes: [...hook.eventTypes, ...hook.eventTypes].reverse() });
  assert.deepEqual([again.body.updatedAt, again.body.secret, again.body.eventTypes], [null, null, hook.eventTypes]);
});

test("rotateSecret returns a new secret; no other answer contains one, and none is stored in plain text", async () => {
  const own = await aCompany(server);
  const first = (await put(own, hook)).body.secret as string;
  const second = (await put(own, { ...hook, rotateSecret: true })).body.secret as string;
  assert.ok(second !== null && second !== first);
  const shown = [(await put(own, hook)).text, (await get(own)).text].join();
  const rows = await server.database.query("SELECT row_to_json(w)::text AS row FROM webhooks w");
  const kept = JSON.stringify(rows);
  for (const secret of [first, second]) {
    assert.ok(!shown.includes(secret));
    assert.ok(!kept.includes(secret) && !kept.includes(Buffer.from(secret).toString("hex")));
  }
});

test("invalid registrations are refused with the field's name and change nothing", async () => {
  const own = await aCompany(server);
  const cases: [body: unknown, status: number, message: RegExp][] = [
    [{ eventTypes: ["review.created"] }, 400, /url/],
    [{ url: "https://example.com" }, 400, /eventTypes/],
    [{ ...hook, url: 5 }, 400, /url/],
    [{ ...hook, url: "example.com" }, 400, /url/],
    [{ ...hook, eventTypes: [] }, 400, /eventTypes/],
    [{ ...hook, eventTypes: "review.created" }, 400, /eventTypes/],
    [{ ...hook, eventTypes: ["review.deleted"] }, 400, /review\.deleted/],
    [{ ...hook, isActive: "yes" }, 400, /isActive/],
    [{ ...hook, secret: "mine" }, 400, /secret/],
    [{ ...hook, url: "http://example.com" }, 422, /https/],
    [{ ...hook, url: "https://127.0.0.1" }, 422, /not public/],
    [{ ...hook, url: "https://me:pass@example.com" }, 422, /user name/],
    [{ ...hook, url: "https://example.com:22" }, 422, /port 22/],
  ];
  for (const [body, status, message] of cases) {
    const reply = await put(own, body);
    assert.equal(reply.status, status, reply.text);
    assert.match(reply.body.message, message);
  }
  assert.equal((await get(own)).status, 404);
});

test("a host name with a private address is refused at registration; an unknown host name is accepted", async () => {
  const own = await aCompany(server);
  names.answers.set("inside.example", [["10.0.0.5"]]);
  names.answers.set("both.example", [["93.184.216.34", "127.0.0.1"]]);
  for (const url of ["https://inside.example/", "https://both.example/"]) {
    const reply = await put(own, { ...hook, url });
    assert.deepEqual([reply.status, reply.body.message], [422, "url leads to an address that is not public"]);
  }
  assert.equal((await put(own, { ...hook, url: "https://not-there-yet.example/" })).status, 200);
});

test("two concurrent first registrations create one webhook, and one of them returns the secret", async () => {
  const own = await aCompany(server);
  const replies = await Promise.all([put(own, hook), put(own, hook), put(own, hook)]);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1);
  assert.equal(replies.filter(({ body }) => body.secret !== null).length, 1);
});

test("events become deliveries for their subscribers", async () => {
  const own = await aCompany(server);
  const { controlId } = await aTarget(server, own.key);
  const entity = { businessEntityId: own.businessEntityId, controlId };
  await submit(server, own, entity);
  assert.deepEqual(await deliveriesOf(own), [], "what happened before the registration is not sent");
  await put(own, { ...hook, eventTypes: ["document.submitted"] });
  const { body } = await submit(server, own, entity);
  const [delivery, ...others] = await deliveriesOf(own);
  assert.deepEqual(others, []);
  assert.deepEqual(delivery?.data, {
    companyId: own.companyId,
    complianceReviewId: body.complianceReviewId,
    documentId: body.documentId,
    status: "queued",
  });
  await put(own, { ...hook, isActive: false });
  await submit(server, own, entity);
  assert.equal((await deliveriesOf(own)).length, 1, "a webhook that is off collects nothing");
  assert.equal((await get(own)).body.recentDeliveries.total, 1);
});

test("a chunked upload sends events for its review, its document and itself; an incomplete one for its end", async () => {
  const own = await aCompany(server);
  const eventTypes = ["document.submitted", "upload.completed", "upload.expired", "review.created"];
  await put(own, { ...hook, eventTypes });
  const whole = await anUpload(server, own, [{ fileName: "a.txt", fileSize: 5 }]);
  const abandoned = await anUpload(server, own, [{ fileName: "b.txt", fileSize: 5 }]);
  assert.equal((await putChunk(server, own, whole, 0, 0, Buffer.from("words"))).status, 200);
  clock.advance(86_400);
  await expireUploads({ db: server.database.db, clock, ids: idSource(clock) });
  const deliveries = (await deliveriesOf(own)).toReversed();
  assert.deepEqual(
    deliveries.map(({ type, data }) => [type, data["sessionId"], data["status"]]),
    [
      ["review.created", undefined, undefined],
      ["document.submitted", undefined, "queued"],
      ["upload.completed", whole.sessionId, "completed"],
      ["upload.expired", abandoned.sessionId, "expired"],
    ],
  );
});

test("a submission that is rolled back leaves no event and no delivery", async () => {
  const own = await aCompany(server);
  await put(own, hook);
  const review = await aReview(server, own);
  const before = (await server.database.query("SELECT id FROM events")).length;
  const refused = await submit(server, own, { complianceReviewId: review.id, selectedControlItemIds: '["x"]' });
  assert.equal(refused.status, 400);
  assert.equal((await server.database.query("SELECT id FROM events")).length, before);
  assert.deepEqual(await deliveriesOf(own), []);
});

test("a test event is sent whatever the subscription, once for each Idempotency-Key", async () => {
  const own = await aCompany(server);
  const call = { method: "POST", key: own.key, headers: { "idempotency-key": "k" } } as const;
  assert.equal((await server.call("/v1/webhooks/test", call)).status, 404);
  await put(own, hook);
  const first = await server.call("/v1/webhooks/test", call);
  const second = await server.call("/v1/webhooks/test", call);
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(second.body, first.body);
  assert.deepEqual([first.body.type, first.body.data], ["webhook.test", { companyId: own.companyId }]);
  assert.equal((await deliveriesOf(own)).length, 1);
  await put(own, { ...hook, isActive: false });
  const off = await server.call("/v1/webhooks/test", { method: "POST", key: own.key });
  assert.deepEqual([off.status, /not active/.test(off.body.message)], [422, true]);
  const unknown = await server.call("/v1/webhooks/test", { key: own.key, body: { to: "me" } });
  assert.equal(unknown.status, 400);
});

test("deliveries are listed newest first, in pages", async () => {
  const own = await aCompany(server);
  await put(own, hook);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    clock.advance(1);
    ids.unshift((await server.call("/v1/webhooks/test", { method: "POST", key: own.key })).body.id);
  }
  const first = await server.call("/v1/webhooks/deliveries?limit=3", { key: own.key });
  const rest = await deliveriesOf(own, `?limit=3&cursor=${first.body.nextCursor}`);
  assert.deepEqual(
    [...first.body.deliveries, ...rest].map(({ id }) => id),
    ids,
  );
});

test("a replay of an unknown or foreign delivery is 404", async () => {
  const own = await aCompany(server);
  const other = await aCompany(server);
  for (const one of [own, other]) await put(one, hook);
  const { body } = await server.call("/v1/webhooks/test", { method: "POST", key: other.key });
  for (const id of [body.id, unknownId, "nonsense"]) {
    const reply = await server.call(`/v1/webhooks/deliveries/${id}/replay`, { method: "POST", key: own.key });
    assert.deepEqual([reply.status, reply.body.message], [404, "There is no delivery with this id."]);
  }
});

test("webhooks are for company keys", async () => {
  const { key } = company.partner;
  for (const [method, url] of [
    ["PUT", "/v1/webhooks"],
    ["GET", "/v1/webhooks"],
    ["POST", "/v1/webhooks/test"],
    ["GET", "/v1/webhooks/deliveries"],
  ] as const)
    assert.equal((await server.call(url, { method, key })).status, 403, `${method} ${url}`);
});
