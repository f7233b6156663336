import { type Static, Type } from "typebox";
import type { AuditEntry, AuditFilter } from "../audit/audit-log.ts";
import type { Id } from "../platform/ids.ts";
import { type Page, toPageRequest } from "../platform/page.ts";
import { keyHolder } from "./access.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { dateTime, id, nextCursor, nullable, pageQuery, readInstant, responses, toListBody } from "./wire.ts";

const actorTier = Type.Enum(["admin", "partner", "company", "system", "unknown"]);
const entryBody = Type.Object({
  id: id(),
  at: dateTime(),
  actorTier,
  actorKeyId: nullable(id()),
  partnerId: nullable(id()),
  companyId: nullable(id()),
  actorName: nullable(Type.String({ description: "The acting company's or partner's name, if it still exists." })),
  action: Type.String({ description: "What was done, for example api_key.revoked." }),
  subjectId: id("What it was done to."),
  subjectName: nullable(Type.String({ description: "Its name, if it has one and still exists." })),
  details: Type.Object({}, { additionalProperties: true }),
  address: nullable(Type.String({ description: "Where the request came from." })),
  requestId: Type.String({ description: "The request's X-Request-Id." }),
});

type EntryBody = Static<typeof entryBody>;

function toEntryBody(entry: AuditEntry, names: Map<Id, string>): EntryBody {
  const { at, actorKeyId = null, partnerId = null, companyId = null, address = null, ...rest } = entry;
  const subjectName = names.get(entry.subjectId) ?? null;
  const actorName = names.get(companyId ?? partnerId ?? "") ?? null;
  return { ...rest, at: at.toISOString(), actorKeyId, partnerId, companyId, address, subjectName, actorName };
}

async function toPageBody({ db }: RouteDeps, page: Page<AuditEntry>) {
  const ids = new Set(page.entries.flatMap(({ subjectId, partnerId, companyId }) => [subjectId, partnerId, companyId]));
  const names = await db.audit.findNames([...ids].filter((one) => one !== undefined));
  return toListBody("entries", page, (entry: AuditEntry) => toEntryBody(entry, names));
}

const filterQuery = {
  ...pageQuery,
  action: Type.Optional(Type.String({ description: "An action, or the part before its dot." })),
  since: Type.Optional(dateTime("Not before.")),
  until: Type.Optional(dateTime("Before.")),
};

function toFilter({ action, since, until }: { action?: string; since?: string; until?: string }): AuditFilter {
  return {
    action,
    since: since === undefined ? undefined : readInstant("since", since),
    until: until === undefined ? undefined : readInstant("until", until),
  };
}

const pageBody = Type.Object({ entries: Type.Array(entryBody), nextCursor });

/** Entries that a key holder made, or that others made about it. Of others it sees neither address nor key. */
export function auditLogRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/audit-log",
    {
      config: { access: "either" },
      schema: {
        operationId: "listOwnAuditLog",
        tags: ["Companies"],
        summary: "Read the own audit log",
        description:
          "What was changed with the keys of the caller's company or partner, and what others changed about it, newest first. A partner does not see what its companies do.",
        querystring: Type.Object(filterQuery),
        response: responses(200, pageBody, 400, 401, 403),
      },
    },
    async (request) => {
      const actor = keyHolder(request);
      const about = actor.tier === "company" ? actor.companyId : actor.partnerId;
      const found = await deps.db.audit.list({ ...toFilter(request.query), about }, toPageRequest(request.query));
      const entries = found.entries
        .filter(
          ({ actorTier, subjectId }) => actor.tier === "company" || actorTier !== "company" || subjectId === about,
        )
        .map((entry) =>
          entry.actorTier === actor.tier ? entry : { ...entry, address: undefined, actorKeyId: undefined },
        );
      return toPageBody(deps, { ...found, entries });
    },
  );
}

export function adminAuditLogRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/admin/audit-log",
    {
      config: { access: "admin" },
      schema: {
        operationId: "listAuditLog",
        tags: ["Administration"],
        summary: "Read the audit log",
        description: "Every administrative action and every key use that changed something, newest first.",
        querystring: Type.Object({
          ...filterQuery,
          actorTier: Type.Optional(actorTier),
          about: Type.Optional(
            Type.String({ description: "The id of a subject, key, partner, company or request that entries name." }),
          ),
        }),
        response: responses(200, pageBody, 400, 401, 403),
      },
    },
    async (request) => {
      const { actorTier, about } = request.query;
      const filter = { ...toFilter(request.query), actorTier, about };
      return toPageBody(deps, await deps.db.audit.list(filter, toPageRequest(request.query)));
    },
  );
}
