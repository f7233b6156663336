import { type AuditEntry, type AuditLog, auditActions, type SubjectKind } from "../audit/audit-log.ts";
import { secondsAfter } from "../platform/clock.ts";
import { firstIdAt, type Id } from "../platform/ids.ts";
import { toSortedPage } from "../platform/page.ts";
import { cleanText } from "./clean-text.ts";
import { idsWithin } from "./ids-within.ts";
import { execute, type QueryRunner, rows, singleRow, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

const entries = rowMapper<AuditEntry>(
  ["id", "at", "actorTier", "action", "subjectId", "details", "requestId"],
  ["actorKeyId", "partnerId", "companyId", "address"],
);
const select = `SELECT ${entries.columns()} FROM audit_log`;

const insert = entries.insertInto("audit_log");
const within = `id > $1 AND id < $2 AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)`;
const ofTier = "($6::text IS NULL OR actor_tier = $6)";
const ofAction = "($7::text[] IS NULL OR action = ANY ($7))";
const searched = ["subject_id", "actor_key_id", "partner_id", "company_id", "request_id"];

const has = statement(
  `SELECT EXISTS (SELECT FROM audit_log WHERE subject_id = $1 AND id >= $2 AND at > $3 AND action = $4
      AND details ->> 'actorAccountId' = $5) AS "isThere"`,
);

/** A statement for each index that a filter leads to. */
function listsIn(direction: "" | "DESC") {
  const sorted = `ORDER BY id ${direction} LIMIT $3`;
  return {
    all: statement(`${select} WHERE ${within} ${sorted}`),
    byTier: statement(`${select} WHERE actor_tier = $6 AND ${within} ${sorted}`),
    // The first entries of each action, and the first of those: entries of a rare action are found without reading all others.
    byAction: statement(
      `SELECT e.* FROM unnest($7::text[]) AS wanted (action)
        CROSS JOIN LATERAL (${select} WHERE action = wanted.action AND ${within} AND ${ofTier} ${sorted}) e
        ${sorted}`,
    ),
    bySubject: statement(
      `${select} WHERE subject_id = $8 AND ${within} AND ${ofTier} AND ${ofAction}
          AND ($9::text IS NULL OR $9 IN (${searched.join(", ")})) ${sorted}`,
    ),
    // One indexed search for each column that may hold the id. An entry may hold it in two columns.
    about: statement(
      `SELECT DISTINCT ON (id) * FROM (${searched
        .map(
          (column) => `(${select}
            WHERE ${column} = $8 AND ${within} AND ${ofTier} AND ${ofAction} ${sorted})`,
        )
        .join(" UNION ALL ")}) found ${sorted}`,
    ),
  };
}
const newestFirst = listsIn("DESC");
const oldestFirst = listsIn("");

const named: Record<SubjectKind, { name: string; from: string }> = {
  partner: { name: "name", from: "partners" },
  company: { name: "legal_name", from: "companies" },
  business_entity: { name: "name", from: "business_entities" },
  review: { name: "name", from: "compliance_reviews" },
  document: { name: "file_name", from: "(SELECT id, file_name FROM documents WHERE deleted_at IS NULL) d" },
  webhook: { name: "url", from: "webhooks" },
  control_item: { name: "external_id", from: "control_items" },
  api_key: { name: "prefix || '…' || last_four", from: "api_keys" },
  account: { name: "name", from: "accounts" },
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
    async has({ action, subjectId, accountId, since }) {
      // A row's id is generated a moment before its time is read.
      const values = [subjectId, firstIdAt(secondsAfter(since, -60)), since, action, accountId];
      return (await singleRow<{ isThere: boolean }>(run, has, values)).isThere;
    },
    async list({ action, actorTier, about, subjectId, since, until }, page) {
      const { above, below } = idsWithin(since, until, page);
      const bounds = [above, below, page.limit + 1, since, until];
      const lists = page.isDescending ? newestFirst : oldestFirst;
      const actions = action && expandAction(cleanText(action));
      const filter = [...bounds, actorTier, actions || undefined];
      const found = subjectId
        ? await entries.list(run, lists.bySubject, [...filter, subjectId, about && cleanText(about)])
        : about
          ? await entries.list(run, lists.about, [...filter, cleanText(about)])
          : actions
            ? await entries.list(run, lists.byAction, filter)
            : actorTier
              ? await entries.list(run, lists.byTier, [...bounds, actorTier])
              : await entries.list(run, lists.all, bounds);
      return toSortedPage(found, page, () => null);
    },
  };
}
