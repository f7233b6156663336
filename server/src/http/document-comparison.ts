import { Type } from "typebox";
import { verdicts } from "../analysis/findings/findings.ts";
import { compareDocuments, maxComparedPages } from "../comparison/compare-documents.ts";
import { changeKinds } from "../comparison/compare-versions.ts";
import { wordKinds } from "../comparison/diff-words.ts";
import { auditLanguages } from "../documents/document.ts";
import { companyContext } from "./access.ts";
import { readLanguage } from "./language-query.ts";
import { LongJsonArray, sendWithArrays } from "./long-json-arrays.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { id, named, nullable, pathId, responses } from "./wire.ts";

const text = Type.String();

const place = (description: string) =>
  nullable(
    Type.Object(
      {
        fileId: id(),
        documentName: text,
        page: text,
        pageNumber: Type.Integer(),
        start: Type.Integer({ description: "Offset of the clause in the page's text." }),
        end: Type.Integer(),
      },
      { description },
    ),
  );

const verdictOrNull = (description: string) =>
  Type.Unsafe<(typeof verdicts)[number] | null>({ type: ["string", "null"], enum: [...verdicts, null], description });

const verdictChange = named(
  "VerdictChange",
  Type.Object({
    controlItemId: id(),
    controlItemName: text,
    controlItemExternalId: text,
    criterionKey: text,
    statement: text,
    previousVerdict: verdictOrNull("null if the item's earlier revision did not have the criterion."),
    verdict: verdictOrNull("null if the item's newer revision does not have the criterion."),
    previousScore: Type.Number({ description: "Of the item." }),
    score: Type.Number(),
    previousRevision: Type.Integer({ description: "Revision of the catalogue's text that was judged." }),
    revision: Type.Integer(),
  }),
);

const clauseChange = named(
  "ClauseChange",
  Type.Object({
    kind: Type.Enum([...changeKinds]),
    isMoved: Type.Boolean({ description: "It stands elsewhere; a reworded clause may be moved, too." }),
    isHeading: Type.Boolean(),
    headingPath: Type.Array(text, { description: "The headings above it, outermost first." }),
    previous: place("Where it was; null for one that was added."),
    current: place("Where it is; null for one that was removed."),
    words: Type.Array(Type.Object({ kind: Type.Enum([...wordKinds]), text }), {
      description: "The clause in runs of words. Without those that were added it is the earlier text.",
    }),
    verdictChanges: Type.Array(verdictChange, {
      description: "Verdicts that changed and rest on a quote from this clause.",
    }),
  }),
);

const comparisonBody = named(
  "DocumentComparison",
  Type.Object({
    documentId: id(),
    fileName: text,
    previousDocumentId: id(),
    previousFileName: text,
    counts: Type.Object(
      Object.fromEntries([...changeKinds, "unchanged" as const].map((kind) => [kind, Type.Integer()])) as Record<
        (typeof changeKinds)[number] | "unchanged",
        ReturnType<typeof Type.Integer>
      >,
      { description: "Clauses; a reworded one that was moved counts as reworded." },
    ),
    changes: Type.Array(clauseChange, {
      description: "In the order of the newer document. A clause that was only renumbered is unchanged.",
    }),
    otherVerdictChanges: Type.Array(verdictChange, {
      description: "Verdicts that changed and rest on no quote from a changed clause.",
    }),
  }),
);

export function documentComparisonRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/documents/:documentId/compare",
    {
      config: { access: "company", requestClass: "results" },
      schema: {
        operationId: "compareDocuments",
        tags: ["Documents"],
        summary: "Compare a document with an earlier version",
        description: `The clauses that were added, removed, reworded and moved, and the verdicts that changed because of them. Both documents must be completed and have at most ${maxComparedPages} pages.`,
        params: Type.Object({ documentId: id("The newer document.") }),
        querystring: Type.Object({
          with: id("The earlier document."),
          language: Type.Optional(
            Type.String({
              description: `Language of statements and names: ${auditLanguages.join(", ")}. Default: auditLanguageId of the submission.`,
            }),
          ),
        }),
        response: responses(200, comparisonBody, 400, 401, 403, 404, 422),
      },
    },
    async (request, reply) => {
      const { companyId } = companyContext(request).actor;
      const { document, previous, comparison } = await compareDocuments(deps, companyId, {
        documentId: pathId(request.params.documentId, "document"),
        previousId: pathId(request.query.with, "document"),
        language: readLanguage(request.query.language),
      });
      const { counts, changes, otherVerdictChanges } = comparison;
      const body = {
        ...{ documentId: document.id, fileName: document.fileName },
        ...{ previousDocumentId: previous.id, previousFileName: previous.fileName },
        ...{ counts, changes: [], otherVerdictChanges: [] },
      };
      return sendWithArrays(reply, String(reply.serializeInput(body, "200")), [
        ["changes", toLongArray(changes)],
        ["otherVerdictChanges", toLongArray(otherVerdictChanges)],
      ]);
    },
  );
}

const toLongArray = (written: Uint8Array<ArrayBuffer>) =>
  new LongJsonArray(written.length === 0 ? [] : [Buffer.from(written.buffer)]);
