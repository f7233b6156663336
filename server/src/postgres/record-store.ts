import type { StoredFindings } from "../analysis/findings/read-findings.ts";
import type { Id } from "../platform/ids.ts";
import type {
  ChainedRecord,
  EndedDocument,
  EndedItem,
  RecordedFile,
  StoredRecord,
} from "../records/document-record.ts";
import type { RecordStore } from "../records/record-store.ts";
import { cleanJson } from "./clean-text.ts";
import { findDecision } from "./decision-store.ts";
import { execute, findId, firstRow, listIds, type QueryRunner, rows, singleRow, statement } from "./query.ts";
import { findSignOff } from "./sign-off-store.ts";

const beginChain = statement(
  "INSERT INTO record_chains (company_id, length) VALUES ($1, 0) ON CONFLICT (company_id) DO NOTHING",
);
const chain = "SELECT length, encode(sha256, 'hex') AS sha256 FROM record_chains WHERE company_id = $1";
const findChain = statement(chain);
const lockChain = statement(`${chain} FOR UPDATE`);
const insert = statement(
  "INSERT INTO document_records (company_id, position, document_id, record, sha256) VALUES ($1, $2, $3, $4, decode($5, 'hex'))",
);
const moveEnd = statement("UPDATE record_chains SET length = $2, sha256 = decode($3, 'hex') WHERE company_id = $1");
const columns = `company_id AS "companyId", position, document_id AS "documentId", record AS text, encode(sha256, 'hex') AS sha256,
  document_erased_at IS NOT NULL AS "isDocumentErased"`;
const find = statement(`SELECT ${columns} FROM document_records WHERE company_id = $1 AND document_id = $2`);
const insertDecision = statement(
  "INSERT INTO decision_records (company_id, position, decision_id, document_id, record, sha256) VALUES ($1, $2, $3, $4, $5, decode($6, 'hex'))",
);
const insertSignOff = statement(
  "INSERT INTO sign_off_records (company_id, position, sign_off_id, record, sha256) VALUES ($1, $2, $3, $4, decode($5, 'hex'))",
);
const decisionColumns = `${columns}, decision_id AS "decisionId"`;
const signOffColumns = `company_id AS "companyId", position, NULL AS "documentId", record AS text, encode(sha256, 'hex') AS sha256,
  false AS "isDocumentErased", NULL AS "decisionId"`;
const list = statement(
  `(SELECT ${columns}, NULL AS "decisionId" FROM document_records WHERE company_id = $1 AND position > $2 ORDER BY position LIMIT $3)
   UNION ALL
   (SELECT ${decisionColumns} FROM decision_records WHERE company_id = $1 AND position > $2 ORDER BY position LIMIT $3)
   UNION ALL
   (SELECT ${signOffColumns} FROM sign_off_records WHERE company_id = $1 AND position > $2 ORDER BY position LIMIT $3)
   ORDER BY position LIMIT $3`,
);
const listOfDecision = statement(
  `SELECT ${decisionColumns} FROM decision_records WHERE company_id = $1 AND decision_id = $2 ORDER BY position`,
);
const listOfSignOff = statement(
  `SELECT ${signOffColumns} FROM sign_off_records WHERE company_id = $1 AND sign_off_id = $2 ORDER BY position`,
);
const listUnrecordedSignOffs = statement(
  `SELECT s.id FROM sign_offs s
    WHERE s.company_id = $1 AND NOT EXISTS (SELECT FROM sign_off_records r WHERE r.sign_off_id = s.id) ORDER BY s.id`,
);
const listUnrecordedDecisions = statement(
  `SELECT d.id AS "decisionId", d.document_id AS "documentId" FROM decisions d
    WHERE d.company_id = $1 AND NOT EXISTS (SELECT FROM decision_records r WHERE r.decision_id = d.id) ORDER BY d.id`,
);
const findEnded = statement(
  `SELECT id AS "documentId", review_id AS "complianceReviewId", status, failure_reason AS "failureReason",
          audit_language AS "auditLanguage", page_count AS "pageCount", created_at AS "submittedAt", processed_at AS "processedAt", engine, nullif(facts, '{}') AS facts
     FROM documents WHERE company_id = $1 AND id = $2 AND status IN ('completed', 'failed')`,
);
const listFiles = statement(
  `SELECT id AS "fileId", place, size_bytes::float8 AS "sizeBytes", encode(sha256, 'hex') AS sha256, reading, page_count AS "pageCount"
     FROM document_files WHERE document_id = $1 ORDER BY string_to_array(place, '.')::int[]`,
);
const listItems = statement(
  `SELECT id AS "itemId", control_item_id AS "controlItemId", revision, status, score::float8 AS score, findings,
          failure_reason AS "failureReason", judged_at AS "judgedAt"
     FROM document_items WHERE document_id = $1 ORDER BY position`,
);
const listUnrecorded = statement(
  `SELECT d.id FROM documents d LEFT JOIN document_records r ON r.document_id = d.id
    WHERE d.company_id = $1 AND d.processed_at IS NOT NULL AND r.document_id IS NULL ORDER BY d.id`,
);
const findCompanyOf = statement("SELECT company_id AS id FROM documents WHERE id = $1");
const listCompanies = statement(
  "SELECT company_id AS id FROM documents UNION SELECT company_id FROM record_chains ORDER BY id",
);

