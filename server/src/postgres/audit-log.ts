import { type AuditEntry, type AuditLog, auditActions, type SubjectKind } from "../audit/audit-log.ts";
import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import { cleanText } from "./clean-text.ts";
import { idsWithin } from "./ids-within.ts";
import { execute, pastEveryId, type QueryRunner, rows, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

const entries = rowMapper<AuditEntry>(
  ["id", "at", "actorTier", "action", "subjectId", "details", "requestId"],
  ["actorKeyId", "partnerId", "companyId", "address"],
);
const select = `SELECT ${entries.columns()} FROM audit_log`;

const insert = entries.insertInto("audit_log");
// Ids begin with their time, so a range of time is also a range of ids, and the index on ids skips all other entries.
const within = `id < $1 AND id >= $3 AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)`;
const ofTier = "($6::text IS NULL OR actor_tier = $6)";
const newestFirst = "ORDER BY id DESC LIMIT $2";
const list = statement(`${select} WHERE ${within} ${newestFirst}`);
const listByTier = statement(`${select} WHERE actor_tier = $6 AND ${within} ${newestFirst}`);
// The newest entries of each action, and the newest of those: entries of a rare action are found without reading all others.
const listByAction = statement(
  `SELECT e.* FROM unnest($7::text[]) AS wanted (action)
    CROSS JOIN LATERAL (${select} WHERE action = wanted.action AND ${within} AND ${ofTier} ${newestFirst}) e
    ${newestFirst}`,
);
// One indexed search for each column that may hold the id. An entry may hold it in two columns.
const listAbout = statement(
  `SELECT DISTINCT ON (id) * FROM (${["subject_id", "actor_key_id", "partner_id", "company_id", "request_id"]
    .map(
      (column) => `(${select}
        WHERE ${column} = $8 AND ${within} AND ${ofTier} AND ($7::text[] IS NULL OR action = ANY ($7)) ${newestFirst})`,
    )
    .join(" UNION ALL ")}) found ${newestFirst}`,
);

const named: Record<SubjectKind, { name: string; from: string }> = {
  partner: { name: "name", from: "partners" },
  company: { name: "legal_name", from: "companies" },
  business_entity: { name: "name", from: "business_entities" },
  review: { name: "name", from: "compliance_reviews" },
  document: { name: "file_name", from: "(SELECT id, file_name FROM documents WHERE deleted_at IS NULL) d" },
  webhook: { name: "url", from: "webhooks" },
  control_item: { name: "external_id", from: "control_items" },
  api_key: { name: "prefix || '…' || last_four", from: "api_keys" },
};
const findNames = statement(
  Object.entries(named)
    .map(([kind, { name, from }]) => `SELECT id, ${name} AS name, '${kind}' AS kind FROM ${from} WHERE id = ANY ($1)`)
    .join(" UNION ALL "),
);

/** The action itself, or all actions of a group such as "session". */
const expandAction = (action: string): string[] => [
  action,
  ...auditActions.filter((other) => other.startsWith(`${action}.`)),
];

export function auditLog(run: QueryRunner): AuditLog {
  return {
    async findNames(ids) {
      const found = await rows<{ id: Id; name: string; kind: SubjectKind }>(run, findNames, [ids]);
      return new Map(found.map(({ id, ...named }) => [id, named]));
    },
    append: (entry) => execute(run, insert, entries.values(entry)),
    async list({ action, actorTier, about, since, until }, page) {
      const { first, end } = idsWithin(since, until, page.before ?? pastEveryId);
      const bounds = [end, page.limit + 1, first, since, until];
      const actions = action && expandAction(cleanText(action));
      const found = about
        ? await entries.list(run, listAbout, [...bounds, actorTier, actions || undefined, cleanText(about)])
        : actions
          ? await entries.list(run, listByAction, [...bounds, actorTier, actions])
          : actorTier
            ? await entries.list(run, listByTier, [...bounds, actorTier])
            : await entries.list(run, list, bounds);
      return toPage(found, page);
    },
  };
}
