import {
  type DueGap,
  type Gap,
  type GapEntry,
  type GapFilter,
  type GapPerson,
  type GapSeverity,
  type GapStore,
  gapSeverities,
  type JudgedItem,
  type NamedGap,
  type NamedGapEntry,
  type StaleDocument,
} from "../gaps/gap.ts";
import type { Id } from "../platform/ids.ts";
import { cleanText } from "./clean-text.ts";
import { isCompletedVersion, isCounted, subjectKey } from "./counted-documents.ts";
import { execute, findId, firstRow, type QueryRunner, rows, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";
import { sortedList } from "./sorted-list.ts";

/** A gap as its row has it: severities are numbers from 1. */
type GapRow = Numbered<Gap>;
type Numbered<G> = Omit<G, Severity> & { [Name in Severity]: number };
type Severity = "severity" | "foundSeverity";

const required = [
  ...(["id", "companyId", "reviewId", "subjectKey", "businessEntityId", "controlId", "controlItemId"] as const),
  ...(["criterionKey", "documentId", "itemId", "verdict", "level", "status", "severity", "foundSeverity"] as const),
  ...(["isSeverityGiven", "changedAt", "statement"] as const),
];
const optional = ["ownerId", "dueOn", "closedAt", "closedReason", "closedByDocumentId"] as const;
const stored = {
  ...{ severity: "g.severity::int", foundSeverity: "g.found_severity::int" },
  dueOn: "to_char(g.due_on, 'YYYY-MM-DD')",
};
const gaps = rowMapper<GapRow>([...required], [...optional], stored);

// What a page shows is read for its rows only, after they are chosen from an index.
const ofReview = (column: string) => `(SELECT r.${column} FROM compliance_reviews r WHERE r.id = g.review_id)`;
const ofDocument = (column: string) => `(SELECT d.${column} FROM documents d WHERE d.id = g.document_id)`;
const ofItem = (value: string) =>
  `(SELECT ${value} FROM document_items n JOIN control_item_revisions t
      ON t.control_item_id = n.control_item_id AND t.revision = n.revision WHERE n.id = g.item_id)`;
const ofOwner = (value: string) =>
  `(SELECT ${value} FROM memberships m JOIN accounts a ON a.id = m.account_id WHERE m.id = g.owner_id)`;
const translated = (path: string, language: string) =>
  `t.definition #>> ARRAY['translations', ${language}::text, ${path}]`;

type NamedRow = Numbered<NamedGap>;
const named = (language: string) =>
  rowMapper<NamedRow>(
    [
      ...required,
      ...(["reviewName", "businessEntityName", "controlCode", "itemName", "externalId", "fileName"] as const),
      "commentCount",
    ],
    [...optional, "subject", "ownerAccountId", "ownerName", "closedByFileName"],
    {
      ...stored,
      // An item without criteria has one that states its objective.
      statement: `coalesce(${ofItem(`coalesce(${translated("'criteria', g.criterion_key, 'statement'", language)},
        CASE WHEN t.objective = g.statement THEN ${translated("'objective'", language)} END)`)}, g.statement)`,
      reviewName: ofReview("name"),
      businessEntityName: "(SELECT b.name FROM business_entities b WHERE b.id = g.business_entity_id)",
      controlCode: "(SELECT c.code FROM controls c WHERE c.id = g.control_id)",
      itemName: ofItem(`coalesce(${translated("'name'", language)}, t.name)`),
      externalId: ofItem("t.definition ->> 'externalId'"),
      fileName: ofDocument("file_name"),
      subject: ofDocument("subject"),
      ownerAccountId: ofOwner("a.id"),
      ownerName: ofOwner("a.name"),
      closedByFileName: "(SELECT d.file_name FROM documents d WHERE d.id = g.closed_by_document_id)",
      commentCount: "(SELECT count(*)::int FROM gap_entries e WHERE e.gap_id = g.id AND e.kind = 'comment')",
    },
  );
const listed = named("$15");
const found = named("$3");

/** A gap without a due date comes after all others. */
const noDueDate = "9999-12-31";
const due = (of: string) => `coalesce(${of}, '${noDueDate}'::date)`;
const ofCompany = "g.company_id = $3";
const readList = sortedList({
  select: `SELECT ${listed.columns("g")} FROM gaps g`,
  id: "g.id",
  where: `${ofCompany} AND ($4::text IS NULL OR g.status = $4) AND ($5::int IS NULL OR g.severity = $5::int)
      AND ($6::text IS NULL OR g.owner_id = $6) AND ($7::boolean IS NULL OR g.owner_id IS NULL)
      AND ($8::text IS NULL OR g.review_id = $8) AND ($9::text IS NULL OR g.control_id = $9)
      AND ($10::text IS NULL OR g.business_entity_id = $10) AND ($11::text IS NULL OR g.document_id = $11)
      AND ($12::date IS NULL OR g.due_on < $12) AND ($13::text IS NULL OR strpos(lower(g.search_text), lower($13)) > 0)
      AND ($14::boolean IS NULL OR g.status IN ('open', 'in_progress')) AND ($15::text IS NULL OR true)`,
  parameters: 15,
  leads: {
    documentId: "g.document_id = $11",
    reviewId: "g.review_id = $8",
    ownerAccountId: "g.owner_id = $6",
    status: "g.status = $4",
    company: ofCompany,
  },
  fields: {
    severity: { column: "g.severity", type: "numeric" },
    dueOn: { column: "g.due_on", type: "date", compared: due },
    changedAt: { column: "g.changed_at", type: "timestamptz" },
  },
});
/** In the order in which they leave fewest gaps. */
const leads = ["documentId", "reviewId", "ownerAccountId", "status"] as const;

const find = statement(`SELECT ${found.columns("g")} FROM gaps g WHERE g.company_id = $1 AND g.id = $2`);
const lock = statement(
  `SELECT ${gaps.columns("g")} FROM gaps g WHERE g.company_id = $1 AND g.id = ANY ($2) ORDER BY g.id FOR UPDATE OF g`,
);

const keyOf = (table: string) =>
  subjectKey(
    table,
    `(SELECT c.documents_count FROM compliance_reviews v JOIN controls c ON c.id = v.control_id WHERE v.id = ${table}.review_id)`,
  );
// Locked first, so that no other process refreshes the same.
const takeStale = (scope: string, whereLocked: string) =>
  statement(
    `UPDATE documents d SET gaps_refreshed = true
       FROM (SELECT id FROM documents WHERE ${scope} AND NOT gaps_refreshed AND status = 'completed'
              ORDER BY company_id, id LIMIT 1 FOR NO KEY UPDATE ${whereLocked}) s,
            compliance_reviews r
      WHERE d.id = s.id AND r.id = d.review_id
      RETURNING d.id, d.company_id AS "companyId", d.review_id AS "reviewId", ${keyOf("d")} AS "subjectKey",
                r.business_entity_id AS "businessEntityId", r.control_id AS "controlId"`,
  );
const takeStaleOfCompany = takeStale("company_id = $1", "");
const takeStaleOfAll = takeStale("$1::text IS NULL", "SKIP LOCKED");
const lockReview = statement("SELECT pg_advisory_xact_lock(hashtextextended('gaps ' || $1, 0))");

// Where the other subject has a gap of the criterion already, that one stays and gets the entries.
const filedElsewhere = `gaps o JOIN gaps g ON g.review_id = $2 AND g.subject_key = $3
      AND g.control_item_id = o.control_item_id AND g.criterion_key = o.criterion_key AND g.id <> o.id
    WHERE o.document_id = $1 AND o.review_id = $2 AND o.subject_key <> $3`;
const moveEntries = statement(
  `UPDATE gap_entries e SET gap_id = m.kept FROM (SELECT o.id, g.id AS kept FROM ${filedElsewhere}) m WHERE e.gap_id = m.id`,
);
const removeMoved = statement(`DELETE FROM gaps WHERE id IN (SELECT o.id FROM ${filedElsewhere})`);
const moveRest = statement(
  "UPDATE gaps SET subject_key = $3 WHERE document_id = $1 AND review_id = $2 AND subject_key <> $3",
);

// As in the roll-up: the best finding of each item; a document that an item applies to comes before any other.
const listJudged = statement(
  `WITH judged AS (
     SELECT DISTINCT ON (n.control_item_id) n.id, n.document_id, n.control_item_id, n.revision, n.applies, d.file_name
       FROM documents d JOIN document_items n ON n.document_id = d.id
      WHERE d.company_id = $1 AND d.review_id = $2 AND ${isCompletedVersion("d")} AND ${isCounted("d")}
        AND ${keyOf("d")} = $3 AND n.status = 'completed'
      ORDER BY n.control_item_id, n.applies DESC, n.score DESC, n.document_id DESC)
   SELECT j.id AS "itemId", j.document_id AS "documentId", j.control_item_id AS "controlItemId", j.applies,
          j.file_name AS "fileName", t.name AS "itemName", t.definition ->> 'externalId' AS "externalId",
          (SELECT coalesce(jsonb_agg(jsonb_build_object('key', c ->> 'key', 'statement', c ->> 'statement', 'level', c ->> 'level',
                    'weight', coalesce(c -> 'weight', '1'), 'verdict', c ->> 'verdict')), '[]')
             FROM jsonb_array_elements(f.criteria) c) AS criteria,
          (SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('criterionKey', c.criterion_key, 'kind', c.kind,
                    'verdict', c.verdict, 'level', c.level))), '[]')
             FROM decisions c WHERE c.item_id = j.id AND c.state = 'in_effect') AS decisions
     FROM judged j JOIN document_items i ON i.id = j.id
     JOIN control_item_revisions t ON t.control_item_id = j.control_item_id AND t.revision = j.revision,
          jsonb_to_record(i.findings) AS f (criteria jsonb)
    ORDER BY i.position`,
);
const findDocument = statement(
  `SELECT d.id FROM documents d WHERE d.company_id = $1 AND d.review_id = $2 AND d.status = 'completed'
      AND d.deleted_at IS NULL AND ${keyOf("d")} = $3 LIMIT 1`,
);
const ofSubject = "company_id = $1 AND review_id = $2 AND subject_key = $3";
const removeOf = statement(`DELETE FROM gaps WHERE ${ofSubject}`);
const listOf = statement(`SELECT ${gaps.columns("g")} FROM gaps g WHERE ${ofSubject}`);

const columns = [...required, ...optional, "searchText"] as const;
const toColumn = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const insert = statement(
  `INSERT INTO gaps (${columns.map(toColumn).join(", ")}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(", ")})`,
);
const changeable = [
  ...(["documentId", "itemId", "verdict", "level", "statement", "status"] as const),
  ...(["severity", "foundSeverity", "isSeverityGiven", "ownerId", "dueOn"] as const),
  ...(["changedAt", "closedAt", "closedReason", "closedByDocumentId"] as const),
];
const update = statement(
  `UPDATE gaps SET ${changeable.map((name, at) => `${toColumn(name)} = $${at + 2}`).join(", ")} WHERE id = $1`,
);

const entries = rowMapper<GapEntry>(
  ["id", "gapId", "kind", "createdAt"],
  ["accountId", "keyId", "text", "documentId", "changes"],
);
const addEntry = entries.insertInto("gap_entries");
const namedEntries = rowMapper<NamedGapEntry>(
  ["id", "gapId", "kind", "createdAt"],
  ["accountId", "keyId", "text", "documentId", "changes", "authorName", "fileName"],
  {
    authorName: `coalesce((SELECT a.name FROM accounts a WHERE a.id = e.account_id),
      (SELECT k.prefix || '…' || k.last_four FROM api_keys k WHERE k.id = e.key_id))`,
    fileName: "(SELECT d.file_name FROM documents d WHERE d.id = e.document_id)",
  },
);
const listEntries = statement(
  `SELECT ${namedEntries.columns("e")} FROM gap_entries e WHERE e.gap_id = $1 AND e.id < $2 ORDER BY e.id DESC LIMIT $3`,
);
const listPeople = statement(
  `SELECT m.id AS "membershipId", a.id AS "accountId", a.name FROM memberships m JOIN accounts a ON a.id = m.account_id
    WHERE m.organisation = $1 AND m.account_id = ANY ($2)`,
);
// Locked in one order, and what another process holds is left to it.
const takeDue = (notified: string, isDue: string, limit: string) =>
  statement(
    `UPDATE gaps g SET ${notified} = g.due_on
       FROM (SELECT id FROM gaps WHERE due_on IS NOT NULL AND status IN ('open', 'in_progress') AND ${isDue}
                AND due_on IS DISTINCT FROM ${notified} ORDER BY due_on LIMIT ${limit} FOR UPDATE SKIP LOCKED) s
      WHERE g.id = s.id
      RETURNING g.id, g.company_id AS "companyId", g.review_id AS "reviewId", to_char(g.due_on, 'YYYY-MM-DD') AS "dueOn",
                (SELECT m.account_id FROM memberships m WHERE m.id = g.owner_id) AS "ownerAccountId"`,
  );
const takeSoonDue = takeDue("due_notified", "due_on >= $1 AND due_on <= $2", "$3");
const takeOverdue = takeDue("overdue_notified", "due_on < $1", "$2");
const findIssueLink = statement(`SELECT issue_link AS "issueLink" FROM gap_settings WHERE company_id = $1`);
const saveIssueLink = statement(
  "INSERT INTO gap_settings (company_id, issue_link) VALUES ($1, $2) ON CONFLICT (company_id) DO UPDATE SET issue_link = $2",
);
const removeIssueLink = statement("DELETE FROM gap_settings WHERE company_id = $1");
const findMembership = statement("SELECT id FROM memberships WHERE organisation = $1 AND account_id = $2");

const toSeverity = (stored: number): GapSeverity => gapSeverities[stored - 1] ?? "low";
const fromSeverity = (severity: GapSeverity): number => gapSeverities.indexOf(severity) + 1;
const fromRow = <Row extends { [Name in Severity]: number }>({ severity, foundSeverity, ...gap }: Row) => ({
  ...gap,
  ...{ severity: toSeverity(severity), foundSeverity: toSeverity(foundSeverity) },
});
const toRow = ({ severity, foundSeverity, ...gap }: Gap): GapRow => ({
  ...gap,
  ...{ severity: fromSeverity(severity), foundSeverity: fromSeverity(foundSeverity) },
});

type DueRow = Omit<DueGap, "ownerAccountId"> & { ownerAccountId: Id | null };
const toDueGap = ({ ownerAccountId, ...gap }: DueRow): DueGap => ({
  ...gap,
  ownerAccountId: ownerAccountId ?? undefined,
});

export function gapStore(run: QueryRunner): GapStore {
  const valuesOf = ({ companyId, reviewId, subjectKey: key }: { companyId: Id; reviewId: Id; subjectKey: string }) => [
    ...[companyId, reviewId, key],
  ];
  /** Undefined: nobody of the company has this account. */
  const findOwner = async (companyId: Id, { ownerAccountId }: GapFilter) =>
    ownerAccountId == null ? null : findId(run, findMembership, [companyId, ownerAccountId]);
  return {
    takeStale: (companyId) =>
      firstRow<StaleDocument>(run, companyId === undefined ? takeStaleOfAll : takeStaleOfCompany, [companyId ?? null]),
    lockReview: (reviewId) => execute(run, lockReview, [reviewId]),
    async moveToSubject(documentId, { reviewId, subjectKey: key }) {
      for (const query of [moveEntries, removeMoved, moveRest]) await execute(run, query, [documentId, reviewId, key]);
    },
    listJudged: (subject) => rows<JudgedItem>(run, listJudged, valuesOf(subject)),
    hasDocuments: async (subject) => (await findId(run, findDocument, valuesOf(subject))) !== undefined,
    removeOf: (subject) => execute(run, removeOf, valuesOf(subject)),
    listOf: async (subject) => (await gaps.list(run, listOf, valuesOf(subject))).map(fromRow),
    async insert(gap, searchText) {
      const row = { ...toRow(gap), searchText };
      await execute(
        run,
        insert,
        columns.map((name) => row[name]),
      );
    },
    async update(gap) {
      const row = toRow(gap);
      await execute(run, update, [gap.id, ...changeable.map((name) => row[name])]);
    },
    addEntry: (entry) =>
      execute(
        run,
        addEntry,
        entries.values({
          ...entry,
          text: entry.text && cleanText(entry.text),
          // Sent as JSON text.
          changes: entry.changes && (JSON.stringify(entry.changes) as never),
        }),
      ),
    async list(companyId, filter, page, language) {
      const owner = await findOwner(companyId, filter);
      if (owner === undefined) return { entries: [], nextCursor: undefined };
      const { status, severity, reviewId, controlId, businessEntityId, documentId, dueBefore, text } = filter;
      const values = [
        ...[companyId, status, severity && fromSeverity(severity), owner],
        ...[filter.ownerAccountId === null ? true : null, reviewId, controlId, businessEntityId, documentId, dueBefore],
        ...[text && cleanText(text), filter.isUnresolved === true ? true : null, language],
      ];
      const lead = leads.find((one) => filter[one] != null) ?? "company";
      const result = await readList(run, listed, { lead, values, page }, (gap, field) => {
        if (field === "dueOn") return `${gap.dueOn ?? noDueDate}T00:00:00.000Z`;
        return field === "changedAt" ? gap.changedAt.toISOString() : gap.severity;
      });
      return { ...result, entries: result.entries.map(fromRow) };
    },
    async find(companyId, id, language) {
      const row = await found.find(run, find, [companyId, id, language]);
      return row && fromRow(row);
    },
    lock: async (companyId, ids) => (await gaps.list(run, lock, [companyId, ids])).map(fromRow),
    listEntries: (gapId, page) => namedEntries.listPage(run, listEntries, [gapId], page),
    listPeople: (companyId, accountIds) => rows<GapPerson>(run, listPeople, [companyId, accountIds]),
    takeDue: async (...values) => (await rows<DueRow>(run, takeSoonDue, values)).map(toDueGap),
    takeOverdue: async (...values) => (await rows<DueRow>(run, takeOverdue, values)).map(toDueGap),
    findIssueLink: async (companyId) =>
      (await firstRow<{ issueLink: string }>(run, findIssueLink, [companyId]))?.issueLink,
    saveIssueLink: (companyId, issueLink) =>
      issueLink === undefined
        ? execute(run, removeIssueLink, [companyId])
        : execute(run, saveIssueLink, [companyId, issueLink]),
  };
}
