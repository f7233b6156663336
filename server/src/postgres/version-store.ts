import { overlapOf } from "../documents/text-sketch.ts";
import type { Candidate, VersionStore } from "../reviews/version-store.ts";
import { isCounted } from "./counted-documents.ts";
import { queueLock } from "./document-store.ts";
import { execute, findId, firstRow, type QueryRunner, rows, statement } from "./query.ts";
import { listReviewIds, saveScoresOfReviews } from "./score-store.ts";

const findSketch = statement("SELECT text_sketch AS sketch FROM documents WHERE id = $1");
const listCandidates = statement(
  `SELECT d.id, d.file_name AS "fileName", d.subject, d.version, d.created_at AS "createdAt", d.text_sketch AS sketch
     FROM documents d
    WHERE d.company_id = $1 AND d.review_id = $2 AND d.id < $3 AND d.status = 'completed' AND ${isCounted("d")}
    ORDER BY d.id DESC LIMIT $4`,
);
const findLaterVersion = statement(
  "SELECT id FROM documents WHERE first_version_id = $1 AND deleted_at IS NULL LIMIT 1",
);
// Locked, so that no decision about it is made while its decisions are carried over.
const findReplaced = statement(
  `SELECT p.id FROM documents p
    WHERE (p.id = $1 OR p.first_version_id = $1) AND p.status = 'completed' AND ${isCounted("p")} FOR UPDATE OF p`,
);
const setPredecessor = statement(
  `UPDATE documents d SET gaps_refreshed = false, supersedes = $2, first_version_id = $3::ulid, subject = coalesce(d.subject, $4),
          documents_count = coalesce(d.documents_count, $5),
          version = 1 + greatest((SELECT version FROM documents WHERE id = $3::ulid),
                                 (SELECT max(version) FROM documents WHERE first_version_id = $3::ulid))
    WHERE d.id = $1`,
);

export function versionStore(run: QueryRunner): VersionStore {
  return {
    async listCandidates({ companyId, reviewId, id }, limit) {
      const own = (await firstRow<{ sketch: Buffer | null }>(run, findSketch, [id]))?.sketch ?? null;
      const values = [companyId, reviewId, id, limit];
      const found = await rows<Omit<Candidate, "subject"> & { subject: string | null; sketch: Buffer | null }>(
        run,
        listCandidates,
        values,
      );
      return found.map(({ sketch, subject, ...candidate }) => ({
        ...candidate,
        subject: subject ?? undefined,
        textOverlap: own === null || sketch === null ? undefined : overlapOf(own, sketch),
      }));
    },
    hasLaterVersions: async (id) => (await findId(run, findLaterVersion, [id])) !== undefined,
    findReplaced: ({ status, withdrawnAt }, { id, firstVersionId = id }) =>
      status === "completed" && withdrawnAt === undefined
        ? findId(run, findReplaced, [firstVersionId])
        : Promise.resolve(undefined),
    async setPredecessor(
      { id, companyId },
      { id: supersedes, firstVersionId = supersedes, subject, documentsCount },
      at,
    ) {
      await execute(run, queueLock, [companyId]);
      await execute(run, setPredecessor, [id, supersedes, firstVersionId, subject ?? null, documentsCount ?? null]);
      await saveScoresOfReviews(run, await listReviewIds(run, [id]), at);
    },
  };
}
