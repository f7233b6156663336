import swagger from "@fastify/swagger";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, fastify, LogController } from "fastify";
import type { Admission, Refusal, RequestClass } from "../admission/admission.ts";
import type { ExternalModel } from "../operations/worker-heartbeats.ts";
import type { SessionFinder } from "../tenancy/session.ts";
import { guardRoutes } from "./access.ts";
import { adminAnalysisRoutes } from "./admin-analysis.ts";
import { adminCatalogueRoutes } from "./admin-catalogue.ts";
import { adminCatalogueControlRoutes } from "./admin-catalogue-control.ts";
import { adminChecklistRoutes } from "./admin-checklists.ts";
import { adminCompanyRoutes } from "./admin-companies.ts";
import { adminKeyRoutes } from "./admin-keys.ts";
import { adminPartnerRoutes } from "./admin-partners.ts";
import { adminSystemRoutes } from "./admin-system.ts";
import { admitRequests } from "./admit-requests.ts";
import { affectedDocumentRoutes } from "./affected-documents.ts";
import { agreementRoutes } from "./agreement.ts";
import { adminAuditLogRoutes, auditLogRoutes } from "./audit-log.ts";
import { brandingRoutes } from "./branding.ts";
import { businessEntityRoutes } from "./business-entities.ts";
import { cancelRoutes } from "./cancel-document.ts";
import { catalogueRoutes } from "./catalogue.ts";
import { checkQueries } from "./check-query.ts";
import { companyRoutes } from "./companies.ts";
import { companySummaryRoutes } from "./company-summary.ts";
import { complianceReviewRoutes } from "./compliance-reviews.ts";
import { compressResponses } from "./compress-responses.ts";
import { controlItemRoutes } from "./control-items.ts";
import { allowOrigins, varyByOrigin } from "./cross-origin.ts";
import { dashboardRoutes } from "./dashboards.ts";
import { decisionRoutes } from "./decisions.ts";
import { documentComparisonRoutes } from "./document-comparison.ts";
import { documentCrosswalkRoutes } from "./document-crosswalk.ts";
import { documentJudgementRoutes } from "./document-judgements.ts";
import { documentLifecycleRoutes } from "./document-lifecycle.ts";
import { documentPageRoutes } from "./document-pages.ts";
import { documentPredecessorRoutes } from "./document-predecessor.ts";
import { documentQuestionRoutes } from "./document-questions.ts";
import { documentRecordRoutes } from "./document-record.ts";
import { documentRedlineRoutes } from "./document-redlines.ts";
import { documentResultRoutes } from "./document-result.ts";
import { documentRoutes } from "./documents.ts";
import { drainWhenClosing } from "./draining.ts";
import { tagResponses } from "./entity-tags.ts";
import { handleErrorAfterErasure } from "./erased-during-request.ts";
import { errorBodySchema, statusCodes } from "./error-body.ts";
import { handleError } from "./error-handling.ts";
import { gapRoutes } from "./gaps.ts";
import { guideRoutes } from "./guides.ts";
import { type HealthChecks, healthRoutes } from "./health.ts";
import { acceptJson } from "./json-body.ts";
import { logReads } from "./log-reads.ts";
import { mcpRoutes } from "./mcp.ts";
import { notificationRoutes } from "./notifications.ts";
import { description } from "./openapi.ts";
import { ownAccountRoutes } from "./own-account.ts";
import { ownKeyRoutes } from "./own-keys.ts";
import { partnerAccessRoutes } from "./partner-access.ts";
import { peopleRoutes } from "./people.ts";
import { portalRoutes } from "./portal.ts";
import { providerSignInRoutes } from "./provider-sign-in.ts";
import { quotaRoutes } from "./quotas.ts";
import { referenceRoutes } from "./reference.ts";
import { methodLabel, type RequestOutcome, unknownRouteLabel } from "./request-outcome.ts";
import { reviewLinkRoutes } from "./review-links.ts";
import { reviewReportRoutes } from "./review-reports.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { schemaCompilers } from "./schema-compilers.ts";
import { sessionRoutes } from "./session.ts";
import { signOffRoutes } from "./sign-offs.ts";
import {
  abortStalledBodies,
  defaultSlowClientLimits,
  type PendingRequest,
  type SlowClientLimits,
} from "./stalled-bodies.ts";
import { stateSubmissionQuota } from "./submission-quota.ts";
import { unfinishedDocumentRoutes } from "./unfinished-documents.ts";
import { refuseUnknownRoutes } from "./unknown-routes.ts";
import { refuseExpectations, refuseUnparsed, requestTimeout, respondOnSocket } from "./unparsed-requests.ts";
import { uploadRoutes } from "./uploads.ts";
import { webhookRoutes } from "./webhooks.ts";

