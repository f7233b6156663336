import type { Document } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import {
  type AffectedDocument,
  type BulkJudgement,
  type BulkJudgementStore,
  type BulkProgress,
  maxAffectedCount,
} from "../submissions/bulk-judgement.ts";
import { isCompletedVersion, isCounted } from "./counted-documents.ts";
import { documents } from "./document-columns.ts";
import { queueLock } from "./document-store.ts";
import {
  countAffected,
  execute,
  findId,
  firstRow,
  listIds,
  pastEveryId,
  type QueryRunner,
  rows,
  singleRow,
  statement,
} from "./query.ts";

const isSelectable = (item: string) =>
  `${item}.control_id = documents.control_id AND NOT coalesce(${item}.is_obsolete_by_admin, ${item}.is_obsolete)
     AND NOT EXISTS (SELECT FROM clusters k WHERE k.id = ${item}.cluster_id AND coalesce(k.is_archived_by_admin, k.is_archived))`;
const isAddedLater = (item: string) =>
  `EXISTS (SELECT FROM control_item_revisions r
     WHERE r.control_item_id = ${item}.id AND r.revision = 1 AND r.created_at > documents.created_at)`;
const isNotJudged = (item: string) =>
  `${item}.id NOT IN (SELECT j.control_item_id FROM document_items j WHERE j.document_id = documents.id)`;
/** For each document by itself: of EXISTS inside OR, PostgreSQL would make a hash table of all documents' items. */
const hasAny = (rows: string) => `coalesce((SELECT true ${rows} LIMIT 1), false)`;
/** Whatever was submitted since the control changed is judged by its newest revision. Clocks of two machines may differ. */
const mayBeOutdated = `documents.created_at < interval '1 hour' +
  (SELECT max(r.created_at) FROM control_items i
     JOIN control_item_revisions r ON r.control_item_id = i.id AND r.revision = i.revision WHERE i.control_id = documents.control_id)`;
/**
 * An item that it was judged by has a newer revision, or it was judged by all items and the control has gained some: what
 * judging it again would change. A newer version that waits, such as the document judged again, will count in its place.
 */
const isAffected = `${isCompletedVersion("documents")} AND ${isCounted("documents")} AND ${mayBeOutdated}
  AND NOT EXISTS (SELECT FROM documents later
     WHERE later.first_version_id = coalesce(documents.first_version_id, documents.id) AND later.version > documents.version
       AND later.status IN ('queued', 'processing') AND later.withdrawn_at IS NULL AND later.deleted_at IS NULL)
  AND (${hasAny(`FROM document_items j JOIN control_items i ON i.id = j.control_item_id
      WHERE j.document_id = documents.id AND j.revision < i.revision AND ${isSelectable("i")}`)}
    OR (${hasAny(`FROM control_items i WHERE ${isSelectable("i")} AND ${isAddedLater("i")} AND ${isNotJudged("i")}`)}
        AND NOT ${hasAny(`FROM control_items i WHERE ${isSelectable("i")} AND NOT ${isAddedLater("i")} AND ${isNotJudged("i")}`)}))`;
const ofCompany = "documents.company_id = $2 AND documents.control_id = $1";
const ofControl = "documents.control_id = $1";

const listAffected = statement(
  `SELECT ${documents.columns()} FROM documents WHERE ${ofCompany} AND documents.id < $3 AND ${isAffected} ORDER BY id DESC LIMIT $4`,
);
const listEveryAffected = statement(
  `SELECT documents.id, documents.company_id AS "companyId", c.name AS "companyName", documents.file_name AS "fileName",
          documents.created_at AS "createdAt"
     FROM documents JOIN companies c ON c.id = documents.company_id
    WHERE ${ofControl} AND documents.id < $2 AND ${isAffected} AND c.erasing_since IS NULL ORDER BY documents.id DESC LIMIT $3`,
);
const count = (scope: string, limit: string) =>
  statement(
    `SELECT count(*)::int AS count FROM (SELECT FROM documents WHERE ${scope} AND ${isAffected} LIMIT ${limit}) found`,
  );
const countOfCompany = count(ofCompany, "$3");
const countOfAll = count(ofControl, "$2");
const countEach = (scope: string) =>
  statement(
    `SELECT documents.company_id AS "companyId", count(*)::int AS count
       FROM documents JOIN companies c ON c.id = documents.company_id
      WHERE ${scope} AND ${isAffected} AND c.erasing_since IS NULL GROUP BY documents.company_id`,
  );
const countEachOfCompany = countEach(ofCompany);
const countEachOfAll = countEach(ofControl);
const findAffected = statement(
  `SELECT id FROM documents WHERE documents.company_id = $1 AND documents.id = $2 AND ${isAffected}`,
);

