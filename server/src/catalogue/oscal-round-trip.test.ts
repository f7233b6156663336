import assert from "node:assert/strict";
import { test } from "node:test";
import type { ControlDocument, ItemDocument } from "./catalogue-format.ts";
import { checkFramework } from "./check-framework.ts";
import { toOscalCatalog } from "./oscal-export.ts";
import { fromOscal } from "./oscal-import.ts";
import { readShippedCatalogue } from "./shipped-catalogue.ts";

/** What OSCAL carries of an item. */
function comparable(control: ControlDocument, item: ItemDocument) {
  const { externalId, name, objective, isObsolete = false, appliesWhen, askOwner = [], criteria } = item;
  return {
    ...{ externalId, name, objective, isObsolete, appliesWhen, askOwner },
    criteria: criteria.map(
      ({ duty, quantity, byReference = control.byReference, appliesWhen: when, ...criterion }) => ({
        ...{ ...criterion, byReference, when },
      }),
    ),
  };
}

test("a control keeps its criteria, conditions and questions as an OSCAL catalog and back", async () => {
  for (const control of (await readShippedCatalogue()).flatMap(({ controls }) => controls)) {
    const framework = checkFramework(fromOscal(toOscalCatalog({ version: "2" }, control)));
    const [back] = framework.controls;
    assert.ok(back);
    assert.equal(framework.version, "2");
    assert.deepEqual(back.conditions, control.conditions, control.code);
    assert.equal(back.documentsCount, control.documentsCount, control.code);
    const listItems = (of: ControlDocument) =>
      of.clusters.flatMap(({ name, items }) => items.map((item) => ({ cluster: name, ...comparable(of, item) })));
    assert.deepEqual(listItems(back), listItems(control), control.code);
  }
});
