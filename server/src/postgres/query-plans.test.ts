import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PgBoss } from "pg-boss";
import type { AuditFilter } from "../audit/audit-log.ts";
import type { DocumentFilter, DocumentSort } from "../documents/document.ts";
import type { GapFilter, GapSort } from "../gaps/gap.ts";
import { maxCount } from "../operations/system-status.ts";
import { newestFirst, type SortedPageRequest } from "../platform/page.ts";
import type { ReviewFilter, ReviewSort } from "../reviews/review.ts";
import { inBulk, type Query, seedGrowth } from "../testing/seeded-growth.ts";
import {
  doNotGrow,
  grownDocuments,
  type Plan,
  scansOfEveryStatement,
  scansOfRemovals,
  tablesScannedBy,
} from "../testing/statement-plans.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { DeliveryFilter } from "../webhooks/delivery.ts";
import { auditLog } from "./audit-log.ts";
import { companyStore } from "./company-store.ts";
import { deliveryStore } from "./delivery-store.ts";
import { documentStore } from "./document-store.ts";
import { gapStore } from "./gap-store.ts";
import { operationsStore } from "./operations-store.ts";
import { everyStatement, type QueryRunner } from "./query.ts";
import { reviewStore } from "./review-store.ts";

const growth = { documents: grownDocuments, companies: 2000 };
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await inBulk(database.url, async (query) => {
    await seedGrowth(query, growth);
    await seedJobs(query);
  });
});
after(() => database.drop());

/** A week of ended jobs, which the queue keeps, besides the waiting and the active ones. */
const jobs = { ended: 60_000, waiting: 200, active: 8 };

async function seedJobs(query: Query): Promise<void> {
  const insert = (state: string, count: number) =>
    query(
      `INSERT INTO pgboss.job (name, state, priority, group_id, created_on, start_after, completed_on)
       SELECT 'analyse-document', $1::pgboss.job_state, -n, 'company-' || n % 500, at, at, CASE WHEN $1 = 'completed' THEN at END
         FROM generate_series(1, $2::int) n, LATERAL (SELECT now() - n * interval '1 second' AS at) t`,
      [state, count],
    );
  await insert("completed", jobs.ended);
  await insert("created", jobs.waiting);
  await insert("active", jobs.active);
}

test("no statement scans the whole of a growing table", async () => {
  const { found, unneeded } = await scansOfEveryStatement(database.query);
  assert.deepEqual(found, []);
  assert.deepEqual(unneeded, [], "these exceptions are not needed");
});

/** How many rows of growing tables an executed plan has read, including those it filtered out. */
function countRowsRead(plan: RunPlan): number {
  const table = plan["Relation Name"];
  const isRead = table !== undefined && !doNotGrow.includes(table);
  const read = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  return (isRead ? read : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + countRowsRead(one), 0);
}

interface RunPlan extends Plan {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: RunPlan[];
}

/** The statements that a call sends, with their parameters. */
async function recordStatements(
  call: (run: QueryRunner) => Promise<unknown>,
): Promise<{ text: string; values: unknown[] }[]> {
  const sent: { text: string; values: unknown[] }[] = [];
  await call({
    async query({ text, values }) {
      sent.push({ text, values });
      const found = await database.query(text, values);
      return { rows: found as never[], rowCount: found.length };
    },
  });
  return sent;
}

const byTime = [newestFirst(20), { ...newestFirst(20), isDescending: false }];

