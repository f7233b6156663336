import type { CriterionName, CrosswalkStore, LinkedCriterion } from "../catalogue/linked-criterion.ts";
import type { Id } from "../platform/ids.ts";
import { isWhitelisted } from "./catalogue-store.ts";
import { type QueryRunner, rows, statement } from "./query.ts";

const isLive = `NOT coalesce(i.is_obsolete_by_admin, i.is_obsolete) AND NOT coalesce(k.is_archived_by_admin, k.is_archived)`;
const liveItems = `JOIN control_items i ON i.control_id = c.id
  JOIN clusters k ON k.id = i.cluster_id
  JOIN control_item_revisions r ON r.control_item_id = i.id AND r.revision = i.revision`;

const listCriteria = statement(
  `SELECT i.id AS "itemId", e ->> 'key' AS criterion, c.id AS "controlId", c.code AS "controlCode",
          coalesce(c.definition #>> ARRAY['translations', $4::text, 'name'], c.name) AS "controlName",
          i.external_id AS "externalId",
          coalesce(r.definition #>> ARRAY['translations', $4::text, 'criteria', e ->> 'key', 'statement'],
                   e ->> 'statement') AS statement,
          array_remove(ARRAY[r.definition ->> 'appliesWhen',
                             nullif(e ->> 'appliesWhen', r.definition ->> 'appliesWhen')], NULL) AS "appliesWhen"
     FROM controls c JOIN partners p ON p.id = $1 ${liveItems}
     CROSS JOIN LATERAL jsonb_array_elements(r.definition -> 'criteria') e
     JOIN unnest($2::text[], $3::text[]) AS named (item_id, key) ON named.item_id = i.id AND named.key = e ->> 'key'
    WHERE i.id = ANY ($2) AND ${isWhitelisted} AND ${isLive}
    ORDER BY c.code, k.position, i.position, i.id`,
);
const countCriteria = statement(
  `SELECT c.id AS "controlId", sum(jsonb_array_length(r.definition -> 'criteria'))::int AS count
     FROM controls c ${liveItems} WHERE c.id = ANY ($1) AND ${isLive} GROUP BY c.id`,
);
const listMet = statement(
  `SELECT n.control_item_id AS "itemId", f.key AS criterion
     FROM documents d JOIN document_items n ON n.document_id = d.id
     CROSS JOIN LATERAL jsonb_to_recordset(n.findings -> 'criteria') AS f (key text, verdict text)
    WHERE d.company_id = $1 AND d.id = $2 AND d.deleted_at IS NULL AND n.status = 'completed'
      AND coalesce((SELECT o.verdict FROM decisions o
                     WHERE o.item_id = n.id AND o.criterion_key = f.key AND o.state = 'in_effect' AND o.verdict IS NOT NULL
                     LIMIT 1), f.verdict) = 'met'
    ORDER BY n.position`,
);

export function crosswalkStore(run: QueryRunner): CrosswalkStore {
  return {
    listCriteria: (partnerId, names, language) =>
      rows<LinkedCriterion>(run, listCriteria, [
        partnerId,
        names.map(({ itemId }) => itemId),
        names.map(({ criterion }) => criterion),
        language,
      ]),
    countCriteria: (controlIds) => rows<{ controlId: Id; count: number }>(run, countCriteria, [controlIds]),
    listMet: (companyId, documentId) => rows<CriterionName>(run, listMet, [companyId, documentId]),
  };
}
