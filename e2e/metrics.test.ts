import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type AssayProcess, aDataDirectory, aFreePort, startAssay } from "./assay-process.ts";

/** Figures of a running service, as Prometheus would fetch them. */

let data: Awaited<ReturnType<typeof aDataDirectory>>;
let assay: AssayProcess;
let port: number;
before(async () => {
  data = await aDataDirectory();
  port = await aFreePort();
  assay = await startAssay({ ASSAY_DATA_DIR: data.path, ASSAY_LOG_LEVEL: "warn", ASSAY_METRICS_PORT: String(port) });
});
after(async () => {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await data.remove();
});

/** By name and labels, as written. */
async function figures(): Promise<Map<string, number>> {
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

test("requests, queues, connections and the process itself are told, and move with the traffic", async () => {
  const requests = 'assay_http_requests_total{method="GET",route="/health",status="200"}';
  const before = (await figures()).get(requests) ?? 0;
  for (let n = 0; n < 3; n++) await (await fetch(`${assay.url}/health`)).text();
  await (await fetch(`${assay.url}/v1/companies`)).text();
  const now = await figures();
  assert.equal(now.get(requests), before + 3);
  assert.equal(now.get('assay_http_requests_total{method="GET",route="/v1/companies",status="401"}'), 1);
  assert.equal(now.get('assay_http_request_duration_seconds_count{method="GET",route="/v1/companies"}'), 1);
  assert.equal(now.get('assay_queue_waiting{queue="analyse-document"}'), 0);
  assert.equal(now.get('assay_queue_oldest_age_seconds{queue="analyse-document"}'), 0);
  assert.ok((now.get("process_resident_memory_bytes") ?? 0) > 1e7);
  assert.ok((now.get('assay_event_loop_delay_seconds{quantile="0.99"}') ?? 0) > 0);
  assert.ok([...now.values()].every((value) => Number.isFinite(value)));
});

test("every figure the dashboard and the manifests ask for exists", async () => {
  const root = join(import.meta.dirname, "..");
  const asked = await Promise.all(
    ["deploy/grafana-dashboard.json", "deploy/kubernetes/worker.yaml"].map((name) =>
      readFile(join(root, name), "utf8"),
    ),
  );
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const declared = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const names = new Set(
    [...asked.join("\n").matchAll(/\b((?:assay|process)_[a-z_]+)/g)].map(([, name = ""]) =>
      name.replace(/_(?:bucket|sum|count)$/, ""),
    ),
  );
  assert.ok(names.size >= 8);
  assert.deepEqual(
    [...names].filter((name) => !declared.has(name)),
    [],
  );
});
