import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { systemContext } from "../audit/audit-context.ts";
import { systemClock } from "../platform/clock.ts";
import { type APartner, aPartner } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import type { FrameworkDocument } from "./catalogue-format.ts";
import { loadFramework } from "./load-framework.ts";
import { readShippedCatalogue } from "./shipped-catalogue.ts";

let server: TestServer;
let partner: APartner;
before(async () => {
  server = await startTestServer();
  partner = await aPartner(server);
});
after(() => server.close());

/** A small framework with new ids, of items that apply to every document. */
async function aFramework(): Promise<FrameworkDocument> {
  const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);
  const shipped = structuredClone(controls.find(({ code }) => code === "HSR"));
  assert.ok(shipped);
  const { conditions, translations, ...control } = shipped;
  const clusters = control.clusters.slice(0, 2).map((cluster) => ({
    ...cluster,
    id: server.nextId(),
    items: cluster.items.slice(0, 2).map(({ appliesWhen, translations, ...item }) => ({
      ...{ ...item, id: server.nextId() },
      criteria: item.criteria.map(({ appliesWhen, ...criterion }) => criterion),
    })),
  }));
  const id = server.nextId();
  return {
    id,
    code: `OWN-${id}`,
    name: "Own",
    version: "1",
    controls: [{ ...control, id: server.nextId(), clusters }],
  };
}

const load = (body: unknown) => server.call("/v1/admin/frameworks", { admin: true, body });
const itemsOf = async (framework: FrameworkDocument) =>
  (await server.call(`/v1/controls/${framework.controls[0]?.id}/items`, { key: partner.key })).body.items;
const revisionsOf = (itemId: string | undefined) =>
  server.database.query<{ revision: number; name: string }>(
    "SELECT revision, name FROM control_item_revisions WHERE control_item_id = $1 ORDER BY revision",
    [itemId],
  );

test("loading the same framework again changes nothing", async () => {
  const framework = await aFramework();
  assert.deepEqual((await load(framework)).body, {
    frameworkId: framework.id,
    added: 4,
    reworded: 0,
    obsoleted: 0,
    unchanged: 0,
  });
  const before = await server.database.query("SELECT count(*) FROM audit_log");
  assert.deepEqual((await load(framework)).body, {
    frameworkId: framework.id,
    added: 0,
    reworded: 0,
    obsoleted: 0,
    unchanged: 4,
  });
  assert.deepEqual(await server.database.query("SELECT count(*) FROM audit_log"), before);
});

test("a reworded item gets a new revision, and the text of the old one stays as it was", async () => {
  const framework = await aFramework();
  await load(framework);
  const item = framework.controls[0]?.clusters[0]?.items[0];
  assert.ok(item);
  const oldName = item.name;
  item.name = "Reworded";
  assert.deepEqual((await load(framework)).body, {
    frameworkId: framework.id,
    added: 0,
    reworded: 1,
    obsoleted: 0,
    unchanged: 3,
  });
  assert.deepEqual(await revisionsOf(item.id), [
    { revision: 1, name: oldName },
    { revision: 2, name: "Reworded" },
  ]);
  assert.equal((await itemsOf(framework)).find((one: { id: string }) => one.id === item.id).name, "Reworded");
  await assert.rejects(server.database.query("UPDATE control_item_revisions SET name = 'x'"), /append-only/);
});

test("an item that is missing from a new version becomes obsolete and a cluster archived; neither is deleted", async () => {
  const framework = await aFramework();
  await load(framework);
  const [first, second] = framework.controls[0]?.clusters ?? [];
  assert.ok(first && second && framework.controls[0]);
  const goneItem = first.items.pop();
  framework.controls[0].clusters = [first];
  assert.deepEqual((await load(framework)).body, {
    frameworkId: framework.id,
    added: 0,
    reworded: 0,
    obsoleted: 3,
    unchanged: 1,
  });
  const items = await itemsOf(framework);
  assert.equal(items.length, 4);
  assert.equal(items.find((item: { id: string }) => item.id === goneItem?.id).isObsolete, true);
  const { body } = await server.call(`/v1/controls/clusters?controlId=${framework.controls[0].id}`, {
    key: partner.key,
  });
  assert.deepEqual(body.archivedClusters, [{ id: second.id, name: second.name, code: second.code }]);
});

