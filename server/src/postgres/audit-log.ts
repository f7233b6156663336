import type { Actor } from "../audit/act.ts";
import type { AuditAction, AuditEntry, AuditLog } from "../audit/audit-log.ts";
import type { Id } from "../platform/ids.ts";
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
const list = statement(
  `SELECT ${columns} FROM audit_log
    WHERE id < $1
      AND ($3::text IS NULL OR action = $3 OR starts_with(action, $3 || '.'))
      AND ($4::text IS NULL OR actor_tier = $4)
      AND ($5::text IS NULL OR $5 IN (subject_id, actor_key_id, partner_id, company_id, request_id))
      AND ($6::timestamptz IS NULL OR at >= $6)
      AND ($7::timestamptz IS NULL OR at < $7)
    ORDER BY id DESC LIMIT $2`,
);

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
      const found = await rows<AuditRow>(run, list, [
        ...[page.before ?? pastEveryId, page.limit + 1],
        ...[action && cleanText(action), actorTier, about && cleanText(about), since, until],
      ]);
      return toPage(found.map(fromRow), page);
    },
  };
}
