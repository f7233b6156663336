import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readShippedCatalogue } from "../catalogue/shipped-catalogue.ts";
import { aCompany, aPartner, aPerson, aReview, controlOf, unknownId } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { adminToken, startTestServer, type TestServer } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";

let server: TestServer;
const clock = testClock();
before(async () => {
  server = await startTestServer({ clock });
});
after(() => server.close());

test("partners are renamed, and found by a part of their name", async () => {
  const partner = await aPartner(server);
  const url = `/v1/admin/partners/${partner.partnerId}`;
  const renamed = await server.call(url, { admin: true, method: "PATCH", body: { name: "Größe & 100 % GmbH" } });
  assert.deepEqual([renamed.status, renamed.body.name], [200, "Größe & 100 % GmbH"]);
  const find = async (name: string) => {
    const { body } = await server.call(`/v1/admin/partners?name=${encodeURIComponent(name)}`, { admin: true });
    return body.partners.map(({ partnerId }: { partnerId: string }) => partnerId);
  };
  assert.deepEqual(await find("GRÖSSE"), []);
  assert.deepEqual(await find("größe & 100 %"), [partner.partnerId]);
  assert.deepEqual(await find("GMBH"), [partner.partnerId]);
  const unknown = await server.call(`/v1/admin/partners/${"0".repeat(26)}`, {
    ...{ admin: true, method: "PATCH", body: { name: "Nobody" } },
  });
  assert.equal(unknown.status, 404);
});

test("a suspended partner's keys, people and links are refused until it is resumed, and those of its companies", async () => {
  const company = await aCompany(server);
  const { partner, companyId } = company;
  const person = await aPerson(server, { key: company.key, role: "company_owner" });
  const stranger = await aCompany(server);
  const review = await aReview(server, company);
  const linked = await person.call(`/v1/compliance-reviews/${review.id}/links`, { body: { label: "Auditor" } });
  assert.equal(linked.status, 201, linked.text);
  const opened = await server.call("/v1/session/review-link", { body: { token: linked.body.token } });
  assert.equal(opened.status, 200, opened.text);
  const auditor = { cookie: opened.headers["set-cookie"]?.split(";", 1)[0] ?? "", "x-assay-session": "1" };
  const suspend = (isSuspended: boolean) =>
    server.call(`/v1/admin/partners/${partner.partnerId}/suspension`, {
      ...{ method: "PUT", admin: true, body: { isSuspended } },
    });
  const everybody = () =>
    Promise.all([
      server.call(`/v1/companies/${companyId}`, { key: partner.key }),
      server.call("/v1/me", { key: company.key }),
      person.call("/v1/me"),
      person.call("/v1/account"),
      server.call("/v1/session", { body: { key: company.key } }),
    ]);
  const readByLink = () => server.call(`/v1/compliance-reviews/${review.id}`, { headers: auditor });
  assert.deepEqual(new Set((await everybody()).map(({ status }) => status)), new Set([200]));
  assert.equal((await readByLink()).status, 200);

  const { body } = await suspend(true);
  assert.equal(body.suspendedAt, clock.now().toISOString());
  clock.advance(1);
  for (const { status, headers, text } of await everybody())
    assert.deepEqual([status, headers["x-error-code"]], [403, "partner_suspended"], text);
  assert.equal((await readByLink()).status, 401);
  assert.equal((await person.call("/v1/session")).status, 200, "the portal can say who is signed in");
  assert.equal((await server.call("/v1/me", { key: stranger.key })).status, 200);
  assert.equal((await suspend(true)).body.suspendedAt, body.suspendedAt, "it keeps its time");

  assert.equal((await suspend(false)).body.suspendedAt, null);
  clock.advance(1);
  assert.deepEqual(new Set((await everybody()).map(({ status }) => status)), new Set([200]));
  assert.equal((await readByLink()).status, 200);
});

test("a partner's whitelist can be removed", async () => {
  const partner = await aPartner(server);
  const url = `/v1/admin/partners/${partner.partnerId}/whitelist`;
  const put = (body: unknown) => server.call(url, { method: "PUT", admin: true, body });
  const { body: narrowed } = await put({ frameworkIds: [] });
  assert.deepEqual(narrowed.frameworkIds, []);
  const { body: wide } = await put({ frameworkIds: null });
  assert.deepEqual([wide.frameworkIds, wide.controlIds], [null, null]);
});

