import { Type } from "typebox";
import type { CompanyActor } from "../audit/audit-context.ts";
import { authorOf } from "../decisions/decide-finding.ts";
import { auditLanguages } from "../documents/document.ts";
import type { ReadableFile } from "../documents/document-file.ts";
import { AppError } from "../platform/app-error.ts";
import type { DocumentRecommendation } from "../redlines/document-recommendation.ts";
import { listDocumentRecommendations, writeDocumentClauses } from "../redlines/list-recommendations.ts";
import { isWordFile, redlineDocument } from "../redlines/redline-document.ts";
import { companyContext } from "./access.ts";
import { attachment } from "./content-disposition.ts";
import { readLanguage } from "./language-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { id, nullable, pathId, responses } from "./wire.ts";

const text = Type.String();

const recommendationBody = Type.Object({
  id: Type.String({ description: "The same while the text and what it is for are the same." }),
  itemId: id("The item of the document's result."),
  controlItemId: id(),
  controlItemExternalId: text,
  controlItemName: text,
  controlClusterName: text,
  kind: Type.Enum(["insertion", "replacement"], {
    description: "A replacement deletes wordings of the document that contradict the requirement.",
  }),
  replacedTexts: Type.Array(text, { description: "The wordings that are deleted." }),
  isPreselected: Type.Boolean({
    description:
      "Taken unless recommendations are named: insertions that no decision makes superfluous, and replacements of wordings whose contradiction a person confirmed.",
  }),
  fileId: nullable(Type.String({ description: "The file that the text is for." })),
  documentName: text,
  gapIdentified: text,
  reasons: Type.Array(text),
  actionableRecommendation: text,
  suggestedTextLocation: text,
  suggestedTextToBeAdded: text,
});

const recommendationsBody = Type.Object({
  documentId: id(),
  fileName: text,
  wordFiles: Type.Array(Type.Object({ fileId: id(), documentName: text }), {
    description: "The files that can be redlined.",
  }),
  recommendations: Type.Array(recommendationBody),
});

const language = Type.Optional(
  Type.String({
    description: `Language of reasons and names: ${auditLanguages.join(", ")}. Default: auditLanguageId of the submission. Suggested texts are in the document's language.`,
  }),
);

const wordAnswer = (description: string) =>
  Type.Unsafe<Buffer>({
    description,
    content: { [wordType]: { schema: { type: "string", format: "binary" } } },
  });
const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const chosenQuery = {
  language,
  recommendations: Type.Optional(
    Type.String({
      description: "Ids of recommendations, separated by commas. Default: those that are preselected.",
    }),
  ),
};

/** Sixteen characters each; the line of a request has room for about nine hundred. */
function readChosen(given: string | undefined): string[] | undefined {
  if (given === undefined) return undefined;
  const ids = given
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  if (ids.length > 0) return ids;
  throw new AppError("invalid_request", "recommendations must name at least one id.");
}

function toRecommendationBody(files: ReadableFile[], one: DocumentRecommendation) {
  const { change, reasons, isPreselected, gapIdentified, actionableRecommendation } = one;
  const { suggestedTextLocation, suggestedTextToBeAdded } = one;
  const { controlItemId, controlItemExternalId, controlItemName, controlClusterName } = one;
  const replaces = change?.replaces ?? [];
  const kind: "replacement" | "insertion" = replaces.length > 0 ? "replacement" : "insertion";
  const file = files[one.file];
  return {
    ...{ id: one.id, itemId: one.itemId, controlItemId, controlItemExternalId, controlItemName, controlClusterName },
    ...{ kind, replacedTexts: replaces.map(({ quote }) => quote.text), isPreselected },
    ...{ fileId: file?.id ?? null, documentName: file?.displayName ?? "", gapIdentified, reasons },
    ...{ actionableRecommendation, suggestedTextLocation, suggestedTextToBeAdded },
  };
}

/** The person who is signed in, else the service. */
async function authorNameOf(db: RouteDeps["db"], actor: CompanyActor): Promise<string> {
  const name = "accountId" in actor ? (await authorOf(db, actor)).name : "";
  return name === "" ? "Assay" : name;
}

export function documentRedlineRoutes(app: Routes, deps: RouteDeps): void {
  const params = Type.Object({ documentId: id() });

  app.get(
    "/v1/documents/:documentId/recommendations",
    {
      config: { access: "company", requestClass: "results" },
      schema: {
        operationId: "listRecommendations",
        tags: ["Documents"],
        summary: "List the texts that are suggested for a document",
        description: "Those of all items, in their order, with what each is for and what it replaces.",
        params,
        querystring: Type.Object({ language }),
        response: responses(200, recommendationsBody, 400, 401, 403, 404, 422),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const { document, files, recommendations } = await listDocumentRecommendations(deps, companyId, {
        documentId: pathId(request.params.documentId, "document"),
        language: readLanguage(request.query.language),
      });
      return {
        documentId: document.id,
        fileName: document.fileName,
        wordFiles: files.filter(isWordFile).map((file) => ({ fileId: file.id, documentName: file.displayName })),
        recommendations: recommendations.map((one) => toRecommendationBody(files, one)),
      };
    },
  );

  app.get(
    "/v1/documents/:documentId/redline",
    {
      config: { access: "company", requestClass: "transfers" },
      schema: {
        operationId: "getRedline",
        tags: ["Documents"],
        summary: "Download a Word file with suggested texts as tracked changes",
        description:
          "A copy of the original (DOCX). Texts are inserted at their places, replaced wordings are deleted, and each change has a comment with requirement and reason. Rejecting all changes gives back the original. The changes are the signed-in person's, else Assay's.",
        params,
        querystring: Type.Object({
          ...chosenQuery,
          fileId: Type.Optional(
            Type.String({ description: "Needed only if the document has more than one Word file." }),
          ),
        }),
        response: responses(200, wordAnswer("The Word file, named after the original."), 400, 401, 403, 404, 422),
      },
    },
    async (request, reply) => {
      const { actor } = companyContext(request);
      const { fileId, recommendations } = request.query;
      const { fileName, bytes } = await redlineDocument(deps, actor.companyId, {
        documentId: pathId(request.params.documentId, "document"),
        language: readLanguage(request.query.language),
        fileId: fileId === undefined ? undefined : pathId(fileId, "file"),
        chosen: readChosen(recommendations),
        authorName: await authorNameOf(deps.db, actor),
      });
      reply.header("content-disposition", attachment(stemOf(fileName), " redline.docx"));
      return reply.type(wordType).send(bytes);
    },
  );

  app.get(
    "/v1/documents/:documentId/clauses",
    {
      config: { access: "company", requestClass: "transfers" },
      schema: {
        operationId: "getClausePack",
        tags: ["Documents"],
        summary: "Download a Word file with the suggested texts",
        description:
          "For documents that are no Word files: each text with its requirement, its place, the reasons and the wording that it replaces.",
        params,
        querystring: Type.Object(chosenQuery),
        response: responses(200, wordAnswer("The Word file, named after the document."), 400, 401, 403, 404, 422),
      },
    },
    async (request, reply) => {
      const { document, bytes } = await writeDocumentClauses(deps, companyContext(request).actor.companyId, {
        documentId: pathId(request.params.documentId, "document"),
        language: readLanguage(request.query.language),
        chosen: readChosen(request.query.recommendations),
      });
      reply.header("content-disposition", attachment(stemOf(document.fileName), " clauses.docx"));
      return reply.type(wordType).send(bytes);
    },
  );
}

const stemOf = (fileName: string) => fileName.replace(/\.\w{1,5}$/, "");
