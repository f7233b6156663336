import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { FrameworkDocument } from "../catalogue/catalogue-format.ts";
import { readShippedCatalogue } from "../catalogue/shipped-catalogue.ts";
import { unknownId } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let gdpr: FrameworkDocument;
before(async () => {
  server = await startTestServer();
  const found = (await readShippedCatalogue()).find(({ code }) => code === "GDPR");
  assert.ok(found);
  gdpr = found;
});
after(() => server.close());

const preview = (body: unknown) => server.call("/v1/admin/frameworks/preview", { admin: true, body });

/** The shipped framework with one item reworded, one removed and one added. */
function changed(): FrameworkDocument {
  const copy = structuredClone(gdpr);
  const items = copy.controls[0]?.clusters[0]?.items;
  const [first, second] = items ?? [];
  assert.ok(items && first && second);
  first.objective = "Another requirement.";
  items.splice(1, 1, { ...second, id: "01JZZZZZZZZZZZZZZZZZZZZZZZ", externalId: "New 1", name: "A new item" });
  return { ...copy, version: "next" };
}

test("a preview names what would change and changes nothing", async () => {
  const same = await preview(gdpr);
  assert.deepEqual([same.status, same.body.isNew, same.body.items, same.body.problems], [200, false, [], []]);
  const { body } = await preview(changed());
  const gone = gdpr.controls[0]?.clusters[0]?.items[1];
  assert.deepEqual(
    body.items.map(({ change, name }: { change: string; name: string }) => [change, name]),
    [
      ["added", "A new item"],
      ["reworded", gdpr.controls[0]?.clusters[0]?.items[0]?.name],
      ["obsoleted", gone?.name],
    ],
  );
  const { body: frameworks } = await server.call("/v1/admin/frameworks", { admin: true });
  const version = frameworks.frameworks.find(({ id }: { id: string }) => id === gdpr.id).version;
  assert.equal(version, gdpr.version);
});

test("loading changes what the preview named", async () => {
  const previewed = (await preview(changed())).body;
  const { body } = await server.call("/v1/admin/frameworks", { admin: true, body: changed() });
  assert.deepEqual([body.added, body.reworded, body.obsoleted, body.unchanged], [1, 1, 1, previewed.unchanged]);
  assert.deepEqual((await preview(changed())).body.items, []);
});

test("a preview reports every problem of a file, also conflicts with the loaded catalogue", async () => {
  const broken = await preview({ ...gdpr, code: 5, controls: [{}] });
  assert.equal(broken.status, 200);
  assert.ok(broken.body.problemCount > 3);
  assert.ok(broken.body.problems.some((text: string) => text.includes("code")));
  assert.equal(broken.body.framework, undefined);
  const namesake = await preview({ ...gdpr, id: "01JZZZZZZZZZZZZZZZZZZZZZZY" });
  assert.match(
    namesake.body.problems.join(" "),
    /code GDPR already belongs .* ids already belong to another framework/,
  );
  const oscal = await preview({ catalog: { uuid: "no uuid" } });
  assert.ok(oscal.body.problems.length > 0);
});

test("a control is read with its clusters, items and criteria; an unknown one is 404", async () => {
  const [control] = gdpr.controls;
  const { status, body } = await server.call(`/v1/admin/controls/${control?.id}`, { admin: true });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.code, body.frameworkName, body.source.title],
    [control?.code, gdpr.name, control?.source.title],
  );
  assert.equal(body.clusters.length, control?.clusters.length);
  const item = control?.clusters[1]?.items[0];
  const shown = body.clusters[1].items[0];
  assert.deepEqual([shown.id, shown.criteria.length, shown.risks], [item?.id, item?.criteria.length, item?.risks]);
  assert.equal(shown.criteria[0].statement, item?.criteria[0]?.statement);
  for (const id of [unknownId, "x"])
    assert.equal((await server.call(`/v1/admin/controls/${id}`, { admin: true })).status, 404);
});
