import { createHash, randomBytes } from "node:crypto";

/**
 * Spans in OTLP (OpenTelemetry's protocol over HTTP, as JSON), sent in batches to the operator's collector. A request id has
 * 128 bits and is the trace id, so that jobs and webhooks, which carry the request id, belong to the trace. Spans contain
 * operations, durations and outcomes, and nothing about tenants or documents.
 */
export interface Span {
  name: string;
  kind: "server" | "consumer" | "internal" | "client";
  /** A span without a request is not sent. */
  requestId: string | undefined;
  /** The span of the request itself, the parent of all its others. */
  isRoot?: boolean;
  /** The caller's span in its own trace. */
  link?: CallerSpan | undefined;
  endedAt: Date;
  seconds: number;
  isError: boolean;
  attributes: Record<string, string | number>;
}

export interface CallerSpan {
  traceId: string;
  spanId: string;
}

interface ExporterOptions {
  /** As in OTEL_EXPORTER_OTLP_ENDPOINT, without the path of the signal. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  version: string;
  onError: (error: unknown) => void;
}

export interface TraceExporter {
  add(span: Span): void;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

const maxWaiting = 4096;
const batchSize = 512;
const flushMilliseconds = 2000;
const timeoutMilliseconds = 10_000;
const kinds = { internal: 1, server: 2, client: 3, consumer: 5 };

export function openTraceExporter(options: ExporterOptions): TraceExporter {
  const waiting: object[] = [];
  let sending: Promise<void> | undefined;
  const timer = setInterval(() => void flush(), flushMilliseconds);
  timer.unref();

  async function flush(): Promise<void> {
    sending ??= send().finally(() => {
      sending = undefined;
    });
    await sending;
  }

  /** Spans that a collector refuses are dropped. */
  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, batchSize);
      try {
        const answer = await fetch(`${options.endpoint.replace(/\/$/, "")}/v1/traces`, {
          method: "POST",
          headers: { "content-type": "application/json", ...options.headers },
          body: JSON.stringify(toRequest(options, spans)),
          signal: AbortSignal.timeout(timeoutMilliseconds),
          redirect: "error",
        });
        await answer.body?.cancel();
        if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
      } catch (error) {
        options.onError(error);
        return;
      }
    }
  }

  return {
    add(span) {
      if (span.requestId === undefined || waiting.length >= maxWaiting) return;
      waiting.push(toOtlp(span, span.requestId));
      if (waiting.length >= batchSize) void flush();
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

const value = (one: string | number) => (typeof one === "number" ? { doubleValue: one } : { stringValue: one });

function toOtlp(span: Span, requestId: string): object {
  const endNanoseconds = BigInt(span.endedAt.getTime()) * 1_000_000n;
  const isRoot = span.isRoot === true;
  return {
    traceId: toTraceId(requestId),
    spanId: isRoot ? toRootSpanId(requestId) : randomBytes(8).toString("hex"),
    ...(!isRoot && { parentSpanId: toRootSpanId(requestId) }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: String(endNanoseconds - BigInt(Math.round(span.seconds * 1e9))),
    endTimeUnixNano: String(endNanoseconds),
    attributes: Object.entries(span.attributes).map(([key, one]) => ({ key, value: value(one) })),
    status: span.isError ? { code: 2 } : {},
    ...(span.link && { links: [span.link] }),
  };
}

function toRequest({ serviceName, version }: ExporterOptions, spans: object[]): object {
  const resource = { "service.name": serviceName, "service.version": version };
  return {
    resourceSpans: [
      {
        resource: { attributes: Object.entries(resource).map(([key, one]) => ({ key, value: value(one) })) },
        scopeSpans: [{ scope: { name: "assay", version }, spans }],
      },
    ],
  };
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The 128 bits of a ULID in hexadecimal. */
export function toTraceId(requestId: string): string {
  const bits = [...requestId].reduce((sum, letter) => sum * 32n + BigInt(crockford.indexOf(letter)), 0n);
  return bits.toString(16).padStart(32, "0");
}

/** Derived from the request id, so that a worker knows the parent of its spans. */
function toRootSpanId(requestId: string): string {
  return createHash("sha256").update(requestId).digest("hex").slice(0, 16);
}

/** For receivers that continue the trace, https://www.w3.org/TR/trace-context/. */
export function toTraceparent(requestId: string): string {
  return `00-${toTraceId(requestId)}-${toRootSpanId(requestId)}-01`;
}

/**
 * The caller's span, to which ours is linked. It is not the parent, because callers must not choose our trace ids or make
 * two requests share one. Undefined if the header is invalid or the caller's trace is not sampled.
 */
export function parseTraceparent(traceparent: string | string[] | undefined): CallerSpan | undefined {
  if (typeof traceparent !== "string") return undefined;
  const [, version, traceId = "", spanId = "", flags = "", rest] = traceparentPattern.exec(traceparent) ?? [];
  const isValidForm = version === "00" ? rest === undefined : version !== undefined && version !== "ff";
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
  if (!isValidForm || !isSampled || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId };
}

/** Later versions may append more fields. */
const traceparentPattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
