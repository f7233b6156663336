import multipart from "@fastify/multipart";
import { type Static, Type } from "typebox";
import { type Document, type DocumentFile, type DocumentItem, getDocument } from "../documents/document.ts";
import { isId } from "../platform/ids.ts";
import { toPageRequest } from "../platform/page.ts";
import { planSubmission } from "../submissions/plan-submission.ts";
import { discardFiles, receiveFiles, submitDocuments } from "../submissions/submit-documents.ts";
import { submissionPolicy } from "../tenancy/rate-policy.ts";
import { countSubmission, refuseIfSpent } from "../tenancy/submission-limit.ts";
import { companyAct } from "./access.ts";
import { once } from "./idempotency.ts";
import { multipartFiles } from "./multipart-files.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { submissionFields, toSubmissionForm } from "./submission-form.ts";
import { answers, dateTime, id, nextCursor, nullable, pageQuery, pathId, toIsoOrNull, toListBody } from "./wire.ts";

const documentStatus = Type.Enum(["queued", "processing", "completed", "failed"]);
const itemStatus = Type.Enum(["pending", "completed", "failed"]);

const documentBody = Type.Object({
  documentId: id(),
  complianceReviewId: id(),
  fileName: Type.String(),
  status: documentStatus,
  failureReason: nullable(Type.String({ description: "Why a failed document failed, in words for people." })),
  pageCount: Type.Integer(),
  createdAt: dateTime(),
  processedAt: nullable(dateTime()),
});

const itemBody = Type.Object({
  id: id(),
  controlItemId: id(),
  controlItemName: Type.String(),
  controlClusterId: id(),
  controlId: id(),
  controlClusterName: Type.String(),
  controlItemObjective: Type.String(),
  controlItemExternalId: Type.String(),
  status: itemStatus,
  units: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  result: nullable(Type.Object({}, { description: "null while pending.", additionalProperties: true })),
});

const resultBody = Type.Object({
  documentId: id(),
  fileName: Type.String(),
  status: documentStatus,
  failureReason: nullable(Type.String()),
  pageCount: Type.Integer({ description: "0 until known." }),
  childDocuments: Type.Array(
    Type.Object({ displayName: Type.String(), fileName: Type.String(), pageCount: Type.Integer() }),
    { description: "One for each file; none for a single plain file." },
  ),
  complianceItems: Type.Array(itemBody),
  processedAt: nullable(dateTime()),
});

function toDocumentBody(document: Document): Static<typeof documentBody> {
  const { id, reviewId, fileName, status, failureReason = null, pageCount, createdAt, processedAt } = document;
  return {
    documentId: id,
    complianceReviewId: reviewId,
    fileName,
    status,
    failureReason,
    pageCount,
    createdAt: createdAt.toISOString(),
    processedAt: toIsoOrNull(processedAt),
  };
}

function toItemBody(item: DocumentItem): Static<typeof itemBody> {
  return {
    id: item.id,
    controlItemId: item.controlItemId,
    controlItemName: item.name,
    controlClusterId: item.clusterId,
    controlId: item.controlId,
    controlClusterName: item.clusterName,
    controlItemObjective: item.objective,
    controlItemExternalId: item.externalId,
    status: item.status,
    units: [],
    result: null,
  };
}

function toResultBody(document: Document, files: DocumentFile[], items: DocumentItem[]): Static<typeof resultBody> {
  const { id, fileName, status, failureReason = null, pageCount, processedAt } = document;
  const children = files.map((file) => ({ displayName: file.fileName, fileName: file.fileName, pageCount: 0 }));
  return {
    documentId: id,
    fileName,
    status,
    failureReason,
    pageCount,
    childDocuments: files.length > 1 ? children : [],
    complianceItems: items.map(toItemBody),
    processedAt: toIsoOrNull(processedAt),
  };
}

export async function documentRoutes(app: Routes, deps: RouteDeps): Promise<void> {
  // A scope of its own: the form parser hooks into every request around it.
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
          complianceReviewId: Type.Optional(id("Only documents of this review.")),
        }),
        response: answers(200, Type.Object({ documents: Type.Array(documentBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { complianceReviewId: reviewId, ...query } = request.query;
      const page = toPageRequest(query);
      // An id that is no id has no documents, like one of another company.
      if (reviewId !== undefined && !isId(reviewId)) return { documents: [] };
      const { companyId } = companyAct(request).actor;
      return toListBody("documents", await deps.db.documents.list(companyId, reviewId, page), toDocumentBody);
    },
  );

  app.get(
    "/v1/documents/:documentId/result",
    {
      config: { access: "company" },
      schema: {
        operationId: "getDocumentResult",
        tags: ["Documents"],
        summary: "Read a document's result",
        description: "While the document is not processed, its items are pending and have no result.",
        params: Type.Object({ documentId: id() }),
        response: answers(200, resultBody, 401, 403, 404),
      },
    },
    async (request) => {
      const document = await getDocument(
        deps.db,
        companyAct(request).actor.companyId,
        pathId(request.params.documentId, "document"),
      );
      const [files, items] = await Promise.all([
        deps.db.documents.listFiles(document.id),
        deps.db.documents.listItems(document.id),
      ]);
      return toResultBody(document, files, items);
    },
  );
}

function submitRoute(app: Routes, deps: RouteDeps): void {
  app.post(
    "/v1/documents/submit",
    {
      config: {
        access: "company",
        documentedBody: {
          mediaType: "multipart/form-data",
          schema: Type.Object({
            "files[]": Type.Array(Type.String({ format: "binary" }), {
              description: "1 to 20 files of at most 50 MiB, 200 MiB together.",
            }),
          }),
        },
      },
      schema: {
        operationId: "submitDocuments",
        tags: ["Documents"],
        summary: "Submit documents in one request",
        description:
          "All files form one document. Give complianceReviewId to append to a review, or businessEntityId with controlId to create one. For larger files use the chunked upload.",
        querystring: Type.Object(submissionFields),
        response: answers(
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
      const act = companyAct(request);
      const { companyId } = act.actor;
      const policy = submissionPolicy(deps.limits, request.apiKey?.overrides ?? {});
      const decide = async () => {
        const options = { isFrameworkRequired: false, now: deps.clock.now() };
        const submission = await planSubmission(deps.db, act.actor, toSubmissionForm(request.query), options);
        refuseIfSpent(deps.limiter, policy, companyId);
        return submission;
      };
      // Refused before its bytes arrive; but one that may be a repetition gets its first answer, whatever has changed since.
      const decided = request.headers["idempotency-key"] === undefined ? await decide() : undefined;
      const files = await receiveFiles({ ...deps, unclaimedBlobs: deps.db.unclaimedBlobs }, multipartFiles(request));
      let isKept = false;
      try {
        // A boundary differs from try to try; the files themselves are what tells two requests apart.
        const content = files.map(({ fileName, sha256 }) => [fileName, sha256.toString("hex")]);
        return await once(
          deps,
          request,
          reply,
          async (db) => {
            const submission = decided ?? (await decide());
            await countSubmission(deps.limiter, policy, companyId);
            const document = await submitDocuments({ ...deps, db }, act, submission, files);
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