type DocumentRow = Omit<EndedDocument, "submittedAt" | "processedAt" | "facts" | "files" | "items"> & {
  submittedAt: Date;
  processedAt: Date;
  facts: Record<string, boolean> | null;
};
type ItemRow = Omit<EndedItem, "findings" | "judgedAt"> & { findings: StoredFindings | null; judgedAt: Date | null };

export function recordStore(run: QueryRunner): RecordStore {
  return {
    async lockChain(companyId) {
      await execute(run, beginChain, [companyId]);
      return singleRow(run, lockChain, [companyId]);
    },
    findChain: (companyId) => firstRow(run, findChain, [companyId]),
    async append({ companyId, position, documentId, text, sha256 }) {
      await execute(run, insert, [companyId, position, documentId, text, sha256]);
      await execute(run, moveEnd, [companyId, position, sha256]);
    },
    async appendDecision({ companyId, position, decisionId, documentId, text, sha256 }) {
      await execute(run, insertDecision, [companyId, position, decisionId, documentId, text, sha256]);
      await execute(run, moveEnd, [companyId, position, sha256]);
    },
    async appendSignOff({ companyId, position, signOffId, text, sha256 }) {
      await execute(run, insertSignOff, [companyId, position, signOffId, text, sha256]);
      await execute(run, moveEnd, [companyId, position, sha256]);
    },
    find: (companyId, documentId) => firstRow<StoredRecord>(run, find, [companyId, documentId]),
    listOfDecision: (companyId, decisionId) => rows<StoredRecord>(run, listOfDecision, [companyId, decisionId]),
    listOfSignOff: (companyId, signOffId) => rows<ChainedRecord>(run, listOfSignOff, [companyId, signOffId]),
    list: (companyId, afterPosition, limit) => rows<ChainedRecord>(run, list, [companyId, afterPosition, limit]),
    async findEnded(companyId, documentId) {
      const row = await firstRow<DocumentRow>(run, findEnded, [companyId, documentId]);
      if (row === undefined) return undefined;
      const items = await rows<ItemRow>(run, listItems, [documentId]);
      const { facts, ...ended } = row;
      return {
        ...ended,
        // Records of documents without facts stay as they were before there were any.
        ...(facts !== null && { facts }),
        submittedAt: row.submittedAt.toISOString(),
        processedAt: row.processedAt.toISOString(),
        files: await rows<RecordedFile & { fileId: Id }>(run, listFiles, [documentId]),
        items: items.map((item) => ({ ...item, judgedAt: item.judgedAt?.toISOString() ?? null })),
      };
    },
    listUnrecorded: (companyId) => listIds(run, listUnrecorded, [companyId]),
    findDecision: (companyId, decisionId) => findDecision(run, companyId, decisionId),
    findSignOff: (companyId, signOffId) => findSignOff(run, companyId, signOffId),
    listUnrecordedSignOffs: (companyId) => listIds(run, listUnrecordedSignOffs, [companyId]),
    listUnrecordedDecisions: (companyId) => rows(run, listUnrecordedDecisions, [companyId]),
    findCompanyOf: (documentId) => findId(run, findCompanyOf, [documentId]),
    asStored: (value) => JSON.parse(cleanJson(value)),
    listCompanies: () => listIds(run, listCompanies),
  };
}
