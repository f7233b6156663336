import { monitorEventLoopDelay } from "node:perf_hooks";
import { type GaugeValue, Metrics } from "./metrics.ts";

/** What a process can tell of itself when asked. */
export interface Observed {
  queues(): Promise<{ name: string; waiting: number; active: number; oldestSeconds: number }[]>;
  admission(): { lane: string; active: number; waiting: number }[];
  pool(): { total: number; idle: number; waiting: number };
  version: string;
}

/** Every figure of the service, and who reports it. Labels never name a tenant: there may be any number of those. */
export interface ServiceMetrics {
  metrics: Metrics;
  /** Without a time it is counted, and no more. */
  answered(answer: { method: string; route: string; statusCode: number; seconds: number | undefined }): void;
  shed(reason: string, lane: string): void;
  worked(job: { name: string; outcome: "done" | "failed" | "returned"; seconds: number }): void;
  staged(stage: "reading" | "judging", seconds: number): void;
  ended(status: "completed" | "failed"): void;
  delivered(outcome: "delivered" | "failed" | "retried", seconds: number): void;
  close(): void;
}

export function serviceMetrics(observed: Observed): ServiceMetrics {
  const metrics = new Metrics();
  const requests = metrics.counter("assay_http_requests_total", "Requests answered, by route and status.");
  const latencies = metrics.histogram("assay_http_request_duration_seconds", "From a request's arrival to its answer.");
  const shed = metrics.counter(
    "assay_http_shed_total",
    "Requests refused because there was too much to do, by reason.",
  );
  metrics.gauge("assay_http_in_flight", "Requests being worked on and waiting to be let in.", () =>
    observed.admission().flatMap(({ lane, active, waiting }) => [
      { labels: { lane, state: "active" }, value: active },
      { labels: { lane, state: "waiting" }, value: waiting },
    ]),
  );
  const jobs = metrics.histogram("assay_job_duration_seconds", "Work of the queue, by its outcome.");
  const stages = metrics.histogram("assay_document_stage_duration_seconds", "Reading and judging of documents.");
  const documents = metrics.counter("assay_documents_ended_total", "Documents that reached an end.");
  const deliveries = metrics.histogram("assay_delivery_duration_seconds", "Tries at sending an event, by outcome.");
  const queues = together(observed.queues);
  const ofQueue = (figure: "waiting" | "active" | "oldestSeconds") => async () =>
    (await queues()).map((queue): GaugeValue => ({ labels: { queue: queue.name }, value: queue[figure] }));
  metrics.gauge("assay_queue_waiting", "Jobs that wait for a worker.", ofQueue("waiting"));
  metrics.gauge("assay_queue_active", "Jobs that are being worked on.", ofQueue("active"));
  metrics.gauge(
    "assay_queue_oldest_age_seconds",
    "How long the oldest waiting job has waited.",
    ofQueue("oldestSeconds"),
  );
  metrics.gauge("assay_database_connections", "Connections of this process, by state.", () => {
    const { total, idle, waiting } = observed.pool();
    return [
      { labels: { state: "busy" }, value: total - idle },
      { labels: { state: "idle" }, value: idle },
      { labels: { state: "wanted" }, value: waiting },
    ];
  });
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  metrics.gauge("assay_event_loop_delay_seconds", "How late the event loop comes; since the last look.", () => {
    const values = [50, 99].map((percentile) => ({
      labels: { quantile: String(percentile / 100) },
      value: delay.percentile(percentile) / 1e9,
    }));
    delay.reset();
    return values;
  });
  metrics.gauge("process_resident_memory_bytes", "Memory of this process.", () => [
    { value: process.memoryUsage.rss() },
  ]);
  metrics.gauge(
    "process_cpu_seconds_total",
    "Processor time of this process.",
    () => {
      const { user, system } = process.cpuUsage();
      return [{ value: (user + system) / 1e6 }];
    },
    "counter",
  );
  metrics.gauge("assay_build_info", "Always 1; the label says which version runs.", () => [
    { labels: { version: observed.version }, value: 1 },
  ]);
  return {
    metrics,
    answered({ method, route, statusCode, seconds }) {
      requests.add({ method, route, status: String(statusCode) });
      if (seconds !== undefined) latencies.observe({ method, route }, seconds);
    },
    shed: (reason, lane) => shed.add({ reason, lane }),
    worked: ({ name, outcome, seconds }) => jobs.observe({ queue: name, outcome }, seconds),
    staged: (stage, seconds) => stages.observe({ stage }, seconds),
    ended: (status) => documents.add({ status }),
    delivered: (outcome, seconds) => deliveries.observe({ outcome }, seconds),
    close: () => delay.disable(),
  };
}

/** Whoever asks while an answer is awaited gets the same one: three figures cost one query, and a slow database gets one at a time. */
function together<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= read().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
