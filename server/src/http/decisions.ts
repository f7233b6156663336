import { Type } from "typebox";
import { decideFinding, type NamedPassage } from "../decisions/decide-finding.ts";
import { withdrawDecision } from "../decisions/withdraw-decision.ts";
import { decisionKinds, decisionStates } from "../documents/decision.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import { toSortedPageRequest } from "../platform/page.ts";
import { readPage } from "../processing/read-page.ts";
import { parseDecisionRecord } from "../records/decision-record.ts";
import { companyContext } from "./access.ts";
import {
  decisionKind,
  decisionState,
  givenLevels,
  namedPassageBody,
  placedDecisionBody,
  readVerdicts,
  toPlacedDecisionBody,
} from "./decision-body.ts";
import { isAnyMalformed } from "./list-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import {
  closed,
  dateTime,
  id,
  named,
  nextCursor,
  nullable,
  pageQuery,
  pathId,
  readInstant,
  responses,
  toListBody,
} from "./wire.ts";

const tags = ["Decisions"];
const itemParams = Type.Object({ documentId: id(), itemId: id("Id of an entry of complianceItems in the result.") });
const criterionKey = Type.Optional(
  Type.String({ minLength: 1, maxLength: 200, description: "Key of a criterion. Default: the item as a whole." }),
);

const sha256 = (description: string) => Type.String({ description });
const recordBody = named(
  "DecisionRecord",
  Type.Object({
    sha256: sha256("Hash of the record's canonical JSON (RFC 8785), in hex."),
    record: Type.Object(
      {
        format: Type.Literal(1),
        kind: Type.Literal("decision"),
        companyId: id(),
        position: Type.Integer({ description: "Counts from 1 within the company, with the records of documents." }),
        previousSha256: nullable(sha256("Hash of the company's previous record; null for the first.")),
        ...{ decisionId: id(), documentId: id(), itemId: id(), controlItemId: id() },
        criterionKey: nullable(Type.String()),
        decision: decisionKind,
        verdict: nullable(Type.String()),
        complianceLevel: nullable(Type.String()),
        acceptedUntil: nullable(dateTime()),
        authorId: id(),
        decidedAt: dateTime(),
        carriedFrom: nullable(id()),
        state: decisionState,
        endedAt: nullable(dateTime()),
        endedById: nullable(id()),
        contentSha256: sha256("Hash of the reason, the marked passage and the author's name."),
      },
      { description: "Contains no names and no text." },
    ),
  }),
);

