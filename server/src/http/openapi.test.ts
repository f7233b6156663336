import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { describeApi } from "../testing/describe-api.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test("openapi.json matches the routes (npm run generate updates it)", async () => {
  const committed = JSON.parse(await readFile(join(import.meta.dirname, "../../../openapi.json"), "utf8"));
  assert.deepEqual(committed, JSON.parse(JSON.stringify(await describeApi())));
});

test("the description is served without a key, and every operation has an id, a summary and its errors", async () => {
  const { status, body } = await server.call("/v1/openapi.json");
  assert.equal(status, 200);
  assert.equal(body.openapi, "3.1.0");
  const operations = Object.values(body.paths as Record<string, Record<string, Record<string, unknown>>>).flatMap(
    (path) => Object.values(path),
  );
  const names = operations.map(({ operationId }) => operationId);
  assert.equal(new Set(names).size, names.length);
  for (const { operationId, summary, tags, responses } of operations) {
    assert.ok(operationId && summary && tags && responses, JSON.stringify(operationId));
  }
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
