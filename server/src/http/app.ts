import swagger from "@fastify/swagger";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, fastify, LogController } from "fastify";
import type { Admission, LaneName, Refusal } from "../admission/admission.ts";
import type { OutsideModel } from "../operations/judging-workers.ts";
import type { SessionFinder } from "../tenancy/session.ts";
import { guardRoutes } from "./access.ts";
import { adminAnalysisRoutes } from "./admin-analysis.ts";
import { adminAuditLogRoutes } from "./admin-audit-log.ts";
import { adminCatalogueRoutes } from "./admin-catalogue.ts";
import { adminCatalogueControlRoutes } from "./admin-catalogue-control.ts";
import { adminCompanyRoutes } from "./admin-companies.ts";
import { adminPartnerRoutes } from "./admin-partners.ts";
import { adminSystemRoutes } from "./admin-system.ts";
import { admitRequests } from "./admit-requests.ts";
import { type Answered, countedMethod, unknownRoute } from "./answered.ts";
import { answerOn, refuseExpectations, refuseUnparsed, tooSlow } from "./bare-answers.ts";
import { businessEntityRoutes } from "./business-entities.ts";
import { catalogueRoutes } from "./catalogue.ts";
import { companyRoutes } from "./companies.ts";
import { companySummaryRoutes } from "./company-summary.ts";
import { complianceReviewRoutes } from "./compliance-reviews.ts";
import { documentPageRoutes } from "./document-pages.ts";
import { documentRecordRoutes } from "./document-record.ts";
import { documentResultRoutes } from "./document-result.ts";
import { documentRoutes } from "./documents.ts";
import { drainWhenClosing } from "./draining.ts";
import { answerErrors } from "./ended-meanwhile.ts";
import { errorBodySchema, statusCodes } from "./error-body.ts";
import { handleError } from "./error-handling.ts";
import { type HealthChecks, healthRoutes } from "./health.ts";
import { acceptJson } from "./json-body.ts";
import { description } from "./openapi.ts";
import { portalRoutes } from "./portal.ts";
import { refuseUnkeepableQueries } from "./query-text.ts";
import { referenceRoutes } from "./reference.ts";
import { reviewReportRoutes } from "./review-reports.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { sessionRoutes } from "./session.ts";
import { type Arriving, cutSlowBodies, defaultSlowClientLimits, type SlowClientLimits } from "./slow-bodies.ts";
import { refuseUnknownRoutes } from "./unknown-routes.ts";
import { uploadRoutes } from "./uploads.ts";
import { webhookRoutes } from "./webhooks.ts";

export interface AppDeps extends RouteDeps {
  signedIn: SessionFinder;
  health: HealthChecks;
  /** As set for this process; the workers say themselves what they use. */
  outsideModel: OutsideModel | undefined;
  version: string;
  /** Where the portal lies as it was built. */
  portalFolder: string;
  logger: FastifyBaseLogger;
  onAnswered?: (answer: Answered) => void;
  admission: Admission;
  /** A request was refused because there was too much to do. */
  onShed?: (reason: Refusal, lane: LaneName) => void;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  slowClients?: SlowClientLimits;
}

/** JSON bodies are small; the one operation that takes more says so itself. */
const bodyLimitBytes = 1024 * 1024;

/** A connection over which nothing has come or gone for this long is given up. Large uploads may take as long as they like. */
const idleMilliseconds = 120_000;

/** How often connections are looked at whose headers have not arrived; oftener when there is less time for them. */
const headCheckMilliseconds = 5000;

/** An address that cannot be decoded names nothing; sent here, it is counted, logged and answered like any other. */
const nowhere = "/malformed-address";

