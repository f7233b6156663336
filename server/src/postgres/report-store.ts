import type { JudgedBy } from "../documents/document.ts";
import { type StoredItem, toDocumentItem } from "../documents/stored-item.ts";
import type { Id } from "../platform/ids.ts";
import type { ReportStore, StoredFinding } from "../reports/report-store.ts";
import { itemColumns, itemJoins } from "./document-store.ts";
import { type QueryRunner, rows, statement } from "./query.ts";

const listFindings = statement(
  `SELECT ${itemColumns("$5")}, d.document_id AS "documentId", d.position
     FROM document_items d ${itemJoins}
     JOIN documents o ON o.id = d.document_id AND o.company_id = $1
    WHERE d.document_id = $2 AND d.position > $3 ORDER BY d.position LIMIT $4`,
);
const listChosen = statement(
  `SELECT ${itemColumns("$5")}, d.document_id AS "documentId", d.position
     FROM unnest($3::text[], $4::text[]) AS c (document_id, control_item_id)
     JOIN documents o ON o.id = c.document_id AND o.company_id = $1 AND o.review_id = $2
     JOIN document_items d ON d.document_id = o.id AND d.control_item_id = c.control_item_id ${itemJoins}`,
);
const listWork = statement(
  `SELECT id AS "documentId", engine AS "judgedBy" FROM documents WHERE company_id = $1 AND review_id = $2`,
);

type FindingRow = StoredItem & { documentId: Id; position: number };

const fromRow = (row: FindingRow): StoredFinding => ({
  ...toDocumentItem(row),
  documentId: row.documentId,
  position: row.position,
});

export function reportStore(run: QueryRunner): ReportStore {
  return {
    async listFindings(companyId, documentId, after, limit, language) {
      return (await rows<FindingRow>(run, listFindings, [companyId, documentId, after, limit, language])).map(fromRow);
    },
    async listChosenFindings(companyId, reviewId, chosen, language) {
      const found = await rows<FindingRow>(run, listChosen, [
        companyId,
        reviewId,
        chosen.map(({ documentId }) => documentId),
        chosen.map(({ controlItemId }) => controlItemId),
        language,
      ]);
      return found.map(fromRow);
    },
    async listWork(companyId, reviewId) {
      const found = await rows<{ documentId: Id; judgedBy: JudgedBy | null }>(run, listWork, [companyId, reviewId]);
      return found.map(({ documentId, judgedBy }) => ({ documentId, judgedBy: judgedBy ?? undefined }));
    },
  };
}
