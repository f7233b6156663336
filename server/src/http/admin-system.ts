import { type Static, Type } from "typebox";
import { retryDocument } from "../operations/retry-document.ts";
import { type FailedDocument, maxCount, readSystemStatus } from "../operations/system-status.ts";
import { toPageRequest } from "../platform/page.ts";
import { adminContext } from "./access.ts";
import { type HealthChecks, healthBody, readHealth } from "./health.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import {
  dateTime,
  documentStatus,
  id,
  named,
  nextCursor,
  nullable,
  pageQuery,
  pathId,
  responses,
  toIsoOrNull,
  toListBody,
} from "./wire.ts";

const systemBody = named(
  "SystemState",
  Type.Object({
    health: healthBody,
    waiting: Type.Object({
      queued: Type.Integer({ description: "Documents that wait for analysis." }),
      processing: Type.Integer({ description: "Documents being analysed." }),
      oldestQueuedAt: nullable(dateTime("When the oldest of them was queued.")),
      deliveries: Type.Integer({ description: "Webhook deliveries that are due or scheduled for a retry." }),
      countedUpTo: Type.Integer({
        description: "Counting stops here: a count of this value means this many or more.",
      }),
    }),
    hours: Type.Array(Type.Object({ from: dateTime(), completed: Type.Integer(), failed: Type.Integer() }), {
      description: "Completed and failed documents of each of the last 24 hours, oldest first.",
    }),
  }),
);

const failedBody = named(
  "FailedDocument",
  Type.Object({
    documentId: id(),
    companyId: id(),
    companyName: Type.String(),
    complianceReviewId: id(),
    fileName: Type.String(),
    failureReason: Type.String(),
    createdAt: dateTime(),
    processedAt: dateTime(),
    retriedAs: nullable(id("The document created by a retry.")),
  }),
);

function toFailedBody(document: FailedDocument): Static<typeof failedBody> {
  const { id: documentId, reviewId: complianceReviewId, createdAt, processedAt, retriedAs = null, ...rest } = document;
  return {
    ...rest,
    documentId,
    complianceReviewId,
    retriedAs,
    createdAt: createdAt.toISOString(),
    processedAt: processedAt.toISOString(),
  };
}

export function adminSystemRoutes(app: Routes, deps: RouteDeps & { health: HealthChecks; version: string }): void {
  const config = { access: "admin" } as const;
  const tags = ["Administration"];

  app.get(
    "/v1/admin/system",
    {
      config,
      schema: {
        operationId: "getSystem",
        tags,
        summary: "Read the state of the service",
        response: responses(200, systemBody, 401, 403),
      },
    },
    async () => {
      const [health, { backlog, hours }] = await Promise.all([readHealth(deps), readSystemStatus(deps.db, deps.clock)]);
      return {
        health,
        waiting: { ...backlog, countedUpTo: maxCount, oldestQueuedAt: toIsoOrNull(backlog.oldestQueuedAt) },
        hours: hours.map((hour) => ({ ...hour, from: hour.from.toISOString() })),
      };
    },
  );

  app.get(
    "/v1/admin/failed-documents",
    {
      config,
      schema: {
        operationId: "listFailedDocuments",
        tags,
        summary: "List documents that failed, with the reason",
        querystring: Type.Object(pageQuery),
        response: responses(200, Type.Object({ documents: Type.Array(failedBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) =>
      toListBody("documents", await deps.db.operations.listFailed(toPageRequest(request.query)), toFailedBody),
  );

  app.post(
    "/v1/admin/documents/:documentId/retry",
    {
      config: { ...config, isBodyOptional: true },
      schema: {
        operationId: "retryDocument",
        tags,
        summary: "Retry a failed document",
        description:
          "The failed document stays failed; its files and items become a new document of the same review. A document can be retried once; the new one can be retried in turn.",
        params: Type.Object({ documentId: id() }),
        body: Type.Object({}, { additionalProperties: false }),
        response: responses(
          201,
          Type.Object({ documentId: id("The new document."), complianceReviewId: id(), status: documentStatus }),
          ...([400, 401, 403, 404, 409, 413, 415, 422] as const),
        ),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const { documents, uploads } = deps.db;
        const documentId = pathId(request.params.documentId, "document");
        const document = await retryDocument({ ...deps, db, documents, uploads }, adminContext(request), documentId);
        const { id: newId, companyId, reviewId: complianceReviewId, status } = document;
        return { statusCode: 201, body: { documentId: newId, complianceReviewId, status }, companyId };
      }),
  );
}
