import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission, LaneName, Refusal } from "../admission/admission.ts";
import type { ErrorCode } from "../platform/app-error.ts";
import { forCaller } from "../platform/caller.ts";
import type { Authenticator } from "../tenancy/authenticate.ts";
import type { RateLimiter } from "../tenancy/rate-limiter.ts";
import { addressPolicy, type RateLimits } from "../tenancy/rate-policy.ts";
import { isAdministrator, rateHeaders } from "./access.ts";
import { addressGroup } from "./address-group.ts";
import { statusCodes, toErrorBody } from "./error-body.ts";
import { PreparedResponse } from "./long-json-arrays.ts";
import type { Routes } from "./routes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What its requests are admitted with; requests unless it says otherwise. */
    lane?: LaneName | "always" | ((headers: IncomingHttpHeaders) => LaneName);
  }
  interface FastifyRequest {
    place: Place | undefined;
    isShed: boolean;
    /** Whether its tenant has more of the kind waiting, while others are there, too: then what takes long pauses in between. */
    isToPause(): boolean;
  }
}

interface Place {
  lane: LaneName;
  tenant: string;
}

interface AdmitDeps {
  admission: Admission;
  authenticator: Authenticator;
  limiter: RateLimiter;
  limits: RateLimits;
  adminToken: string;
  isDraining: () => boolean;
  onShed?: (reason: Refusal, lane: LaneName) => void;
}

const codes = { tenant_share: "too_many_at_once", overload: "overloaded" } satisfies Record<Refusal, ErrorCode>;
const messages: Record<Refusal, string> = {
  tenant_share:
    "More requests at the same time than one caller is given; send fewer at once, and this one again shortly.",
  overload: "The service has more to do than it can at the moment; try again shortly.",
};
const retryAfterSeconds: Record<LaneName, number> = {
  ...{ requests: 1, results: 1, submissions: 1 },
  ...{ uploads: 5, downloads: 5 },
};

/** Written once. As ASCII strings, which Node joins to the headers and sends as one piece. */
const bodies = {
  tenant_share: JSON.stringify(toErrorBody(codes.tenant_share, messages.tenant_share)),
  overload: JSON.stringify(toErrorBody(codes.overload, messages.overload)),
};

/** One line of the log tells of all refusals within this time. */
const tellingMilliseconds = 1000;

/**
 * Lets requests in as fast as they can be worked on, tenant by tenant. Stands before everything that costs: the body is not
 * read, nor the database asked, before a request is let in.
 */
export function admitRequests(app: Routes, deps: AdmitDeps): void {
  app.decorateRequest("place", undefined);
  app.decorateRequest("isShed", false);
  app.decorateRequest("isToPause", function isToPause(this: FastifyRequest) {
    return this.place !== undefined && deps.admission.presses(this.place.lane, this.place.tenant);
  });
  const tellShed = shedTeller(app);
  app.addHook("onRequest", (request, reply, done) => {
    const { lane: given = "requests" } = request.routeOptions.config ?? {};
    const lane = typeof given === "function" ? given(request.headers) : given;
    if (lane === "always") {
      done();
      return;
    }
    const { tenant, isKnown } = tenantOf(deps, request);
    if (isKnown) deps.admission.note(tenant);
    deps.admission.enter(lane, tenant, {
      begin() {
        if (request.raw.socket.destroyed) {
          reply.hijack();
          return false;
        }
        request.place = { lane, tenant };
        leaveWhenCutShort(deps, request, reply);
        done();
        return true;
      },
      refuse(reason) {
        refuse(deps, request, reply, lane, reason);
        tellShed(reason);
        deps.onShed?.(reason, lane);
      },
    });
  });
  // The body has arrived: from here on it is the request's own work, which it has to have a turn for at the database, too.
  // Who is alone has all connections, and nothing to be counted for.
  app.addHook("preHandler", (request, _reply, done) => {
    if (request.place === undefined || !deps.admission.isShared()) done();
    else forCaller(request.place.tenant, done);
  });
  // Not when the connection closes: what a caller has begun and walked away from is still being worked on.
  app.addHook("onSend", (request, reply, payload, done) => {
    // One whose caller has hung up already will not be closed again.
    if (isStream(payload) && !(payload instanceof PreparedResponse) && !reply.raw.closed)
      reply.raw.once("close", () => leave(deps, request));
    else leave(deps, request);
    done();
  });
}

/** A body that breaks off may never reach its handler, nor an answer. */
function leaveWhenCutShort(deps: AdmitDeps, request: FastifyRequest, reply: FastifyReply): void {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  reply.raw.once("close", () => request.raw.complete || leave(deps, request));
}

const isStream = (payload: unknown): boolean =>
  typeof payload === "object" && payload !== null && "pipe" in payload && typeof payload.pipe === "function";

function shedTeller({ log }: Routes): (reason: Refusal) => void {
  let counts: Record<Refusal, number> | undefined;
  const tell = () => {
    log.warn({ refused: counts }, "requests were refused, there were too many");
    counts = undefined;
  };
  return (reason) => {
    if (counts === undefined) {
      counts = { tenant_share: 0, overload: 0 };
      setTimeout(tell, tellingMilliseconds).unref();
    }
    counts[reason] += 1;
  };
}

function leave({ admission }: AdmitDeps, request: FastifyRequest): void {
  const { place } = request;
  if (place === undefined) return;
  request.place = undefined;
  admission.leave(place.lane, place.tenant);
}

/**
 * As far as it is known without asking anyone. A key that this process has not seen to be valid is nobody's: its caller
 * is taken for its address, or whoever makes up keys would be given a share for each.
 */
function tenantOf(
  { authenticator, adminToken }: AdmitDeps,
  request: FastifyRequest,
): { tenant: string; isKnown: boolean } {
  const key = request.headers["x-api-key"];
  const holder = typeof key === "string" ? authenticator.findCached(key) : undefined;
  if (holder !== undefined) return { tenant: holder.companyId ?? holder.partnerId, isKnown: true };
  if (isAdministrator({ adminToken }, request)) return { tenant: "administrator", isKnown: true };
  return { tenant: addressGroup(request.ip), isKnown: false };
}

/** Past everything that other answers go through, but with all that "every answer carries". */
function refuse(
  { limiter, limits, isDraining }: AdmitDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  lane: LaneName,
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
    "retry-after": String(retryAfterSeconds[lane]),
    "x-error-code": code,
    ...(isDraining() && { connection: "close" }),
  });
  reply.raw.end(bodies[reason], "latin1");
}
