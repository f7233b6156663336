import { type ItemFindings, levelOf } from "../analysis/findings/findings.ts";
import type { StoredFindings } from "../analysis/findings/read-findings.ts";
import type { FrameworkDocument } from "../catalogue/catalogue-format.ts";
import type { AuditLanguage } from "../documents/document.ts";
import { scoreStore } from "../postgres/score-store.ts";
import { aCriterionFinding, anItemFindings } from "./a-finding.ts";

/** Reviews of any size, inserted as the worker would leave them, because judging thousands of items takes too long. */

type Query = (text: string, values: unknown[]) => Promise<unknown>;
export type NextId = () => string;

const topics = [
  "Instructions",
  "Confidentiality",
  "Security of processing",
  "Breach notice",
  "Sub-processors",
  "Audits",
];

/** A framework with one control of any number of items in clusters of equal size. */
export function aFrameworkOf(nextId: NextId, itemCount: number, clusterCount: number): FrameworkDocument {
  const perCluster = Math.ceil(itemCount / clusterCount);
  const clusters = Array.from({ length: clusterCount }, (_, cluster) => ({
    id: nextId(),
    code: `C${cluster + 1}`,
    name: `${topics[cluster % topics.length]} ${cluster + 1}`,
    items: Array.from({ length: Math.min(perCluster, itemCount - cluster * perCluster) }, (_, index) => {
      const number = cluster * perCluster + index + 1;
      return {
        id: nextId(),
        externalId: `Art. ${cluster + 1}(${index + 1})`,
        name: `${topics[number % topics.length]} requirement ${number}`,
        objective: `The document states what requirement ${number} asks for, by whom and until when.`,
        criteria: [],
        risks: ["Nobody acts in time."],
        compensatingControls: [],
        recommendation: { action: "Add a clause.", section: "Duties", text: "The processor shall act without delay." },
      };
    }),
  }));
  return {
    id: nextId(),
    code: `LARGE${itemCount}`,
    name: "A large framework",
    version: "1.0",
    controls: [
      {
        id: nextId(),
        code: `LARGE-${itemCount}`,
        name: "Large control",
        description: "As many items as a test needs.",
        source: { title: "Made for tests", url: "https://example.com/" },
        expects: { documentKind: "contract", keywords: [] },
        terms: {},
        clusters,
      },
    ],
  };
}

const scores = [100, 92.5, 66.7, 50, 33.3, 0];
const sentence =
  "The processor shall process the personal data only on documented instructions from the controller, including with regard to transfers to a third country.";

/** As long and varied as the engine's findings, and the same for the same numbers. */
export function findingsOf(item: number, document: number, more: Partial<ItemFindings> = {}): ItemFindings {
  const score = scores[(item + document) % scores.length] ?? 0;
  const verdictOf = (criterion: number) => {
    if (score >= 80) return "met";
    return criterion === 0 && score >= 40 ? "met" : criterion === 1 ? "partly" : "missing";
  };
  const quote = { file: 0, page: 1, start: 0, end: sentence.length, text: sentence };
  const criteria = Array.from({ length: 3 }, (_, criterion) => {
    const verdict = verdictOf(criterion);
    return aCriterionFinding(`criterion-${criterion + 1}`, verdict, verdict === "missing" ? [] : [quote], {
      statement: `The document binds the processor to part ${criterion + 1} of requirement ${item}.`,
      level: criterion === 2 ? "should" : "must",
    });
  });
  const insertAt = { relation: "in", file: 0, page: 1, heading: "Duties of the processor" } as const;
  return anItemFindings(criteria, { score, level: levelOf(score), insertAt, ...more });
}

export interface SeededDocuments {
  companyId: string;
  reviewId: string;
  controlId: string;
  /** Oldest first. */
  fileNames: string[];
  language?: AuditLanguage;
  findings?: (item: number, document: number) => StoredFindings;
  /** One for each document; `language` if absent. */
  languages?: AuditLanguage[];
  /** Of all documents. */
  subject?: string;
  /** Whether each document is a new version of the one before. */
  areVersions?: boolean;
  /** The label of each document's only page. */
  pageLabel?: string;
}

/** Completed documents with findings for every item of the control. Returns their ids. */
export async function seedDocuments(query: Query, nextId: NextId, seeded: SeededDocuments): Promise<string[]> {
  const {
    companyId,
    reviewId,
    controlId,
    fileNames,
    language = "en",
    findings = findingsOf,
    pageLabel,
    languages,
    areVersions = false,
    subject = null,
  } = seeded;
  const engine = {
    name: "offline",
    version: "1",
    modelSha256: "a".repeat(64),
    catalogue: { frameworkCode: "LARGE", frameworkVersion: "1.0", frameworkSha256: "b".repeat(64) },
    settings: {},
  };
  const found = (await query(
    `SELECT i.id, i.revision FROM control_items i JOIN clusters k ON k.id = i.cluster_id
      WHERE i.control_id = $1 AND NOT i.is_obsolete AND NOT k.is_archived ORDER BY k.position, i.position`,
    [controlId],
  )) as { id: string; revision: number }[];
  const range = {
    ...{ firstPage: 1, lastPage: 1, offsetBytes: 0, sizeBytes: 0 },
    ...(pageLabel !== undefined && { labels: [pageLabel] }),
  };
  const ids: string[] = [];
  for (const [document, fileName] of fileNames.entries()) {
    const documentId = nextId();
    ids.push(documentId);
    const at = new Date(Date.UTC(2026, 1, 1 + document, 9));
    await query(
      `INSERT INTO documents (id, company_id, review_id, status, file_name, audit_language, page_count, created_at, processed_at, pages_done, pages_found, engine, first_version_id, supersedes, version, subject)
       VALUES ($1, $2, $3, 'completed', $4, $5, 1, $6, $6, 1, 1, $7, $8, $9, $10, $11)`,
      [
        ...[documentId, companyId, reviewId, fileName, languages?.[document] ?? language, at, JSON.stringify(engine)],
        ...(areVersions && document > 0 ? [ids[0], ids[document - 1], document + 1] : [null, null, 1]),
        subject,
      ],
    );
    await query(
      `INSERT INTO document_files (id, document_id, position, place, file_name, display_name, size_bytes, blob_key, sha256, reading, page_count, pages_done, language, pages_blob_key, page_ranges)
       VALUES ($1, $2, 0, '1', $3, $3, 4711, $4, $5, 'read', 1, 1, $6, $4, $7)`,
      [
        nextId(),
        documentId,
        fileName,
        `seeded/${documentId}`,
        Buffer.alloc(32, document + 1),
        language,
        JSON.stringify([range]),
      ],
    );
    const rows = found.map(({ id, revision }, item) => {
      const judged = findings(item + 1, document);
      return { id: nextId(), position: item, control_item_id: id, revision, score: judged.score, findings: judged };
    });
    await query(
      `INSERT INTO document_items (id, document_id, position, control_item_id, revision, status, score, applies, findings, judged_at)
       SELECT id, $1, position, control_item_id, revision, 'completed', score,
              findings ->> 'level' IS DISTINCT FROM 'not_applicable', findings, $3
         FROM jsonb_to_recordset($2) AS n (id text, position int, control_item_id text, revision int, score numeric, findings jsonb)`,
      [documentId, JSON.stringify(rows), at],
    );
  }
  // As the worker leaves them.
  const scores = scoreStore({
    query: async ({ text, values }) => {
      const found = (await query(text, values)) as never[];
      return { rows: found, rowCount: found.length };
    },
  });
  while ((await scores.completeDocuments(ids.length)) > 0);
  return ids;
}
