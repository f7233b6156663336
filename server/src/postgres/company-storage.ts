import type { Id } from "../platform/ids.ts";
import { execute, type QueryRunner, statement } from "./query.ts";

// Submissions of one company already wait for one another in the queue's lock, so that its row makes nobody wait longer.
const add = statement(
  `INSERT INTO company_storage AS s (company_id, bytes, members) VALUES ($1, $2, 0)
   ON CONFLICT (company_id) DO UPDATE SET bytes = s.bytes + excluded.bytes`,
);
// Never below 0: during a rolling upgrade an older process may have added files without counting them.
const subtract = (members: string) =>
  statement(
    `UPDATE company_storage s SET bytes = greatest(0, s.bytes - gone.bytes), members = greatest(0, s.members - gone.members)
       FROM (SELECT d.company_id, ${members} AS members,
                    coalesce(sum(f.size_bytes) FILTER (WHERE f.parent_id IS NULL AND d.originals_erased_at IS NULL), 0) AS bytes
               FROM documents d JOIN document_files f ON f.document_id = d.id WHERE d.id = ANY ($1) GROUP BY d.company_id) gone
      WHERE s.company_id = gone.company_id
        AND s.company_id = ANY (ARRAY(SELECT DISTINCT company_id::text FROM documents WHERE id = ANY ($1)))`,
  );
const subtractDocuments = subtract("count(f.parent_id)");
const subtractOriginals = subtract("0");

export const addStoredBytes = (run: QueryRunner, companyId: Id, bytes: number): Promise<void> =>
  execute(run, add, [companyId, bytes]);

/** Before their rows are deleted. */
export const subtractDocumentsFromStorage = (run: QueryRunner, documentIds: Id[]): Promise<void> =>
  execute(run, subtractDocuments, [documentIds]);

/** Before they are marked as erased. */
export const subtractOriginalsFromStorage = (run: QueryRunner, documentIds: Id[]): Promise<void> =>
  execute(run, subtractOriginals, [documentIds]);
