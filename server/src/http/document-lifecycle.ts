import { Type } from "typebox";
import { changeDocument } from "../documents/change-document.ts";
import { getDocument } from "../documents/document.ts";
import { type DocumentDates, dateFields, readDay } from "../documents/document-dates.ts";
import { retryOwnDocument } from "../operations/retry-document.ts";
import { readReference } from "../platform/external-reference.ts";
import type { Id } from "../platform/ids.ts";
import { deleteDocument } from "../processing/delete-document.ts";
import { openOriginal } from "../processing/open-original.ts";
import { restoreDocument, withdrawDocument } from "../processing/withdraw-document.ts";
import { checkQuotas } from "../tenancy/quotas.ts";
import { submissionPolicy } from "../tenancy/rate-policy.ts";
import { countSubmission } from "../tenancy/submission-limit.ts";
import { companyContext } from "./access.ts";
import { attachment } from "./content-disposition.ts";
import { documentBody, toDocumentBody, wholeDocumentBody } from "./document-body.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, day, documentStatus, givenReference, id, nullable, pathId, responses } from "./wire.ts";

const params = Type.Object({ documentId: id() });
const body = Type.Object({}, { additionalProperties: false });
const tags = ["Documents"];
const refusals = [400, 401, 403, 404, 409, 413, 415, 422] as const;

const originalAnswer = Type.Unsafe<Buffer>({
  description: "The file, byte for byte as it was submitted.",
  content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
});

function readDates(body: { [Field in keyof DocumentDates]?: string | null }): DocumentDates {
  const given = dateFields.filter((field) => body[field] !== undefined);
  return Object.fromEntries(
    given.map((field) => [field, body[field] == null ? undefined : readDay(field, body[field])]),
  );
}

