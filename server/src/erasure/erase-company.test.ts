import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { systemClock } from "../platform/clock.ts";
import {
  type ACompany,
  aCompany,
  aDelivery,
  aDocument,
  aFailedDocument,
  anInvitation,
  anUpload,
  aPartner,
  aPassword,
  aPerson,
  aSession,
  aTarget,
  aWebhook,
  putChunk,
  reviseItem,
  signInAs,
  storedFiles,
  submit,
} from "../testing/builders.ts";
import { runErasure } from "../testing/run-erasure.ts";
import { testAnalyser } from "../testing/test-analyser.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { startTestWorker, type TestWorker, workerDeps } from "../testing/test-worker.ts";
import { until } from "../testing/until.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

let server: TestServer;
let worker: TestWorker | undefined;
before(async () => {
  server = await startTestServer({ clock: systemClock });
});
after(async () => {
  await worker?.stop();
  await server.close();
});

const erase = (companyId: string) => server.call(`/v1/admin/companies/${companyId}`, { method: "DELETE", admin: true });

const one = async (text: string, values: unknown[]) =>
  (await server.database.query<{ value: string }>(text, values)).map(({ value }) => value);

/** A company that has used every feature. */
async function aBusyCompany(name: string): Promise<ACompany> {
  const partner = await aPartner(server);
  const onboarded = await server.call("/v1/onboard", {
    key: partner.key,
    body: { name },
    headers: { "idempotency-key": `onboard ${name}`.replaceAll(" ", "-") },
  });
  const { companyId, businessEntityId, companyApiKey: key } = onboarded.body;
  const company = { partner, companyId, businessEntityId, key };
  const { controlId, itemIds } = await aTarget(server, key);
  const fields = { businessEntityId, controlId, selectedControlItemIds: JSON.stringify(itemIds.slice(0, 2)) };
  await aWebhook(server, company);
  const delivery = await aDelivery(server, company);
  await server.database.query(
    "INSERT INTO webhook_attempts (event_id, at, duration_milliseconds) VALUES ($1, now(), 5)",
    [delivery.id],
  );
  const files = [{ name: "contract.txt", content: `The contract of ${name}.` }];
  const submitted = await submit(server, company, fields, files, { headers: { "idempotency-key": "submission-1" } });
  assert.equal(submitted.status, 202, submitted.text);
  const { deps } = workerDeps(server);
  const analysed = { companyId, documentId: submitted.body.documentId };
  await createJobHandlers(deps)["analyse-document"]?.(analysed, new AbortController().signal);
  await deps.children.close();
  await server.database.query(
    `INSERT INTO document_answers (document_id, control_item_id, question_key, answer, comment, answered_at)
     VALUES ($1, $2, 'printable', 'yes', $3, now())`,
    [analysed.documentId, itemIds[0], `So says ${name}.`],
  );
  const { body: judged } = await server.call(`/v1/documents/${analysed.documentId}`, { key });
  const reviewPath = `/v1/compliance-reviews/${judged.complianceReviewId}`;
  const signedOff = await server.call(`${reviewPath}/sign-off`, { method: "PUT", key, body: { statement: name } });
  assert.equal(signedOff.status, 200, signedOff.text);
  const reopened = await server.call(`${reviewPath}/reopen`, { key, body: { reason: name } });
  assert.ok(reopened.status < 300, reopened.text);
  // Affected by a newer revision, as a new document would be.
  await reviseItem(server, itemIds[0], "Reworded");
  const inBulk = await server.call(`/v1/controls/${controlId}/judgements`, { key, body: {} });
  assert.equal(inBulk.body.documentCount, 1, inBulk.text);
  await createJobHandlers(deps)["judge-affected"]?.({}, new AbortController().signal);
  const { body: result } = await server.call(`/v1/documents/${analysed.documentId}/result`, { key });
  const links = `/v1/compliance-reviews/${result.complianceReviewId}/links`;
  const link = await server.call(links, { key, body: { label: "Auditor" } });
  assert.equal(link.status, 201, link.text);
  const opened = await server.call("/v1/session/review-link", { body: { token: link.body.token } });
  assert.equal(opened.status, 200, opened.text);
  const decided = await server.call(
    `/v1/documents/${analysed.documentId}/items/${result.complianceItems[0].id}/decision`,
    {
      ...{ method: "PUT", key, body: { decision: "confirm", reason: `So says ${name}.` } },
    },
  );
  assert.equal(decided.status, 200, decided.text);
  const failed = await aFailedDocument(server, company);
  const retried = await server.call(`/v1/admin/documents/${failed}/retry`, { admin: true, body: {} });
  assert.ok(retried.status < 300, retried.text);
  const upload = await anUpload(server, company, [{ fileName: "a.txt", fileSize: 100_000 }]);
  assert.equal((await putChunk(server, company, upload, 0, 0, Buffer.alloc(65_536))).status, 200);
  const whole = await anUpload(server, company, [{ fileName: "b.txt", fileSize: 5 }]);
  assert.equal((await putChunk(server, company, whole, 0, 0, Buffer.from("words"))).status, 200);
  await aSession(server, key);
  const person = await aPerson(server, { key, role: "company_owner", name: `Ada of ${name}` });
  await anInvitation(server, person, { email: "invited@example.com", name: `Bob of ${name}`, role: "company_reader" });
  await person.call("/v1/me");
  const [{ gapId }] = (await server.call("/v1/gaps", { key })).body.gaps;
  const ownerId = person.accountId;
  const assigned = await person.call(`/v1/gaps/${gapId}`, { method: "PATCH", body: { ownerId, dueOn: "2026-12-31" } });
  assert.equal(assigned.status, 200, assigned.text);
  await server.call(`/v1/gaps/${gapId}`, { method: "PATCH", key, body: { ownerId: null } });
  // Notified, because not assigned by oneself.
  await server.call(`/v1/gaps/${gapId}`, { method: "PATCH", key, body: { ownerId } });
  const text = `So says @${ownerId} of ${name}.`;
  assert.equal((await person.call(`/v1/gaps/${gapId}/comments`, { body: { text } })).status, 201);
  const issueLink = `https://${companyId}.example.com/new?title={title}`;
  assert.equal((await server.call("/v1/gaps/issue-link", { method: "PUT", key, body: { issueLink } })).status, 200);
  return company;
}

