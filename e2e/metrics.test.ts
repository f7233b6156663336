import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type AssayProcess, aFreePort, startAssay } from "./assay-process.ts";
import { aServiceStorage, type ServiceStorage } from "./service-database.ts";

let data: ServiceStorage;
let assay: AssayProcess;
let port: number;
before(async () => {
  data = await aServiceStorage();
  port = await aFreePort();
  assay = await startAssay({ ...data.settings, ASSAY_LOG_LEVEL: "warn", ASSAY_METRICS_PORT: String(port) });
});
after(async () => {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await data.remove();
});

/** Values by name and labels. */
async function readMetrics(): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const match = /^([a-z_]+(?:\{[^{}]*\})?) (\S+)$/.exec(line);
      assert.ok(match, line);
      return [match[1] ?? "", Number(match[2])];
    }),
  );
}

test("the metrics include requests, queues and the process, and change with traffic", async () => {
  const requests = 'assay_http_requests_total{method="GET",route="/health",status="200"}';
  const before = (await readMetrics()).get(requests) ?? 0;
  for (let n = 0; n < 3; n++) await (await fetch(`${assay.url}/health`)).text();
  await (await fetch(`${assay.url}/v1/companies`)).text();
  const now = await readMetrics();
  assert.equal(now.get(requests), before + 3);
  assert.equal(now.get('assay_http_requests_total{method="GET",route="/v1/companies",status="401"}'), 1);
  assert.equal(now.get('assay_http_request_duration_seconds_count{method="GET",route="/v1/companies"}'), 1);
  assert.equal(now.get('assay_queue_waiting{queue="analyse-document"}'), 0);
  assert.equal(now.get('assay_queue_oldest_age_seconds{queue="analyse-document"}'), 0);
  assert.ok((now.get("process_resident_memory_bytes") ?? 0) > 1e7);
  assert.ok((now.get('assay_event_loop_delay_seconds{quantile="0.99"}') ?? 0) > 0);
  assert.ok([...now.values()].every((value) => Number.isFinite(value)));
});

test("/live responds on the metrics port", async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/live`);
  assert.deepEqual([answer.status, await answer.text()], [200, "alive\n"]);
});

/** `fetch` sends the usual methods only. */
async function send(method: string, path: string): Promise<number | undefined> {
  const sent = request(`${assay.url}${path}`, { method }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  return answer.statusCode;
}

test("no label of a metric contains a method or path chosen by the caller", async () => {
  const paths = ["/health", "/v1/companies/made-up", "/nowhere/at/all", "/%zz", "/portal/nowhere", "/docs/nowhere"];
  for (const method of ["PROPFIND", "PURGE", "M-SEARCH", "LOCK", "TRACE", "DELETE", "HEAD"])
    for (const path of paths) assert.ok(((await send(method, path)) ?? 500) < 500, `${method} ${path}`);
  const labels = [...(await readMetrics()).keys()].filter((name) => name.startsWith("assay_http_"));
  const valuesOf = (label: string) =>
    new Set(labels.flatMap((name) => new RegExp(`\\b${label}="([^"]*)"`).exec(name)?.[1] ?? []));
  const { paths: described } = (await (await fetch(`${assay.url}/v1/openapi.json`)).json()) as { paths: object };
  const declared = Object.keys(described).map((path) => path.replaceAll(/\{(\w+)\}/g, ":$1"));
  const staticPages = /^\/(docs|portal)?(\/\*)?$/;
  for (const route of valuesOf("route"))
    assert.ok(route === "unknown" || declared.includes(route) || staticPages.test(route), `a route ${route}`);
  const standardMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "_OTHER"];
  for (const method of valuesOf("method")) assert.ok(standardMethods.includes(method), `a method ${method}`);
  assert.ok(valuesOf("method").has("_OTHER") && valuesOf("route").has("unknown"));
});

test("every metric in the dashboard and the manifests exists", async () => {
  const root = join(import.meta.dirname, "..");
  const files = await Promise.all(
    ["deploy/grafana-dashboard.json", "deploy/kubernetes/worker.yaml"].map((name) =>
      readFile(join(root, name), "utf8"),
    ),
  );
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const declared = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const names = new Set(
    [...files.join("\n").matchAll(/\b((?:assay|process)_[a-z_]+)/g)].map(([, name = ""]) =>
      name.replace(/_(?:bucket|sum|count)$/, ""),
    ),
  );
  assert.ok(names.size >= 8);
  assert.deepEqual(
    [...names].filter((name) => !declared.has(name)),
    [],
  );
});
