import { type Static, Type } from "typebox";
import type { Document } from "../documents/document.ts";
import { cancelDocument } from "../processing/cancel-document.ts";
import { adminContext, keyHolderContext } from "./access.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { documentStatus, id, named, nullable, pathId, responses } from "./wire.ts";

const cancelledBody = named(
  "CancelledDocument",
  Type.Object({
    documentId: id(),
    complianceReviewId: id(),
    status: documentStatus,
    failureReason: nullable(Type.String({ description: "Why the document failed, as a sentence for people." })),
  }),
);

function toCancelledBody({ id, reviewId, status, failureReason }: Document): Static<typeof cancelledBody> {
  return { documentId: id, complianceReviewId: reviewId, status, failureReason: failureReason ?? null };
}

const description =
  "A document that waits or is being analysed ends at once: its status becomes failed, and so do the items that are not judged yet. A document that has ended stays as it is, so the request can be repeated; the answer gives its status.";
const refusals = [400, 401, 403, 404, 409, 413, 415, 422] as const;
const params = Type.Object({ documentId: id() });
const body = Type.Object({}, { additionalProperties: false });

export function cancelRoutes(app: Routes, deps: RouteDeps): void {
  app.post(
    "/v1/documents/:documentId/cancel",
    {
      config: { access: "either", isBodyOptional: true },
      schema: {
        operationId: "cancelDocument",
        tags: ["Documents"],
        summary: "Cancel a document",
        description: `${description} A partner can cancel the documents of its companies.`,
        ...{ params, body, response: responses(200, cancelledBody, ...refusals) },
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const documentId = pathId(request.params.documentId, "document");
        const document = await cancelDocument({ ...deps, db }, keyHolderContext(request), documentId);
        return { statusCode: 200, body: toCancelledBody(document), companyId: document.companyId };
      }),
  );

  app.post(
    "/v1/admin/documents/:documentId/cancel",
    {
      config: { access: "admin", isBodyOptional: true },
      schema: {
        operationId: "cancelAnyDocument",
        tags: ["Administration"],
        summary: "Cancel a document of any company",
        ...{ description, params, body, response: responses(200, cancelledBody, ...refusals) },
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const documentId = pathId(request.params.documentId, "document");
        const document = await cancelDocument({ ...deps, db }, adminContext(request), documentId);
        return { statusCode: 200, body: toCancelledBody(document), companyId: document.companyId };
      }),
  );
}
