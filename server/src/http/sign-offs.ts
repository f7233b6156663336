import { Type } from "typebox";
import { reopenReview } from "../decisions/reopen-review.ts";
import { signOffReview } from "../decisions/sign-off-review.ts";
import { parseSignOffRecord } from "../records/sign-off-record.ts";
import { getReview } from "../reviews/review.ts";
import { companyContext } from "./access.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { signOffBody, toSignOffBody } from "./sign-off-body.ts";
import { closed, dateTime, id, nullable, pathId, responses } from "./wire.ts";

const tags = ["Compliance reviews"];
const reviewParams = Type.Object({ reviewId: id() });
const what = "compliance review";

const sha256 = (description: string) => Type.String({ description });
const recordBody = Type.Object({
  sha256: sha256("Hash of the record's canonical JSON (RFC 8785), in hex."),
  record: Type.Object(
    {
      format: Type.Literal(1),
      kind: Type.Literal("sign_off"),
      companyId: id(),
      position: Type.Integer({ description: "Counts from 1 within the company, with all its other records." }),
      previousSha256: nullable(sha256("Hash of the company's previous record; null for the first.")),
      ...{ signOffId: id(), complianceReviewId: id() },
      score: nullable(Type.Number()),
      decidedScore: nullable(Type.Number()),
      documentCount: Type.Integer(),
      documentsSha256: sha256("Hash of the ids of the documents that counted, sorted, with a line feed between them."),
      authorId: id(),
      signedOffAt: dateTime(),
      contentSha256: sha256("Hash of the statement and the author's name."),
      reopenedAt: nullable(dateTime()),
      reopenedById: nullable(id()),
      reopeningSha256: nullable(sha256("Hash of the reason for reopening and of the person's name.")),
    },
    { description: "Contains no names and no text." },
  ),
});

export function signOffRoutes(app: Routes, deps: RouteDeps): void {
  app.put(
    "/v1/compliance-reviews/:reviewId/sign-off",
    {
      config: { access: "company", isBodyOptional: true },
      schema: {
        operationId: "signOffReview",
        tags,
        summary: "Sign a review off",
        description:
          "Until the review is reopened, it takes no documents, decisions or answers, and none of its documents is withdrawn, restored or deleted: all of that is answered with 409 and the code review_signed_off. All documents must be judged, and at least one must count. The same request again changes nothing.",
        params: reviewParams,
        body: Type.Object(
          { statement: Type.Optional(Type.String({ maxLength: 2000, description: "What you confirm by it." })) },
          closed,
        ),
        response: responses(200, signOffBody, 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    async (request) => {
      const reviewId = pathId(request.params.reviewId, what);
      const { statement } = request.body;
      return toSignOffBody(await signOffReview(deps, companyContext(request), reviewId, { statement }));
    },
  );

  app.post(
    "/v1/compliance-reviews/:reviewId/reopen",
    {
      config: { access: "company" },
      schema: {
        operationId: "reopenReview",
        tags,
        summary: "Reopen a review that is signed off",
        description: "The sign-off stays in the history, with the reason for reopening.",
        params: reviewParams,
        body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 2000 }) }, closed),
        response: responses(200, signOffBody, 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const reviewId = pathId(request.params.reviewId, what);
        const signOff = await reopenReview({ ...deps, db }, companyContext(request), reviewId, request.body);
        return { statusCode: 200, body: toSignOffBody(signOff) };
      }),
  );

  app.get(
    "/v1/compliance-reviews/:reviewId/sign-offs",
    {
      config: { access: "company" },
      schema: {
        operationId: "listSignOffs",
        tags,
        summary: "List the sign-offs of a review with their records",
        description:
          "Newest first. Each has one record for when it was made and one for when the review was reopened, in the company's chain of records: what was signed stands before it in the chain.",
        params: reviewParams,
        response: responses(
          200,
          Type.Object({
            signOffs: Type.Array(
              Type.Object(
                { ...signOffBody.properties, records: Type.Array(recordBody) },
                { description: "A sign-off." },
              ),
            ),
          }),
          ...([401, 403, 404] as const),
        ),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const review = await getReview(deps.db, companyId, pathId(request.params.reviewId, what));
      const signOffs = await deps.db.signOffs.list(companyId, review.id);
      const withRecords = signOffs.map(async (signOff) => {
        const stored = await deps.db.records.listOfSignOff(companyId, signOff.id);
        const records = stored.flatMap(({ sha256, text }) => {
          const record = parseSignOffRecord(text);
          return record === undefined ? [] : [{ sha256, record }];
        });
        return { ...toSignOffBody(signOff), records };
      });
      return { signOffs: await Promise.all(withRecords) };
    },
  );
}