/** The first page and a later one, in both directions. */
const pagesBy = <Field extends string>(by: Field, value: string | number): SortedPageRequest<Field>[] =>
  [true, false].flatMap((isDescending) =>
    [undefined, { id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", value }].map((after) => ({ limit: 20, by, isDescending, after })),
  );

/** A list whose page has 20 rows may read ten times as many. */
async function assertReadsFew<Filter, Field extends string>(
  what: string,
  filters: Filter[],
  pages: SortedPageRequest<Field>[],
  list: (run: QueryRunner, filter: Filter, page: SortedPageRequest<Field>) => Promise<unknown>,
): Promise<void> {
  for (const filter of filters) {
    for (const page of pages) {
      const read = await countRowsReadBy((run) => list(run, filter, page));
      assert.ok(read <= 200, `${JSON.stringify({ filter, page })} reads ${read} of ${growth.documents} ${what}`);
    }
  }
}

async function countRowsReadBy(call: (run: QueryRunner) => Promise<unknown>): Promise<number> {
  let read = 0;
  for (const { text, values } of await recordStatements(call)) {
    const [row] = await database.query<{ "QUERY PLAN": [{ Plan: RunPlan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    assert.ok(row, text);
    read += countRowsRead(row["QUERY PLAN"][0].Plan);
  }
  return read;
}

test("every filter of the audit log reads few entries besides those it returns", async () => {
  const [entry] = await database.query<Record<"subject_id" | "company_id" | "request_id" | "action", string>>(
    "SELECT * FROM audit_log ORDER BY id LIMIT 1",
  );
  assert.ok(entry);
  const filters: AuditFilter[] = [
    {},
    { action: "partner.created" },
    { action: "session" },
    { action: entry.action },
    { actorTier: "unknown" },
    { about: entry.subject_id },
    { about: entry.company_id },
    { about: entry.request_id },
    { about: "01ARZ3NDEKTSV4RRFFQ69G5FAV" },
    { subjectId: entry.subject_id },
    { subjectId: entry.subject_id, about: entry.company_id },
    { until: new Date("2020-01-01T00:00:00Z") },
    { since: new Date("2100-01-01T00:00:00Z") },
  ];
  await assertReadsFew("entries", filters, byTime, (run, filter, page) => auditLog(run).list(filter, page));
});

test("the counts of the system status read a limited number of rows, however long the queues are", async () => {
  await database.query(
    `INSERT INTO webhook_deliveries (company_id, event_id, status, next_attempt_at, failures)
     SELECT (SELECT id FROM companies LIMIT 1), '7' || lpad(n::text, 25, '0'), 'pending', $1, 0 FROM generate_series(1, 30000) n`,
    [new Date("2026-03-01T12:00:00Z")],
  );
  await database.query("ANALYZE webhook_deliveries");
  const read = await countRowsReadBy((run) => operationsStore(run).countBacklog());
  assert.ok(read <= 3 * maxCount + 1, `${read} rows`);
  const { deliveries, oldestQueuedAt } = await database.db.operations.countBacklog();
  assert.equal(deliveries, maxCount);
  const [oldest] = await database.query<{ at: Date }>(
    "SELECT min(created_at) AS at FROM documents WHERE status = 'queued'",
  );
  assert.deepEqual(oldestQueuedAt, oldest?.at);
});

test("the queue's depths are counted from waiting and active jobs only, however many have ended", async () => {
  const depths = everyStatement.find(({ text }) => text.startsWith("SELECT q.name, w.waiting"));
  assert.ok(depths);
  const names = ["analyse-document", "remove-expired"];
  const read = await countRowsReadBy((run) => run.query({ ...depths, values: [names] }));
  // Each of the two names is a row, too.
  assert.ok(read <= jobs.waiting + jobs.active + names.length, `${read} rows`);
  const [found, none] = await database.query<{ waiting: number; active: number; oldestSeconds: number }>(depths.text, [
    names,
  ]);
  assert.deepEqual([found?.waiting, found?.active], [jobs.waiting, jobs.active]);
  assert.ok((found?.oldestSeconds ?? 0) >= jobs.waiting);
  assert.deepEqual(none, { name: "remove-expired", waiting: 0, active: 0, oldestSeconds: 0 });
});

test("a worker claims its next job without reading ended jobs or the jobs behind it", async (t) => {
  const boss = new PgBoss({ connectionString: database.url, max: 1, supervise: false, schedule: false });
  await boss.start();
  t.after(() => boss.stop({ graceful: false }));
  const sent: { text: string; values: unknown[] }[] = [];
  // The statement of a worker, recorded instead of executed.
  await boss.fetch("analyse-document", {
    includeMetadata: true,
    db: {
      async executeSql(text, values = []) {
        sent.push({ text, values });
        return { rows: [] };
      },
    },
  });
  assert.equal(sent.length, 1);
  const [claim] = sent;
  assert.match(claim?.text ?? "", /SKIP LOCKED/);
  assert.deepEqual(await tablesScannedBy(database.query, claim?.text ?? "", claim?.values), []);
  const [row] = await database.query<{ "QUERY PLAN": [{ Plan: RunPlan }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${claim?.text}`,
    claim?.values,
  );
  assert.ok(row);
  const read = countRowsRead(row["QUERY PLAN"][0].Plan);
  assert.ok(read <= 10, `${read} rows`);
});

test("expired rows are removed without reading other rows", async () => {
  assert.deepEqual(await scansOfRemovals(database.query), []);
});

test("every filter of documents reads few documents besides those it returns", async () => {
  const [{ company_id: companyId, review_id: reviewId } = { company_id: "", review_id: "" }] = await database.query<
    Record<"company_id" | "review_id", string>
  >("SELECT company_id, review_id FROM documents ORDER BY id LIMIT 1");
  const [[{ id: control } = { id: "" }], [{ id: entity } = { id: "" }]] = [
    await database.query<{ id: string }>("SELECT id FROM controls WHERE code <> 'DPA' LIMIT 1"),
    await database.query<{ id: string }>("SELECT id FROM business_entities LIMIT 1"),
  ];
  // In parts, because one statement for all rows and their indexes takes long on a busy machine.
  for (const lastDigit of "0123456789ABCDEF") {
    await database.query(
      `UPDATE documents SET company_id = $1, subject = 'Vendor ' || right(id, 3),
              control_id = CASE WHEN right(id, 2) = '07' THEN $2 ELSE control_id END,
              business_entity_id = CASE WHEN right(id, 2) = '08' THEN $3 ELSE business_entity_id END
        WHERE right(id, 1) = $4`,
      [companyId, control, entity, lastDigit],
    );
  }
  await database.query("ANALYZE documents");
  const filters: DocumentFilter[] = [
    {},
    { reviewId },
    { status: "failed" },
    { status: "queued" },
    { subject: "Vendor 001" },
    { subject: "nobody" },
    ...[{ externalReference: "C-1" }, { externalReference: "nobody" }],
    { level: "compliant" },
    { level: "partially_compliant" },
    { level: "not_applicable" },
    { controlId: control },
    { businessEntityId: entity },
    { name: "contract" },
    { submittedBefore: new Date("2020-01-01T00:00:00Z") },
    { submittedAfter: new Date("2100-01-01T00:00:00Z") },
  ];
  const list = (run: QueryRunner, filter: DocumentFilter, page: SortedPageRequest<DocumentSort>) =>
    documentStore(run).list(companyId, filter, page);
  await assertReadsFew("documents", filters, byTime, list);
  const pages = [...pagesBy("score", 60.5), ...pagesBy("fileName", "contract-5000.pdf")];
  await assertReadsFew("documents", [{}], pages, list);
});

test("every filter and order of reviews reads few reviews besides those it returns", async () => {
  const [{ company_id: companyId } = { company_id: "" }] = await database.query<{ company_id: string }>(
    "SELECT company_id FROM compliance_reviews ORDER BY id LIMIT 1",
  );
  const [{ id: control } = { id: "" }] = await database.query<{ id: string }>(
    "SELECT id FROM controls WHERE code <> 'DPA' LIMIT 1",
  );
  const [{ id: entity } = { id: "" }] = await database.query<{ id: string }>(
    "SELECT id FROM business_entities LIMIT 1",
  );
  await database.query(
    `UPDATE compliance_reviews SET company_id = $1,
            control_id = CASE WHEN right(id, 2) = '07' THEN $2 ELSE control_id END,
            business_entity_id = CASE WHEN right(id, 2) = '08' THEN $3 ELSE business_entity_id END`,
    [companyId, control, entity],
  );
  await database.query("ANALYZE compliance_reviews");
  const filters: ReviewFilter[] = [
    {},
    ...[{ controlId: control }, { businessEntityId: entity }, { name: "review" }],
    ...[
      { level: "compliant" as const },
      { level: "partially_compliant" as const },
      { level: "not_applicable" as const },
    ],
  ];
  // Each row counts the ten documents of its review.
  const list = (run: QueryRunner, filter: ReviewFilter, page: SortedPageRequest<ReviewSort>) =>
    reviewStore(run).list(companyId, filter, { ...page, limit: 10 });
  await assertReadsFew("reviews", filters, byTime, list);
  const pages = [
    ...pagesBy("score", 60.5),
    ...pagesBy("name", "Review 1000"),
    ...pagesBy("changedAt", "2026-01-01T00:10:00.000Z"),
  ];
  await assertReadsFew("reviews", [{}], pages, list);
});

test("every filter and order of gaps reads few gaps besides those it returns", async () => {
  const [gap] = await database.query<Record<"company_id" | "review_id" | "document_id" | "owner_id", string>>(
    "SELECT * FROM gaps WHERE owner_id IS NOT NULL ORDER BY id LIMIT 1",
  );
  assert.ok(gap);
  const { company_id: companyId, review_id: reviewId, document_id: documentId } = gap;
  await database.query("UPDATE gaps SET company_id = $1", [companyId]);
  await database.query("ANALYZE gaps");
  const [{ account_id: ownerAccountId } = { account_id: "" }] = await database.query<{ account_id: string }>(
    "SELECT account_id FROM memberships WHERE id = $1",
    [gap.owner_id],
  );
  const filters: GapFilter[] = [
    {},
    ...[{ status: "fixed" as const }, { isUnresolved: true }, { severity: "critical" as const }],
    ...[{ reviewId }, { documentId }, { ownerAccountId }, { ownerAccountId: null }, { text: "changes" }],
  ];
  // Each row is shown with its names, one row each, and its comments.
  const list = (run: QueryRunner, filter: GapFilter, page: SortedPageRequest<GapSort>) =>
    gapStore(run).list(companyId, filter, { ...page, limit: 8 }, "en");
  await assertReadsFew("gaps", filters, byTime, list);
  const pages = [
    ...pagesBy("severity", 3),
    ...pagesBy("dueOn", "2026-01-01T00:00:00.000Z"),
    ...pagesBy("changedAt", "2026-01-01T00:10:00.000Z"),
  ];
  await assertReadsFew("gaps", [{}, { isUnresolved: true }], pages, list);
});

test("every filter and order of deliveries and companies reads few rows besides those it returns", async () => {
  const [{ company_id: companyId } = { company_id: "" }] = await database.query<{ company_id: string }>(
    "SELECT company_id FROM events ORDER BY id LIMIT 1",
  );
  await database.query(
    "UPDATE events SET company_id = $1, type = CASE WHEN right(id, 2) = '07' THEN 'document.failed' ELSE type END",
    [companyId],
  );
  await database.query("DELETE FROM webhook_deliveries WHERE event_id LIKE '7%'");
  await database.query(
    "UPDATE webhook_deliveries SET company_id = $1, status = CASE WHEN right(event_id, 2) = '08' THEN 'failed' ELSE status END",
    [companyId],
  );
  await database.query("UPDATE companies SET partner_id = (SELECT partner_id FROM companies LIMIT 1)");
  // The pending deliveries of another test have left empty pages in the index.
  await database.query("REINDEX TABLE webhook_deliveries");
  for (const table of ["events", "webhook_deliveries", "companies"]) await database.query(`ANALYZE ${table}`);
  const filters: DeliveryFilter[] = [
    {},
    ...[{ status: "failed" as const }, { status: "pending" as const }, { status: "delivered" as const }],
    ...[{ type: "document.failed" as const }, { type: "upload.expired" as const }],
    ...[{ since: new Date("2100-01-01T00:00:00Z") }, { until: new Date("2020-01-01T00:00:00Z") }],
  ];
  await assertReadsFew("deliveries", filters, byTime, (run, filter, page) =>
    deliveryStore(run).list(companyId, filter, page),
  );
  const [{ partner_id: partnerId } = { partner_id: "" }] = await database.query<{ partner_id: string }>(
    "SELECT partner_id FROM companies LIMIT 1",
  );
  const pages = [...byTime, ...pagesBy("name", "Company 500")];
  await assertReadsFew(
    "companies",
    [{}, { name: "company" }, { externalReference: "C-1" }],
    pages,
    (run, filter, page) => companyStore(run).listOfPartner(partnerId, filter, page),
  );
});
