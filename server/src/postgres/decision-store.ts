import { readFindings, type StoredFindings } from "../analysis/findings/read-findings.ts";
import type {
  DecidableItem,
  Decision,
  DecisionAuthor,
  DecisionStore,
  MarkedPassage,
  PlacedDecision,
} from "../documents/decision.ts";
import { readDecision, type StoredDecision } from "../documents/stored-item.ts";
import type { Id } from "../platform/ids.ts";
import { cleanJson, cleanText } from "./clean-text.ts";
import { execute, firstRow, type QueryRunner, rows, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";
import { saveScoresOfEnded } from "./score-store.ts";
import { sortedList } from "./sorted-list.ts";

/** A decision as its row has it: authors are three columns each. */
interface DecisionRow extends Omit<PlacedDecision, "author" | "endedBy" | "evidence"> {
  evidence: MarkedPassage | undefined;
  authorKind: DecisionAuthor["kind"];
  authorId: Id;
  authorName: string;
  endedByKind: DecisionAuthor["kind"] | undefined;
  endedById: Id | undefined;
  endedByName: string | undefined;
}

const decisions = rowMapper<DecisionRow>(
  [
    ...(["id", "companyId", "reviewId", "documentId", "itemId", "controlItemId", "kind", "reason"] as const),
    ...(["authorKind", "authorId", "authorName", "decidedAt", "state"] as const),
  ],
  [
    ...(["criterionKey", "verdict", "level", "acceptedUntil", "evidence", "found", "carriedFrom", "endedAt"] as const),
    ...(["endedByKind", "endedById", "endedByName"] as const),
  ],
);
const select = `SELECT ${decisions.columns()} FROM decisions`;

const insert = decisions.insertInto("decisions");
const find = statement(`${select} WHERE company_id = $1 AND id = $2`);
const end = statement(
  `UPDATE decisions SET state = $2, ended_at = $3, ended_by_kind = $4, ended_by_id = $5, ended_by_name = $6
    WHERE id = $1 AND ended_at IS NULL`,
);
const readList = sortedList({
  select,
  id: "id",
  where: `company_id = $3 AND ($4::text IS NULL OR review_id = $4) AND ($5::text IS NULL OR document_id = $5)
      AND ($6::text IS NULL OR item_id = $6) AND ($7::text IS NULL OR kind = $7) AND ($8::text IS NULL OR state = $8)
      AND EXISTS (SELECT FROM documents d WHERE d.id = document_id AND d.deleted_at IS NULL)`,
  parameters: 8,
  leads: {
    itemId: "item_id = $6",
    documentId: "document_id = $5",
    reviewId: "review_id = $4",
    state: "company_id = $3 AND state = $8",
    kind: "company_id = $3 AND kind = $7",
    company: "company_id = $3",
  },
  fields: {},
});
/** In the order in which they leave fewest decisions. */
const leads = ["itemId", "documentId", "reviewId", "state", "kind"] as const;

/** The decisions of an item (d) that have not ended, as JSON. */
export const decisionsOfItem = `(SELECT jsonb_agg(jsonb_build_object(
    'id', c.id, 'criterionKey', c.criterion_key, 'kind', c.kind, 'verdict', c.verdict, 'level', c.level,
    'acceptedUntil', c.accepted_until, 'reason', c.reason, 'evidence', c.evidence, 'author',
    jsonb_build_object('kind', c.author_kind, 'id', c.author_id, 'name', c.author_name),
    'decidedAt', c.decided_at, 'state', c.state, 'carriedFrom', c.carried_from) ORDER BY c.id)
  FROM decisions c WHERE c.item_id = d.id AND c.ended_at IS NULL)`;
const decidable = `SELECT d.id, d.control_item_id AS "controlItemId", d.revision,
  (SELECT coalesce(r.definition -> 'criteria', '[]') FROM control_item_revisions r
    WHERE r.control_item_id = d.control_item_id AND r.revision = d.revision) AS "definedCriteria",
  CASE WHEN d.status = 'completed' THEN d.findings END AS findings,
  ${decisionsOfItem} AS decisions FROM document_items d WHERE d.document_id = $1`;
const findItem = statement(`${decidable} AND d.id = $2`);
const listDecided = statement(
  `${decidable} AND d.id IN (SELECT c.item_id FROM decisions c WHERE c.document_id = $1 AND c.ended_at IS NULL) ORDER BY d.position`,
);
const listItemsOf = statement(
  `${decidable} AND d.control_item_id = ANY ($2) AND d.status = 'completed' ORDER BY d.position`,
);
const saveOutcome = statement(
  `INSERT INTO decided_items (item_id, document_id, score, level) VALUES ($2, $1, $3, $4)
   ON CONFLICT (item_id) DO UPDATE SET score = $3, level = $4`,
);
const removeOutcome = statement("DELETE FROM decided_items WHERE document_id = $1 AND item_id = $2");
const listDue = statement(
  `${select} WHERE state = 'in_effect' AND accepted_until <= $1
      AND EXISTS (SELECT FROM documents d WHERE d.id = document_id AND d.deleted_at IS NULL) ORDER BY accepted_until LIMIT $2`,
);

function fromRow({ authorKind, authorId, authorName, endedByKind, endedById, endedByName, ...row }: DecisionRow) {
  const endedBy =
    endedByKind === undefined || endedById === undefined
      ? undefined
      : { kind: endedByKind, id: endedById, name: endedByName ?? "" };
  return { ...row, author: { kind: authorKind, id: authorId, name: authorName }, endedBy };
}

/** `evidence` is sent as JSON text. */
function toRow({ author, endedBy, evidence, ...decision }: PlacedDecision): DecisionRow {
  return {
    ...decision,
    reason: cleanText(decision.reason),
    evidence: (evidence && cleanJson(evidence)) as unknown as MarkedPassage | undefined,
    ...{ authorKind: author.kind, authorId: author.id, authorName: author.name },
    ...{ endedByKind: endedBy?.kind, endedById: endedBy?.id, endedByName: endedBy?.name },
  };
}

interface DecidableRow extends Omit<DecidableItem, "findings" | "decisions"> {
  findings: StoredFindings | null;
  decisions: StoredDecision[] | null;
}

const toDecidable = ({ findings, decisions: stored, ...item }: DecidableRow): DecidableItem => ({
  ...item,
  findings: findings === null ? undefined : readFindings(findings),
  decisions: (stored ?? []).map(readDecision) satisfies Decision[],
});

export async function findDecision(run: QueryRunner, companyId: Id, id: Id): Promise<PlacedDecision | undefined> {
  const row = await decisions.find(run, find, [companyId, id]);
  return row && fromRow(row);
}

export function decisionStore(run: QueryRunner): DecisionStore {
  const listItems = async (found: Promise<DecidableRow[]>) => (await found).map(toDecidable);
  return {
    insert: (decision) => execute(run, insert, decisions.values(toRow(decision))),
    find: (companyId, id) => findDecision(run, companyId, id),
    async list(companyId, filter, page) {
      const { reviewId, documentId, itemId, kind, state } = filter;
      const lead = leads.find((one) => filter[one] !== undefined) ?? "company";
      const values = [companyId, reviewId, documentId, itemId, kind, state];
      const found = await readList(run, decisions, { lead, values, page }, () => null);
      return { ...found, entries: found.entries.map(fromRow) };
    },
    end: (id, state, at, by) => execute(run, end, [id, state, at, by?.kind, by?.id, by?.name]),
    async findItem(documentId, itemId) {
      const row = await firstRow<DecidableRow>(run, findItem, [documentId, itemId]);
      return row && toDecidable(row);
    },
    listDecidedItems: (documentId) => listItems(rows<DecidableRow>(run, listDecided, [documentId])),
    listItemsOf: (documentId, ids) => listItems(rows<DecidableRow>(run, listItemsOf, [documentId, ids])),
    saveOutcome: (documentId, itemId, outcome) =>
      outcome === undefined
        ? execute(run, removeOutcome, [documentId, itemId])
        : execute(run, saveOutcome, [documentId, itemId, outcome.score, outcome.level]),
    saveScores: (documentId, at) => saveScoresOfEnded(run, documentId, at),
    async listDue(now, limit) {
      return (await decisions.list(run, listDue, [now, limit])).map(fromRow);
    },
  };
}