export function decisionRoutes(app: Routes, deps: RouteDeps): void {
  const readPageText = async (companyId: Id, documentId: Id, { fileId, pageNumber }: NamedPassage) => {
    try {
      const of = { documentId, fileId, pageNumber };
      return (await readPage({ documents: deps.db.documents, blobs: deps.blobs }, companyId, of)).page.text;
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") return undefined;
      throw error;
    }
  };

  app.put(
    "/v1/documents/:documentId/items/:itemId/decision",
    {
      config: { access: "company" },
      schema: {
        operationId: "decideFinding",
        tags,
        summary: "Decide about a finding",
        description:
          "About an item of a completed document's result, or about one of its criteria. The machine's verdict and score stay as they are; decidedScore counts what is decided. A decision about an item comes before those about its criteria. An earlier decision about the same is replaced and stays in the history; the same decision again changes nothing.",
        params: itemParams,
        body: Type.Object(
          {
            criterionKey,
            decision: decisionKind,
            verdict: Type.Optional(
              Type.Enum(readVerdicts, {
                description: "Required to override a criterion: the right verdict.",
              }),
            ),
            complianceLevel: Type.Optional(
              Type.Enum(givenLevels, {
                title: "GivenLevel",
                description: "Required to override an item: the right level.",
              }),
            ),
            acceptedUntil: Type.Optional(dateTime("Required to accept a risk: when the acceptance expires.")),
            reason: Type.String({ minLength: 1, maxLength: 2000 }),
            evidence: Type.Optional(namedPassageBody),
          },
          closed,
        ),
        response: responses(200, placedDecisionBody, 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    async (request) => {
      const { criterionKey, decision: kind, complianceLevel: level, acceptedUntil, ...given } = request.body;
      const of = {
        documentId: pathId(request.params.documentId, "document"),
        itemId: pathId(request.params.itemId, "item"),
        criterionKey,
      };
      const until = acceptedUntil === undefined ? undefined : readInstant("acceptedUntil", acceptedUntil);
      const decision = { ...given, kind, level, acceptedUntil: until };
      const context = companyContext(request);
      return toPlacedDecisionBody(await decideFinding({ ...deps, readPageText }, context, of, decision));
    },
  );

  app.delete(
    "/v1/documents/:documentId/items/:itemId/decision",
    {
      config: { access: "company" },
      schema: {
        operationId: "withdrawDecision",
        tags,
        summary: "Withdraw a decision",
        description:
          "The finding counts again as the machine judged it; the decision stays in the history. Repeating the request is not an error.",
        params: itemParams,
        querystring: Type.Object({ criterionKey }),
        response: responses(204, Type.Null({ description: "Withdrawn." }), 400, 401, 403, 404, 409, 413, 415),
      },
    },
    async (request, reply) => {
      const of = {
        documentId: pathId(request.params.documentId, "document"),
        itemId: pathId(request.params.itemId, "item"),
        criterionKey: request.query.criterionKey,
      };
      await withdrawDecision(deps, companyContext(request), of);
      return reply.code(204).send(null);
    },
  );

  app.get(
    "/v1/decisions",
    {
      config: { access: "company" },
      schema: {
        operationId: "listDecisions",
        tags,
        summary: "List decisions with their history",
        description: "Newest first. Without state, decisions that have ended are listed, too.",
        querystring: Type.Object({
          ...pageQuery,
          complianceReviewId: Type.Optional(id("Only decisions about documents of this review.")),
          documentId: Type.Optional(id("Only decisions about this document.")),
          itemId: Type.Optional(id("Only decisions about this entry of complianceItems.")),
          decision: Type.Optional(
            Type.Enum([...decisionKinds], { title: "DecisionKind", description: "Only decisions of this kind." }),
          ),
          state: Type.Optional(
            Type.Enum([...decisionStates], { title: "DecisionState", description: "Only decisions in this state." }),
          ),
        }),
        response: responses(200, Type.Object({ decisions: Type.Array(placedDecisionBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const { complianceReviewId: reviewId, documentId, itemId, decision: kind, state } = request.query;
      const page = toSortedPageRequest({}, request.query);
      if (isAnyMalformed({ reviewId, documentId, itemId })) return { decisions: [] };
      const filter = { reviewId, documentId, itemId, kind, state };
      return toListBody("decisions", await deps.db.decisions.list(companyId, filter, page), toPlacedDecisionBody);
    },
  );

  app.get(
    "/v1/decisions/:decisionId/records",
    {
      config: { access: "company" },
      schema: {
        operationId: "listDecisionRecords",
        tags,
        summary: "Read the records of a decision",
        description:
          "One record for when it was made and one for when it ended, in the company's chain of records: each contains the hash of the record before it, so that a later change is detectable from any hash you kept.",
        params: Type.Object({ decisionId: id() }),
        response: responses(200, Type.Object({ records: Type.Array(recordBody) }), 401, 403, 404),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const decisionId = pathId(request.params.decisionId, "decision");
      const stored = await deps.db.records.listOfDecision(companyId, decisionId);
      if (stored.length === 0) throw notFound("decision");
      const records = stored.flatMap(({ sha256, text }) => {
        const record = parseDecisionRecord(text);
        return record === undefined ? [] : [{ sha256, record }];
      });
      return { records };
    },
  );
}
