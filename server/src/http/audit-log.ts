import { Readable } from "node:stream";
import { type Static, Type } from "typebox";
import { type AuditEntry, type AuditFilter, type SubjectKind, subjectKinds } from "../audit/audit-log.ts";
import { isId } from "../platform/ids.ts";
import { type Page, type SortedPageRequest, toSortedPageRequest } from "../platform/page.ts";
import { keyHolder } from "./access.ts";
import { attachment } from "./content-disposition.ts";
import { readOptionalInstant, sortQuery } from "./list-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { dateTime, id, named, nextCursor, nullable, pageQuery, responses, toListBody } from "./wire.ts";

const actorTier = named("ActorTier", Type.Enum(["admin", "partner", "company", "system", "unknown"]));
const entryBody = named(
  "AuditEntry",
  Type.Object({
    id: id(),
    at: dateTime(),
    actorTier,
    actorKeyId: nullable(id()),
    partnerId: nullable(id()),
    companyId: nullable(id()),
    actorAccountId: nullable(id("The account of the person who acted.")),
    actorName: nullable(
      Type.String({ description: "The name of the acting person, company or partner, if it still exists." }),
    ),
    action: Type.String({ description: "What was done, for example api_key.revoked." }),
    subjectId: id("What it was done to."),
    subjectName: nullable(Type.String({ description: "Its name, if it has one and still exists." })),
    subjectKind: Type.Unsafe<SubjectKind | null>({
      ...{ type: ["string", "null"], enum: [...subjectKinds, null] },
      description: "What it is; null when it has no name.",
    }),
    details: Type.Object({}, { additionalProperties: true }),
    address: nullable(Type.String({ description: "Where the request came from." })),
    requestId: Type.String({ description: "The request's X-Request-Id." }),
  }),
);

type EntryBody = Static<typeof entryBody>;

/** Of the partner, at one of its companies. */
const isOfConsultant = ({ actorTier, companyId }: AuditEntry) => actorTier === "partner" && companyId !== undefined;

type Names = Awaited<ReturnType<RouteDeps["db"]["audit"]["findNames"]>>;

function toEntryBody(entry: AuditEntry, names: Names): EntryBody {
  const { at, actorKeyId = null, partnerId = null, companyId = null, address = null, ...rest } = entry;
  const { name: subjectName = null, kind: subjectKind = null } = names.get(entry.subjectId) ?? {};
  const { actorAccountId, ...details } = rest.details;
  const accountId = typeof actorAccountId === "string" ? actorAccountId : null;
  const organisationId = isOfConsultant(entry) ? partnerId : (companyId ?? partnerId);
  const actorName = names.get(accountId ?? organisationId ?? "")?.name ?? null;
  const named = { subjectName, subjectKind, actorName, actorAccountId: accountId };
  return { ...rest, details, at: at.toISOString(), actorKeyId, partnerId, companyId, address, ...named };
}

async function toBodies({ db }: RouteDeps, entries: AuditEntry[]): Promise<EntryBody[]> {
  const ids = new Set(
    entries.flatMap(({ subjectId, partnerId, companyId, details: { actorAccountId } }) => [
      ...[subjectId, partnerId, companyId, actorAccountId],
    ]),
  );
  const names = await db.audit.findNames([...ids].filter((one) => typeof one === "string"));
  return entries.map((entry) => toEntryBody(entry, names));
}

async function toPageBody(deps: RouteDeps, page: Page<AuditEntry>) {
  const entries = await toBodies(deps, page.entries);
  return toListBody("entries", { ...page, entries }, (entry) => entry);
}

const filterQuery = {
  action: Type.Optional(Type.String({ description: "An action, or the part before its dot." })),
  actorTier: Type.Optional(actorTier),
  subjectId: Type.Optional(id("Only entries about this resource, such as a document.")),
  since: Type.Optional(dateTime("Not before.")),
  until: Type.Optional(dateTime("Before.")),
};
const adminFilterQuery = {
  ...filterQuery,
  about: Type.Optional(
    Type.String({ description: "The id of a subject, key, partner, company or request that entries name." }),
  ),
};
type FilterQuery = { since?: string; until?: string } & Omit<AuditFilter, "since" | "until">;

function toFilter({ action, actorTier, about, subjectId, since, until }: FilterQuery): AuditFilter {
  return {
    ...{ action, actorTier, about, subjectId },
    since: readOptionalInstant("since", since),
    until: readOptionalInstant("until", until),
  };
}

const pageBody = named("AuditLogPage", Type.Object({ entries: Type.Array(entryBody), nextCursor }));
const exportAnswer = Type.Unsafe<Buffer>({
  description: "JSON Lines: an entry in each line, with the members of an entry of the list, newest first.",
  content: { "application/jsonl": { schema: { type: "string" } } },
});
type ReadPage = (page: SortedPageRequest<never>) => Promise<Page<AuditEntry>>;

