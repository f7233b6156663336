import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { criteriaOf } from "../analysis/criteria.ts";
import { similarities } from "../analysis/search/encoder.ts";
import { directionsOf, keyOf, textsOf } from "../analysis/search/query-embeddings.ts";
import { readShippedCatalogue } from "../catalogue/shipped-catalogue.ts";
import { openOnnxEncoder } from "./onnx-encoder.ts";
import { directionsFile, readShippedDirections, toDirectionsFile } from "./shipped-directions.ts";

let encoder: Awaited<ReturnType<typeof openOnnxEncoder>>;
before(async () => {
  encoder = await openOnnxEncoder({ threads: 1, onModelThreadLost: assert.fail });
});
after(() => encoder.close());

const catalogue = (await readShippedCatalogue()).flatMap(({ controls }) => controls);
const items = catalogue.flatMap(({ clusters }) => clusters.flatMap((cluster) => cluster.items));

test("every item of the shipped catalogue has its directions, and no other: npm run generate", async () => {
  const keys = items.map((item) => keyOf(textsOf(item.name, criteriaOf(item))));
  assert.deepEqual([...(await readShippedDirections(encoder.modelSha256)).keys()], [...new Set(keys)]);
});

test("what was made beforehand points where it would point if it were made now", async () => {
  const shipped = await readShippedDirections(encoder.modelSha256);
  for (const item of items.filter((_, at) => at % 40 === 0)) {
    const texts = textsOf(item.name, criteriaOf(item));
    const now = await directionsOf(encoder, [new Map(), new Map()], texts);
    for (const [at, direction] of now.entries()) {
      const there = shipped.get(keyOf(texts))?.[at];
      assert.ok(there, item.externalId);
      const [likeness = 0] = similarities({ width: there.length, figures: there, rows: Uint32Array.of(0) }, direction);
      assert.ok(likeness > 0.98, `${item.externalId}, ${at}: ${likeness}`);
    }
  }
});

test("directions made with other weights are not used", async () => {
  assert.equal((await readShippedDirections("other")).size, 0);
});

test("what was read is written the same", async () => {
  const text = await readFile(directionsFile, "utf8");
  assert.equal(toDirectionsFile(encoder.modelSha256, await readShippedDirections(encoder.modelSha256)), text);
});
