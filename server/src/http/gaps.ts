import { Type } from "typebox";
import { dayOf } from "../documents/document-dates.ts";
import { changeGaps } from "../gaps/change-gaps.ts";
import { commentOnGap, mentionsIn } from "../gaps/comment-on-gap.ts";
import {
  type GapFilter,
  gapSeverities,
  gapSort,
  gapStatuses,
  givenStatuses,
  type NamedGap,
  type NamedGapEntry,
} from "../gaps/gap.ts";
import { fillIssueLink, readIssueLink } from "../gaps/issue-link.ts";
import { refreshGaps } from "../gaps/refresh-gaps.ts";
import { replaceIssueLink } from "../gaps/replace-issue-link.ts";
import { notFound } from "../platform/app-error.ts";
import { type Id, isId } from "../platform/ids.ts";
import { type Page, toPageRequest, toSortedPageRequest } from "../platform/page.ts";
import { companyContext } from "./access.ts";
import { attachment } from "./content-disposition.ts";
import { byIdOrCode, readControlFilter } from "./control-query.ts";
import { entryBody, gapBody, toEntryBody, toGapBody } from "./gap-body.ts";
import { exportAnswer, toCsv } from "./gap-export.ts";
import { once } from "./idempotency.ts";
import { languageQuery, readLanguage } from "./language-query.ts";
import { isAnyMalformed, readOptionalDay, readText, sortQuery, textFilter } from "./list-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, day, id, nextCursor, nullable, pageQuery, pathId, responses, toListBody } from "./wire.ts";

const tags = ["Gaps"];
/** Documents that are refreshed before the register is read; a company that imports more sees the rest within a minute. */
const refreshedPerRead = 20;
const maxTogether = 500;

const filterQuery = {
  status: Type.Optional(
    Type.Enum([...gapStatuses, "unresolved"], {
      description: "Only gaps with this status; unresolved: open or in_progress.",
    }),
  ),
  severity: Type.Optional(Type.Enum([...gapSeverities], { description: "Only gaps of this severity." })),
  ownerId: Type.Optional(id("Only gaps of this person, by account; none: only gaps without an owner.")),
  complianceReviewId: Type.Optional(id("Only gaps of this review.")),
  controlId: Type.Optional(id(`Only gaps of this control, ${byIdOrCode}.`)),
  businessEntityId: Type.Optional(id("Only gaps of this business entity.")),
  documentId: Type.Optional(id("Only gaps whose finding is of this document.")),
  dueBefore: Type.Optional(day("Only gaps that are due before this day.")),
  text: textFilter("Only gaps whose criterion, item or file name contains this; upper and lower case are the same."),
  sort: sortQuery(gapSort, " Gaps without a due date come after all others, in descending order before them."),
  ...languageQuery,
};

interface FilterQuery {
  status?: (typeof gapStatuses)[number] | "unresolved";
  severity?: (typeof gapSeverities)[number];
  ownerId?: string;
  complianceReviewId?: string;
  controlId?: string;
  businessEntityId?: string;
  documentId?: string;
  dueBefore?: string;
  text?: string;
}

/** Undefined: a malformed id has no gaps, like one of another company. */
async function toFilter({ db }: RouteDeps, partnerId: Id, query: FilterQuery): Promise<GapFilter | undefined> {
  const { status, severity, ownerId, complianceReviewId: reviewId, businessEntityId, documentId } = query;
  const controlId = await readControlFilter(db, partnerId, query.controlId);
  const owner = ownerId === "none" ? null : ownerId;
  if (isAnyMalformed({ reviewId, controlId, businessEntityId, documentId, ownerId: owner ?? undefined }))
    return undefined;
  return {
    ...(status === "unresolved" ? { isUnresolved: true } : { status }),
    ...{ severity, ownerAccountId: owner, reviewId, controlId, businessEntityId, documentId },
    ...{ dueBefore: readOptionalDay("dueBefore", query.dueBefore), text: readText(query.text) },
  };
}

const changes = {
  status: Type.Optional(Type.Enum([...givenStatuses], { description: "What a person may set." })),
  severity: Type.Optional(
    Type.Unsafe<(typeof gapSeverities)[number] | null>({
      ...{ type: ["string", "null"], enum: [...gapSeverities, null] },
      description: "null: as it follows from level, weight and verdict.",
    }),
  ),
  ownerId: Type.Optional(nullable(Type.String({ description: "A person of the company, by account; null: nobody." }))),
  dueOn: Type.Optional(nullable(Type.String({ description: "A date such as 2026-12-31; null: none." }))),
};

