import type { Actor } from "../audit/audit-context.ts";
import { type AuditAction, type AuditEntry, type AuditLog, auditActions } from "../audit/audit-log.ts";
import { secondsAfter } from "../platform/clock.ts";
import { firstIdAt, type Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import { cleanText } from "./clean-text.ts";
import { execute, pastEveryId, type QueryRunner, rows, statement } from "./query.ts";

interface AuditRow {
  id: Id;
  at: Date;
  actor_tier: Actor["tier"];
  actor_key_id: Id | null;
  partner_id: Id | null;
  company_id: Id | null;
  action: AuditAction;
  subject_id: Id;
  details: Record<string, unknown>;
  address: string | null;
  request_id: string;
}

const columns =
  "id, at, actor_tier, actor_key_id, partner_id, company_id, action, subject_id, details, address, request_id";

const insert = statement(`INSERT INTO audit_log (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);
// Ids are made with their entries, so that a time bounds them, too: what lies outside is not even read.
const within = `id < $1 AND id >= $3 AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)`;
const ofTier = "($6::text IS NULL OR actor_tier = $6)";
const newestFirst = "ORDER BY id DESC LIMIT $2";
const list = statement(`SELECT ${columns} FROM audit_log WHERE ${within} ${newestFirst}`);
const listByTier = statement(`SELECT ${columns} FROM audit_log WHERE actor_tier = $6 AND ${within} ${newestFirst}`);
// The newest of each action, and of those the newest: a kind that is rare is found without reading all the others.
const listByAction = statement(
  `SELECT e.* FROM unnest($7::text[]) AS wanted (action)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM audit_log WHERE action = wanted.action AND ${within} AND ${ofTier} ${newestFirst}) e
    ${newestFirst}`,
);
// By each column that may name it, for the same reason; an entry may name it twice.
const listAbout = statement(
  `SELECT DISTINCT ON (id) ${columns} FROM (${["subject_id", "actor_key_id", "partner_id", "company_id", "request_id"]
    .map(
      (column) => `(SELECT ${columns} FROM audit_log
        WHERE ${column} = $8 AND ${within} AND ${ofTier} AND ($7::text[] IS NULL OR action = ANY ($7)) ${newestFirst})`,
    )
    .join(" UNION ALL ")}) named ${newestFirst}`,
);

/** An entry's id is made a moment before its time is taken, and a clock may be set back. */
const slackSeconds = 60;

const actionsOf = (given: string): string[] => [
  given,
  ...auditActions.filter((action) => action.startsWith(`${given}.`)),
];

function fromRow(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actorTier: row.actor_tier,
    actorKeyId: row.actor_key_id ?? undefined,
    partnerId: row.partner_id ?? undefined,
    companyId: row.company_id ?? undefined,
    action: row.action,
    subjectId: row.subject_id,
    details: row.details,
    address: row.address ?? undefined,
    requestId: row.request_id,
  };
}

export function auditLog(run: QueryRunner): AuditLog {
  return {
    async append(entry) {
      const { id, at, actorTier, actorKeyId, partnerId, companyId, action, subjectId, details, address, requestId } =
        entry;
      await execute(run, insert, [
        ...[id, at, actorTier, actorKeyId, partnerId, companyId],
        ...[action, subjectId, JSON.stringify(details), address, requestId],
      ]);
    },
    async list({ action, actorTier, about, since, until }, page) {
      const before = page.before ?? pastEveryId;
      const last = until === undefined ? pastEveryId : firstIdAt(secondsAfter(until, slackSeconds));
      const first = since === undefined ? "" : firstIdAt(secondsAfter(since, -slackSeconds));
      const bounds = [last < before ? last : before, page.limit + 1, first, since, until];
      const actions = action && actionsOf(cleanText(action));
      const found = about
        ? await rows<AuditRow>(run, listAbout, [...bounds, actorTier, actions || undefined, cleanText(about)])
        : actions
          ? await rows<AuditRow>(run, listByAction, [...bounds, actorTier, actions])
          : actorTier
            ? await rows<AuditRow>(run, listByTier, [...bounds, actorTier])
            : await rows<AuditRow>(run, list, bounds);
      return toPage(found.map(fromRow), page);
    },
  };
}
