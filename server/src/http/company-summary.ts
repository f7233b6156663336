import { type Static, Type } from "typebox";
import { toPageRequest } from "../platform/page.ts";
import { type CompanySummary, listCompanySummaries } from "../reviews/company-summary.ts";
import { partnerContext } from "./access.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { dateTime, id, levelOrNull, nextCursor, nullable, pageQuery, responses, toListBody } from "./wire.ts";

const summaryBody = Type.Object({
  companyId: id(),
  name: Type.String(),
  country: nullable(Type.String()),
  city: nullable(Type.String()),
  createdAt: dateTime(),
  reviewCount: Type.Integer(),
  reviews: Type.Array(
    Type.Object({
      id: id(),
      name: Type.String(),
      controlCode: Type.String(),
      reviewDate: dateTime(),
      score: nullable(Type.Number({ description: "0 to 100; null until something was judged." })),
      complianceLevel: levelOrNull("The score's level."),
      documentCounts: Type.Object({
        queued: Type.Integer(),
        processing: Type.Integer(),
        completed: Type.Integer(),
        failed: Type.Integer(),
      }),
    }),
    { description: "The newest ten, newest first." },
  ),
});

function toSummaryBody({ id: companyId, createdAt, reviews, ...company }: CompanySummary): Static<typeof summaryBody> {
  return {
    ...company,
    companyId,
    createdAt: createdAt.toISOString(),
    reviews: reviews.map(({ companyId: _, level = null, score = null, reviewDate, ...review }) => ({
      ...review,
      score,
      complianceLevel: level,
      reviewDate: reviewDate.toISOString(),
    })),
  };
}

export function companySummaryRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/companies/summaries",
    {
      config: { access: "partner" },
      schema: {
        operationId: "listCompanySummaries",
        tags: ["Companies"],
        summary: "List the partner's companies with a summary of their reviews",
        querystring: Type.Object(pageQuery),
        response: responses(200, Type.Object({ companies: Type.Array(summaryBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { partnerId } = partnerContext(request).actor;
      const page = await listCompanySummaries(deps.db, partnerId, toPageRequest(request.query));
      return toListBody("companies", page, toSummaryBody);
    },
  );
}
