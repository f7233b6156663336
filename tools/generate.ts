// Writes the generated files that are committed: openapi.json from the routes, the SDK's types and the Python client from it, the
// catalogue's JSON Schema, released ids and query embeddings, docs/benchmarks.md, docs/settings.md, sbom.cdx.json and the tables of
// ARCHITECTURE.md and docs/people.md.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { countVerdicts } from "../bench/real/count-verdicts.ts";
import { readLabelled } from "../bench/real/documents.ts";
import { writeBenchmarksPage } from "../bench/saved-runs.ts";
import {
  embedQueries,
  listQueryTexts,
  type QueryEmbeddings,
  queryKeyOf,
} from "../server/src/analysis/search/query-embeddings.ts";
import { catalogueJsonSchema } from "../server/src/catalogue/catalogue-format.ts";
import { readShippedCatalogue, shippedCatalogueFolder } from "../server/src/catalogue/shipped-catalogue.ts";
import { openModelThreads } from "../server/src/encoder/model-threads.ts";
import { openOnnxEncoder } from "../server/src/encoder/onnx-encoder.ts";
import {
  formatQueryEmbeddings,
  queryEmbeddingsFile,
  readShippedQueryEmbeddings,
} from "../server/src/encoder/shipped-query-embeddings.ts";
import { formatVerdictFrequencies, verdictFrequenciesFile } from "../server/src/encoder/shipped-verdict-frequencies.ts";
import { describeApi } from "../server/src/testing/describe-api.ts";
import { writeGeneratedDocs } from "./generated-docs.ts";
import { apiTypes } from "./openapi-types/api-types.ts";
import { type OpenApi, pythonClient } from "./python-client/python-client.ts";

const root = join(import.meta.dirname, "..");

const openapi = await describeApi();
await writeFile(join(root, "openapi.json"), `${JSON.stringify(openapi, null, 2)}\n`);
await writeFile(join(root, "sdk", "src", "generated", "api.ts"), await apiTypes(JSON.parse(JSON.stringify(openapi))));

const python = pythonClient(JSON.parse(JSON.stringify(openapi)) as OpenApi);
await writeFile(join(root, "sdk-python", "src", "assay", "types.py"), python.types);
await writeFile(join(root, "sdk-python", "src", "assay", "operations.py"), python.operations);

await writeFile(join(root, "catalogue", "schema.json"), `${JSON.stringify(catalogueJsonSchema(), null, 2)}\n`);

const releasedFile = join(shippedCatalogueFolder, "released-ids.json");
const released = JSON.parse(await readFile(releasedFile, "utf8").catch(() => "{}")) as Record<string, string>;
for (const framework of await readShippedCatalogue()) {
  released[framework.id] ??= framework.code;
  for (const control of framework.controls) {
    released[control.id] ??= control.code;
    for (const cluster of control.clusters) {
      released[cluster.id] ??= cluster.code;
      for (const item of cluster.items) released[item.id] ??= `${control.code} ${item.externalId}`;
    }
  }
}
await writeFile(releasedFile, `${JSON.stringify(released, null, 2)}\n`);

// Existing embeddings are kept, because another processor may compute slightly different ones.
const threads = openModelThreads(console.error);
const encoder = await openOnnxEncoder({ cores: 2, threads });
const there = await readShippedQueryEmbeddings(encoder.modelSha256);
const queryEmbeddings: QueryEmbeddings = new Map();
for (const control of (await readShippedCatalogue()).flatMap(({ controls }) => controls))
  for (const texts of listQueryTexts(control))
    queryEmbeddings.set(queryKeyOf(texts), await embedQueries(encoder, [there, queryEmbeddings], texts));
await writeFile(queryEmbeddingsFile, formatQueryEmbeddings(encoder.modelSha256, queryEmbeddings));
await threads.close();

await writeFile(verdictFrequenciesFile, formatVerdictFrequencies(countVerdicts(readLabelled(["train", "fit", "dev"]))));

await writeBenchmarksPage();
await writeGeneratedDocs();
console.log(
  "openapi.json, the types of both SDKs, catalogue/schema.json, catalogue/released-ids.json, model/catalogue-query-embeddings.jsonl, model/verdict-frequencies.json, docs/benchmarks.md, docs/settings.md, docs/people.md, sbom.cdx.json and ARCHITECTURE.md are up to date.",
);