/** Every value that identifies the company in a row. */
async function marksOf({ companyId }: ACompany): Promise<string[]> {
  const ofCompany = [
    "SELECT $1 AS value",
    "SELECT id FROM business_entities WHERE company_id = $1",
    "SELECT id FROM compliance_reviews WHERE company_id = $1",
    "SELECT id FROM review_links WHERE company_id = $1",
    "SELECT id FROM api_keys WHERE company_id = $1",
    "SELECT account_id FROM memberships WHERE company_id = $1",
    "SELECT id FROM memberships WHERE company_id = $1",
    "SELECT a.email FROM memberships m JOIN accounts a ON a.id = m.account_id WHERE m.company_id = $1",
    "SELECT encode(hash, 'hex') FROM api_keys WHERE company_id = $1",
    "SELECT id FROM documents WHERE company_id = $1",
    "SELECT f.id FROM document_files f JOIN documents d ON d.id = f.document_id WHERE d.company_id = $1",
    "SELECT f.blob_key FROM document_files f JOIN documents d ON d.id = f.document_id WHERE d.company_id = $1",
    "SELECT f.pages_blob_key FROM document_files f JOIN documents d ON d.id = f.document_id WHERE d.company_id = $1",
    "SELECT id FROM upload_sessions WHERE company_id = $1",
    "SELECT f.id FROM upload_files f JOIN upload_sessions s ON s.id = f.session_id WHERE s.company_id = $1",
    "SELECT f.blob_key FROM upload_files f JOIN upload_sessions s ON s.id = f.session_id WHERE s.company_id = $1",
    "SELECT id FROM events WHERE company_id = $1",
  ].join("\nUNION ");
  return (await one(ofCompany, [companyId])).filter((mark) => mark !== null);
}

