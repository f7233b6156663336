import { type Static, Type } from "typebox";
import {
  auditLanguages,
  type Document,
  type DocumentWork,
  getDocument,
  type ItemCounts,
} from "../documents/document.ts";
import { type PageKind, pageKindOf, pageKinds, readableFiles, type StoredFile } from "../documents/document-file.ts";
import type { OwnerQuestion } from "../documents/owner-question.ts";
import { type ItemBody, toCitedDocument } from "../results/item-body.ts";
import { parseFields, selectFields } from "../results/result-fields.ts";
import { writeItems } from "../results/write-items.ts";
import { companyContext } from "./access.ts";
import { conditionBody, itemBody, quoteBody } from "./document-item-body.ts";
import { questionBody, toQuestionBody } from "./document-questions.ts";
import { engineBody } from "./engine-body.ts";
import {
  itemFilterQuery,
  readDecisionChoices,
  readIsSortedByConfidence,
  readLevels,
  readNeedsReview,
} from "./item-filter.ts";
import { readLanguage } from "./language-query.ts";
import { LongJsonArray, sendWithArrays } from "./long-json-arrays.ts";
import { includeQuery, readIncluded } from "./result-inclusion.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { dateTime, documentStatus, id, named, nullable, pathId, reference, responses, toIsoOrNull } from "./wire.ts";

const text = Type.String();
const reason = (description: string) => nullable(Type.String({ description }));

const fileFacts = {
  fileId: id(),
  displayName: text,
  fileName: text,
  pageCount: Type.Integer(),
  failureReason: reason("Why this file could not be read; other files may have been read."),
};

const resultBody = named(
  "DocumentResult",
  Type.Object({
    documentId: id(),
    complianceReviewId: id(),
    fileName: text,
    externalReference: reference,
    status: documentStatus,
    failureReason: reason("Why the document failed, as a sentence for people."),
    pageCount: Type.Integer({ description: "0 until known." }),
    progress: Type.Object(
      {
        pagesDone: Type.Integer(),
        pageCount: Type.Integer({ description: "Pages of the files opened so far." }),
        itemsDone: Type.Integer(),
        itemCount: Type.Integer(),
      },
      { description: "Progress of the analysis." },
    ),
    childDocuments: Type.Array(Type.Object(fileFacts), {
      description: "One entry for each file, attachment and archive member; empty for a single plain file.",
    }),
    files: Type.Array(
      Type.Object({
        ...fileFacts,
        parentFileId: nullable(id("The archive or mail that contains it.")),
        sizeBytes: nullable(Type.Integer({ description: "null for a file inside another file." })),
        sha256: reason("Hash of the submitted bytes."),
        title: nullable(Type.String()),
        language: nullable(Type.String({ description: "BCP 47, detected from the text." })),
        pageKind: Type.Unsafe<PageKind | null>({
          ...{ type: ["string", "null"], enum: [...pageKinds, null] },
          description:
            "What pageCount counts; a format without pages is read in sections. null for a file without text.",
        }),
        isRendered: Type.Boolean({ description: "The pages come from rendering a format without pages." }),
        recognisedPages: Type.Integer({ description: "Pages whose text was recognised from an image." }),
        recognitionConfidence: nullable(Type.Number({ description: "0 to 100, mean of those pages." })),
      }),
      { description: "All files of the document." },
    ),
    needsReview: Type.Object(
      {
        below: Type.Number({ description: "The operator's threshold, 0 to 1." }),
        itemCount: Type.Integer({ description: "Items whose level needs review." }),
        criterionCount: Type.Integer({ description: "Criteria whose verdict needs review." }),
      },
      {
        description: "How much of the whole result needs review, whatever items are shown.",
        examples: [{ below: 0.75, itemCount: 3, criterionCount: 11 }],
      },
    ),
    complianceItems: Type.Array(itemBody),
    quotes: Type.Array(quoteBody, {
      description: "What criteria and conditions cite by its index, each passage once.",
    }),
    conditions: Type.Array(conditionBody, { description: "What the items cite by its index, each condition once." }),
    questions: Type.Array(questionBody, {
      description: "What no document can answer and its owner is asked. Changes no score.",
    }),
    engine: engineBody("The engine, catalogue and settings that judged."),
    processedAt: nullable(dateTime()),
  }),
);
type ResultBody = Static<typeof resultBody>;

function toFileFacts({ id: fileId, displayName, fileName, reading }: StoredFile) {
  return {
    fileId,
    displayName,
    fileName,
    pageCount: reading.state === "read" ? reading.pageCount : 0,
    failureReason: reading.state === "failed" ? reading.failureReason : null,
  };
}

function toFileBody(file: StoredFile): ResultBody["files"][number] {
  const content = file.reading.state === "read" ? file.reading : undefined;
  return {
    ...toFileFacts(file),
    parentFileId: file.parentId ?? null,
    sizeBytes: file.sizeBytes ?? null,
    sha256: file.sha256?.toString("hex") ?? null,
    title: content?.title ?? null,
    language: content?.language ?? null,
    pageKind: content?.pages === undefined ? null : pageKindOf(content.pages),
    isRendered: content?.isRendered ?? false,
    recognisedPages: content?.recognised?.pages ?? 0,
    recognitionConfidence: content?.recognised === undefined ? null : Math.round(content.recognised.confidence),
  };
}

