/** How a request ended, for whoever counts and traces them. */
export interface Answered {
  requestId: string;
  /** One of the usual ones, or `_OTHER`: callers choose it, and every one of them becomes a series of figures. */
  method: string;
  /** As it is declared, never as it was called; `unknown` where nothing is declared. */
  route: string;
  statusCode: number;
  /** Absent for what the HTTP parser refuses: nobody knows when it began. */
  seconds: number | undefined;
  /** The header of that name, as it came. */
  traceparent?: string | string[] | undefined;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** As https://opentelemetry.io/docs/specs/semconv/http/http-spans/ has it. */
const otherMethod = "_OTHER";

export const countedMethod = (method: string | undefined): string =>
  method !== undefined && methods.has(method) ? method : otherMethod;

export const unknownRoute = "unknown";