test("a partner is created with a key that works and is shown only then", async () => {
  const { status, body } = await server.call("/v1/admin/partners", { admin: true, body: { name: "GRC House" } });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body).sort(), ["apiKey", "name", "partnerId"]);
  assert.match(body.apiKey, /^assay_partner_[0-9A-Za-z]{38}$/);
  assert.equal((await server.call("/v1/companies", { key: body.apiKey })).status, 200);

  const { text, body: keys } = await server.call(`/v1/admin/partners/${body.partnerId}/keys`, { admin: true });
  assert.ok(!text.includes(body.apiKey));
  assert.equal(keys.keys[0].prefix, body.apiKey.slice(0, 18));
  assert.equal(keys.keys[0].lastFour, body.apiKey.slice(-4));
  const stored = await server.database.query<{ row: string }>("SELECT k::text AS row FROM api_keys k");
  assert.ok(!JSON.stringify(stored).includes(body.apiKey));
  const listed = await server.call("/v1/admin/partners", { admin: true });
  assert.deepEqual(listed.body.partners[0], {
    partnerId: body.partnerId,
    name: "GRC House",
    frameworkIds: null,
    controlIds: null,
    limits: {},
    createdAt: clock.now().toISOString(),
    suspendedAt: null,
  });
});

test("several keys are active at the same time; a revoked one is 401 at once and the others keep working", async () => {
  const partner = await aPartner(server);
  const second = await server.call(`/v1/admin/partners/${partner.partnerId}/keys`, { admin: true, body: {} });
  assert.equal(second.status, 201);
  for (const key of [partner.key, second.body.apiKey])
    assert.equal((await server.call("/v1/companies", { key })).status, 200);
  const revoked = await server.call(`/v1/admin/keys/${second.body.keyId}`, { method: "DELETE", admin: true });
  assert.equal(revoked.status, 204);
  assert.equal(revoked.text, "");
  assert.equal((await server.call("/v1/companies", { key: second.body.apiKey })).status, 401);
  assert.equal((await server.call("/v1/companies", { key: partner.key })).status, 200);
  assert.equal(
    (await server.call(`/v1/admin/keys/${second.body.keyId}`, { method: "DELETE", admin: true })).status,
    204,
  );
  assert.equal((await server.call(`/v1/admin/keys/${unknownId}`, { method: "DELETE", admin: true })).status, 404);
});

test("a revocation on one node takes effect on another that has just used the key", async () => {
  const other = await startTestServer({ database: server.database, clock });
  const partner = await aPartner(server);
  assert.equal((await other.call("/v1/companies", { key: partner.key })).status, 200);
  const { body } = await server.call(`/v1/admin/partners/${partner.partnerId}/keys`, { admin: true });
  await server.call(`/v1/admin/keys/${body.keys[0].keyId}`, { method: "DELETE", admin: true });
  // The clock is stopped, so only the notification can invalidate the other node's cache.
  await until(async () => (await other.call("/v1/companies", { key: partner.key })).status === 401);
  await other.close();
});

test("a cached key is looked up again after a second, also when the revocation notification was lost", async () => {
  const partner = await aPartner(server);
  assert.equal((await server.call("/v1/companies", { key: partner.key })).status, 200);
  await server.database.query("UPDATE api_keys SET revoked_at = now() WHERE partner_id = $1", [partner.partnerId]);
  clock.advance(1);
  assert.equal((await server.call("/v1/companies", { key: partner.key })).status, 401);
});

test("a key stops working at its expiry, and an expiry in the past is refused", async () => {
  const { companyId } = await aCompany(server);
  const issue = (expiresAt: string) =>
    server.call(`/v1/admin/companies/${companyId}/keys`, { admin: true, body: { expiresAt } });
  const inAMinute = new Date(clock.now().getTime() + 60_000).toISOString();
  const { status, body } = await issue(inAMinute);
  assert.equal(status, 201);
  const use = async () => (await server.call("/v1/business-entities", { key: body.apiKey })).status;
  assert.equal(await use(), 200);
  clock.advance(60);
  assert.equal(await use(), 401);
  assert.equal((await issue(inAMinute)).status, 422);
  for (const wrong of ["tomorrow", "2026-12-31T23:59:60Z", "2027-01-01T00:00:00+01", "9999-12-31T23:59:59-23:59"]) {
    assert.equal((await issue(wrong)).status, 400, wrong);
  }
  const { body: listed } = await server.call(`/v1/admin/companies/${companyId}/keys`, { admin: true });
  assert.equal(listed.keys[0].expiresAt, inAMinute);
});

