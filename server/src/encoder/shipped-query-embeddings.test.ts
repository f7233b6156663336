import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { type Encoder, similarities } from "../analysis/search/encoder.ts";
import { embedQueries, listQueryTexts, queryKeyOf } from "../analysis/search/query-embeddings.ts";
import { readShippedCatalogue } from "../catalogue/shipped-catalogue.ts";
import { openModelThreads } from "./model-threads.ts";
import { openOnnxEncoder } from "./onnx-encoder.ts";
import { formatQueryEmbeddings, queryEmbeddingsFile, readShippedQueryEmbeddings } from "./shipped-query-embeddings.ts";

const threads = openModelThreads(assert.fail);
let encoder: Encoder;
before(async () => {
  encoder = await openOnnxEncoder({ cores: 1, threads });
});
after(() => threads.close());

const catalogue = (await readShippedCatalogue()).flatMap(({ controls }) => controls);
const queries = catalogue.flatMap(listQueryTexts);

test("every item and condition of the shipped catalogue has its query embeddings, and no other: npm run generate", async () => {
  const keys = queries.map(queryKeyOf);
  assert.deepEqual([...(await readShippedQueryEmbeddings(encoder.modelSha256)).keys()], [...new Set(keys)]);
});

test("a shipped embedding is close to one that is computed now", async () => {
  const shipped = await readShippedQueryEmbeddings(encoder.modelSha256);
  for (const texts of queries.filter((_, at) => at % 40 === 0)) {
    const now = await embedQueries(encoder, [new Map(), new Map()], texts);
    for (const [at, embedding] of now.entries()) {
      const there = shipped.get(queryKeyOf(texts))?.[at];
      assert.ok(there, texts[0]?.[0]);
      const [similarity = 0] = similarities({ width: there.length, values: there, rows: Uint32Array.of(0) }, embedding);
      assert.ok(similarity > 0.98, `${texts[0]?.[0]}, ${at}: ${similarity}`);
    }
  }
});

test("embeddings made with other weights are not used", async () => {
  assert.equal((await readShippedQueryEmbeddings("other")).size, 0);
});

test("the shipped file is unchanged when it is read and written", async () => {
  const text = await readFile(queryEmbeddingsFile, "utf8");
  const read = await readShippedQueryEmbeddings(encoder.modelSha256);
  assert.equal(formatQueryEmbeddings(encoder.modelSha256, read), text);
});
