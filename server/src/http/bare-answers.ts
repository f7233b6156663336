import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import type { IdSource } from "../platform/ids.ts";
import type { RateLimiter } from "../tenancy/rate-limiter.ts";
import { addressPolicy, type RateLimits } from "../tenancy/rate-policy.ts";
import { rateHeaders } from "./access.ts";
import { addressGroup } from "./address-group.ts";
import { type Answered, countedMethod, unknownRoute } from "./answered.ts";
import { toErrorBody } from "./error-body.ts";

interface BareDeps {
  ids: IdSource;
  limiter: RateLimiter;
  limits: RateLimits;
  logger: FastifyBaseLogger;
  onAnswered?: (answer: Answered) => void;
}

type ParserError = Error & { code?: string };

const bareAnswer = { "content-type": "application/json; charset=utf-8", connection: "close" };
const lingerMilliseconds = 1000;

/** As Node tells of headers that do not arrive. */
export const tooSlow = Object.assign(new Error("a request did not arrive in time"), {
  code: "ERR_HTTP_REQUEST_TIMEOUT",
});

/** "Every answer carries" these, also the few that never become a request. */
function headersOf({ limiter, limits }: BareDeps, socket: Socket, requestId: string): Record<string, string> {
  return {
    ...bareAnswer,
    "x-request-id": requestId,
    ...rateHeaders(limiter.peek(addressPolicy(limits), addressGroup(socket.remoteAddress ?? ""))),
  };
}

/** Counted and logged like a request: whoever names the id of their answer finds it. */
function tell({ logger, onAnswered }: BareDeps, requestId: string, statusCode: number, refusal: object): void {
  const method = "method" in refusal ? String(refusal.method) : undefined;
  onAnswered?.({ requestId, method: countedMethod(method), route: unknownRoute, statusCode, seconds: undefined });
  logger.info({ requestId, ...refusal, statusCode }, "request");
}

/** What the HTTP parser itself refuses never becomes a request; it is answered on the bare socket, in the same form. */
export function refuseUnparsed(deps: BareDeps, error: ParserError, socket: Socket): void {
  const requestId = deps.ids.next();
  const statusCode = answerOn(deps, error, socket, requestId);
  if (statusCode !== undefined) tell(deps, requestId, statusCode, { reason: error.code });
}

/** Yields the status that was answered, if there was still somebody to answer. */
export function answerOn(deps: BareDeps, error: ParserError, socket: Socket, requestId: string): number | undefined {
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
  // Our end is closed now; a client that does not close its own, and goes on sending a byte now and then, would keep the
  // connection for ever. At once would be too soon: what it has not read yet would be lost.
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
  return body.statusCode;
}

/** `Expect` headers that Node does not know it refuses by itself, with an empty body. */
export function refuseExpectations(server: Server, deps: BareDeps): void {
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
    tell(deps, requestId, 417, { method: request.method, reason: "expectation" });
  });
}