/** Rows of every table that contain one of the marks in any column. */
async function rowsWith(marks: string[]): Promise<Record<string, string[]>> {
  const tables = await one(
    `SELECT format('%I.%I', n.nspname, c.relname) AS value FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('public', 'pgboss') ORDER BY 1`,
    [],
  );
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const rows = await one(`SELECT t::text AS value FROM ${table} t WHERE t::text ~ $1 ORDER BY 1`, [marks.join("|")]);
    if (rows.length > 0) found[table] = rows;
  }
  return found;
}

/** Every table with company data: it has a company's id, or refers to a table that does. */
const tablesOfCompanies = () =>
  one(
    `WITH RECURSIVE holding (oid) AS (
       SELECT 'public.companies'::regclass::oid
       UNION
       SELECT a.attrelid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE a.attname = 'company_id' AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
       UNION
       SELECT k.conrelid FROM pg_constraint k JOIN holding h ON k.confrelid = h.oid WHERE k.contype = 'f')
     SELECT format('public.%I', c.relname) AS value FROM holding h JOIN pg_class c ON c.oid = h.oid ORDER BY 1`,
    [],
  );

test("a document that is being processed stops without an error and leaves nothing on the worker", async () => {
  const company = await aCompany(server);
  const { controlId } = await aTarget(server, company.key);
  const { businessEntityId, companyId } = company;
  const submitted = await submit(server, company, { businessEntityId, controlId });
  const { documentId } = submitted.body;
  const gate = Promise.withResolvers<void>();
  const [blobKey = ""] = await one("SELECT blob_key AS value FROM document_files WHERE document_id = $1", [documentId]);
  const isStored = async () =>
    (await storedFiles(server)).filter((path) => path.includes(documentId) || path.includes(blobKey)).length;
  const analyser = testAnalyser({ beforeItem: () => gate.promise });
  worker = await startTestWorker(server, { analyser });
  await until(async () => analyser.judged.length === 1);
  assert.equal(await isStored(), 2, "as it was sent, and its pages");
  await erase(companyId);
  await until(async () => (await one("SELECT id AS value FROM companies WHERE id = $1", [companyId])).length === 0);
  gate.resolve();
  const folder = join(worker.workRoot, documentId);
  await until(async () => !existsSync(folder));
  await worker.stop();
  assert.deepEqual(worker.faults, []);
  worker = undefined;
  assert.equal(analyser.judged.length, 1);
  assert.equal(await isStored(), 0);
  assert.deepEqual(await one("SELECT id AS value FROM documents WHERE id = $1", [documentId]), []);
});

/** Columns of whose values PostgreSQL's statistics hold one with such a mark. The log keeps ids, and so does its job. */
const statisticsWith = async (marks: string[]) =>
  one(
    `SELECT tablename || '.' || attname AS value FROM pg_stats, unnest($1::text[]) AS mark
      WHERE schemaname = 'public' AND tablename <> 'audit_log'
        AND (strpos(most_common_vals::text, mark) > 0 OR strpos(histogram_bounds::text, mark) > 0)
      GROUP BY 1`,
    [marks],
  );