/** Reads no faster than the client receives. */
async function* toLines(deps: RouteDeps, read: ReadPage, first: Page<AuditEntry>): AsyncGenerator<string> {
  for (let page = first; ; ) {
    const entries = await toBodies(deps, page.entries);
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
    if (page.nextCursor === undefined) return;
    page = await read(toSortedPageRequest({}, { cursor: page.nextCursor }));
  }
}

async function listEntries(
  deps: RouteDeps,
  query: FilterQuery & Parameters<typeof toSortedPageRequest<Record<never, never>>>[1],
  readFor: (filter: AuditFilter) => ReadPage,
) {
  const page = toSortedPageRequest({}, query);
  // A malformed id has no entries.
  if (query.subjectId !== undefined && !isId(query.subjectId)) return { entries: [] };
  return toPageBody(deps, await readFor(toFilter(query))(page));
}

async function exportEntries(deps: RouteDeps, read: ReadPage) {
  // Errors at the start are raised before the response begins.
  const first = await read(toSortedPageRequest({}, {}));
  const date = deps.clock.now().toISOString().slice(0, 10);
  return {
    disposition: attachment("audit-log", ` ${date}.jsonl`),
    lines: Readable.from(toLines(deps, read, first), { objectMode: false }),
  };
}

const withoutPerson = ({ actorAccountId: _, ...details }: AuditEntry["details"]) => details;

/** Entries that a key holder made, or that others made about it. Of others it sees neither address nor key. */
export function auditLogRoutes(app: Routes, deps: RouteDeps): void {
  function readOwn(request: Parameters<typeof keyHolder>[0], filter: AuditFilter): ReadPage {
    const actor = keyHolder(request);
    const about = actor.tier === "company" ? actor.companyId : actor.partnerId;
    const isSeen = ({ actorTier, subjectId }: AuditEntry) =>
      actor.tier === "company" || actorTier !== "company" || subjectId === about;
    const redact = (entry: AuditEntry) => {
      if (entry.actorTier === actor.tier) return entry;
      const hidden = { ...entry, address: undefined, actorKeyId: undefined };
      // A company sees by name who of its partner came as a consultant.
      return isOfConsultant(entry) ? hidden : { ...hidden, details: withoutPerson(entry.details) };
    };
    return async (page) => {
      const found = await deps.db.audit.list({ ...filter, about }, page);
      return { ...found, entries: found.entries.filter(isSeen).map(redact) };
    };
  }
  const description =
    "What was changed with the keys and by the people of the caller's company or partner, and what others changed about it, newest first. A partner does not see what its companies do.";

  app.get(
    "/v1/audit-log",
    {
      config: { access: "either" },
      schema: {
        operationId: "listOwnAuditLog",
        tags: ["Companies"],
        summary: "Read the own audit log",
        description,
        querystring: Type.Object({ ...pageQuery, sort: sortQuery({}), ...filterQuery }),
        response: responses(200, pageBody, 400, 401, 403),
      },
    },
    async (request) => listEntries(deps, request.query, (filter) => readOwn(request, filter)),
  );

  app.get(
    "/v1/audit-log/export",
    {
      config: { access: "either", requestClass: "transfers" },
      schema: {
        operationId: "exportOwnAuditLog",
        tags: ["Companies"],
        summary: "Download the own audit log",
        description,
        querystring: Type.Object(filterQuery),
        response: responses(200, exportAnswer, 400, 401, 403),
      },
    },
    async (request, reply) => {
      const { disposition, lines } = await exportEntries(deps, readOwn(request, toFilter(request.query)));
      return reply
        .type("application/jsonl")
        .header("content-disposition", disposition)
        .send(lines as never);
    },
  );
}

export function adminAuditLogRoutes(app: Routes, deps: RouteDeps): void {
  const readAll =
    (filter: AuditFilter): ReadPage =>
    (page) =>
      deps.db.audit.list(filter, page);
  const description = "Every administrative action and every key use that changed something, newest first.";

  app.get(
    "/v1/admin/audit-log",
    {
      config: { access: "admin" },
      schema: {
        operationId: "listAuditLog",
        tags: ["Administration"],
        summary: "Read the audit log",
        description,
        querystring: Type.Object({ ...pageQuery, sort: sortQuery({}), ...adminFilterQuery }),
        response: responses(200, pageBody, 400, 401, 403),
      },
    },
    async (request) => listEntries(deps, request.query, readAll),
  );

  app.get(
    "/v1/admin/audit-log/export",
    {
      config: { access: "admin", requestClass: "transfers" },
      schema: {
        operationId: "exportAuditLog",
        tags: ["Administration"],
        summary: "Download the audit log",
        description,
        querystring: Type.Object(adminFilterQuery),
        response: responses(200, exportAnswer, 400, 401, 403),
      },
    },
    async (request, reply) => {
      const { disposition, lines } = await exportEntries(deps, readAll(toFilter(request.query)));
      return reply
        .type("application/jsonl")
        .header("content-disposition", disposition)
        .send(lines as never);
    },
  );
}
