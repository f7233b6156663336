import { lowPriorityRound } from "../jobs/job-queue.ts";
import type { QuotaOverrides, QuotaStore, Usage } from "../tenancy/quotas.ts";
import { execute, firstRow, type QueryRunner, singleRow, statement } from "./query.ts";

const find = statement("SELECT overrides FROM quota_overrides WHERE owner_id = $1");
const replace = statement(
  `INSERT INTO quota_overrides (owner_id, overrides) VALUES ($1, $2)
   ON CONFLICT (owner_id) DO UPDATE SET overrides = excluded.overrides`,
);
const openBytes = (companies: string) =>
  `(SELECT coalesce(sum(f.size_bytes), 0) FROM upload_sessions s JOIN upload_files f ON f.session_id = s.id
     WHERE s.company_id ${companies} AND s.status IN ('pending', 'uploading') AND s.expires_at > $2
       AND f.document_id IS NULL)::float8 AS "openUploadBytes"`;
// Those judged in bulk hold up nothing that is submitted.
const waiting = (companies: string) =>
  `(SELECT count(*) FROM documents d
     WHERE d.company_id ${companies} AND d.status IN ('queued', 'processing') AND d.queue_round < ${lowPriorityRound})::int AS "waitingDocuments"`;
const stored = (column: "bytes" | "members", companies: string) =>
  `(SELECT coalesce(sum((SELECT ${column} FROM company_storage s WHERE s.company_id = c.id)), 0)::float8
      FROM companies c WHERE c.id ${companies})`;
const counts = (companies: string) => `${openBytes(companies)}, ${waiting(companies)},
  ${stored("bytes", companies)} AS "storedBytes", ${stored("members", companies)} AS "archiveMembers"`;
const countOfCompany = statement(`SELECT ${counts("= $1")}`);
const ofPartner = "IN (SELECT c.id FROM companies c WHERE c.partner_id = $1)";
const countOfPartner = statement(
  `SELECT ${counts(ofPartner)},
     (SELECT count(*) FROM companies c WHERE c.partner_id = $1 AND c.erasing_since IS NULL)::int AS companies`,
);

/** What is announced counts as stored, so that sessions which are opened together do not exceed the quota when they complete. */
function addAnnounced<Row extends Omit<Usage, "companies">>(row: Row): Row {
  return { ...row, storedBytes: row.storedBytes + row.openUploadBytes };
}

export function quotaStore(run: QueryRunner): QuotaStore {
  return {
    async find(ownerId) {
      return (await firstRow<{ overrides: QuotaOverrides }>(run, find, [ownerId]))?.overrides ?? {};
    },
    replace: (ownerId, overrides) => execute(run, replace, [ownerId, overrides]),
    countOfCompany: async (companyId, now) =>
      addAnnounced(await singleRow<Omit<Usage, "companies">>(run, countOfCompany, [companyId, now])),
    countOfPartner: async (partnerId, now) =>
      addAnnounced(await singleRow<Usage>(run, countOfPartner, [partnerId, now])),
  };
}