test("erasing a company leaves nothing of it in any table or in the store, and touches no other company", async () => {
  const staying = await aBusyCompany("Stays GmbH");
  const filesOfOthers = await storedFiles(server);
  const leaving = await aBusyCompany("Leaves GmbH");
  const [stayingMarks, leavingMarks] = [await marksOf(staying), await marksOf(leaving)];
  await server.call(`/v1/admin/companies/${leaving.companyId}/quotas`, {
    ...{ method: "PUT", admin: true, body: { waitingDocuments: 5 } },
  });
  const before = await rowsWith(leavingMarks);
  assert.ok(before["public.quota_overrides"]);
  await server.database.query("ANALYZE");
  assert.ok((await statisticsWith(leavingMarks)).length > 0);
  const withoutForeignKey = ["webhook_attempts", "idempotent_requests", "rate_windows"].map((name) => `public.${name}`);
  // Only operators sign in with an identity provider.
  const ofOperators = ["public.provider_sessions"];
  const ofCompanies = (await tablesOfCompanies()).filter((table) => !ofOperators.includes(table));
  for (const table of [...ofCompanies, ...withoutForeignKey, "public.unclaimed_blobs"])
    assert.ok(before[table], `this test puts nothing of a company into ${table}: have aBusyCompany do it`);
  assert.ok((await storedFiles(server)).length > filesOfOthers.length);
  const othersBefore = await rowsWith(stayingMarks);

  const { status, body } = await erase(leaving.companyId);
  assert.equal(status, 202);
  assert.deepEqual(body, { companyId: leaving.companyId, status: "erasing" });
  assert.equal((await server.call("/v1/business-entities", { key: leaving.key })).status, 401);
  const [seen] = await one("SELECT row_to_json(c)::text AS value FROM companies c WHERE id = $1", [leaving.companyId]);
  assert.ok(!seen?.includes("Leaves"), "its name is forgotten at once");
  const ofPartner = await server.call(`/v1/companies/${leaving.companyId}`, { key: leaving.partner.key });
  assert.equal(ofPartner.status, 404);
  assert.equal((await erase(leaving.companyId)).status, 202, "asking again is no error");

  worker = await startTestWorker(server, { concurrency: 0 });
  const { companyId } = leaving;
  const listActions = () => one("SELECT action AS value FROM audit_log WHERE subject_id = $1 ORDER BY id", [companyId]);
  await until(async () => (await listActions()).includes("company.erased"));
  await worker.stop();
  worker = undefined;

  const left = await rowsWith(leavingMarks);
  const { "public.audit_log": log = [], "pgboss.job": jobs = [], ...others } = left;
  assert.deepEqual(others, {});
  assert.deepEqual(
    jobs.filter((job) => !job.includes("erase-company")),
    [],
    "but for the job that erases, which is forgotten by itself",
  );
  assert.deepEqual((await listActions()).slice(-2), ["company.erasure_begun", "company.erased"]);
  assert.ok(!log.some((entry) => entry.includes("Leaves")));
  const addresses = await one("SELECT address AS value FROM audit_log WHERE company_id = $1", [companyId]);
  assert.ok(addresses.length > 0 && addresses.every((address) => address === null));
  assert.deepEqual(await storedFiles(server), filesOfOthers);
  // The worker has sent its mails meanwhile.
  const withoutMails = ({ "public.mails": mails, ...rows }: Record<string, string[]>) => rows;
  assert.deepEqual(withoutMails(await rowsWith(stayingMarks)), withoutMails(othersBefore));
  assert.deepEqual(await statisticsWith(leavingMarks), []);
  assert.equal((await erase(companyId)).status, 404);
  const own = await server.call(`/v1/companies/${staying.companyId}`, { key: staying.key });
  assert.equal(own.body.name, "Stays GmbH");
});

test("an account that is in another organisation survives the erasure of a company, without access to it", async () => {
  const [leaving, staying] = [await aCompany(server), await aCompany(server)];
  const auditor = await aPerson(server, { key: staying.key, role: "company_reader" });
  const owner = await aPerson(server, { key: leaving.key, role: "company_owner" });
  const { email } = auditor;
  const token = await anInvitation(server, owner, { email, role: "company_reader" });
  const accepted = { token, name: "A", password: aPassword };
  assert.equal((await server.call("/v1/invitations/accept", { body: accepted })).status, 200);
  const inLeaving = await signInAs(server, email);
  assert.equal(inLeaving.body.companyId, leaving.companyId);
  await erase(leaving.companyId);
  const cookie = inLeaving.headers["set-cookie"]?.split(";")[0] ?? "";
  assert.equal((await server.call("/v1/session", { headers: { cookie } })).status, 401);
  assert.equal((await owner.call("/v1/session")).status, 401);
  assert.equal((await signInAs(server, owner.email)).status, 401);
  assert.equal((await auditor.call(`/v1/companies/${staying.companyId}`)).status, 200);
  assert.equal((await signInAs(server, email)).body.companyId, staying.companyId);
});

