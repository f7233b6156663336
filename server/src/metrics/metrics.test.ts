import assert from "node:assert/strict";
import { test } from "node:test";
import { Metrics } from "./metrics.ts";
import { startMetricsServer } from "./metrics-server.ts";
import { createServiceMetrics } from "./service-metrics.ts";

const fail = (name: string, error: unknown) => assert.fail(`${name}: ${error}`);

test("counters are kept by label, and label values are escaped", async () => {
  const metrics = new Metrics();
  const counter = metrics.counter("things_total", "Things.");
  counter.add({ kind: 'a "b"\\\n' });
  counter.add({ kind: "plain" }, 2);
  counter.add({ kind: "plain" });
  assert.equal(
    await metrics.render(fail),
    [
      "# HELP things_total Things.",
      "# TYPE things_total counter",
      'things_total{kind="a \\"b\\"\\\\\\n"} 1',
      'things_total{kind="plain"} 3',
      "",
    ].join("\n"),
  );
});

test("a histogram counts each value in every bucket that contains it", async () => {
  const metrics = new Metrics();
  const histogram = metrics.histogram("seconds", "Durations.", [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 3]) histogram.observe({ of: "x" }, value);
  const text = await metrics.render(fail);
  assert.match(text, /seconds_bucket\{of="x",le="0\.1"\} 2\n/);
  assert.match(text, /seconds_bucket\{of="x",le="1"\} 3\n/);
  assert.match(text, /seconds_bucket\{of="x",le="\+Inf"\} 4\n/);
  assert.match(text, /seconds_sum\{of="x"\} 3\.65\n/);
  assert.match(text, /seconds_count\{of="x"\} 4\n/);
});

test("a metric that cannot be read is reported and left out", async () => {
  const metrics = new Metrics();
  metrics.gauge("broken", "Broken.", () => Promise.reject(new Error("away")));
  metrics.gauge("whole", "Whole.", () => [{ value: 7 }]);
  const failed: string[] = [];
  const text = await metrics.render((name) => failed.push(name));
  assert.deepEqual(failed, ["broken"]);
  assert.equal(text, "# HELP whole Whole.\n# TYPE whole gauge\nwhole 7\n");
});

test("a metric that is not read in time is left out", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const metrics = new Metrics();
  metrics.gauge("stuck", "Stuck.", () => new Promise(() => undefined));
  metrics.gauge("whole", "Whole.", () => [{ value: 7 }]);
  const failed: string[] = [];
  const text = metrics.render((name, error) => failed.push(`${name}: ${error}`));
  await new Promise(setImmediate);
  t.mock.timers.tick(2000);
  assert.equal(await text, "# HELP whole Whole.\n# TYPE whole gauge\nwhole 7\n");
  assert.deepEqual(failed, ["stuck: Error: not read within 2000 ms"]);
});

test("all queue metrics share one read, also those of concurrent scrapes", async () => {
  let reads = 0;
  const answer = Promise.withResolvers<{ name: string; waiting: number; active: number; oldestSeconds: number }[]>();
  const { metrics, close } = createServiceMetrics({
    queues() {
      reads += 1;
      return answer.promise;
    },
    admission: () => [],
    pool: () => ({ total: 0, idle: 0, waiting: 0 }),
    version: "1",
  });
  const rendered = [metrics.render(fail), metrics.render(fail)];
  answer.resolve([{ name: "q", waiting: 3, active: 2, oldestSeconds: 1.5 }]);
  for (const text of await Promise.all(rendered))
    for (const line of ['waiting{queue="q"} 3', 'active{queue="q"} 2', 'oldest_age_seconds{queue="q"} 1.5'])
      assert.ok(text.includes(`\nassay_queue_${line}\n`), line);
  assert.equal(reads, 1);
  await metrics.render(fail);
  assert.equal(reads, 2);
  close();
});

test("/live answers at once while a metric is being read", async () => {
  const metrics = new Metrics();
  const stuck = Promise.withResolvers<[]>();
  metrics.gauge("stuck", "Stuck.", () => stuck.promise);
  const server = await startMetricsServer({ ...{ host: "127.0.0.1", port: 0, metrics, onError: fail } });
  const url = `http://127.0.0.1:${server.port}`;
  try {
    const scrape = fetch(`${url}/metrics`);
    const answer = await fetch(`${url}/live`);
    assert.deepEqual([answer.status, await answer.text()], [200, "alive\n"]);
    assert.equal((await fetch(`${url}/live`, { method: "POST" })).status, 404);
    stuck.resolve([]);
    assert.equal((await scrape).status, 200);
  } finally {
    await server.close();
  }
});

test("the metrics port answers only GET /metrics and GET /live", async () => {
  const server = await startMetricsServer({
    ...{ host: "127.0.0.1", port: 0, metrics: new Metrics(), onError: fail },
  });
  const url = `http://127.0.0.1:${server.port}`;
  try {
    const answer = await fetch(`${url}/metrics`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
    assert.equal((await fetch(`${url}/`)).status, 404);
    assert.equal((await fetch(`${url}/metrics`, { method: "POST" })).status, 404);
  } finally {
    await server.close();
  }
});
