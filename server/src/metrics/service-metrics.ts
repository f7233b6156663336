import { monitorEventLoopDelay } from "node:perf_hooks";
import { type GaugeValue, Metrics } from "./metrics.ts";

/** Values that are read for every scrape. */
export interface MetricSources {
  queues(): Promise<{ name: string; waiting: number; active: number; oldestSeconds: number }[]>;
  admission(): { requestClass: string; active: number; queued: number }[];
  pool(): { total: number; idle: number; waiting: number };
  version: string;
}

/** Every metric of the service. Labels never name a tenant, because there may be any number of them. */
export interface ServiceMetrics {
  metrics: Metrics;
  /** Without a duration the request is only counted. */
  answered(answer: { method: string; route: string; statusCode: number; seconds: number | undefined }): void;
  shed(reason: string, requestClass: string): void;
  worked(job: { name: string; outcome: "done" | "failed" | "returned"; seconds: number }): void;
  staged(stage: "reading" | "judging", seconds: number): void;
  ended(status: "completed" | "failed"): void;
  delivered(outcome: "delivered" | "failed" | "retried", seconds: number): void;
  close(): void;
}

export function createServiceMetrics(sources: MetricSources): ServiceMetrics {
  const metrics = new Metrics();
  const requests = metrics.counter("assay_http_requests_total", "Requests answered, by route and status.");
  const latencies = metrics.histogram(
    "assay_http_request_duration_seconds",
    "Time from a request's arrival to its response.",
  );
  const shed = metrics.counter(
    "assay_http_shed_total",
    "Requests refused because of load, by reason and request class.",
  );
  metrics.gauge("assay_http_in_flight", "Requests in progress and queued requests, by request class.", () =>
    sources.admission().flatMap(({ requestClass, active, queued }) => [
      { labels: { class: requestClass, state: "active" }, value: active },
      { labels: { class: requestClass, state: "queued" }, value: queued },
    ]),
  );
  const jobs = metrics.histogram("assay_job_duration_seconds", "Jobs, by outcome.");
  const stages = metrics.histogram("assay_document_stage_duration_seconds", "Reading and judging documents.");
  const documents = metrics.counter("assay_documents_ended_total", "Documents that completed or failed.");
  const deliveries = metrics.histogram("assay_delivery_duration_seconds", "Webhook delivery attempts, by outcome.");
  const queues = shareConcurrent(sources.queues);
  const readQueues = (figure: "waiting" | "active" | "oldestSeconds") => async () =>
    (await queues()).map((queue): GaugeValue => ({ labels: { queue: queue.name }, value: queue[figure] }));
  metrics.gauge("assay_queue_waiting", "Jobs waiting for a worker.", readQueues("waiting"));
  metrics.gauge("assay_queue_active", "Jobs in progress.", readQueues("active"));
  metrics.gauge(
    "assay_queue_oldest_age_seconds",
    "How long the oldest waiting job has waited.",
    readQueues("oldestSeconds"),
  );
  metrics.gauge("assay_database_connections", "Connections of this process, by state.", () => {
    const { total, idle, waiting } = sources.pool();
    return [
      { labels: { state: "busy" }, value: total - idle },
      { labels: { state: "idle" }, value: idle },
      { labels: { state: "wanted" }, value: waiting },
    ];
  });
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  metrics.gauge("assay_event_loop_delay_seconds", "Event loop delay since the last scrape.", () => {
    const values = [50, 99].map((percentile) => ({
      labels: { quantile: String(percentile / 100) },
      value: delay.percentile(percentile) / 1e9,
    }));
    delay.reset();
    return values;
  });
  metrics.gauge("process_resident_memory_bytes", "Resident memory of this process.", () => [
    { value: process.memoryUsage.rss() },
  ]);
  metrics.gauge(
    "process_cpu_seconds_total",
    "CPU time of this process.",
    () => {
      const { user, system } = process.cpuUsage();
      return [{ value: (user + system) / 1e6 }];
    },
    "counter",
  );
  metrics.gauge("assay_build_info", "Always 1; the label is the running version.", () => [
    { labels: { version: sources.version }, value: 1 },
  ]);
  return {
    metrics,
    answered({ method, route, statusCode, seconds }) {
      requests.add({ method, route, status: String(statusCode) });
      if (seconds !== undefined) latencies.observe({ method, route }, seconds);
    },
    shed: (reason, requestClass) => shed.add({ reason, class: requestClass }),
    worked: ({ name, outcome, seconds }) => jobs.observe({ queue: name, outcome }, seconds),
    staged: (stage, seconds) => stages.observe({ stage }, seconds),
    ended: (status) => documents.add({ status }),
    delivered: (outcome, seconds) => deliveries.observe({ outcome }, seconds),
    close: () => delay.disable(),
  };
}

/** Concurrent calls share one read: three metrics cost one query, and a slow database gets one query at a time. */
function shareConcurrent<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