test("an account whose person was removed before goes with the company that it was in last, also from an older process", async () => {
  const [company, other] = [await aCompany(server), await aCompany(server)];
  const owner = await aPerson(server, { key: company.key, role: "company_owner" });
  const removed = await aPerson(server, { key: company.key, role: "company_reader", name: "Removed Person" });
  const elsewhere = await aPerson(server, { key: other.key, role: "company_owner" });
  assert.equal((await owner.call(`/v1/people/${removed.membershipId}`, { method: "DELETE" })).status, 204);
  const accounts = () =>
    one("SELECT id AS value FROM accounts WHERE id = ANY ($1) ORDER BY id", [
      [owner, removed, elsewhere].map(({ accountId }) => accountId),
    ]);
  assert.equal((await accounts()).length, 3, "the log still names the person");
  // An older process begins an erasure without knowing of people.
  await server.database.query("UPDATE companies SET erasing_since = now() WHERE id = $1", [company.companyId]);
  await server.database.db.transaction(({ erasure }) => erasure.eraseRest(company.companyId, new Date()));
  assert.deepEqual(await accounts(), [elsewhere.accountId]);
});

test("deleting a document leaves no text, no byte and nothing but its ids in the logs, and touches no other document", async () => {
  const company = await aBusyCompany("Deletes GmbH");
  const { controlId } = await aTarget(server, company.key);
  const fields = { businessEntityId: company.businessEntityId, controlId };
  const untouched = await storedFiles(server);
  const idempotent = { headers: { "idempotency-key": "to-be-deleted" } };
  const file = { name: "unwanted-paper.txt", content: "The unwanted words." };
  const { documentId } = (await submit(server, company, fields, [file], idempotent)).body;
  const { deps } = workerDeps(server);
  const handlers = createJobHandlers(deps);
  const { signal } = new AbortController();
  await handlers["analyse-document"]?.({ companyId: company.companyId, documentId }, signal);
  const itsOwn = await one(
    `SELECT $1 AS value UNION SELECT id FROM document_files WHERE document_id = $1 UNION SELECT id FROM document_items WHERE document_id = $1
     UNION SELECT blob_key FROM document_files WHERE document_id = $1 UNION SELECT pages_blob_key FROM document_files WHERE document_id = $1`,
    [documentId],
  );
  const url = `/v1/documents/${documentId}`;
  assert.equal((await server.call(url, { method: "DELETE", key: company.key })).status, 204);
  await handlers["erase-documents"]?.({ companyId: company.companyId, requestId: server.nextId() }, signal);
  await deps.children.close();
  assert.deepEqual(await storedFiles(server), untouched);
  const ids = ["audit_log", "document_records", "events", "webhook_deliveries"].map((name) => `public.${name}`);
  const left = Object.keys(await rowsWith(itsOwn)).filter((table) => ![...ids, "pgboss.job"].includes(table));
  assert.deepEqual(left, []);
  assert.deepEqual(await rowsWith(["unwanted-paper", "unwanted words"]), {});
  assert.deepEqual(
    await one("SELECT key AS value FROM idempotent_requests WHERE key = 'to-be-deleted'", []),
    [],
    "the recorded answer has the file's name",
  );
});

test("an unknown company and a malformed id are not found, and only the administrator may erase a company", async () => {
  const company = await aCompany(server);
  for (const id of ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "nonsense"]) assert.equal((await erase(id)).status, 404);
  for (const key of [company.key, company.partner.key]) {
    const url = `/v1/admin/companies/${company.companyId}`;
    assert.equal((await server.call(url, { method: "DELETE", key })).status, 403);
  }
  assert.equal((await server.call("/v1/business-entities", { key: company.key })).status, 200);
});

