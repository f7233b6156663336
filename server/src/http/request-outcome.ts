/** How a request ended, for metrics and traces. */
export interface RequestOutcome {
  requestId: string;
  /** A standard method or `_OTHER`, so that callers cannot create metric series. */
  method: string;
  /** The route's pattern, never the requested path; `unknown` without a route. */
  route: string;
  statusCode: number;
  /** Absent for what the HTTP parser refuses: its start is not known. */
  seconds: number | undefined;
  /** The request's header. */
  traceparent?: string | string[] | undefined;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** From https://opentelemetry.io/docs/specs/semconv/http/http-spans/ */
const otherMethod = "_OTHER";

export const methodLabel = (method: string | undefined): string =>
  method !== undefined && methods.has(method) ? method : otherMethod;

export const unknownRouteLabel = "unknown";