export interface AppDeps extends RouteDeps {
  signedIn: SessionFinder;
  health: HealthChecks;
  /** The setting of this process; workers report their own. */
  externalModel: ExternalModel | undefined;
  version: string;
  /** Folder of the built portal. */
  portalFolder: string;
  /** Folder of the documentation. */
  guidesFolder: string;
  logger: FastifyBaseLogger;
  onRequestEnded?: (answer: RequestOutcome) => void;
  admission: Admission;
  /** Called when a request is refused because of load. */
  onShed?: (reason: Refusal, requestClass: RequestClass) => void;
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  slowClients?: SlowClientLimits;
  /** Origins whose pages may call the API; absent: none. */
  allowedOrigins?: string[];
}

/** For JSON bodies; operations that take more set their own limit. */
const bodyLimitBytes = 1024 * 1024;

/** Connections without traffic for this long are closed. Uploads may last longer. */
const idleMilliseconds = 120_000;

/** Interval between checks for connections with incomplete headers; shorter when their timeout is shorter. */
const headersCheckMilliseconds = 5000;

/** Replaces a path that cannot be decoded, so that the request is counted, logged and answered with 404. */
const malformedPath = "/malformed-address";

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

/** Logs one line per request and reports it to metrics and traces. */
function reportOutcome(deps: AppDeps, request: FastifyRequest, reply: FastifyReply, statusCode: number): void {
  const { id: requestId, method } = request;
  const route = request.routeOptions.url ?? unknownRouteLabel;
  const seconds = reply.elapsedTime / 1000;
  deps.onRequestEnded?.({
    ...{ requestId, method: methodLabel(method), route, statusCode, seconds },
    traceparent: request.headers["traceparent"],
  });
  // Under overload admit-requests.ts logs one line per second instead of one per request.
  if (request.isShed) return;
  request.log.info({ requestId, method, route, statusCode, durationMs: Math.round(seconds * 10_000) / 10 }, "request");
}

/** Ends a request whose body is incomplete, and logs it under the request's id. */
function abortRequest(deps: AppDeps, error: Error, { request, reply }: PendingRequest): void {
  const { socket } = request.raw;
  // The request was answered and logged before; this error is about the connection.
  if (reply.sent) {
    refuseUnparsed(deps, error, socket);
    return;
  }
  const statusCode = respondOnSocket(deps, error, socket, request.id) ?? statusCodes.invalid_request;
  reportOutcome(deps, request, reply, statusCode);
}

