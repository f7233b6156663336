import { Type } from "typebox";
import type { DocumentFile } from "../documents/document.ts";
import { judgeAgain } from "../submissions/judge-again.ts";
import { checkQuotas, membersIn } from "../tenancy/quotas.ts";
import { submissionPolicy } from "../tenancy/rate-policy.ts";
import { countSubmission, refuseOverLimit } from "../tenancy/submission-limit.ts";
import { companyContext } from "./access.ts";
import { byIdOrCode } from "./control-query.ts";
import { documentBody, toDocumentBody } from "./document-body.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, id, pathId, responses } from "./wire.ts";

export function documentJudgementRoutes(app: Routes, deps: RouteDeps): void {
  app.post(
    "/v1/documents/:documentId/judgements",
    {
      config: { hasLocation: true, access: "company", isSubmission: true, isBodyOptional: true },
      schema: {
        operationId: "judgeDocumentAgain",
        tags: ["Documents"],
        summary: "Judge a document again without uploading it",
        description:
          "The files are judged again as a new document, which counts as a submission; the earlier result stays readable. By the same control, whose newest revision is used, the new document is a new version. By another control it is added to the named review, or to a new one of the same business entity.",
        params: Type.Object({ documentId: id() }),
        body: Type.Object(
          {
            controlId: Type.Optional(id(`Another control, ${byIdOrCode}. Default: the document's own.`)),
            complianceReviewId: Type.Optional(id("A review of the other control. Default: a new one.")),
            auditLanguageId: Type.Optional(
              Type.String({ description: "Language of the result: en, de, fr or es. Default: as before." }),
            ),
          },
          closed,
        ),
        response: responses(201, documentBody, 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const context = companyContext(request);
        const documentId = pathId(request.params.documentId, "document");
        const { companyId } = context.actor;
        const policy = submissionPolicy(deps.limits, request.rateOverrides ?? {});
        refuseOverLimit(deps.limiter, policy, companyId);
        const { documents, uploads, reviews, entities, signOffs, references, catalogue } = deps.db;
        const stores = { documents, uploads, reviews, entities, signOffs, references, catalogue };
        const admit = async (files: DocumentFile[]) => {
          const storedBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
          const members = membersIn(files.map(({ fileName }) => fileName));
          await checkQuotas(deps, context.actor, { waitingDocuments: 1, storedBytes, ...members });
          await countSubmission(deps.limiter, policy, companyId);
        };
        const document = await judgeAgain(
          { ...deps, ...stores, db, admit },
          context.actor,
          context,
          documentId,
          request.body,
        );
        return {
          statusCode: 201,
          headers: { location: `/v1/documents/${document.id}` },
          body: toDocumentBody(document),
        };
      }),
  );
}
