import { type Static, Type } from "typebox";
import type { ComplianceLevel } from "../analysis/findings/findings.ts";
import { type Document, type DocumentWork, getDocument, type ItemCounts } from "../documents/document.ts";
import { readableFiles, type StoredFile } from "../documents/document-file.ts";
import { AppError } from "../platform/app-error.ts";
import { citedOf, type ItemBody } from "../results/item-body.ts";
import { onlyFields, readFields } from "../results/result-fields.ts";
import { writeItems } from "../results/write-items.ts";
import { companyContext } from "./access.ts";
import { engineBody } from "./engine-body.ts";
import { LongList, sendWithLists } from "./long-lists.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import {
  answers,
  complianceLevels,
  dateTime,
  documentStatus,
  id,
  levelOrNull,
  nullable,
  pathId,
  toIsoOrNull,
} from "./wire.ts";

const text = Type.String();
const reason = (description: string) => nullable(Type.String({ description }));
const titled = Type.Array(Type.Object({ title: text }));

const pageRefs = Type.Array(
  Type.Object({
    documentId: id(),
    pages: Type.Array(Type.String(), {
      description:
        'Counted from 1 within the file; "slide 3" or the like where a format has no pages, in the language of the findings.',
    }),
    documentName: Type.String({ description: "The file: a displayName of childDocuments, or fileName." }),
  }),
);

const criterion = Type.Object({
  key: text,
  statement: text,
  level: Type.Enum(["must", "should"]),
  verdict: Type.Enum(["met", "partly", "contradicted", "missing"]),
  reason: text,
  evidence: Type.Array(
    Type.Object({
      documentId: id(),
      documentName: text,
      fileId: id("For reading the page that the quote stands on."),
      page: text,
      pageNumber: Type.Integer(),
      start: Type.Integer({ description: "Where in the page's text the quote begins." }),
      end: Type.Integer(),
      quote: Type.String({ description: "Stands character for character on that page." }),
    }),
  ),
});

const itemResult = Type.Object(
  {
    score: Type.Number({ minimum: 0, maximum: 100 }),
    explanation: Type.Object({
      strength: text,
      gaps: Type.Array(Type.Object({ topic: text, description: text, pageRefs })),
      explanation: text,
      pageRefs,
      riskIdentification: Type.Object({ riskDescription: titled }),
      compensationControls: titled,
    }),
    recommendations: Type.Array(
      Type.Object({
        gapIdentified: text,
        actionableRecommendation: text,
        suggestedTextLocation: text,
        suggestedTextToBeAdded: text,
      }),
    ),
    criteria: Type.Array(criterion, { description: "What the score is made of." }),
  },
  { description: "null while pending, and for an item that failed." },
);

const itemBody = Type.Object({
  id: id(),
  controlItemId: id(),
  controlItemName: text,
  controlClusterId: id(),
  controlId: id(),
  controlClusterName: text,
  controlItemObjective: text,
  controlItemExternalId: text,
  status: Type.Enum(["pending", "completed", "failed"]),
  failureReason: reason("Why a failed item failed, in words for people."),
  judgedAt: nullable(dateTime()),
  complianceLevel: levelOrNull("By the score: compliant from 80, partially_compliant from 40. null without a score."),
  units: Type.Array(Type.Object({ name: text, value: text }), { description: "The figures behind the score." }),
  result: nullable(itemResult),
});

const fileFacts = {
  fileId: id(),
  displayName: text,
  fileName: text,
  pageCount: Type.Integer(),
  failureReason: reason("Why this file could not be read; the others were."),
};

const resultBody = Type.Object({
  documentId: id(),
  complianceReviewId: id(),
  fileName: text,
  status: documentStatus,
  failureReason: reason("Why a failed document failed, in words for people."),
  pageCount: Type.Integer({ description: "0 until known." }),
  progress: Type.Object(
    {
      pagesDone: Type.Integer(),
      pageCount: Type.Integer({ description: "Of the files opened so far." }),
      itemsDone: Type.Integer(),
      itemCount: Type.Integer(),
    },
    { description: "How far the work has come." },
  ),
  childDocuments: Type.Array(Type.Object(fileFacts), {
    description: "One for each file, attachment and archive member; none for a single plain file.",
  }),
  files: Type.Array(
    Type.Object({
      ...fileFacts,
      parentFileId: nullable(id("The archive or mail it was found in.")),
      sizeBytes: nullable(Type.Integer({ description: "null for what was found in another file." })),
      sha256: reason("Of the bytes as they were sent."),
      title: nullable(Type.String()),
      language: nullable(Type.String({ description: "BCP 47, told by its words." })),
      isRendered: Type.Boolean({ description: "Its pages come from rendering a format that has none of its own." }),
      recognisedPages: Type.Integer({ description: "Pages whose words were recognised from a picture." }),
      recognitionConfidence: nullable(Type.Number({ description: "0 to 100, the mean over those pages." })),
    }),
    { description: "Every file of the document with what is known of it." },
  ),
  complianceItems: Type.Array(itemBody),
  engine: engineBody("Which engine judged, by which catalogue and settings."),
  processedAt: nullable(dateTime()),
});
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
    isRendered: content?.isRendered ?? false,
    recognisedPages: content?.recognised?.pages ?? 0,
    recognitionConfidence: content?.recognised === undefined ? null : Math.round(content.recognised.confidence),
  };
}

