import assert from "node:assert/strict";
import { test } from "node:test";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { readTrainingData } from "../tools/training-data.ts";
import { readCases } from "./case-documents.ts";
import { labelledItems, labelledKeys } from "./labelled-items.ts";

interface Labels {
  control: string;
  items: { externalId: string; criteria: { verdict: string }[] }[];
}

const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);

async function* allLabels(): AsyncGenerator<Labels> {
  yield* await readCases();
  yield* readTrainingData("documents");
  yield* readTrainingData("validation-documents");
}

test("every label has a key, in the order in which its criteria were labelled", async () => {
  for await (const { control, items } of allLabels())
    for (const { externalId, criteria } of items)
      assert.equal(labelledKeys[control]?.[externalId]?.length, criteria.length, `${control} ${externalId}`);
});

test("labels follow their criteria by key; those of changed criteria and of items that are gone are left out", () => {
  const [control] = structuredClone(controls.filter(({ code }) => code === "ROPA"));
  assert.ok(control);
  const [externalId, keys = []] = Object.entries(labelledKeys["ROPA"] ?? {})[0] ?? [];
  assert.ok(externalId);
  const criteria = keys.map((key) => ({ verdict: key }));
  const gone = { externalId: "GDPR Art. 35(1)", criteria: [{ verdict: "met" }] };
  const labelled = labelledItems(control, [gone, { externalId, criteria }]);
  assert.deepEqual(
    labelled.map(({ item }) => item.externalId),
    [externalId],
  );
  for (const { item, labelOf } of labelled)
    for (const criterion of item.criteria)
      assert.equal(labelOf(criterion)?.verdict, keys.includes(criterion.key) ? criterion.key : undefined);
});

test("two thirds of the labelled criteria still exist", () => {
  const kept = controls.flatMap(({ code, clusters }) =>
    clusters
      .flatMap(({ items }) => items)
      .flatMap(({ externalId, criteria }) =>
        criteria.filter(({ key }) => labelledKeys[code]?.[externalId]?.includes(key)),
      ),
  );
  const labelled = Object.values(labelledKeys).flatMap((items) => Object.values(items).flat());
  assert.ok(kept.length > (2 / 3) * labelled.length, `${kept.length} of ${labelled.length}`);
});
