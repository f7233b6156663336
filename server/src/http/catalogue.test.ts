import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ACompany, aCompany, aPartner, controlOf, frameworksOf, unknownId } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let company: ACompany;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
});
after(() => server.close());

test("frameworks come with their controls and the number of items the default selects", async () => {
  const frameworks = await frameworksOf(server, company.key);
  assert.ok(frameworks.length >= 3);
  for (const key of [company.key, company.partner.key]) assert.deepEqual(await frameworksOf(server, key), frameworks);
  const control = await controlOf(server, company.key, "DPA");
  const items = (await server.call(`/v1/controls/${control.id}/items`, { key: company.key })).body.items;
  const clusters = (await server.call(`/v1/controls/clusters?controlId=${control.id}`, { key: company.key })).body;
  const active = clusters.activeClusters.map((cluster: { id: string }) => cluster.id);
  const selected = items.filter(
    (item: { isObsolete: boolean; clusterId: string }) => !item.isObsolete && active.includes(item.clusterId),
  );
  assert.equal(control.itemCount, selected.length);
  assert.ok(items.length > selected.length, "obsolete and archived items are listed, too");
  assert.deepEqual(Object.keys(items[0]).sort(), ["clusterId", "externalId", "id", "isObsolete", "name", "objective"]);
  assert.equal(clusters.archivedClusters.length, 1);
  assert.deepEqual(Object.keys(clusters.activeClusters[0]).sort(), ["code", "id", "name"]);
});

test("a missing controlId is 400, an unknown control 404", async () => {
  const missing = await server.call("/v1/controls/clusters", { key: company.key });
  assert.equal(missing.status, 400);
  assert.equal(missing.body.message, "controlId is required");
  for (const id of [unknownId, "nonsense"]) {
    assert.equal((await server.call(`/v1/controls/clusters?controlId=${id}`, { key: company.key })).status, 404);
    assert.equal((await server.call(`/v1/controls/${id}/items`, { key: company.key })).status, 404);
  }
});

test("only what the partner's whitelist names can be seen, and a company inherits it", async () => {
  const allFrameworks = await frameworksOf(server, company.key);
  const [gdpr, iso] = ["GDPR", "ISO-27001"].map((code) => allFrameworks.find((one) => one.code === code));
  assert.ok(gdpr && iso);
  const partner = await aPartner(server, { frameworkIds: [gdpr.id] });
  const { key } = await aCompany(server, { partner });
  assert.deepEqual(
    (await frameworksOf(server, key)).map((framework) => framework.code),
    ["GDPR"],
  );
  const hidden = iso.controls[0]?.id;
  assert.equal((await server.call(`/v1/controls/clusters?controlId=${hidden}`, { key })).status, 404);
  assert.equal((await server.call(`/v1/controls/${hidden}/items`, { key })).status, 404);

  const whitelist = (body: unknown) =>
    server.call(`/v1/admin/partners/${partner.partnerId}/whitelist`, { method: "PUT", admin: true, body });
  const widened = await whitelist({ frameworkIds: [gdpr.id, iso.id], controlIds: [hidden] });
  assert.equal(widened.status, 200);
  assert.deepEqual(
    (await frameworksOf(server, key)).map((framework) => framework.controls.length),
    [0, 1],
  );
  assert.equal((await server.call(`/v1/controls/${hidden}/items`, { key })).status, 200);
  assert.equal((await whitelist({ frameworkIds: [unknownId] })).status, 422);
  assert.equal((await whitelist({ frameworkIds: [gdpr.id], controlIds: [hidden] })).status, 422);
  assert.equal((await whitelist({ frameworkIds: "all" })).status, 400);
});
