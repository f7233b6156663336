import { type Static, Type } from "typebox";
import { retryDocument } from "../operations/retry-document.ts";
import { countedUpTo, type FailedDocument, readSystemFigures } from "../operations/system-figures.ts";
import { toPageRequest } from "../platform/page.ts";
import { adminContext } from "./access.ts";
import { type HealthChecks, healthBody, readHealth } from "./health.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import {
  answers,
  dateTime,
  documentStatus,
  id,
  nextCursor,
  nullable,
  pageQuery,
  pathId,
  toIsoOrNull,
  toListBody,
} from "./wire.ts";

const systemBody = Type.Object({
  health: healthBody,
  waiting: Type.Object({
    queued: Type.Integer({ description: "Documents that nobody works on yet." }),
    processing: Type.Integer({ description: "Documents that are being worked on." }),
    oldestQueuedAt: nullable(dateTime("Since when the oldest of them waits.")),
    deliveries: Type.Integer({ description: "Webhook deliveries that are due or will be tried again." }),
    countedUpTo: Type.Integer({
      description: "Where each of these counts ends: a count as high means as many or more.",
    }),
  }),
  hours: Type.Array(Type.Object({ from: dateTime(), completed: Type.Integer(), failed: Type.Integer() }), {
    description: "Documents that ended, for each of the last 24 hours, oldest first.",
  }),
});

const failedBody = Type.Object({
  documentId: id(),
  companyId: id(),
  companyName: Type.String(),
  complianceReviewId: id(),
  fileName: Type.String(),
  failureReason: Type.String(),
  createdAt: dateTime(),
  processedAt: dateTime(),
  retriedAs: nullable(id("The document that was made to try it again.")),
});

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
        summary: "Read how the service is doing",
        response: answers(200, systemBody, 401, 403),
      },
    },
    async () => {
      const [health, { waiting, hours }] = await Promise.all([
        readHealth(deps),
        readSystemFigures(deps.db, deps.clock),
      ]);
      return {
        health,
        waiting: { ...waiting, countedUpTo, oldestQueuedAt: toIsoOrNull(waiting.oldestQueuedAt) },
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
        response: answers(200, Type.Object({ documents: Type.Array(failedBody), nextCursor }), 400, 401, 403),
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
        summary: "Try a failed document again",
        description:
          "A failed document stays failed: the same files and items become a new document of the same review. Each is tried again once; the new one may be in turn.",
        params: Type.Object({ documentId: id() }),
        body: Type.Object({}, { additionalProperties: false }),
        response: answers(
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
