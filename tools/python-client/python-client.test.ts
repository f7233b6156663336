import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type OpenApi, pythonClient, toSnakeCase } from "./python-client.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "sdk-python", "src", "assay");
const openapi = JSON.parse(await readFile(join(root, "openapi.json"), "utf8")) as OpenApi;

test("the Python client is the one that openapi.json describes; npm run generate writes it", async () => {
  const { types, operations } = pythonClient(openapi);
  assert.equal(await readFile(join(folder, "types.py"), "utf8"), types);
  assert.equal(await readFile(join(folder, "operations.py"), "utf8"), operations);
});

test("every operation of keys and of the administrator is a method, by the name it has in the description", async () => {
  const written = await Promise.all(["operations.py", "client.py"].map((name) => readFile(join(folder, name), "utf8")));
  const methods = new Set(written.join("").match(/(?<=def )\w+/g));
  const wanted = Object.values(openapi.paths)
    .flatMap((verbs) => Object.values(verbs))
    .filter(({ security = [] }) => security.length === 0 || security.some((one) => !("session" in one)))
    .map(({ operationId }) => operationId)
    // Sent by upload_documents.
    .filter((id) => id !== "putChunk");
  assert.deepEqual(
    wanted.map(toSnakeCase).filter((name) => !methods.has(name)),
    [],
  );
});

test("names that Python reserves, members that are optional, and values of several types are written as Python has them", () => {
  const { types, operations } = pythonClient({
    components: {},
    paths: {
      "/v1/things/{thingId}": {
        get: {
          operationId: "getThing",
          security: [{ apiKey: [] }],
          parameters: [
            { name: "thingId", in: "path", required: true, schema: { type: "string" } },
            { name: "from", in: "query", schema: { type: "integer" } },
          ],
          responses: {
            "200": {
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    required: ["kind"],
                    properties: { kind: { enum: ["a", null] }, size: { type: ["number", "null"] } },
                  },
                },
              },
            },
          },
        },
      },
    },
  });
  assert.match(
    types,
    /class GetThing\(TypedDict\):\n {4}kind: Literal\["a"\] \| None\n {4}size: NotRequired\[float \| None\]/,
  );
  assert.match(operations, /from_: int \| None = None/);
  assert.match(operations, /f"\/v1\/things\/\{segment\(thing_id\)\}"/);
});
