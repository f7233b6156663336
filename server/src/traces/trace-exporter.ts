import { createHash, randomBytes } from "node:crypto";

/**
 * Spans in OpenTelemetry's own protocol (OTLP over HTTP, JSON), sent in batches to the collector an operator names.
 * A request id has the 128 bits of a trace id: the two are the same, so that the queue and the webhooks, which carry the
 * request id, carry the trace. Spans tell what was done, for how long and how it ended; never whose data it was about.
 */
export interface Span {
  name: string;
  kind: "server" | "consumer" | "internal" | "client";
  /** Absent: it belongs to no request, and is no part of any trace. */
  requestId: string | undefined;
  /** The span of the request itself, which all others of it stand under. */
  isRoot?: boolean;
  /** What the caller was doing when it sent the request, in its own trace. */
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
  /** As in OTEL_EXPORTER_OTLP_ENDPOINT: the paths of the signals are added to it. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  version: string;
  onTrouble: (error: unknown) => void;
}

export interface TraceExporter {
  add(span: Span): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

const mostWaiting = 4096;
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

  /** What a collector does not take is gone: documents are worth more than what is told about them. */
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
        options.onTrouble(error);
        return;
      }
    }
  }

  return {
    add(span) {
      if (span.requestId === undefined || waiting.length >= mostWaiting) return;
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
    traceId: traceIdOf(requestId),
    spanId: isRoot ? rootSpanIdOf(requestId) : randomBytes(8).toString("hex"),
    ...(!isRoot && { parentSpanId: rootSpanIdOf(requestId) }),
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
export function traceIdOf(requestId: string): string {
  const bits = [...requestId].reduce((sum, letter) => sum * 32n + BigInt(crockford.indexOf(letter)), 0n);
  return bits.toString(16).padStart(32, "0");
}

/** Known to whoever knows the request id, so that a worker can hang its spans below the request's own. */
function rootSpanIdOf(requestId: string): string {
  return createHash("sha256").update(requestId).digest("hex").slice(0, 16);
}

/** For those who go on with the trace elsewhere, https://www.w3.org/TR/trace-context/. */
export function traceparentOf(requestId: string): string {
  return `00-${traceIdOf(requestId)}-${rootSpanIdOf(requestId)}-01`;
}

/**
 * The span a caller names in its `traceparent`. Ours is linked to it and not put below it: anyone may call this service,
 * and nobody outside decides which trace its work is filed under, nor makes two requests share one. Nothing where the
 * header is not as the specification wants it, or where the caller itself keeps no record to lead to.
 */
export function callerSpanIn(traceparent: string | string[] | undefined): CallerSpan | undefined {
  if (typeof traceparent !== "string") return undefined;
  const [, version, traceId = "", spanId = "", flags = "", rest] = traceparentForm.exec(traceparent) ?? [];
  const isOfKnownForm = version === "00" ? rest === undefined : version !== undefined && version !== "ff";
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
  if (!isOfKnownForm || !isSampled || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId };
}

/** Of this version and of later ones, which may have more behind it. */
const traceparentForm = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