interface GivenChanges {
  status?: (typeof givenStatuses)[number];
  severity?: (typeof gapSeverities)[number] | null;
  ownerId?: string | null;
  dueOn?: string | null;
}

const toChanges = ({ status, severity, ownerId, dueOn }: GivenChanges) => ({
  ...{ status, severity, ownerId },
  dueOn: dueOn === null ? null : readOptionalDay("dueOn", dueOn),
});

export function gapRoutes(app: Routes, deps: RouteDeps): void {
  const toBody = async (companyId: Id) => {
    const template = (await deps.db.gaps.findIssueLink(companyId)) ?? deps.issueLink;
    return (gap: NamedGap) => toGapBody(gap, template && fillIssueLink(template, gap, deps.publicUrl));
  };
  const readGap = async (companyId: Id, gapId: Id, language: string | undefined) => {
    const gap = await deps.db.gaps.find(companyId, gapId, language ?? "en");
    if (gap === undefined) throw notFound("gap");
    return (await toBody(companyId))(gap);
  };

  app.get(
    "/v1/gaps",
    {
      config: { access: "company", requestClass: "results" },
      schema: {
        operationId: "listGaps",
        tags,
        summary: "List gaps: criteria that are not met",
        description:
          "One for each criterion of a control item that a document, a subject or a set of documents judged together does not meet. It closes by itself when a newer version meets the criterion, and opens again when a later one does not.",
        querystring: Type.Object({ ...pageQuery, ...filterQuery }),
        response: responses(200, Type.Object({ gaps: Type.Array(gapBody), nextCursor }), 400, 401, 403, 422),
      },
    },
    async (request) => {
      const { companyId, partnerId } = companyContext(request).actor;
      const page = toSortedPageRequest(gapSort, request.query);
      const language = readLanguage(request.query.language) ?? "en";
      const filter = await toFilter(deps, partnerId, request.query);
      if (filter === undefined) return { gaps: [] };
      await refreshGaps(deps, { companyId, limit: refreshedPerRead });
      return toListBody("gaps", await deps.db.gaps.list(companyId, filter, page, language), await toBody(companyId));
    },
  );

  app.get(
    "/v1/gaps/export",
    {
      config: { access: "company", requestClass: "transfers" },
      schema: {
        operationId: "exportGaps",
        tags,
        summary: "Download gaps as CSV",
        description: "RFC 4180 in UTF-8, with the same filters as the list.",
        querystring: Type.Object(filterQuery),
        response: responses(200, exportAnswer, 400, 401, 403, 422),
      },
    },
    async (request, reply) => {
      const { companyId, partnerId } = companyContext(request).actor;
      const language = readLanguage(request.query.language) ?? "en";
      const filter = await toFilter(deps, partnerId, request.query);
      await refreshGaps(deps, { companyId, limit: refreshedPerRead });
      const read = (cursor?: string): Promise<Page<NamedGap>> =>
        filter === undefined
          ? Promise.resolve({ entries: [], nextCursor: undefined })
          : deps.db.gaps.list(companyId, filter, toSortedPageRequest(gapSort, { ...request.query, cursor }), language);
      // Errors at the start are raised before the response begins.
      const lines = toCsv(await read(), read);
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", attachment("gaps", ` ${dayOf(deps.clock.now())}.csv`))
        .send(lines as never);
    },
  );

  app.get(
    "/v1/gaps/:gapId",
    {
      config: { access: "company" },
      schema: {
        operationId: "getGap",
        tags,
        summary: "Read a gap",
        params: Type.Object({ gapId: id() }),
        querystring: Type.Object(languageQuery),
        response: responses(200, gapBody, 400, 401, 403, 404, 422),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const gapId = pathId(request.params.gapId, "gap");
      await refreshGaps(deps, { companyId, limit: refreshedPerRead });
      return readGap(companyId, gapId, readLanguage(request.query.language));
    },
  );

  app.patch(
    "/v1/gaps/:gapId",
    {
      config: { access: "company" },
      schema: {
        operationId: "changeGap",
        tags,
        summary: "Change a gap's status, severity, owner or due date",
        description:
          "Accepting the risk is a decision about the finding: PUT /v1/documents/{id}/items/{itemId}/decision.",
        params: Type.Object({ gapId: id() }),
        querystring: Type.Object(languageQuery),
        body: Type.Object(changes, closed),
        response: responses(200, gapBody, 400, 401, 403, 404, 413, 415, 422),
      },
    },
    async (request) => {
      const context = companyContext(request);
      const gapId = pathId(request.params.gapId, "gap");
      await changeGaps(deps, context, [gapId], toChanges(request.body));
      return readGap(context.actor.companyId, gapId, readLanguage(request.query.language));
    },
  );

  app.patch(
    "/v1/gaps",
    {
      config: { access: "company" },
      schema: {
        operationId: "changeGaps",
        tags,
        summary: "Change several gaps together",
        description: "All of them, or none: one that is unknown or cannot have the status is refused for all.",
        body: Type.Object(
          {
            gaps: Type.Array(Type.String(), {
              ...{ minItems: 1, maxItems: maxTogether, uniqueItems: true },
              description: "Ids of gaps.",
            }),
            ...changes,
          },
          closed,
        ),
        response: responses(
          200,
          Type.Object({ changedCount: Type.Integer({ description: "Gaps that were different before." }) }),
          ...([400, 401, 403, 404, 413, 415, 422] as const),
        ),
      },
    },
    async (request) => {
      const { gaps, ...given } = request.body;
      if (!gaps.every(isId)) throw notFound("gap");
      return { changedCount: await changeGaps(deps, companyContext(request), gaps, toChanges(given)) };
    },
  );

  gapEntryRoutes(app, deps);
  issueLinkRoutes(app, deps);
}

function gapEntryRoutes(app: Routes, deps: RouteDeps): void {
  const toBody = async (companyId: Id, entries: NamedGapEntry[]) => {
    const accountIds = [...new Set(entries.flatMap(({ text }) => mentionsIn(text ?? "")))];
    const people = await deps.db.gaps.listPeople(companyId, accountIds);
    const names = new Map(people.map(({ accountId, name }) => [accountId, name]));
    return (entry: NamedGapEntry) => toEntryBody(entry, names);
  };

  app.get(
    "/v1/gaps/:gapId/entries",
    {
      config: { access: "company" },
      schema: {
        operationId: "listGapEntries",
        tags,
        summary: "List a gap's comments and what happened to it",
        description: "Newest first.",
        params: Type.Object({ gapId: id() }),
        querystring: Type.Object(pageQuery),
        response: responses(200, Type.Object({ entries: Type.Array(entryBody), nextCursor }), 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const page = toPageRequest(request.query);
      const gapId = pathId(request.params.gapId, "gap");
      if ((await deps.db.gaps.find(companyId, gapId, "en")) === undefined) throw notFound("gap");
      const found = await deps.db.gaps.listEntries(gapId, page);
      return toListBody("entries", found, await toBody(companyId, found.entries));
    },
  );

  app.post(
    "/v1/gaps/:gapId/comments",
    {
      config: { access: "company" },
      schema: {
        operationId: "commentOnGap",
        tags,
        summary: "Comment on a gap",
        description: "@ and the id of an account mention a person of the company.",
        params: Type.Object({ gapId: id() }),
        body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 4000 }) }, closed),
        response: responses(201, entryBody, 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    async (request, reply) => {
      const gapId = pathId(request.params.gapId, "gap");
      const context = companyContext(request);
      return once(deps, request, reply, (db) =>
        db.transaction(async (stores) => {
          const entryId = await commentOnGap(deps, stores, context, gapId, request.body.text);
          const { entries } = await stores.gaps.listEntries(gapId, { limit: 1, before: undefined });
          const [entry] = entries;
          if (entry?.id !== entryId) throw new Error(`comment ${entryId} is not stored`);
          return { statusCode: 201, body: (await toBody(context.actor.companyId, entries))(entry) };
        }),
      );
    },
  );
}

function issueLinkRoutes(app: Routes, deps: RouteDeps): void {
  const body = Type.Object({
    issueLink: nullable(
      Type.String({
        maxLength: 1000,
        description:
          "An https address that opens a new issue; behind its question mark, {title} and {text} stand for what is filled in. null: the operator's, if there is one.",
      }),
    ),
  });

  app.get(
    "/v1/gaps/issue-link",
    {
      config: { access: "company" },
      schema: {
        operationId: "getIssueLink",
        tags,
        summary: "Read the address that opens an issue in your tracker",
        response: responses(200, body, 401, 403),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      return { issueLink: (await deps.db.gaps.findIssueLink(companyId)) ?? null };
    },
  );

  app.put(
    "/v1/gaps/issue-link",
    {
      config: { access: "company" },
      schema: {
        operationId: "replaceIssueLink",
        tags,
        summary: "Set the address that opens an issue in your tracker",
        body: Type.Object(body.properties, closed),
        response: responses(200, body, 400, 401, 403, 413, 415),
      },
    },
    async (request) => {
      const { issueLink } = request.body;
      const template = issueLink === null ? undefined : readIssueLink("issueLink", issueLink);
      await replaceIssueLink(deps, companyContext(request), template);
      return { issueLink };
    },
  );
}
