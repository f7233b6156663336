import { type Static, Type } from "typebox";
import { isId } from "../platform/ids.ts";
import { toPageRequest } from "../platform/page.ts";
import { getReview, type Review, updateReview } from "../reviews/review.ts";
import { rollUpReview } from "../reviews/review-roll-up.ts";
import { companyContext } from "./access.ts";
import { sendWithArrays } from "./long-json-arrays.ts";
import { rollUpBody, toRollUpBody, writeRollUpArrays } from "./review-roll-up.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import {
  closed,
  dateTime,
  id,
  nameText,
  nextCursor,
  nullable,
  omitNull,
  pageQuery,
  pathId,
  responses,
  toListBody,
} from "./wire.ts";

const listed = {
  id: id(),
  name: Type.String(),
  scope: Type.String(),
  businessEntityId: id(),
  companyId: id(),
  reviewDate: dateTime(),
  createdAt: dateTime(),
};
const reviewBody = Type.Object(listed);
const wholeReviewBody = Type.Object({
  ...listed,
  complianceFrameworkId: id(),
  controlId: id(),
  updatedAt: nullable(dateTime()),
  rollUp: rollUpBody,
});
const reviewParams = Type.Object({ reviewId: id() });

function toReviewBody(review: Review): Static<typeof reviewBody> {
  const { id, name, scope, businessEntityId, companyId, reviewDate, createdAt } = review;
  return {
    id,
    name,
    scope,
    businessEntityId,
    companyId,
    reviewDate: reviewDate.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

export function complianceReviewRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/compliance-reviews",
    {
      config: { access: "company" },
      schema: {
        operationId: "listComplianceReviews",
        tags: ["Compliance reviews"],
        summary: "List the company's compliance reviews",
        querystring: Type.Object({
          ...pageQuery,
          controlId: Type.Optional(id("Only reviews against this control.")),
          businessEntityId: Type.Optional(id("Only reviews of this business entity.")),
        }),
        response: responses(200, Type.Object({ reviews: Type.Array(reviewBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const { controlId, businessEntityId, ...query } = request.query;
      const page = toPageRequest(query);
      // A malformed id has no reviews, like one of another company.
      if ([controlId, businessEntityId].some((one) => one !== undefined && !isId(one))) return { reviews: [] };
      const found = await deps.db.reviews.list(companyId, { controlId, businessEntityId }, page);
      return toListBody("reviews", found, toReviewBody);
    },
  );

  app.get(
    "/v1/compliance-reviews/:reviewId",
    {
      config: { access: "company", requestClass: "results" },
      schema: {
        operationId: "getComplianceReview",
        tags: ["Compliance reviews"],
        summary: "Read a compliance review with the combined results of its documents",
        params: reviewParams,
        response: responses(200, wholeReviewBody, 401, 403, 404),
      },
    },
    async (request, reply) => {
      const review = await getReview(
        deps.db,
        companyContext(request).actor.companyId,
        pathId(request.params.reviewId, "compliance review"),
      );
      const rollUp = await rollUpReview(deps.db, review, deps.reviewBelow);
      const body: Static<typeof wholeReviewBody> = {
        ...toReviewBody(review),
        complianceFrameworkId: review.frameworkId,
        controlId: review.controlId,
        updatedAt: review.updatedAt?.toISOString() ?? null,
        rollUp: toRollUpBody(rollUp),
      };
      const text = String(reply.serializeInput(body, "200"));
      return sendWithArrays(reply, text, await writeRollUpArrays(reply, rollUp));
    },
  );

  app.patch(
    "/v1/compliance-reviews/:reviewId",
    {
      config: { access: "company" },
      schema: {
        operationId: "updateComplianceReview",
        tags: ["Compliance reviews"],
        summary: "Update a compliance review",
        description: "A null name changes nothing; a null scope sets the empty string.",
        params: reviewParams,
        body: Type.Object(
          {
            name: Type.Optional(nullable(nameText("The review's name."))),
            scope: Type.Optional(nullable(Type.String({ maxLength: 500, description: "What the review covers." }))),
          },
          closed,
        ),
        response: responses(
          200,
          Type.Object({ reviewId: id(), message: Type.String(), updatedFields: Type.Array(Type.String()) }),
          ...([400, 401, 403, 404, 413, 415] as const),
        ),
      },
    },
    async (request) => {
      const reviewId = pathId(request.params.reviewId, "compliance review");
      const { name, scope } = request.body;
      const patch = { ...omitNull({ name }), ...(scope !== undefined && { scope: scope ?? "" }) };
      const updatedFields = await updateReview(deps, companyContext(request), reviewId, patch);
      return {
        reviewId,
        message: updatedFields.length > 0 ? "Compliance review updated." : "Nothing changed.",
        updatedFields,
      };
    },
  );
}
