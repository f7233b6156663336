import multipart from "@fastify/multipart";
import { Type } from "typebox";
import { documentSorts } from "../documents/document.ts";
import { toSortedPageRequest } from "../platform/page.ts";
import { planSubmission } from "../submissions/plan-submission.ts";
import { discardFiles, receiveFiles, submitDocuments } from "../submissions/submit-documents.ts";
import { checkQuotas, membersIn } from "../tenancy/quotas.ts";
import { submissionPolicy } from "../tenancy/rate-policy.ts";
import { countSubmission, refuseOverLimit } from "../tenancy/submission-limit.ts";
import { companyContext } from "./access.ts";
import { byIdOrCode, readControlFilter } from "./control-query.ts";
import { documentBody, toDocumentBody } from "./document-body.ts";
import { once } from "./idempotency.ts";
import {
  isAnyMalformed,
  levelFilter,
  readOptionalDay,
  readOptionalInstant,
  readText,
  sortQuery,
  textFilter,
  unscoredLast,
} from "./list-query.ts";
import { multipartFiles } from "./multipart-files.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { factsInQuery, mergeFields, submissionFields, toSubmissionForm } from "./submission-form.ts";
import {
  dateTime,
  day,
  documentStatus,
  id,
  nextCursor,
  pageQuery,
  referenceFilter,
  responses,
  toListBody,
} from "./wire.ts";

/** Smaller submissions cost database and disk time; larger ones last as long as the client's connection is slow. */
const smallRequestBytes = 256 * 1024;