test("an invalid file changes nothing, and each problem is reported with its place", async () => {
  const framework = await aFramework();
  await load(framework);
  const before = await server.database.query("SELECT count(*) FROM control_items");
  const wrong: [change: (copy: FrameworkDocument) => void, message: RegExp][] = [
    [(copy) => Object.assign(copy, { owner: "x" }), /owner is not a known field/],
    [(copy) => Object.assign(copy.controls[0] ?? {}, { name: "" }), /controls\[0\]\.name must not be empty/],
    [
      (copy) => Object.assign(copy.controls[0]?.clusters[0]?.items[0]?.criteria[0] ?? {}, { level: "may" }),
      /criteria\[0\]\.level must be one of must or should/,
    ],
    [(copy) => Object.assign(copy.controls[0]?.clusters[0] ?? {}, { id: copy.id }), /id is already used by framework/],
    [
      (copy) =>
        Object.assign(copy.controls[0]?.clusters[0]?.items[0]?.recommendation ?? {}, { text: "{nobody} shall" }),
      /uses \{nobody\}, which is not in the control's terms/,
    ],
    [
      (copy) =>
        Object.assign(copy.controls[0]?.clusters[0]?.items[0] ?? {}, {
          externalId: copy.controls[0]?.clusters[1]?.items[0]?.externalId,
        }),
      /have the externalId .* more than once/,
    ],
  ];
  for (const [change, message] of wrong) {
    const copy = structuredClone(framework);
    change(copy);
    const { status, body } = await load(copy);
    assert.equal(status, 400);
    assert.match(body.message, message);
  }
  assert.deepEqual(await server.database.query("SELECT count(*) FROM control_items"), before);
});

test("a framework that the administrator has loaded is not replaced at the next start", async () => {
  const { db } = server.database;
  const deps = { db, clock: systemClock, ids: { next: () => server.nextId() } };
  const context = systemContext("start");
  const shipped = await aFramework();
  await loadFramework(deps, context, shipped, "shipped");
  await loadFramework(deps, context, { ...shipped, version: "2" }, "shipped");
  const versionOf = async () => (await db.catalogue.listEveryFramework()).find(({ id }) => id === shipped.id)?.version;
  assert.equal(await versionOf(), "2", "a newer release brings its own version");
  await load({ ...shipped, version: "ours" });
  await loadFramework(deps, context, { ...shipped, version: "3" }, "shipped");
  assert.equal(await versionOf(), "ours");
});

test("ids and codes of another framework are refused", async () => {
  const framework = await aFramework();
  await load(framework);
  const thief = { ...(await aFramework()), controls: framework.controls };
  assert.equal((await load(thief)).status, 422);
  assert.equal((await load({ ...(await aFramework()), code: framework.code })).status, 422);
});

test("rewording a condition adds a revision of the items that name it, and their texts hold the condition", async () => {
  const framework = await aFramework();
  const [control] = framework.controls;
  const [first, second] = control?.clusters[0]?.items ?? [];
  assert.ok(control && first && second);
  first.appliesWhen = "sellsGoods";
  second.criteria = second.criteria.map((criterion) => ({ ...criterion, appliesWhen: "sellsGoods" }));
  const condition = {
    statement: "The company sells goods.",
    phrases: ["we sell goods"],
    contradictions: ["we sell no goods"],
    whenSilent: "applies" as const,
  };
  control.conditions = { sellsGoods: condition };
  assert.equal((await load(framework)).body.added, 4);
  control.conditions = { sellsGoods: { ...condition, whenSilent: "does_not_apply" } };
  const { added, reworded, unchanged } = (await load(framework)).body;
  assert.deepEqual({ added, reworded, unchanged }, { added: 0, reworded: 2, unchanged: 2 });
  const stored = await server.database.query<{ silent: string }>(
    `SELECT definition->'conditions'->'sellsGoods'->>'whenSilent' AS silent
       FROM control_item_revisions WHERE control_item_id = $1 ORDER BY revision`,
    [second.id],
  );
  assert.deepEqual(stored, [{ silent: "applies" }, { silent: "does_not_apply" }]);
});