test("a key without an expiry needs no body", async () => {
  const { companyId, partner } = await aCompany(server);
  for (const url of [`/v1/admin/companies/${companyId}/keys`, `/v1/admin/partners/${partner.partnerId}/keys`]) {
    assert.equal((await server.call(url, { method: "POST", admin: true })).status, 201);
  }
});

test("the last use of a key is stored", async () => {
  const partner = await aPartner(server);
  const keys = async () =>
    (await server.call(`/v1/admin/partners/${partner.partnerId}/keys`, { admin: true })).body.keys;
  assert.equal((await keys())[0].lastUsedAt, null);
  await server.call("/v1/companies", { key: partner.key });
  await until(async () => (await keys())[0].lastUsedAt === clock.now().toISOString());
});

test("administration needs the administrator token: none or a wrong one is 401, a partner's key 403", async () => {
  const { key } = await aPartner(server);
  for (const authorization of ["", "Bearer", "Bearer wrong", `Basic ${adminToken}`, `Bearer ${adminToken}x`]) {
    assert.equal((await server.call("/v1/admin/partners", { headers: { authorization } })).status, 401, authorization);
  }
  assert.equal((await server.call("/v1/admin/partners", { key })).status, 403);
  assert.equal((await server.call("/v1/admin/partners", { key: "nonsense" })).status, 401);
  assert.equal((await server.call("/v1/companies", { admin: true })).status, 401);
});

test("a cluster can be archived and an item marked obsolete, and a later load of the catalogue does not undo it", async () => {
  const { key } = await aCompany(server);
  const control = await controlOf(server, key, "NDA");
  const clusters = async () => (await server.call(`/v1/controls/clusters?controlId=${control.id}`, { key })).body;
  const count = async () => (await controlOf(server, key, "NDA")).itemCount;
  const items = (await server.call(`/v1/controls/${control.id}/items`, { key })).body.items;
  const [cluster] = (await clusters()).activeClusters;
  const inCluster = items.filter(
    (item: { clusterId: string; isObsolete: boolean }) => item.clusterId === cluster.id && !item.isObsolete,
  );
  const outside = items.find(
    (item: { clusterId: string; isObsolete: boolean }) => item.clusterId !== cluster.id && !item.isObsolete,
  );

  const archived = await server.call(`/v1/admin/clusters/${cluster.id}`, {
    method: "PATCH",
    admin: true,
    body: { isArchived: true },
  });
  assert.deepEqual(archived.body, { ...cluster, isArchived: true });
  const obsolete = await server.call(`/v1/admin/control-items/${outside.id}`, {
    method: "PATCH",
    admin: true,
    body: { isObsolete: true },
  });
  assert.deepEqual(obsolete.body, { ...outside, isObsolete: true });

  const shipped = (await readShippedCatalogue()).find((framework) => framework.code === "NDA");
  const reloaded = await server.call("/v1/admin/frameworks", { admin: true, body: { ...shipped, version: "next" } });
  assert.equal(reloaded.status, 201);
  assert.deepEqual((await clusters()).archivedClusters, [cluster]);
  assert.equal(await count(), control.itemCount - inCluster.length - 1);

  await server.call(`/v1/admin/clusters/${cluster.id}`, { method: "PATCH", admin: true, body: { isArchived: false } });
  await server.call(`/v1/admin/control-items/${outside.id}`, {
    method: "PATCH",
    admin: true,
    body: { isObsolete: false },
  });
  assert.equal(await count(), control.itemCount);
});

test("a partner's own limits replace the service's; an absent limit follows the service again", async () => {
  const partner = await aPartner(server);
  const limits = (body: unknown) =>
    server.call(`/v1/admin/partners/${partner.partnerId}/limits`, { method: "PUT", admin: true, body });
  assert.deepEqual((await limits({ partnerPerMinute: 5, submissionsPerHour: 2 })).body.limits, {
    partnerPerMinute: 5,
    submissionsPerHour: 2,
  });
  const { headers } = await server.call("/v1/companies", { key: partner.key });
  assert.equal(headers["ratelimit-policy"], '"partner";q=5;w=60');
  assert.deepEqual((await limits({})).body.limits, {});
  clock.advance(2);
  const after = await server.call("/v1/companies", { key: partner.key });
  assert.equal(after.headers["ratelimit-policy"], '"partner";q=1000000;w=60');
  for (const body of [{ partnerPerMinute: 0 }, { partnerPerMinute: 1.5 }, { other: 1 }])
    assert.equal((await limits(body)).status, 400);
});
