import { readFindings, type StoredFindings } from "../analysis/findings/read-findings.ts";
import type { LabelSource, LabelStore } from "../decisions/export-labels.ts";
import type { AgreementStore, CountedDecisions } from "../decisions/measure-agreement.ts";
import { pastEveryId, type QueryRunner, rows, statement } from "./query.ts";

/** What a person said about a finding and did not take back. An accepted risk says nothing about whether the finding is right. */
const isStatement = "d.found IS NOT NULL AND d.state = 'in_effect' AND d.kind <> 'accept_risk'";
const newest = (from: string) =>
  `SELECT n.*, i.external_id AS "externalId", t.name AS "itemName", c.id AS "controlId", c.code AS "controlCode", c.name AS "controlName"
     FROM (SELECT s.control_item_id AS "controlItemId", s.criterion_key AS "criterionKey", s.found,
                  CASE s.kind WHEN 'confirm' THEN s.found WHEN 'not_applicable' THEN s.kind ELSE coalesce(s.verdict, s.level) END AS "right",
                  count(*)::int AS count
             FROM (SELECT d.* FROM decisions d WHERE ${isStatement} AND ${from} ORDER BY d.id DESC LIMIT $1) s
            GROUP BY 1, 2, 3, 4) n
     JOIN control_items i ON i.id = n."controlItemId"
     JOIN control_item_revisions t ON t.control_item_id = i.id AND t.revision = i.revision JOIN controls c ON c.id = i.control_id`;
const countAll = statement(newest("true"));
const countOfCompany = statement(newest("d.company_id = $2"));

const labels = (from: string) =>
  `SELECT d.id AS "decisionId", d.document_id AS "documentId", f.code AS framework, c.code AS control, i.external_id AS "externalId",
          d.criterion_key AS "criterionKey", o.revision, d.kind, d.found, d.verdict, d.level, d.reason, d.evidence, o.findings,
          d.decided_at AS "decidedAt"
     FROM (SELECT d.* FROM decisions d WHERE ${isStatement} AND d.id < $1 AND ${from}
              AND EXISTS (SELECT FROM documents k WHERE k.id = d.document_id AND k.deleted_at IS NULL)
            ORDER BY d.id DESC LIMIT $2) d
     JOIN document_items o ON o.id = d.item_id
     JOIN control_items i ON i.id = d.control_item_id JOIN controls c ON c.id = i.control_id
     JOIN frameworks f ON f.id = c.framework_id ORDER BY d.id DESC`;
const listAll = statement(labels("true"));
const listOfCompany = statement(labels("d.company_id = $3"));

type Nullable<T, Name extends keyof T> = Omit<T, Name> & { [N in Name]: Exclude<T[N], undefined> | null };
type LabelRow = Omit<Nullable<LabelSource, "criterionKey" | "verdict" | "level" | "evidence">, "findings"> & {
  findings: StoredFindings | null;
};

export function agreementStore(run: QueryRunner): AgreementStore {
  return {
    async count(companyId, limit) {
      const found = await (companyId === undefined
        ? rows<Nullable<CountedDecisions, "criterionKey">>(run, countAll, [limit])
        : rows<Nullable<CountedDecisions, "criterionKey">>(run, countOfCompany, [limit, companyId]));
      return found.map((row) => ({ ...row, criterionKey: row.criterionKey ?? undefined }));
    },
  };
}

export function labelStore(run: QueryRunner): LabelStore {
  return {
    async list(companyId, before = pastEveryId, limit) {
      const found = await (companyId === undefined
        ? rows<LabelRow>(run, listAll, [before, limit])
        : rows<LabelRow>(run, listOfCompany, [before, limit, companyId]));
      return found.map(({ criterionKey, verdict, level, evidence, findings, ...row }) => ({
        ...row,
        ...{ criterionKey: criterionKey ?? undefined, verdict: verdict ?? undefined, level: level ?? undefined },
        ...{ evidence: evidence ?? undefined, findings: findings === null ? undefined : readFindings(findings) },
      }));
    },
  };
}