export function documentLifecycleRoutes(app: Routes, deps: RouteDeps): void {
  const { documents, uploads } = deps.db;

  app.get(
    "/v1/documents/:documentId",
    {
      config: { access: "company" },
      schema: {
        operationId: "getDocument",
        tags,
        summary: "Read a document without its findings",
        ...{ params, response: responses(200, wholeDocumentBody, 401, 403, 404) },
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const document = await getDocument(deps.db, companyId, pathId(request.params.documentId, "document"));
      const files = await documents.listStoredFiles(document.id);
      return {
        ...toDocumentBody(document),
        documentsCount: document.documentsCount ?? null,
        retriedAs: (await documents.findRetryOf(document.id)) ?? null,
        files: files
          .filter(({ parentId }) => parentId === undefined)
          .map(({ id, fileName, sizeBytes = 0, blobKey }) => ({
            ...{ fileId: id, fileName, sizeBytes, isOriginalKept: blobKey !== undefined },
          })),
      };
    },
  );

  app.patch(
    "/v1/documents/:documentId",
    {
      config: { access: "company" },
      schema: {
        operationId: "updateDocument",
        tags,
        summary: "Change the dates or the reference of a document",
        description: "null removes a field; an absent one stays.",
        params,
        body: Type.Object(
          {
            effectiveFrom: Type.Optional(nullable(day("Since when the document is effective."))),
            validUntil: Type.Optional(nullable(day("The last day on which the document is valid."))),
            reviewBy: Type.Optional(nullable(day("The day by which the document is to be reviewed."))),
            externalReference: givenReference("the company's documents"),
          },
          closed,
        ),
        response: responses(
          200,
          Type.Object({ documentId: id(), message: Type.String(), updatedFields: Type.Array(Type.String()) }),
          ...([400, 401, 403, 404, 409, 413, 415, 422] as const),
        ),
      },
    },
    async (request) => {
      const documentId = pathId(request.params.documentId, "document");
      const { externalReference, ...dates } = request.body;
      const updatedFields = await changeDocument(deps, companyContext(request), documentId, {
        ...readDates(dates),
        ...(externalReference !== undefined && { externalReference: readReference(externalReference) }),
      });
      const message = updatedFields.length > 0 ? "Document updated." : "Nothing changed.";
      return { documentId, message, updatedFields };
    },
  );

  app.delete(
    "/v1/documents/:documentId",
    {
      config: { access: "company" },
      schema: {
        operationId: "deleteDocument",
        tags,
        summary: "Delete a document",
        description:
          "The document is at once gone from lists, results and its review; soon after, its files, pages and findings are erased for good. One that is being analysed is cancelled first. Its record, which has no text of it, stays in the company's chain. The request can be repeated.",
        params,
        response: responses(204, Type.Null({ description: "Deleted." }), 400, 401, 403, 404, 409, 413, 415),
      },
    },
    async (request, reply) => {
      await deleteDocument(deps, companyContext(request), pathId(request.params.documentId, "document"));
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/v1/documents/:documentId/withdraw",
    {
      config: { access: "company", isBodyOptional: true },
      schema: {
        operationId: "withdrawDocument",
        tags,
        summary: "Withdraw a document from its review",
        description:
          "A withdrawn document stays readable and no longer counts in its review, until it is restored. The request can be repeated.",
        ...{ params, body, response: responses(200, documentBody, ...refusals) },
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const documentId = pathId(request.params.documentId, "document");
        const document = await withdrawDocument({ ...deps, db }, companyContext(request), documentId);
        return { statusCode: 200, body: toDocumentBody(document) };
      }),
  );

  app.post(
    "/v1/documents/:documentId/restore",
    {
      config: { access: "company", isBodyOptional: true },
      schema: {
        operationId: "restoreDocument",
        tags,
        summary: "Restore a withdrawn document",
        description: "It counts in its review again. The request can be repeated.",
        ...{ params, body, response: responses(200, documentBody, ...refusals) },
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const documentId = pathId(request.params.documentId, "document");
        const document = await restoreDocument({ ...deps, db }, companyContext(request), documentId);
        return { statusCode: 200, body: toDocumentBody(document) };
      }),
  );

  app.post(
    "/v1/documents/:documentId/retry",
    {
      config: { hasLocation: true, access: "company", isSubmission: true, isBodyOptional: true },
      schema: {
        operationId: "retryOwnDocument",
        tags,
        summary: "Retry a failed document",
        description:
          "The failed document stays failed; its files and items become a new document of the same review, which counts as a submission. A document can be retried once; the new one can be retried in turn.",
        ...{ params, body },
        response: responses(
          201,
          Type.Object({ documentId: id("The new document."), complianceReviewId: id(), status: documentStatus }),
          ...refusals,
        ),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const context = companyContext(request);
        const documentId = pathId(request.params.documentId, "document");
        await checkQuotas(deps, context.actor, { waitingDocuments: 1 });
        const policy = submissionPolicy(deps.limits, request.rateOverrides ?? {});
        const count = () => countSubmission(deps.limiter, policy, context.actor.companyId);
        const document = await retryOwnDocument({ ...deps, db, documents, uploads }, context, documentId, count);
        const { id: newId, reviewId: complianceReviewId, status } = document;
        return {
          statusCode: 201,
          headers: { location: `/v1/documents/${newId}` },
          body: { documentId: newId, complianceReviewId, status },
        };
      }),
  );

  app.get(
    "/v1/documents/:documentId/files/:fileId/original",
    {
      config: { access: "company", requestClass: "transfers" },
      schema: {
        operationId: "getDocumentOriginal",
        tags,
        summary: "Download a submitted file",
        description:
          "A file that was found inside another one, such as a mail's attachment, is downloaded with the file that contains it. After the retention period of originals the answer is 404.",
        params: Type.Object({ documentId: id(), fileId: id("Id from the document's files.") }),
        response: responses(200, originalAnswer, 401, 403, 404),
      },
    },
    async (request, reply) => {
      const address: { documentId: Id; fileId: Id } = {
        documentId: pathId(request.params.documentId, "document"),
        fileId: pathId(request.params.fileId, "file"),
      };
      const { companyId } = companyContext(request).actor;
      const { blobs } = deps;
      const { fileName, sizeBytes, bytes } = await openOriginal({ documents, uploads, blobs }, companyId, address);
      const [ending = ""] = /(?<=.)\.[^.]{1,20}$/su.exec(fileName) ?? [];
      reply
        .type("application/octet-stream")
        .header("content-length", sizeBytes)
        .header("content-disposition", attachment(fileName.slice(0, fileName.length - ending.length), ending));
      return reply.send(bytes);
    },
  );
}