export async function buildApp(deps: AppDeps): Promise<Routes> {
  const { headersSeconds, stallSeconds } = deps.slowClients ?? defaultSlowClientLimits;
  const app: Routes = fastify({
    loggerInstance: deps.logger,
    // reportOutcome logs requests. A child logger per request would cost more than the log line.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: () => deps.ids.next(),
    trustProxy: deps.trustedProxies.length > 0 ? deps.trustedProxies : false,
    bodyLimit: bodyLimitBytes,
    // Longer than any path Node accepts, so that an id of any length is answered with 404.
    routerOptions: { maxParamLength: 65_536 },
    requestTimeout: 0,
    connectionTimeout: idleMilliseconds,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    clientErrorHandler(error, socket) {
      const pending = bodies.takeFrom(socket);
      if (pending === undefined) refuseUnparsed(deps, error, socket);
      else abortRequest(deps, error, pending);
    },
    // Node would refuse a request without a Host header with an empty body; the service does not need the header.
    http: {
      requireHostHeader: false,
      headersTimeout: headersSeconds * 1000,
      connectionsCheckingInterval: Math.min(headersCheckMilliseconds, headersSeconds * 500),
    },
    frameworkErrors: handleError,
    rewriteUrl: ({ url = "/" }) => (isDecodable(url) ? url : malformedPath),
    schemaController: { compilersFactory: schemaCompilers },
    ajv: {
      customOptions: {
        ...{ allErrors: true, coerceTypes: false, removeAdditional: false, useDefaults: false },
        // Compiling the schema of schemas took 7 % of a start; unknown keywords and values of a wrong type are refused without it.
        validateSchema: false,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.addHook("onRequest", (request, reply, done) => {
    // Browsers must not sniff API responses, and proxies must not cache them.
    reply
      .header("x-request-id", request.id)
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "no-store");
    done();
  });
  allowOrigins(app, deps.allowedOrigins ?? []);
  app.addHook("onResponse", (request, reply, done) => {
    reportOutcome(deps, request, reply, reply.statusCode);
    done();
  });
  app.setErrorHandler(handleErrorAfterErasure(deps));
  acceptJson(app);
  acceptAbsentBodies(app);
  const { isDraining } = drainWhenClosing(app);
  const bodies = abortStalledBodies(app, stallSeconds, (pending) => abortRequest(deps, requestTimeout, pending));
  refuseExpectations(app.server, deps);
  admitRequests(app, { ...deps, isDraining });
  guardRoutes(app, deps);
  checkQueries(app);
  logReads(app, deps);
  tagResponses(app);
  compressResponses(app);
  varyByOrigin(app, deps.allowedOrigins ?? []);
  stateSubmissionQuota(app, deps);
  refuseUnknownRoutes(app);
  app.addSchema(errorBodySchema);
  await app.register(swagger, description(deps.version));

  healthRoutes(app, deps);
  companyRoutes(app, deps);
  companySummaryRoutes(app, deps);
  dashboardRoutes(app, deps);
  businessEntityRoutes(app, deps);
  complianceReviewRoutes(app, deps);
  signOffRoutes(app, deps);
  reviewLinkRoutes(app, deps);
  reviewReportRoutes(app, deps);
  brandingRoutes(app, deps);
  catalogueRoutes(app, deps);
  auditLogRoutes(app, deps);
  controlItemRoutes(app, deps);
  await documentRoutes(app, deps);
  cancelRoutes(app, deps);
  documentLifecycleRoutes(app, deps);
  documentPredecessorRoutes(app, deps);
  documentComparisonRoutes(app, deps);
  documentRedlineRoutes(app, deps);
  documentJudgementRoutes(app, deps);
  documentCrosswalkRoutes(app, deps);
  affectedDocumentRoutes(app, deps);
  unfinishedDocumentRoutes(app, deps);
  quotaRoutes(app, deps);
  documentResultRoutes(app, deps);
  documentQuestionRoutes(app, deps);
  decisionRoutes(app, deps);
  gapRoutes(app, deps);
  agreementRoutes(app, deps);
  documentPageRoutes(app, deps);
  documentRecordRoutes(app, deps);
  await uploadRoutes(app, deps);
  webhookRoutes(app, deps);
  adminPartnerRoutes(app, deps);
  adminKeyRoutes(app, deps);
  adminCatalogueRoutes(app, deps);
  adminCatalogueControlRoutes(app, deps);
  adminChecklistRoutes(app, deps);
  adminCompanyRoutes(app, deps);
  adminAuditLogRoutes(app, deps);
  adminAnalysisRoutes(app, deps);
  adminSystemRoutes(app, deps);
  sessionRoutes(app, deps);
  providerSignInRoutes(app, deps);
  peopleRoutes(app, deps);
  ownAccountRoutes(app, deps);
  notificationRoutes(app, deps);
  partnerAccessRoutes(app, deps);
  ownKeyRoutes(app, deps);
  referenceRoutes(app);
  guideRoutes(app, deps);
  mcpRoutes(app, deps.version);
  portalRoutes(app, deps);
  await app.ready();
  return app;
}

/** "an empty body changes nothing": a PATCH without a body is read as an empty object. */
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
