import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { type FastifyBaseLogger, fastify, type HTTPMethods, LogController } from "fastify";
import { AppError } from "../platform/app-error.ts";
import type { Authenticator } from "../tenancy/authenticate.ts";
import { guardRoutes } from "./access.ts";
import { adminAuditLogRoutes } from "./admin-audit-log.ts";
import { adminCatalogueRoutes } from "./admin-catalogue.ts";
import { adminPartnerRoutes } from "./admin-partners.ts";
import { businessEntityRoutes } from "./business-entities.ts";
import { catalogueRoutes } from "./catalogue.ts";
import { companyRoutes } from "./companies.ts";
import { complianceReviewRoutes } from "./compliance-reviews.ts";
import { documentRoutes } from "./documents.ts";
import { errorBodySchema } from "./error-body.ts";
import { answerUnknownRoutes, handleClientError, handleError } from "./error-handling.ts";
import { type HealthChecks, healthRoutes } from "./health.ts";
import { acceptJson } from "./json-body.ts";
import { description } from "./openapi.ts";
import { referenceRoutes } from "./reference.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { uploadRoutes } from "./uploads.ts";

export interface AppDeps extends RouteDeps {
  authenticator: Authenticator;
  adminToken: string;
  health: HealthChecks;
  version: string;
  logger: FastifyBaseLogger;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
}

/** JSON bodies are small; the one operation that takes more says so itself. */
const bodyLimitBytes = 1024 * 1024;

/** A connection over which nothing has come or gone for this long is given up. Large uploads may take as long as they like. */
const idleMilliseconds = 120_000;

/** An address that cannot be decoded names nothing; sent here, it is counted, logged and answered like any other. */
const nowhere = "/malformed-address";

function isDecodable(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

export async function buildApp(deps: AppDeps): Promise<Routes> {
  const app: Routes = fastify({
    loggerInstance: deps.logger,
    // One line per request, written below; and no logger of its own for each, which would cost more than the line.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: () => deps.ids.next(),
    trustProxy: deps.trustedProxies.length > 0 ? deps.trustedProxies : false,
    bodyLimit: bodyLimitBytes,
    // Longer than any address Node lets through: an id of any length is just one that names nothing.
    routerOptions: { maxParamLength: 65_536 },
    requestTimeout: 0,
    connectionTimeout: idleMilliseconds,
    forceCloseConnections: "idle",
    clientErrorHandler: handleClientError,
    frameworkErrors: handleError,
    rewriteUrl: ({ url = "/" }) => (isDecodable(url) ? url : nowhere),
    ajv: { customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, useDefaults: false } },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.addHook("onRequest", (request, reply, done) => {
    // Answers of an API are neither to be guessed at by browsers nor kept by caches on the way.
    reply
      .header("x-request-id", request.id)
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "no-store");
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        statusCode: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
    done();
  });
  app.setErrorHandler(handleError);
  answerUnknownRoutes(app);
  acceptJson(app);
  // "an empty body changes nothing": a PATCH without one is a PATCH of nothing.
  app.addHook("preValidation", (request, _reply, done) => {
    if (request.method === "PATCH") request.body ??= {};
    done();
  });

  closeConnectionsWhenIdle(app);
  guardRoutes(app, deps);
  app.addSchema(errorBodySchema);
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(swagger, description(deps.version));
  const methodsOf = collectMethods(app);

  healthRoutes(app, deps);
  companyRoutes(app, deps);
  businessEntityRoutes(app, deps);
  complianceReviewRoutes(app, deps);
  catalogueRoutes(app, deps);
  documentRoutes(app, deps);
  await uploadRoutes(app, deps);
  adminPartnerRoutes(app, deps);
  adminCatalogueRoutes(app, deps);
  adminAuditLogRoutes(app, deps);
  referenceRoutes(app);
  refuseOtherMethods(app, methodsOf);
  await app.ready();
  return app;
}

/** Closing ends connections that are idle at that moment; those that fall idle later, their last answer sent, end here. */
function closeConnectionsWhenIdle(app: Routes): void {
  app.addHook("preClose", (done) => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once("close", () => clearInterval(sweep));
    done();
  });
}

const knownMethods: HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

function collectMethods(app: Routes): Map<string, Set<HTTPMethods>> {
  const methodsOf = new Map<string, Set<HTTPMethods>>();
  app.addHook("onRoute", ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one as HTTPMethods);
    methodsOf.set(url, methods);
  });
  return methodsOf;
}

/** An address that exists says 405 to methods it does not have, and names those it has. */
function refuseOtherMethods(app: Routes, methodsOf: Map<string, Set<HTTPMethods>>): void {
  for (const [url, methods] of [...methodsOf]) {
    const allowed = [...methods].join(", ");
    app.route({
      method: knownMethods.filter((method) => !methods.has(method)),
      url,
      config: { access: "public" },
      schema: { hide: true },
      handler: (request, reply) => {
        reply.header("allow", allowed);
        throw new AppError("method_not_allowed", `${request.method} is not possible here; allowed: ${allowed}.`);
      },
    });
  }
}
