import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import type { IdSource } from "../platform/ids.ts";
import type { RateLimiter } from "../tenancy/rate-limiter.ts";
import { addressPolicy, type RateLimits } from "../tenancy/rate-policy.ts";
import { addressGroup } from "./address-group.ts";
import { rateHeaders } from "./count-requests.ts";
import { toErrorBody } from "./error-body.ts";
import { methodLabel, type RequestOutcome, unknownRouteLabel } from "./request-outcome.ts";

interface SocketResponseDeps {
  ids: IdSource;
  limiter: RateLimiter;
  limits: RateLimits;
  logger: FastifyBaseLogger;
  onRequestEnded?: (answer: RequestOutcome) => void;
}

type ParserError = Error & { code?: string };

const baseHeaders = { "content-type": "application/json; charset=utf-8", connection: "close" };
const lingerMilliseconds = 1000;

/** The error that Node raises for incomplete headers, raised by the service for stalled bodies. */
export const requestTimeout = Object.assign(new Error("the request did not arrive in time"), {
  code: "ERR_HTTP_REQUEST_TIMEOUT",
});

/** "Every answer carries" these headers, even when no request was parsed. */
function headersOf({ limiter, limits }: SocketResponseDeps, socket: Socket, requestId: string): Record<string, string> {
  return {
    ...baseHeaders,
    "x-request-id": requestId,
    ...rateHeaders(limiter.peek(addressPolicy(limits), addressGroup(socket.remoteAddress ?? ""))),
  };
}

/** Counts and logs the refusal like a request, so that its X-Request-Id can be found. */
function reportRefusal(
  { logger, onRequestEnded }: SocketResponseDeps,
  requestId: string,
  statusCode: number,
  refusal: object,
): void {
  const method = "method" in refusal ? String(refusal.method) : undefined;
  onRequestEnded?.({
    requestId,
    method: methodLabel(method),
    route: unknownRouteLabel,
    statusCode,
    seconds: undefined,
  });
  logger.info({ requestId, ...refusal, statusCode }, "request");
}

/** Answers input that the HTTP parser refuses, on the socket and in the form of every error. */
export function refuseUnparsed(deps: SocketResponseDeps, error: ParserError, socket: Socket): void {
  const requestId = deps.ids.next();
  const statusCode = respondOnSocket(deps, error, socket, requestId);
  if (statusCode !== undefined) reportRefusal(deps, requestId, statusCode, { reason: error.code });
}

/** Returns the status code, or undefined when the connection is gone. */
export function respondOnSocket(
  deps: SocketResponseDeps,
  error: ParserError,
  socket: Socket,
  requestId: string,
): number | undefined {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return undefined;
  const body =
    error.code === "HPE_HEADER_OVERFLOW"
      ? { error: "Request Header Fields Too Large", message: "The request's headers are too large.", statusCode: 431 }
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? { error: "Request Timeout", message: "The request did not arrive in time.", statusCode: 408 }
        : toErrorBody("invalid_request", "This is not a valid HTTP request.");
  const text = JSON.stringify(body);
  const headers = { ...headersOf(deps, socket, requestId), "content-length": Buffer.byteLength(text) };
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  socket.end(`HTTP/1.1 ${body.statusCode} ${body.error}\r\n${head}\r\n${text}`);
  // A client that never closes its end would keep the connection open forever. Destroying it at once would lose what
  // the client has not read yet.
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
  return body.statusCode;
}

/** Node refuses unknown `Expect` headers with an empty body; this sends an error body. */
export function refuseExpectations(server: Server, deps: SocketResponseDeps): void {
  server.on("checkExpectation", (request, response) => {
    const body = {
      error: "Expectation Failed",
      message: "This Expect header cannot be met; leave it out.",
      statusCode: 417,
    };
    const text = JSON.stringify(body);
    const requestId = deps.ids.next();
    response
      .writeHead(417, { ...headersOf(deps, request.socket, requestId), "content-length": Buffer.byteLength(text) })
      .end(text);
    reportRefusal(deps, requestId, 417, { method: request.method, reason: "expectation" });
  });
}