/** An archive is not listed itself, only its members; a mail has pages and is listed. */
function childrenOf(files: StoredFile[]): StoredFile[] {
  if (files.length <= 1) return [];
  const containers = new Set(files.map(({ parentId }) => parentId));
  return files.filter(
    ({ id, reading }) => !(containers.has(id) && reading.state === "read" && reading.pages === undefined),
  );
}

const nothingToReview = { itemsToReview: 0, criteriaToReview: 0 };

/** Replaced in `sendWithArrays`. */
const unwritten = { complianceItems: [] as ItemBody[], quotes: [], conditions: [] };

function toResultBody(
  document: Document,
  { progress, judgedBy }: DocumentWork,
  files: StoredFile[],
  questions: OwnerQuestion[],
  counted: ItemCounts,
  needsReview: ResultBody["needsReview"],
): ResultBody {
  const { reviewId, fileName, externalReference = null, status, failureReason = null, pageCount } = document;
  return {
    documentId: document.id,
    complianceReviewId: reviewId,
    fileName,
    externalReference,
    status,
    failureReason,
    pageCount,
    progress: { ...progress, ...counted },
    childDocuments: childrenOf(files).map(toFileFacts),
    files: files.map(toFileBody),
    needsReview,
    ...unwritten,
    questions: questions.map(toQuestionBody),
    engine: judgedBy ?? null,
    processedAt: toIsoOrNull(document.processedAt),
  };
}

export function documentResultRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/documents/:documentId/result",
    {
      config: { access: "company", requestClass: "results" },
      schema: {
        operationId: "getDocumentResult",
        tags: ["Documents"],
        summary: "Read a document's result",
        description:
          "Items appear as they are judged: poll until status is completed or failed. A pending item has no result.",
        params: Type.Object({ documentId: id() }),
        querystring: Type.Object({
          fields: Type.Optional(
            Type.String({
              description:
                "Only these members: dotted paths, comma-separated, for example status,complianceItems.result.score. Ids are always included.",
            }),
          ),
          ...itemFilterQuery,
          include: includeQuery,
          language: Type.Optional(
            Type.String({
              description: `Language of all texts but quotes and text to insert: ${auditLanguages.join(", ")}. Default: auditLanguageId of the submission.`,
            }),
          ),
        }),
        response: responses(200, resultBody, 400, 401, 403, 404, 422),
      },
    },
    async (request, reply) => {
      const { fields, complianceLevel, needsReview, decision, sort, include, language: requested } = request.query;
      const selected = fields === undefined || fields.trim() === "" ? undefined : parseFields(fields, resultBody);
      const shown = {
        levels: readLevels(complianceLevel),
        needsReview: readNeedsReview(needsReview),
        decisions: readDecisionChoices(decision),
        isSortedByConfidence: readIsSortedByConfidence(sort),
      };
      const included = readIncluded(include, selected);
      const asked = readLanguage(requested);
      const { companyId } = companyContext(request).actor;
      const document = await getDocument(deps.db, companyId, pathId(request.params.documentId, "document"));
      // Polling for a few members must not cost as much as the whole result.
      const isRequested = (...members: (keyof ResultBody)[]) =>
        selected === undefined || members.some((member) => Object.hasOwn(selected, member));
      const areItemsRead = isRequested("complianceItems", "quotes", "conditions", "needsReview");
      const language = asked ?? document.auditLanguage;
      const [work, files, questions, counted] = await Promise.all([
        deps.db.documents.findWork(companyId, document.id),
        areItemsRead || isRequested("childDocuments", "files") ? deps.db.documents.listStoredFiles(document.id) : [],
        isRequested("questions") ? deps.db.questions.list(document.id, language) : [],
        isRequested("progress") && !areItemsRead
          ? deps.db.documents.countItems(document.id)
          : { itemCount: 0, itemsDone: 0 },
      ]);
      const items = areItemsRead
        ? await writeItems(
            {
              cited: toCitedDocument(document.id, readableFiles(files)),
              control: (await deps.db.processing.findControl(document)).control,
              language,
              ...shown,
              ...{ fields: selected, included, reviewBelow: deps.reviewBelow },
            },
            deps.db.documents.readItemTexts(document.id, language),
          )
        : undefined;
      const none = { progress: { pagesDone: 0, pageCount: 0 }, judgedBy: undefined };
      // Counts come from the same read as the items, so that they always agree.
      const { itemsToReview, criteriaToReview, ...done } = items?.counted ?? { ...counted, ...nothingToReview };
      const review = { below: deps.reviewBelow, itemCount: itemsToReview, criterionCount: criteriaToReview };
      const body = toResultBody(document, work ?? none, files, questions, done, review);
      // The schema's serializer needs every member, so a partial result is serialized without it.
      const text =
        selected === undefined
          ? String(reply.serializeInput(body, "200"))
          : JSON.stringify(selectFields(body, selected));
      const { pieces = [], quotes = [], conditions = [] } = items ?? {};
      const written = { complianceItems: pieces, quotes, conditions };
      const lists = (["complianceItems", "quotes", "conditions"] as const).filter((member) => isRequested(member));
      return sendWithArrays(
        reply,
        text,
        lists.map((member) => [member, new LongJsonArray(written[member])]),
      );
    },
  );
}
