import { type Static, Type } from "typebox";
import type { UnfinishedDocument } from "../operations/system-status.ts";
import { toPageRequest } from "../platform/page.ts";
import { partnerContext } from "./access.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { dateTime, id, named, nextCursor, pageQuery, responses, toListBody } from "./wire.ts";

const unfinishedBody = named(
  "UnfinishedDocumentOfCompany",
  Type.Object({
    documentId: id(),
    companyId: id(),
    companyName: Type.String(),
    complianceReviewId: id(),
    reviewName: Type.String(),
    status: Type.Enum(["queued", "processing"]),
    createdAt: dateTime(),
  }),
);
const unfinishedWithNameBody = named(
  "UnfinishedDocument",
  Type.Object({ ...unfinishedBody.properties, fileName: Type.String() }),
);

function toUnfinishedBody(document: UnfinishedDocument): Static<typeof unfinishedWithNameBody> {
  const { id: documentId, reviewId: complianceReviewId, createdAt, ...rest } = document;
  return { ...rest, documentId, complianceReviewId, createdAt: createdAt.toISOString() };
}

/** What waits or is being analysed, for those who may cancel it. */
export function unfinishedDocumentRoutes(app: Routes, deps: RouteDeps): void {
  const querystring = Type.Object(pageQuery);

  app.get(
    "/v1/companies/unfinished-documents",
    {
      config: { access: "partner" },
      schema: {
        operationId: "listUnfinishedDocuments",
        tags: ["Companies"],
        summary: "List the documents of the partner's companies that wait or are being analysed",
        description: "A partner sees the review that a document belongs to, not the name of its file.",
        querystring,
        response: responses(200, Type.Object({ documents: Type.Array(unfinishedBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { partnerId } = partnerContext(request).actor;
      const page = await deps.db.operations.listUnfinished(partnerId, toPageRequest(request.query));
      return toListBody("documents", page, (document) => {
        const { fileName: _, ...body } = toUnfinishedBody(document);
        return body;
      });
    },
  );

  app.get(
    "/v1/admin/unfinished-documents",
    {
      config: { access: "admin" },
      schema: {
        operationId: "listEveryUnfinishedDocument",
        tags: ["Administration"],
        summary: "List the documents that wait or are being analysed",
        querystring,
        response: responses(
          200,
          Type.Object({ documents: Type.Array(unfinishedWithNameBody), nextCursor }),
          ...([400, 401, 403] as const),
        ),
      },
    },
    async (request) => {
      const page = await deps.db.operations.listUnfinished(undefined, toPageRequest(request.query));
      return toListBody("documents", page, toUnfinishedBody);
    },
  );
}
