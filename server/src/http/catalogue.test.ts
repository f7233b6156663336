import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ACompany, aCompany, aPartner, controlOf, frameworksOf, unknownId } from "../testing/builders.ts";
import { loadConditionalFramework } from "../testing/conditional-control.ts";
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

test("frameworks, clusters and items are listed in the language that is asked for", async () => {
  const { key } = company;
  const list = async (language: string) => {
    const { frameworks } = (await server.call(`/v1/compliance-frameworks?language=${language}`, { key })).body;
    const controls = frameworks.flatMap((one: { controls: object[] }) => one.controls);
    const control = controls.find((one: { code: string }) => one.code === "DPA");
    const clusters = await server.call(`/v1/controls/clusters?controlId=${control.id}&language=${language}`, { key });
    const items = await server.call(`/v1/controls/${control.id}/items?language=${language}`, { key });
    return [
      control.name,
      clusters.body.activeClusters[0].name,
      items.body.items[0].name,
      items.body.items[0].objective,
    ];
  };
  const [english, german] = [await list("en"), await list("de")];
  assert.equal(german[0], "Vereinbarung zur Auftragsverarbeitung");
  for (const [at, text] of english.entries()) assert.notEqual(german[at], text);
  const refused = await server.call("/v1/compliance-frameworks?language=tlh", { key });
  assert.equal(refused.status, 422);
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

describe("items with conditions and questions", () => {
  let controlId: string;
  let itemIds: string[];
  before(async () => {
    const [control] = (await loadConditionalFramework(server)).controls;
    assert.ok(control);
    controlId = control.id;
    itemIds = control.clusters.flatMap(({ items }) => items.map(({ id }) => id));
  });

  const read = (path: string, key = company.key) => server.call(path, { key });

  test("an item is read with its criteria, conditions and questions by companies and partners", async () => {
    const partner = await aPartner(server);
    for (const key of [company.key, partner.key]) {
      const { status, body } = await read(`/v1/controls/items/${itemIds[1]}`, key);
      assert.equal(status, 200);
      assert.deepEqual(
        body.criteria.map((one: { key: string; appliesWhen: unknown; byReference: unknown }) => [
          ...[one.key, one.appliesWhen, one.byReference],
        ]),
        [
          ["named", null, "sufficient"],
          ["processors", "usesProcessors", "partial"],
        ],
      );
      assert.deepEqual(body.conditions, [
        { key: "usesProcessors", statement: "The company uses processors.", whenSilent: "applies" },
      ]);
      assert.deepEqual(body.questions, [{ key: "link", question: "Is the list of recipients kept current?" }]);
      assert.deepEqual([body.controlId, body.revision, body.appliesWhen], [controlId, 1, null]);
    }
  });

  test("its texts are in the language asked for", async () => {
    const { body } = await read(`/v1/controls/items/${itemIds[0]}?language=de`);
    assert.deepEqual([body.name, body.appliesWhen], ["Widerspruch", "sellsData"]);
    assert.equal(body.criteria[0].statement, "Verbraucher können widersprechen.");
    assert.equal(body.conditions[0].statement, "Das Unternehmen verkauft personenbezogene Daten.");
    assert.equal(body.questions[0].question, "Gibt es einen Link auf der Startseite?");
    assert.equal((await read(`/v1/controls/items/${itemIds[0]}?language=it`)).status, 422);
  });

  test("an item of a control that is not whitelisted is not found, nor one that does not exist", async () => {
    const partner = await aPartner(server);
    await server.call(`/v1/admin/partners/${partner.partnerId}/whitelist`, {
      ...{ method: "PUT", admin: true, body: { frameworkIds: [] } },
    });
    for (const [id, key] of [
      [itemIds[0], partner.key],
      [server.nextId(), company.key],
      ["none", company.key],
    ]) {
      const { status, body } = await read(`/v1/controls/items/${id}`, key);
      assert.equal(status, 404);
      assert.equal(body.message, "There is no control item with this id.");
    }
    assert.deepEqual((await read("/v1/conditions", partner.key)).body, { conditions: [] });
  });

  test("conditions are listed with their controls, in the language asked for", async () => {
    const { body } = await read("/v1/conditions?language=de");
    const own = body.conditions.find(({ key }: { key: string }) => key === "sellsData");
    assert.deepEqual(own, {
      ...{ key: "sellsData", statement: "Das Unternehmen verkauft personenbezogene Daten.", controlIds: [controlId] },
    });
  });
});

test("a control is named by its code wherever by its id", async () => {
  const { frameworks } = (await server.call("/v1/compliance-frameworks", { key: company.key })).body;
  const [control] = frameworks.flatMap(({ controls }: { controls: { id: string; code: string }[] }) => controls);
  for (const path of [
    (name: string) => `/v1/controls/clusters?controlId=${name}`,
    (name: string) => `/v1/controls/${name}/items`,
    (name: string) => `/v1/controls/${name}/affected-documents`,
  ]) {
    const [byId, byCode] = [
      await server.call(path(control.id), { key: company.key }),
      await server.call(path(encodeURIComponent(control.code)), { key: company.key }),
    ];
    assert.deepEqual([byCode.status, byCode.text], [200, byId.text]);
    for (const wrong of ["XYZ", "%00", "%F0%9F%98%80"])
      assert.equal(
        (await server.call(path(wrong), { key: company.key })).status,
        wrong === "%00" && path("").includes("?") ? 400 : 404,
      );
  }
});