/** An archive is no document of its own, only what is in it; a mail has pages and is one. */
function childrenOf(files: StoredFile[]): StoredFile[] {
  if (files.length <= 1) return [];
  const containers = new Set(files.map(({ parentId }) => parentId));
  return files.filter(
    ({ id, reading }) => !(containers.has(id) && reading.state === "read" && reading.pages === undefined),
  );
}

/** In place of the items, which are written as they are read. They must be what the schema says. */
const noItems: ItemBody[] = [];

function toResultBody(
  document: Document,
  { progress, judgedBy }: DocumentWork,
  files: StoredFile[],
  counted: ItemCounts,
): ResultBody {
  const { reviewId, fileName, status, failureReason = null, pageCount, processedAt } = document;
  return {
    documentId: document.id,
    complianceReviewId: reviewId,
    fileName,
    status,
    failureReason,
    pageCount,
    progress: { ...progress, ...counted },
    childDocuments: childrenOf(files).map(toFileFacts),
    files: files.map(toFileBody),
    complianceItems: noItems,
    engine: judgedBy ?? null,
    processedAt: toIsoOrNull(processedAt),
  };
}

/** "`?complianceLevel=` filters items, comma-separated; unknown value 400." An item without a level has none of them. */
function readLevels(given: string | undefined): ComplianceLevel[] | undefined {
  if (given === undefined || given.trim() === "") return undefined;
  return given.split(",").map((text) => {
    const one = text.trim();
    const level = complianceLevels.find((known) => known === one);
    if (level !== undefined) return level;
    throw new AppError(
      "invalid_request",
      `complianceLevel must be one or more of ${complianceLevels.join(", ")}, not "${one.slice(0, 100)}".`,
    );
  });
}

export function documentResultRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/documents/:documentId/result",
    {
      config: { access: "company", lane: "results" },
      schema: {
        operationId: "getDocumentResult",
        tags: ["Documents"],
        summary: "Read a document's result",
        description:
          "Items come in as they are judged: poll until status is completed or failed. While an item is pending it has no result.",
        params: Type.Object({ documentId: id() }),
        querystring: Type.Object({
          fields: Type.Optional(
            Type.String({
              description:
                "Only these members: dotted paths, comma-separated, for example status,complianceItems.result.score. Ids are always kept.",
            }),
          ),
          complianceLevel: Type.Optional(
            Type.String({
              description: `Only items of these levels, comma-separated: ${complianceLevels.join(", ")}.`,
            }),
          ),
        }),
        response: answers(200, resultBody, 400, 401, 403, 404),
      },
    },
    async (request, reply) => {
      const { fields, complianceLevel: level } = request.query;
      const wanted = fields === undefined || fields.trim() === "" ? undefined : readFields(fields, resultBody);
      const levels = readLevels(level);
      const { companyId } = companyContext(request).actor;
      const document = await getDocument(deps.db, companyId, pathId(request.params.documentId, "document"));
      // Whoever polls asks for little, and is not to cost what the whole answer costs.
      const isAskedFor = (...members: (keyof ResultBody)[]) =>
        wanted === undefined || members.some((member) => Object.hasOwn(wanted, member));
      const areItemsRead = isAskedFor("complianceItems");
      const [work, files, counted] = await Promise.all([
        deps.db.documents.findWork(companyId, document.id),
        isAskedFor("childDocuments", "files", "complianceItems") ? deps.db.documents.listStoredFiles(document.id) : [],
        isAskedFor("progress") && !areItemsRead
          ? deps.db.documents.countItems(document.id)
          : { itemCount: 0, itemsDone: 0 },
      ]);
      const items = areItemsRead
        ? await writeItems(
            { cited: citedOf(document.id, readableFiles(files)), wanted: wanted?.["complianceItems"], levels },
            (take) => deps.db.documents.readItemTexts(document.id, take),
            () => request.isToPause(),
          )
        : undefined;
      const none = { progress: { pagesDone: 0, pageCount: 0 }, judgedBy: undefined };
      // Counted of what is shown beside it, so that the two never disagree.
      const body = toResultBody(document, work ?? none, files, items?.counted ?? counted);
      // The schema's serializer wants every member; of a part of the answer it would complain.
      const text =
        wanted === undefined ? String(reply.serializeInput(body, "200")) : JSON.stringify(onlyFields(body, wanted));
      return sendWithLists(reply, text, items === undefined ? [] : [["complianceItems", new LongList(items.pieces)]]);
    },
  );
}
