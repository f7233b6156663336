import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Refusal, RequestClass } from "../admission/admission.ts";
import type { ErrorCode } from "../platform/app-error.ts";
import type { AdminTokenChecker } from "../tenancy/admin-token.ts";
import type { Authenticator } from "../tenancy/authenticate.ts";
import type { RateLimiter } from "../tenancy/rate-limiter.ts";
import { addressPolicy, type RateLimits } from "../tenancy/rate-policy.ts";
import { bearerToken } from "./access.ts";
import { addressGroup } from "./address-group.ts";
import { rateHeaders } from "./count-requests.ts";
import { statusCodes, toErrorBody } from "./error-body.ts";
import { PreparedResponse } from "./long-json-arrays.ts";
import type { Routes } from "./routes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The queue of the route's requests; default: requests. `none`: always admitted. */
    requestClass?: RequestClass | "none" | ((headers: IncomingHttpHeaders) => RequestClass);
  }
  interface FastifyRequest {
    /** While the request is counted as active. */
    admitted: { requestClass: RequestClass; tenant: string } | undefined;
    isShed: boolean;
  }
}

interface AdmitDeps {
  admission: Admission;
  authenticator: Authenticator;
  limiter: RateLimiter;
  limits: RateLimits;
  adminTokens: AdminTokenChecker;
  isDraining: () => boolean;
  onShed?: (reason: Refusal, requestClass: RequestClass) => void;
}

const codes = {
  tenant_limit: "concurrency_limit_reached",
  overload: "overloaded",
} satisfies Record<Refusal, ErrorCode>;
/** Serialized once. */
const bodies: Record<Refusal, string> = {
  tenant_limit: JSON.stringify(
    toErrorBody(
      codes.tenant_limit,
      "Too many concurrent requests of one caller; send fewer at once and retry shortly.",
    ),
  ),
  overload: JSON.stringify(toErrorBody(codes.overload, "The service is overloaded; retry shortly.")),
};
const retryAfterSeconds: Record<RequestClass, number> = { requests: 1, results: 1, transfers: 5 };

/** Early refusals are answered this late: clients that ignore Retry-After would return at once and keep the process busy. */
const refusalDelayMilliseconds = 1000;
const maxDelayedRefusals = 1000;
/** One log line reports all refusals within this time. */
const logIntervalMilliseconds = 1000;

/** Queues requests before anything expensive: no body is read and no query is sent before a request is admitted. */
export function admitRequests(app: Routes, deps: AdmitDeps): void {
  app.decorateRequest("admitted", undefined);
  app.decorateRequest("isShed", false);
  const logShed = shedLogger(app);
  let delayedRefusals = 0;
  app.addHook("onRequest", (request, reply, done) => {
    const { requestClass: declared = "requests" } = request.routeOptions.config ?? {};
    const requestClass = typeof declared === "function" ? declared(request.headers) : declared;
    if (requestClass === "none") {
      done();
      return;
    }
    const { tenant, isKnown } = tenantOf(deps, request);
    if (isKnown) deps.admission.noteActive(tenant);
    deps.admission.add(requestClass, tenant, {
      start() {
        if (request.raw.socket.destroyed) {
          reply.hijack();
          return false;
        }
        request.admitted = { requestClass, tenant };
        releaseWhenAborted(deps, request, reply);
        done();
        return true;
      },
      refuse(reason) {
        logShed(reason);
        deps.onShed?.(reason, requestClass);
        const delay = refusalDelayMilliseconds - reply.elapsedTime;
        if (delay <= 0 || delayedRefusals >= maxDelayedRefusals) {
          refuse(deps, request, reply, requestClass, reason);
          return;
        }
        delayedRefusals += 1;
        setTimeout(() => {
          delayedRefusals -= 1;
          refuse(deps, request, reply, requestClass, reason);
        }, delay);
      },
    });
  });
  // Released when the response is ready, not when the connection closes: a client that disconnects leaves its work behind.
  app.addHook("onSend", (request, reply, payload, done) => {
    if (isStream(payload) && !(payload instanceof PreparedResponse) && !reply.raw.closed)
      reply.raw.once("close", () => release(deps, request));
    else release(deps, request);
    done();
  });
}

/** A request whose body breaks off may never reach its handler or a response. */
function releaseWhenAborted(deps: AdmitDeps, request: FastifyRequest, reply: FastifyReply): void {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  reply.raw.once("close", () => request.raw.complete || release(deps, request));
}

const isStream = (payload: unknown): boolean =>
  typeof payload === "object" && payload !== null && "pipe" in payload && typeof payload.pipe === "function";

function shedLogger({ log }: Routes): (reason: Refusal) => void {
  let refused: Record<Refusal, number> | undefined;
  return (reason) => {
    if (refused === undefined) {
      refused = { tenant_limit: 0, overload: 0 };
      setTimeout(() => {
        log.warn({ refused }, "requests refused because of load");
        refused = undefined;
      }, logIntervalMilliseconds).unref();
    }
    refused[reason] += 1;
  };
}

function release({ admission }: AdmitDeps, request: FastifyRequest): void {
  const { admitted } = request;
  if (admitted === undefined) return;
  request.admitted = undefined;
  admission.release(admitted.requestClass, admitted.tenant);
}

/** From cached keys, without the database. An unknown key counts as its address, so that made-up keys get no limit each. */
function tenantOf(
  { authenticator, adminTokens }: AdmitDeps,
  request: FastifyRequest,
): { tenant: string; isKnown: boolean } {
  const key = request.headers["x-api-key"];
  const holder = typeof key === "string" ? authenticator.findCached(key) : undefined;
  if (holder !== undefined) return { tenant: holder.companyId ?? holder.partnerId, isKnown: true };
  const address = addressGroup(request.ip);
  const token = bearerToken(request);
  if (token !== undefined && adminTokens.isKnown(token, address)) return { tenant: "administrator", isKnown: true };
  return { tenant: address, isKnown: false };
}

/** Bypasses Fastify's reply, which costs more, with the headers that "every answer carries". */
function refuse(
  { limiter, limits, isDraining }: AdmitDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  requestClass: RequestClass,
  reason: Refusal,
): void {
  request.isShed = true;
  reply.hijack();
  const code = codes[reason];
  reply.raw.writeHead(statusCodes[code], {
    ...(reply.getHeaders() as Record<string, string>),
    ...rateHeaders(limiter.peek(addressPolicy(limits), addressGroup(request.ip))),
    "content-type": "application/json; charset=utf-8",
    "content-length": String(bodies[reason].length),
    "retry-after": String(retryAfterSeconds[requestClass]),
    "x-error-code": code,
    ...(isDraining() && { connection: "close" }),
  });
  // Node sends ASCII strings together with the headers.
  reply.raw.end(bodies[reason], "latin1");
}
