import { type Static, Type } from "typebox";
import { toSortedPageRequest } from "../platform/page.ts";
import { getReview, type ListedReview, type Review, reviewSorts, updateReview } from "../reviews/review.ts";
import { rollUpReview } from "../reviews/review-roll-up.ts";
import { companyContext } from "./access.ts";
import { byIdOrCode, readControlFilter } from "./control-query.ts";
import { documentCountsBody } from "./document-body.ts";
import { languageQuery, readLanguage } from "./language-query.ts";
import { isAnyMalformed, levelFilter, readText, sortQuery, textFilter, unscoredLast } from "./list-query.ts";
import { sendWithArrays } from "./long-json-arrays.ts";
import { rollUpBody, toRollUpBody, writeRollUpArrays } from "./review-roll-up.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { shortSignOffBody, signOffBody, toShortSignOffBody, toSignOffBody } from "./sign-off-body.ts";
import {
  closed,
  dateTime,
  id,
  levelOrNull,
  named,
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
const reviewBody = named(
  "ComplianceReview",
  Type.Object({
    ...listed,
    controlId: id(),
    controlCode: Type.String(),
    score: nullable(
      Type.Number({ minimum: 0, maximum: 100, description: "As in the roll-up; null until something was judged." }),
    ),
    complianceLevel: levelOrNull("The score's level."),
    decidedScore: nullable(
      Type.Number({ minimum: 0, maximum: 100, description: "The score with the decisions of people." }),
    ),
    decidedComplianceLevel: levelOrNull("The level of decidedScore; not_applicable where no item counts."),
    documentCounts: documentCountsBody,
    changedAt: dateTime("The last change of the review or of its documents."),
    signOff: shortSignOffBody,
  }),
);
const wholeReviewBody = named(
  "ComplianceReviewDetails",
  Type.Object({
    ...listed,
    complianceFrameworkId: id(),
    controlId: id(),
    updatedAt: nullable(dateTime()),
    signOff: nullable(signOffBody),
    rollUp: rollUpBody,
  }),
);
const reviewParams = Type.Object({ reviewId: id() });

function toReviewBody(review: Review) {
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

function toListedBody(review: ListedReview): Static<typeof reviewBody> {
  const { controlId, controlCode, score = null, level: complianceLevel = null, documentCounts, changedAt } = review;
  const { decidedScore = null, decidedLevel: decidedComplianceLevel = null } = review;
  return {
    ...toReviewBody(review),
    ...{ controlId, controlCode, score, complianceLevel, decidedScore, decidedComplianceLevel, documentCounts },
    changedAt: changedAt.toISOString(),
    signOff: toShortSignOffBody(review.signedOff),
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
          sort: sortQuery(reviewSorts, unscoredLast),
          controlId: Type.Optional(id(`Only reviews against this control, ${byIdOrCode}.`)),
          businessEntityId: Type.Optional(id("Only reviews of this business entity.")),
          complianceLevel: levelFilter("reviews"),
          name: textFilter("Only reviews with this text in their name, in any case of letters."),
        }),
        response: responses(200, Type.Object({ reviews: Type.Array(reviewBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { companyId, partnerId } = companyContext(request).actor;
      const { businessEntityId, complianceLevel: level, name } = request.query;
      const controlId = await readControlFilter(deps.db, partnerId, request.query.controlId);
      const page = toSortedPageRequest(reviewSorts, request.query);
      if (isAnyMalformed({ controlId, businessEntityId })) return { reviews: [] };
      const filter = { controlId, businessEntityId, level, name: readText(name) };
      return toListBody("reviews", await deps.db.reviews.list(companyId, filter, page), toListedBody);
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
        querystring: Type.Object(languageQuery),
        response: responses(200, wholeReviewBody, 400, 401, 403, 404, 422),
      },
    },
    async (request, reply) => {
      const review = await getReview(
        deps.db,
        companyContext(request).actor.companyId,
        pathId(request.params.reviewId, "compliance review"),
      );
      const rollUp = await rollUpReview(deps.db, review, deps.reviewBelow, readLanguage(request.query.language));
      const signOff = await deps.db.signOffs.findCurrent(review.companyId, review.id);
      const body: Static<typeof wholeReviewBody> = {
        ...toReviewBody(review),
        complianceFrameworkId: review.frameworkId,
        controlId: review.controlId,
        updatedAt: review.updatedAt?.toISOString() ?? null,
        signOff: signOff === undefined ? null : toSignOffBody(signOff),
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
          ...([400, 401, 403, 404, 409, 413, 415] as const),
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