export async function documentRoutes(app: Routes, deps: RouteDeps): Promise<void> {
  // The multipart parser hooks into every request of its scope.
  await app.register((scope: Routes, _options, done) => {
    scope.register(multipart, { throwFileSizeLimit: false }).after(() => submitRoute(scope, deps));
    done();
  });

  app.get(
    "/v1/documents",
    {
      config: { access: "company" },
      schema: {
        operationId: "listDocuments",
        tags: ["Documents"],
        summary: "List the company's documents",
        querystring: Type.Object({
          ...pageQuery,
          sort: sortQuery(documentSorts, unscoredLast),
          complianceReviewId: Type.Optional(id("Only documents of this review.")),
          controlId: Type.Optional(id(`Only documents reviewed against this control, ${byIdOrCode}.`)),
          businessEntityId: Type.Optional(id("Only documents of this business entity.")),
          status: Type.Optional(documentStatus),
          complianceLevel: levelFilter("completed documents"),
          subject: Type.Optional(
            Type.String({ description: "Only documents with this subject, in any case of letters." }),
          ),
          name: textFilter("Only documents with this text in their file's name, in any case of letters."),
          externalReference: referenceFilter("document"),
          submittedAfter: Type.Optional(dateTime("Not before.")),
          submittedBefore: Type.Optional(dateTime("Before.")),
          validUntilBefore: Type.Optional(day("Only documents that are valid until a day before this one.")),
          reviewByBefore: Type.Optional(day("Only documents to be reviewed by a day before this one.")),
        }),
        response: responses(200, Type.Object({ documents: Type.Array(documentBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { query } = request;
      const { companyId, partnerId } = companyContext(request).actor;
      const { complianceReviewId: reviewId, businessEntityId, status, subject } = query;
      const controlId = await readControlFilter(deps.db, partnerId, query.controlId);
      const page = toSortedPageRequest(documentSorts, query);
      const filter = {
        ...{ reviewId, controlId, businessEntityId, status, subject },
        level: query.complianceLevel,
        name: readText(query.name),
        externalReference: readText(query.externalReference),
        submittedAfter: readOptionalInstant("submittedAfter", query.submittedAfter),
        submittedBefore: readOptionalInstant("submittedBefore", query.submittedBefore),
        validUntilBefore: readOptionalDay("validUntilBefore", query.validUntilBefore),
        reviewByBefore: readOptionalDay("reviewByBefore", query.reviewByBefore),
      };
      if (isAnyMalformed({ reviewId, controlId, businessEntityId })) return { documents: [] };
      return toListBody("documents", await deps.db.documents.list(companyId, filter, page), toDocumentBody);
    },
  );
}

function submitRoute(app: Routes, deps: RouteDeps): void {
  app.post(
    "/v1/documents/submit",
    {
      config: {
        hasLocation: true,
        access: "company",
        isSubmission: true,
        requestClass: ({ "content-length": length }) =>
          Number(length) <= smallRequestBytes ? "requests" : "transfers",
        documentedBody: {
          mediaType: "multipart/form-data",
          schema: Type.Object({
            "files[]": Type.Array(Type.String({ format: "binary" }), {
              description: "1 to 20 files of at most 50 MiB, 200 MiB together.",
            }),
            ...submissionFields,
            ...factsInQuery,
          }),
        },
      },
      schema: {
        operationId: "submitDocuments",
        tags: ["Documents"],
        summary: "Submit documents in one request",
        description:
          "All files form one document. Give complianceReviewId to append to a review, or businessEntityId with controlId to create one. The options may be in the query or in the form. For larger files use the chunked upload.",
        querystring: Type.Object({ ...submissionFields, ...factsInQuery }),
        response: responses(
          202,
          Type.Object({
            documentId: id(),
            complianceReviewId: id(),
            status: documentStatus,
            files: Type.Array(Type.Object({ fileName: Type.String() })),
            controlItemCount: Type.Integer(),
            message: Type.String(),
          }),
          ...([400, 401, 403, 404, 409, 413, 415, 422] as const),
        ),
      },
    },
    async (request, reply) => {
      const context = companyContext(request);
      const { companyId } = context.actor;
      const policy = submissionPolicy(deps.limits, request.rateOverrides ?? {});
      const fields = new Map<string, string>();
      const plan = async () => {
        const options = { isFrameworkRequired: false, now: deps.clock.now() };
        const form = toSubmissionForm(mergeFields(request.query, fields));
        const submission = await planSubmission(deps.db, context.actor, form, options);
        refuseOverLimit(deps.limiter, policy, companyId);
        await checkQuotas(deps, context.actor, { waitingDocuments: 1, storedBytes: 1 });
        return submission;
      };
      // Checked before the files arrive, except for a possible repetition, which gets the recorded answer.
      const { complianceReviewId, businessEntityId } = request.query;
      const isTargetInQuery = (complianceReviewId ?? businessEntityId ?? "") !== "";
      const isEarly = isTargetInQuery && request.headers["idempotency-key"] === undefined;
      const planned = isEarly ? await plan() : undefined;
      if (request.headers["idempotency-key"] === undefined) refuseOverLimit(deps.limiter, policy, companyId);
      const receiveDeps = { ...deps, unclaimedBlobs: deps.db.unclaimedBlobs };
      const files = await receiveFiles(receiveDeps, multipartFiles(request, fields));
      let isKept = false;
      try {
        // The multipart boundary differs between attempts, so the files identify the request.
        const hashes = files.map(({ fileName, sha256 }) => [fileName, sha256.toString("hex")]);
        const content = fields.size === 0 ? hashes : [hashes, Object.fromEntries(fields)];
        return await once(
          deps,
          request,
          reply,
          async (db) => {
            const submission = fields.size === 0 && planned !== undefined ? planned : await plan();
            const storedBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
            const names = files.map(({ fileName }) => fileName);
            await checkQuotas(deps, context.actor, { storedBytes, ...membersIn(names) });
            await countSubmission(deps.limiter, policy, companyId);
            const document = await submitDocuments({ ...deps, db }, context, submission, files);
            isKept = true;
            return {
              statusCode: 202,
              headers: { location: `/v1/documents/${document.id}/result` },
              body: {
                documentId: document.id,
                complianceReviewId: document.reviewId,
                status: document.status,
                files: files.map(({ fileName }) => ({ fileName })),
                controlItemCount: submission.controlItemIds.length,
                message: "Submitted. Read the result at the address in Location.",
              },
            };
          },
          content,
        );
      } catch (error) {
        isKept = false;
        throw error;
      } finally {
        if (!isKept) await discardFiles({ ...deps, unclaimedBlobs: deps.db.unclaimedBlobs }, files);
      }
    },
  );
}
