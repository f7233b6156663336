import { type Static, Type } from "typebox";
import { authorOf } from "../decisions/decide-finding.ts";
import { getReview } from "../reviews/review.ts";
import { createReviewLink, linkDays, type ReviewLink, revokeReviewLink } from "../tenancy/review-link.ts";
import { companyContext } from "./access.ts";
import { authorBody } from "./decision-body.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, dateTime, id, nameText, nullable, pathId, responses, toIsoOrNull } from "./wire.ts";

const tags = ["Compliance reviews"];
const what = "compliance review";
const reviewParams = Type.Object({ reviewId: id() });
const link = {
  linkId: id(),
  label: Type.String({ description: "Whom it is for." }),
  createdAt: dateTime(),
  createdBy: authorBody,
  expiresAt: dateTime(),
  revokedAt: nullable(dateTime()),
  openedCount: Type.Integer({ description: "How often it was opened." }),
  lastOpenedAt: nullable(dateTime()),
};
const linkBody = Type.Object(link);
const issuedLinkBody = Type.Object({
  ...link,
  token: Type.String({ description: "Shown only here; only a hash of it is stored." }),
  path: Type.String({ description: "The path of the link on this service, with the token." }),
});

function toLinkBody(of: ReviewLink): Static<typeof linkBody> {
  const { id: linkId, label, author: createdBy, createdAt, expiresAt, revokedAt, openedCount, lastOpenedAt } = of;
  return {
    ...{ linkId, label, createdBy, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
    ...{ revokedAt: toIsoOrNull(revokedAt), openedCount, lastOpenedAt: toIsoOrNull(lastOpenedAt) },
  };
}

/** The token is behind the #, so that no server sees it in an address and no page names it as its referrer. */
const linkPath = (token: string) => `/portal/shared#${token}`;

export function reviewLinkRoutes(app: Routes, deps: RouteDeps): void {
  app.post(
    "/v1/compliance-reviews/:reviewId/links",
    {
      config: { access: "company" },
      schema: {
        operationId: "createReviewLink",
        tags,
        summary: "Make a link by which an auditor reads one review",
        description:
          "Whoever has the link reads the review, its documents' pages, findings, decisions and reports without an account, until it expires or is revoked. The answer has the link only once. Every opening and every read is in the audit log.",
        params: reviewParams,
        body: Type.Object(
          {
            label: nameText("Whom the link is for."),
            days: Type.Optional(
              Type.Integer({
                ...{ minimum: linkDays.least, maximum: linkDays.most },
                description: `How many days it is valid. Default: ${linkDays.default}.`,
              }),
            ),
          },
          closed,
        ),
        response: responses(201, issuedLinkBody, 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const context = companyContext(request);
        const review = await getReview(deps.db, context.actor.companyId, pathId(request.params.reviewId, what));
        const { label, days = linkDays.default } = request.body;
        const author = await authorOf(deps.db, context.actor);
        const given = { reviewId: review.id, label, days, author };
        const { link, token } = await createReviewLink({ ...deps, db }, context, given);
        return { statusCode: 201, body: { ...toLinkBody(link), token, path: linkPath(token) } };
      }),
  );

  app.get(
    "/v1/compliance-reviews/:reviewId/links",
    {
      config: { access: "company" },
      schema: {
        operationId: "listReviewLinks",
        tags,
        summary: "List the links to a review",
        description: "Newest first, with those that have expired or were revoked.",
        params: reviewParams,
        response: responses(200, Type.Object({ links: Type.Array(linkBody) }), 401, 403, 404),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const review = await getReview(deps.db, companyId, pathId(request.params.reviewId, what));
      return { links: (await deps.db.reviewLinks.list(companyId, review.id)).map(toLinkBody) };
    },
  );

  app.delete(
    "/v1/compliance-reviews/:reviewId/links/:linkId",
    {
      config: { access: "company" },
      schema: {
        operationId: "revokeReviewLink",
        tags,
        summary: "Revoke a link to a review",
        description: "At once: whoever has opened it can read nothing more. Repeating the request is not an error.",
        params: Type.Object({ reviewId: id(), linkId: id() }),
        response: responses(204, Type.Null({ description: "Revoked." }), 400, 401, 403, 404, 413, 415),
      },
    },
    async (request, reply) => {
      const reviewId = pathId(request.params.reviewId, "link");
      const linkId = pathId(request.params.linkId, "link");
      await revokeReviewLink(deps, companyContext(request), { reviewId, linkId });
      return reply.code(204).send(null);
    },
  );
}
