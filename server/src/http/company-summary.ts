import { type Static, Type } from "typebox";
import { toSortedPageRequest } from "../platform/page.ts";
import { type CompanySummary, listCompanySummaries } from "../reviews/company-summary.ts";
import { companySorts } from "../tenancy/company.ts";
import { partnerContext } from "./access.ts";
import { documentCountsBody } from "./document-body.ts";
import { readText, sortQuery, textFilter } from "./list-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import {
  dateTime,
  id,
  levelOrNull,
  named,
  nextCursor,
  nullable,
  pageQuery,
  reference,
  referenceFilter,
  responses,
  toListBody,
} from "./wire.ts";

const summaryBody = named(
  "CompanySummary",
  Type.Object({
    companyId: id(),
    name: Type.String(),
    country: nullable(Type.String()),
    city: nullable(Type.String()),
    externalReference: reference,
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
        documentCounts: documentCountsBody,
      }),
      { description: "The newest ten, newest first." },
    ),
  }),
);

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
        querystring: Type.Object({
          ...pageQuery,
          sort: sortQuery(companySorts),
          name: textFilter("Only companies with this text in a name, in any case of letters."),
          externalReference: referenceFilter("company"),
        }),
        response: responses(200, Type.Object({ companies: Type.Array(summaryBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { partnerId } = partnerContext(request).actor;
      const filter = {
        name: readText(request.query.name),
        externalReference: readText(request.query.externalReference),
      };
      const page = await listCompanySummaries(
        deps.db,
        partnerId,
        filter,
        toSortedPageRequest(companySorts, request.query),
      );
      return toListBody("companies", page, toSummaryBody);
    },
  );
}