test("an erasure whose job has failed for good restarts when it is requested again", async () => {
  const { companyId } = await aCompany(server);
  await erase(companyId);
  const gaveUp = await one(
    `UPDATE pgboss.job SET state = 'failed', completed_on = now()
     WHERE name = 'erase-company' AND data->>'companyId' = $1 RETURNING state::text AS value`,
    [companyId],
  );
  assert.deepEqual(gaveUp, ["failed"]);
  assert.equal((await erase(companyId)).status, 202);
  worker = await startTestWorker(server, { concurrency: 0 });
  await until(async () => (await one("SELECT id AS value FROM companies WHERE id = $1", [companyId])).length === 0);
  await worker.stop();
  worker = undefined;
  const actions = await one("SELECT action AS value FROM audit_log WHERE subject_id = $1 ORDER BY id", [companyId]);
  assert.equal(actions.filter((action) => action === "company.erasure_begun").length, 1, "logged once");
  assert.equal(actions.at(-1), "company.erased");
});

/** The URL of every POST of the administrator whose answer concerns a company, by operation. */
const answersAboutCompanies: Record<string, (company: ACompany) => Promise<string>> = {
  cancelAnyDocument: async (company) => `/v1/admin/documents/${await aDocument(server, company)}/cancel`,
  issueCompanyKey: async ({ companyId }) => `/v1/admin/companies/${companyId}/keys`,
  retryDocument: async (company) => `/v1/admin/documents/${await aFailedDocument(server, company)}/retry`,
};
const answersAboutNone = [
  ...["createPartner", "issuePartnerKey", "loadFramework", "previewFramework", "importChecklist", "previewChecklist"],
  // Counts of the documents of all companies.
  "judgeEveryAffectedDocument",
];

test("every POST of the administrator is listed here as concerning a company or none", async () => {
  const { body } = await server.call("/v1/openapi.json");
  const paths = Object.entries<{ post?: { operationId: string } }>(body.paths);
  const posts = paths.flatMap(([path, { post }]) => (path.startsWith("/v1/admin/") && post ? [post.operationId] : []));
  const known = [...Object.keys(answersAboutCompanies), ...answersAboutNone];
  assert.deepEqual(posts.toSorted(), known.toSorted());
});

/** As the administrator, with an idempotency key. */
async function postOnce(url: string, idempotencyKey: string, body: unknown = {}) {
  const answer = await server.call(url, { admin: true, body, headers: { "idempotency-key": idempotencyKey } });
  assert.ok(answer.status < 300, answer.text);
}

const recordedAnswers = (beginning: string) =>
  one("SELECT key AS value FROM idempotent_requests WHERE owner = 'admin' AND starts_with(key, $1) ORDER BY 1", [
    beginning,
  ]);

test("recorded answers to the administrator that concern the company are removed at once, and no others", async () => {
  const [leaving, staying] = [await aCompany(server), await aCompany(server)];
  await postOnce("/v1/admin/partners", "answer-of-no-company", { name: "Consultancy" });
  for (const [operation, addressFor] of Object.entries(answersAboutCompanies)) {
    await postOnce(await addressFor(leaving), `answer-leaving-${operation}`);
    await postOnce(await addressFor(staying), `answer-staying-${operation}`);
  }
  assert.equal((await recordedAnswers("answer-leaving-")).length, 3);
  await erase(leaving.companyId);
  assert.deepEqual(await recordedAnswers("answer-"), [
    "answer-of-no-company",
    ...Object.keys(answersAboutCompanies).map((operation) => `answer-staying-${operation}`),
  ]);
});

test("an answer to the administrator that is recorded while the company is being erased is removed with it", async () => {
  const company = await aCompany(server);
  const failed = await aFailedDocument(server, company);
  await erase(company.companyId);
  await postOnce(`/v1/admin/documents/${failed}/retry`, "late-retry");
  assert.deepEqual(await recordedAnswers("late-"), ["late-retry"]);
  await runErasure(server, company.companyId);
  assert.deepEqual(await recordedAnswers("late-"), []);
});
