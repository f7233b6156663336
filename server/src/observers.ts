import type { Config } from "./config.ts";
import type { RequestOutcome } from "./http/request-outcome.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { createServiceMetrics, type MetricSources, type ServiceMetrics } from "./metrics/service-metrics.ts";
import type { Clock } from "./platform/clock.ts";
import type { WorkedJob } from "./postgres/pg-boss-queue.ts";
import { openTraceExporter, parseTraceparent } from "./traces/trace-exporter.ts";
import { version } from "./version.ts";
import type { Outcome } from "./webhooks/delivery.ts";

interface ObserverOptions {
  config: Pick<Config, "traces">;
  clock: Clock;
  closing: { add(step: () => Promise<unknown>): void };
  onError: (error: unknown) => void;
}

/** Reports events of the service to metrics and traces, as far as these are configured. */
export interface Observers {
  startMetrics(sources: MetricSources): Metrics;
  requestEnded(outcome: RequestOutcome): void;
  /** A request was refused because of load. */
  shed(reason: string, requestClass: string): void;
  jobEnded(job: WorkedJob): void;
  stageEnded(stage: "reading" | "judging", seconds: number, requestId: string | undefined): void;
  documentEnded(status: "completed" | "failed"): void;
  deliveryAttempted(outcome: Outcome): void;
}

export function openObservers({ config, clock, closing, onError }: ObserverOptions): Observers {
  let metrics: ServiceMetrics | undefined;
  const traces = config.traces && openTraceExporter({ ...config.traces, version, onError });
  closing.add(async () => {
    metrics?.close();
    await traces?.close();
  });
  return {
    startMetrics(sources) {
      metrics = createServiceMetrics(sources);
      return metrics.metrics;
    },
    requestEnded(outcome) {
      const { requestId, method, route, statusCode, seconds, traceparent } = outcome;
      metrics?.answered(outcome);
      if (seconds === undefined) return;
      traces?.add({
        ...{ name: `${method} ${route}`, kind: "server", requestId, isRoot: true, seconds, endedAt: clock.now() },
        ...{ isError: statusCode >= 500, link: parseTraceparent(traceparent) },
        attributes: { "http.request.method": method, "http.route": route, "http.response.status_code": statusCode },
      });
    },
    shed: (reason, requestClass) => metrics?.shed(reason, requestClass),
    jobEnded(job) {
      const { name, outcome, seconds, requestId } = job;
      metrics?.worked(job);
      traces?.add({
        ...{ name, kind: "consumer", requestId, seconds, endedAt: clock.now(), isError: outcome === "failed" },
        attributes: { "assay.outcome": outcome, ...(job.documentId && { "assay.document_id": job.documentId }) },
      });
    },
    stageEnded(stage, seconds, requestId) {
      metrics?.staged(stage, seconds);
      traces?.add({
        ...{ name: stage, kind: "internal", requestId, seconds, endedAt: clock.now(), isError: false },
        attributes: {},
      });
    },
    documentEnded: (status) => metrics?.ended(status),
    deliveryAttempted({ result, attempt, delivery }) {
      const seconds = attempt.durationMilliseconds / 1000;
      metrics?.delivered(result.is, seconds);
      traces?.add({
        ...{ name: `deliver ${delivery.type}`, kind: "client", requestId: delivery.requestId ?? undefined, seconds },
        ...{ endedAt: clock.now(), isError: result.is !== "delivered" },
        attributes: {
          "assay.outcome": result.is,
          ...(attempt.statusCode !== undefined && { "http.response.status_code": attempt.statusCode }),
        },
      });
    },
  };
}
