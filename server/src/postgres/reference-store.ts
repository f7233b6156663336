import type { ReferencedKind, ReferenceStore } from "../platform/external-reference.ts";
import { execute, findId, type QueryRunner, type Statement, statement } from "./query.ts";

const find: Record<ReferencedKind, Statement> = {
  company: statement(
    "SELECT id FROM companies WHERE partner_id = $1 AND external_reference = $2 AND erasing_since IS NULL",
  ),
  businessEntity: statement("SELECT id FROM business_entities WHERE company_id = $1 AND external_reference = $2"),
  document: statement(
    "SELECT id FROM documents WHERE company_id = $1 AND external_reference = $2 AND deleted_at IS NULL",
  ),
};
// The seed keeps these locks apart from other advisory locks.
const lock = statement("SELECT pg_advisory_xact_lock(hashtextextended($1, 5520931847))");

export function referenceStore(run: QueryRunner): ReferenceStore {
  return {
    find: (kind, ownerId, reference) => findId(run, find[kind], [ownerId, reference]),
    async lock(kind, ownerId, reference) {
      await execute(run, lock, [`${kind} ${ownerId} ${reference}`]);
      return findId(run, find[kind], [ownerId, reference]);
    },
  };
}
