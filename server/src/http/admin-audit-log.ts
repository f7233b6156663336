import { type Static, Type } from "typebox";
import type { AuditEntry } from "../audit/audit-log.ts";
import { toPageRequest } from "../platform/page.ts";
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
  action: Type.String({ description: "What was done, for example api_key.revoked." }),
  subjectId: id("What it was done to."),
  details: Type.Object({}, { additionalProperties: true }),
  address: nullable(Type.String({ description: "Where the request came from." })),
  requestId: Type.String({ description: "The request's X-Request-Id." }),
});

function toEntryBody(entry: AuditEntry): Static<typeof entryBody> {
  const { at, actorKeyId = null, partnerId = null, companyId = null, address = null, ...rest } = entry;
  return { ...rest, at: at.toISOString(), actorKeyId, partnerId, companyId, address };
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
          ...pageQuery,
          action: Type.Optional(Type.String({ description: "An action, or the part before its dot." })),
          actorTier: Type.Optional(actorTier),
          about: Type.Optional(
            Type.String({ description: "The id of a subject, key, partner, company or request that entries name." }),
          ),
          since: Type.Optional(dateTime("Not before.")),
          until: Type.Optional(dateTime("Before.")),
        }),
        response: responses(200, Type.Object({ entries: Type.Array(entryBody), nextCursor }), 400, 401, 403),
      },
    },
    async (request) => {
      const { action, actorTier, about, since, until } = request.query;
      const filter = {
        ...{ action, actorTier, about },
        since: since === undefined ? undefined : readInstant("since", since),
        until: until === undefined ? undefined : readInstant("until", until),
      };
      return toListBody("entries", await deps.db.audit.list(filter, toPageRequest(request.query)), toEntryBody);
    },
  );
}
