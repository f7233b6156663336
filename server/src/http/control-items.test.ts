import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ACompany, aCompany, aPartner } from "../testing/builders.ts";
import { loadConditionalFramework } from "../testing/conditional-control.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let company: ACompany;
let controlId: string;
let itemIds: string[];
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  const [control] = (await loadConditionalFramework(server)).controls;
  assert.ok(control);
  controlId = control.id;
  itemIds = control.clusters.flatMap(({ items }) => items.map(({ id }) => id));
});
after(() => server.close());

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
