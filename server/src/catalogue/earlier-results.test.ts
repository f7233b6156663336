import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import type { FrameworkDocument } from "./catalogue-format.ts";
import { readShippedCatalogue } from "./shipped-catalogue.ts";

let fixture: AnalysisFixture;
before(async () => {
  fixture = await anAnalysisFixture();
});
after(() => fixture.close());

/** Its first item reworded, the second left out, the third moved to a control of its own with its id. */
async function nextRevision(): Promise<{ framework: FrameworkDocument; movedId: string; controlId: string }> {
  const framework = structuredClone((await readShippedCatalogue()).find(({ code }) => code === "GDPR"));
  const control = framework?.controls.find(({ code }) => code === "DPA");
  const items = control?.clusters[0]?.items;
  const [first, second, third] = items ?? [];
  assert.ok(framework && control && items && first && second && third);
  first.name = "Another name";
  first.objective = "Another objective.";
  for (const criterion of first.criteria) criterion.statement = `${criterion.statement} Reworded.`;
  items.splice(1, 2);
  const { appliesWhen, translations, ...moved } = third;
  const criteria = moved.criteria.map(({ appliesWhen: _, ...criterion }) => criterion);
  const { conditions, translations: _, ...rest } = control;
  const [clusterId, controlId] = [fixture.server.nextId(), fixture.server.nextId()];
  framework.controls.push({
    ...{ ...rest, id: controlId, code: "MOVED", name: "Moved" },
    clusters: [{ id: clusterId, code: "MOVED-1", name: "Moved", items: [{ ...moved, criteria }] }],
  });
  return { framework: { ...framework, version: "next" }, movedId: third.id, controlId };
}

test("a result stays as it was when the catalogue rewords an item, drops one or moves one to another control", async () => {
  const documentId = await fixture.aDocument();
  await fixture.analyse(documentId);
  const before = await fixture.resultOf(documentId);
  const { framework, movedId, controlId } = await nextRevision();
  const { status, body } = await fixture.server.call("/v1/admin/frameworks", { admin: true, body: framework });
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(body.obsoleted, 1);
  const { complianceItems, ...document } = await fixture.resultOf(documentId);
  const { complianceItems: itemsBefore, ...documentBefore } = before;
  assert.deepEqual(document, documentBefore);
  for (const [at, item] of complianceItems.entries()) {
    const hasMoved = item.controlItemId === movedId;
    // The place of an item is that of today.
    const { controlId: _, controlClusterId, controlClusterName, ...words } = itemsBefore[at];
    assert.partialDeepStrictEqual(item, hasMoved ? { ...words, controlId } : itemsBefore[at]);
  }
});