const insert = statement(
  `INSERT INTO bulk_judgements (id, control_id, company_id, request_id, is_by_administrator, context, requested_at, document_count)
   SELECT n.id, $1, n.company_id, $2, $3, $4, $5, n.count
     FROM unnest($6::text[], $7::text[], $8::int[]) AS n (id, company_id, count)
   ON CONFLICT (company_id, control_id) WHERE ended_at IS NULL DO NOTHING`,
);
const findLatest = (request: string, own: string) =>
  statement(
    `SELECT b.request_id AS id, min(b.requested_at) AS "requestedAt",
            CASE WHEN bool_and(b.ended_at IS NOT NULL) THEN max(b.ended_at) END AS "endedAt",
            sum(b.document_count)::int AS "documentCount", sum(b.skipped_count)::int AS "skippedCount",
            coalesce(sum(d.waiting), 0)::int AS "waitingCount", coalesce(sum(d.completed), 0)::int AS "judgedCount",
            coalesce(sum(d.failed), 0)::int AS "failedCount"
       FROM bulk_judgements b CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE status IN ('queued', 'processing')) AS waiting,
                count(*) FILTER (WHERE status = 'completed') AS completed, count(*) FILTER (WHERE status = 'failed') AS failed
           FROM documents WHERE bulk_judgement_id = b.id) d
      WHERE b.request_id = (SELECT request_id FROM bulk_judgements WHERE ${request} ORDER BY requested_at DESC, id DESC LIMIT 1) ${own}
      GROUP BY b.request_id`,
  );
const findLatestOfCompany = findLatest("control_id = $1 AND company_id = $2", "AND b.company_id = $2");
const findLatestOfAdministrator = findLatest("control_id = $1 AND is_by_administrator", "");
const listRunning = statement(
  `SELECT b.id, b.control_id AS "controlId", b.company_id AS "companyId", b.context,
          (SELECT c.partner_id FROM companies c WHERE c.id = b.company_id) AS "partnerId"
     FROM bulk_judgements b WHERE b.ended_at IS NULL ORDER BY b.id`,
);
const countWaiting = statement(
  "SELECT count(*)::int AS count FROM documents WHERE bulk_judgement_id = $1 AND status IN ('queued', 'processing')",
);
const listNext = statement(
  `SELECT documents.id FROM bulk_judgements b
     JOIN documents ON documents.company_id = b.company_id AND documents.control_id = b.control_id
    WHERE b.id = $1 AND documents.id > coalesce(b.last_document_id, '') AND ${isAffected} ORDER BY documents.id LIMIT $2`,
);
const take = statement(
  `UPDATE bulk_judgements SET last_document_id = $2, skipped_count = skipped_count + $3
    WHERE id = $1 AND ended_at IS NULL AND (last_document_id IS NULL OR last_document_id < $2)`,
);
const end = statement(
  `UPDATE bulk_judgements b SET ended_at = $2,
          document_count = b.skipped_count + (SELECT count(*) FROM documents WHERE bulk_judgement_id = b.id)
    WHERE id = $1 AND ended_at IS NULL`,
);

export function bulkJudgementStore(run: QueryRunner): BulkJudgementStore {
  return {
    async listAffected(controlId, companyId, page) {
      const values = [controlId, companyId, page.before ?? pastEveryId, page.limit + 1];
      return toPage<Document>(await documents.list(run, listAffected, values), page);
    },
    async listEveryAffected(controlId, page) {
      const values = [controlId, page.before ?? pastEveryId, page.limit + 1];
      return toPage(await rows<AffectedDocument>(run, listEveryAffected, values), page);
    },
    async countAffected({ controlId, companyId }) {
      const query = companyId === undefined ? countOfAll : countOfCompany;
      const values = [controlId, ...(companyId === undefined ? [] : [companyId]), maxAffectedCount];
      return (await singleRow<{ count: number }>(run, query, values)).count;
    },
    countAffectedByCompany: ({ controlId, companyId }) =>
      companyId === undefined
        ? rows<{ companyId: Id; count: number }>(run, countEachOfAll, [controlId])
        : rows<{ companyId: Id; count: number }>(run, countEachOfCompany, [controlId, companyId]),
    async isStillAffected(companyId, documentId) {
      await execute(run, queueLock, [companyId]);
      return (await findId(run, findAffected, [companyId, documentId])) !== undefined;
    },
    insert: ({ id, controlId, context, at }, companies) =>
      countAffected(run, insert, [
        ...[controlId, id, context.actor.tier === "admin", JSON.stringify(context), at],
        companies.map((one) => one.id),
        companies.map(({ companyId }) => companyId),
        companies.map(({ count }) => count),
      ]),
    async findLatest({ controlId, companyId }) {
      const found =
        companyId === undefined
          ? await firstRow<BulkProgress & { endedAt: Date | null }>(run, findLatestOfAdministrator, [controlId])
          : await firstRow<BulkProgress & { endedAt: Date | null }>(run, findLatestOfCompany, [controlId, companyId]);
      return found && { ...found, endedAt: found.endedAt ?? undefined };
    },
    listRunning: () => rows<BulkJudgement>(run, listRunning),
    countWaiting: async (id) => (await singleRow<{ count: number }>(run, countWaiting, [id])).count,
    listNext: (id, limit) => listIds(run, listNext, [id, limit]),
    take: async (id, documentId, isSkipped) =>
      (await countAffected(run, take, [id, documentId, isSkipped ? 1 : 0])) === 1,
    end: (id, at) => execute(run, end, [id, at]),
  };
}
