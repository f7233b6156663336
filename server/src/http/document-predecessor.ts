import { Type } from "typebox";
import { readableFiles } from "../documents/document-file.ts";
import type { Id } from "../platform/ids.ts";
import { findMarkedAgain } from "../processing/find-marked-again.ts";
import {
  maxCandidates,
  minTextOverlap,
  predecessorConfidences,
  predecessorReasons,
  proposePredecessor,
} from "../reviews/propose-predecessor.ts";
import { namePredecessor } from "../submissions/name-predecessor.ts";
import { companyContext } from "./access.ts";
import { documentBody, toDocumentBody } from "./document-body.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, dateTime, id, named, nullable, pathId, responses } from "./wire.ts";

const params = Type.Object({ documentId: id() });
const tags = ["Documents"];

const proposalBody = named(
  "ProposedPredecessor",
  Type.Object(
    {
      documentId: id("The likely version before."),
      fileName: Type.String(),
      subject: nullable(Type.String()),
      version: Type.Integer(),
      createdAt: dateTime(),
      reasons: Type.Array(Type.Enum([...predecessorReasons]), {
        description: `Why it is proposed: the same subject, the same file name apart from version and date, or the text.`,
      }),
      confidence: Type.Enum([...predecessorConfidences], {
        description:
          "high: two or three reasons. medium: one, and nothing against it. low: one, although the texts differ.",
      }),
      textOverlap: nullable(
        Type.Number({
          description: `The estimated share of five-word sequences that the texts have in common, 0 to 1; a reason from ${minTextOverlap}. null while one of them is not read.`,
        }),
      ),
    },
    { description: "null if no document of the review is likely, or if the document has versions already." },
  ),
);

export function documentPredecessorRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/documents/:documentId/predecessor",
    {
      config: { access: "company" },
      schema: {
        operationId: "getDocumentPredecessor",
        tags,
        summary: "Propose the version before a document",
        description: `Of the ${maxCandidates} newest documents that count in the same review. A proposal changes nothing until it is accepted with PUT. Documents with different subjects are never proposed.`,
        params,
        response: responses(
          200,
          Type.Object({
            documentId: id(),
            supersedes: nullable(id("The version before that was named.")),
            proposal: nullable(proposalBody),
          }),
          401,
          403,
          404,
        ),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const documentId = pathId(request.params.documentId, "document");
      const { document, proposal } = await proposePredecessor(deps.db, companyId, documentId);
      return {
        documentId,
        supersedes: document.supersedes ?? null,
        proposal:
          proposal === undefined
            ? null
            : {
                documentId: proposal.id,
                fileName: proposal.fileName,
                subject: proposal.subject ?? null,
                version: proposal.version,
                createdAt: proposal.createdAt.toISOString(),
                reasons: proposal.reasons,
                confidence: proposal.confidence,
                textOverlap: proposal.textOverlap ?? null,
              },
      };
    },
  );

  app.put(
    "/v1/documents/:documentId/predecessor",
    {
      config: { access: "company" },
      schema: {
        operationId: "putDocumentPredecessor",
        tags,
        summary: "Name the version before a document",
        description:
          "For a document that was submitted without supersedes: it becomes the newest version of the named document, as if the submission had said so. What was named stays; the request can be repeated.",
        params,
        body: Type.Object({ supersedes: id("An earlier document of the same review.") }, closed),
        response: responses(200, documentBody, 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    async (request) => {
      const documentId = pathId(request.params.documentId, "document");
      const context = companyContext(request);
      const { documents } = deps.db;
      const isOwn = async (id: Id) => (await documents.find(context.actor.companyId, id)) !== undefined;
      const findAgain = async (superseded: Id, id: Id) => {
        if (!(await isOwn(superseded)) || !(await isOwn(id))) return new Map();
        return findMarkedAgain(deps, superseded, readableFiles(await documents.listStoredFiles(id)));
      };
      const { supersedes } = request.body;
      const named = await namePredecessor({ ...deps, findMarkedAgain: findAgain }, context, documentId, supersedes);
      return toDocumentBody(named);
    },
  );
}
