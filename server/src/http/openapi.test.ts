import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { describeApi } from "../testing/describe-api.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { maxNameLength, NamedSchemas } from "./openapi-schemas.ts";

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test("openapi.json matches the routes (npm run generate updates it)", async () => {
  const committed = JSON.parse(await readFile(join(import.meta.dirname, "../../../openapi.json"), "utf8"));
  assert.deepEqual(committed, JSON.parse(JSON.stringify(await describeApi())));
});

interface Described {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; schema: { type?: string } }[];
  responses: Record<string, { $ref?: string; headers?: object }>;
}

const numbers = ["limit", "weeks", "chunkIndex", "pageNumber", "start", "end"];

test("the description is served without a key, and every operation says what it does, needs and answers", async () => {
  const { status, body } = await server.call("/v1/openapi.json");
  assert.equal(status, 200);
  assert.equal(body.openapi, "3.1.0");
  const operations = Object.values(body.paths as Record<string, Record<string, Described>>).flatMap((path) =>
    Object.values(path),
  );
  const known = (body.tags as { name: string }[]).map(({ name }) => name);
  const names = operations.map(({ operationId }) => operationId);
  assert.equal(new Set(names).size, names.length);
  for (const { operationId, summary, description, tags, parameters = [], responses } of operations) {
    assert.ok(summary && tags, `${operationId} needs a summary and a tag`);
    for (const tag of tags) assert.ok(known.includes(tag), `${operationId}: describe the tag ${tag} in openapi.ts`);
    assert.match(description ?? "", /Needs (?:no key|a|the) ?.*\.$/, `${operationId} has no access`);
    for (const { name, schema, in: place } of parameters)
      if (numbers.includes(name) && place !== "header")
        assert.equal(schema.type, "integer", `${operationId}: describe ${name} by wholeNumber of wire.ts`);
    for (const [code, response] of Object.entries(responses)) {
      if (Number(code) < 400) assert.ok("X-Request-Id" in (response.headers ?? {}), `${operationId} ${code}`);
      else if (operationId !== "getHealth")
        assert.match(
          response.$ref ?? "",
          /^#\/components\/responses\//,
          `${operationId}: describe ${code} by responses() of wire.ts`,
        );
    }
  }
  assert.ok(Object.keys(body.webhooks).includes("document.completed"));
  assert.equal(body.servers[0].url, "/");
});

test("objects and choices of texts have a name of at most 40 characters, and nothing else is written twice", async () => {
  const { body } = await server.call("/v1/openapi.json");
  const tooLong = Object.keys(body.components.schemas).filter((name) => name.length > maxNameLength);
  assert.deepEqual(tooLong, [], 'give these schemas a shorter name: named("…", Type.Object({…})) of wire.ts');
  const unnamed: string[] = [];
  const visit = (value: unknown, place: string) => {
    if (Array.isArray(value)) for (const one of value) visit(one, place);
    else if (value !== null && typeof value === "object") {
      const { properties, enum: choices } = value as { properties?: object; enum?: unknown[] };
      if (properties !== undefined && !("$ref" in value) && Object.keys(properties).length > 0) unnamed.push(place);
      if (choices !== undefined && choices.length > 1) unnamed.push(place);
      for (const [name, one] of Object.entries(value)) if (!/^examples?$/.test(name)) visit(one, `${place}.${name}`);
    }
  };
  visit(body.paths, "paths");
  assert.deepEqual(unnamed, []);
});

test("two schemas of one name are refused with both places", () => {
  const schemas = new NamedSchemas();
  const place = { type: "object", title: "Place", properties: { city: { type: "string" } } };
  assert.deepEqual(schemas.name(place, "X", "getX 200"), { $ref: "#/components/schemas/Place" });
  assert.deepEqual(schemas.name({ ...place, type: ["object", "null"] }, "X", "getY 200"), {
    anyOf: [{ $ref: "#/components/schemas/Place" }, { type: "null" }],
  });
  schemas.name({ ...place, properties: { town: { type: "string" } } }, "X", "getZ 200");
  assert.deepEqual(schemas.problems, [
    "Two different schemas are named Place: at getX 200 and at getZ 200. Give one of them another title.",
  ]);
});

test("the reference page and its script come from the service itself", async () => {
  assert.equal((await server.call("/docs")).headers["location"], "/docs/");
  const page = await server.call("/docs/");
  assert.equal(page.status, 200);
  assert.match(page.headers["content-type"] ?? "", /^text\/html/);
  assert.match(page.headers["content-security-policy"] ?? "", /script-src 'self' 'sha256-/);
  const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? "");
  assert.ok(sources.length > 0);
  for (const source of sources) assert.ok(!/^(https?:)?\/\//.test(source), `${source} is elsewhere`);
  assert.equal((await server.call("/docs/js/scalar.js")).status, 200);
});

test("health reports the state of each component, 200 when all work and 503 otherwise", async () => {
  const well = await server.call("/health");
  assert.equal(well.status, 200);
  assert.deepEqual(Object.keys(well.body), ["status", "version", "checks"]);
  assert.deepEqual(
    [well.body.status, well.body.checks],
    ["ok", { database: "ok", storage: "ok", queue: "ok", analysis: "ok" }],
  );
  const fine = async () => undefined;
  const ill = await startTestServer({
    database: server.database,
    health: { database: fine, storage: () => Promise.reject(new Error("full")), queue: fine, analysis: fine },
  });
  const { status, body } = await ill.call("/health");
  assert.equal(status, 503);
  assert.deepEqual(
    [body.status, body.checks],
    ["degraded", { database: "ok", storage: "failed", queue: "ok", analysis: "ok" }],
  );
  await ill.close();
});

test("health says that the analysis is stuck, and a load balancer keeps the process", async () => {
  const fine = async () => undefined;
  const stuck = await startTestServer({
    database: server.database,
    health: { database: fine, storage: fine, queue: fine, analysis: () => Promise.reject(new Error("stuck")) },
  });
  const { status, body } = await stuck.call("/health");
  assert.deepEqual([status, body.status, body.checks.analysis], [200, "degraded", "failed"]);
  await stuck.close();
});