function isDecodable(url: string): boolean {
  if (!url.includes("%")) return true;
  const [path = ""] = url.split("?", 1);
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** One line per request, whatever became of it, and a word to whoever counts. */
function tellAnswered(deps: AppDeps, request: FastifyRequest, reply: FastifyReply, statusCode: number): void {
  const { id: requestId, method } = request;
  const route = request.routeOptions.url ?? unknownRoute;
  const seconds = reply.elapsedTime / 1000;
  deps.onAnswered?.({
    ...{ requestId, method: countedMethod(method), route, statusCode, seconds },
    traceparent: request.headers["traceparent"],
  });
  // A line for each would be work at the worst moment; admit-requests.ts writes one for many.
  if (request.isShed) return;
  request.log.info({ requestId, method, route, statusCode, durationMs: Math.round(seconds * 10_000) / 10 }, "request");
}

/** A request that ends before its body does: told of by its own id, also where nobody is there to hear the answer. */
function cutOff(deps: AppDeps, error: Error, { request, reply }: Arriving): void {
  const { socket } = request.raw;
  // Refused before, it has had its answer and its line; this one is about the connection.
  if (reply.sent) {
    refuseUnparsed(deps, error, socket);
    return;
  }
  const statusCode = answerOn(deps, error, socket, request.id) ?? statusCodes.invalid_request;
  tellAnswered(deps, request, reply, statusCode);
}

export async function buildApp(deps: AppDeps): Promise<Routes> {
  const { headSeconds, stallSeconds } = deps.slowClients ?? defaultSlowClientLimits;
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
    return503OnClosing: false,
    clientErrorHandler(error, socket) {
      const arriving = bodies.takeFrom(socket);
      if (arriving === undefined) refuseUnparsed(deps, error, socket);
      else cutOff(deps, error, arriving);
    },
    // HTTP/1.1 wants a Host header; Node would refuse its absence with an empty body, and we have no use for the header.
    http: {
      requireHostHeader: false,
      headersTimeout: headSeconds * 1000,
      connectionsCheckingInterval: Math.min(headCheckMilliseconds, headSeconds * 500),
    },
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
    tellAnswered(deps, request, reply, reply.statusCode);
    done();
  });
  app.setErrorHandler(answerErrors(deps));
  acceptJson(app);
  acceptAbsentBodies(app);
  const { isDraining } = drainWhenClosing(app);
  const bodies = cutSlowBodies(app, stallSeconds, (arriving) => cutOff(deps, tooSlow, arriving));
  refuseExpectations(app.server, deps);
  admitRequests(app, { ...deps, isDraining });
  guardRoutes(app, deps);
  refuseUnkeepableQueries(app);
  refuseUnknownRoutes(app);
  app.addSchema(errorBodySchema);
  await app.register(swagger, description(deps.version));

  healthRoutes(app, deps);
  companyRoutes(app, deps);
  companySummaryRoutes(app, deps);
  businessEntityRoutes(app, deps);
  complianceReviewRoutes(app, deps);
  reviewReportRoutes(app, deps);
  catalogueRoutes(app, deps);
  await documentRoutes(app, deps);
  documentResultRoutes(app, deps);
  documentPageRoutes(app, deps);
  documentRecordRoutes(app, deps);
  await uploadRoutes(app, deps);
  webhookRoutes(app, deps);
  adminPartnerRoutes(app, deps);
  adminCatalogueRoutes(app, deps);
  adminCatalogueControlRoutes(app, deps);
  adminCompanyRoutes(app, deps);
  adminAuditLogRoutes(app, deps);
  adminAnalysisRoutes(app, deps);
  adminSystemRoutes(app, deps);
  sessionRoutes(app, deps);
  referenceRoutes(app);
  portalRoutes(app, deps);
  await app.ready();
  return app;
}

/** "an empty body changes nothing": a PATCH without one is a PATCH of nothing. */
function acceptAbsentBodies(app: Routes): void {
  app.addHook("onRoute", (route) => {
    if (route.method !== "PATCH" && route.config?.isBodyOptional !== true) return;
    route.preValidation = [
      (request, _reply, done) => {
        if (request.body === undefined) request.body = {};
        done();
      },
      ...[route.preValidation ?? []].flat(),
    ];
  });
}
