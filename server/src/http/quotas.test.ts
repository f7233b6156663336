import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aCompany, aDocument, aPartner, aTarget, startUpload, submit } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { zipBytes } from "../testing/zip-bytes.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

let server: TestServer;
before(async () => {
  server = await startTestServer({
    quotas: { company: { openUploadBytes: 1000, waitingDocuments: 1 }, partner: { companies: 2 } },
  });
});
after(() => server.close());

test("a company cannot announce more bytes than its open sessions may hold, until one is cancelled", async () => {
  const company = await aCompany(server);
  const { controlId, frameworkId } = await aTarget(server, company.key);
  const target = { businessEntityId: company.businessEntityId, controlId, complianceFrameworkId: frameworkId };
  const start = (fileSize: number) =>
    startUpload(server, company, { files: [{ fileName: "a.txt", fileSize }], ...target });
  assert.equal((await start(2 ** 40)).status, 413);
  const open = await start(700);
  assert.equal(open.status, 201, open.text);
  const refused = await start(400);
  assert.equal(refused.status, 413);
  assert.match(refused.body.message, /may hold 1000 bytes, of which 700 are used, and this one needs 400 more/);
  const me = await server.call("/v1/me", { key: company.key });
  assert.deepEqual(me.body.quotas.openUploadBytes, { used: 700, allowed: 1000 });
  await server.call(`/v1/documents/upload/${open.body.sessionId}`, { method: "DELETE", key: company.key });
  assert.equal((await start(400)).status, 201);
});

test("a company with too many waiting documents is refused until the administrator allows more", async () => {
  const company = await aCompany(server);
  const { controlId } = await aTarget(server, company.key);
  const fields = { businessEntityId: company.businessEntityId, controlId };
  await aDocument(server, company);
  const refused = await submit(server, company, fields);
  assert.equal(refused.status, 429);
  assert.match(refused.body.message, /1 of 1 are used/);
  assert.equal(refused.headers["retry-after"], "60");
  const { status, body } = await server.call(`/v1/admin/companies/${company.companyId}/quotas`, {
    ...{ method: "PUT", admin: true, body: { waitingDocuments: 2 } },
  });
  assert.deepEqual([status, body.waitingDocuments], [200, { used: 1, allowed: 2 }]);
  assert.equal((await submit(server, company, fields)).status, 202);
});

test("a partner cannot onboard more companies than allowed", async () => {
  const partner = await aPartner(server);
  const onboard = () => server.call("/v1/onboard", { key: partner.key, body: { name: "Client" } });
  assert.deepEqual([(await onboard()).status, (await onboard()).status], [201, 201]);
  const refused = await onboard();
  assert.equal(refused.status, 429);
  assert.match(refused.body.message, /companies of this partner: 2 of 2 are used/);
  const me = await server.call("/v1/me", { key: partner.key });
  assert.deepEqual([me.body.tier, me.body.quotas.companies], ["partner", { used: 2, allowed: 2 }]);
  const url = `/v1/admin/partners/${partner.partnerId}/quotas`;
  await server.call(url, { method: "PUT", admin: true, body: { companies: 3 } });
  assert.equal((await onboard()).status, 201);
});

test("a company's files together have at most the allowed bytes, and erased ones make room", async () => {
  const company = await aCompany(server);
  const { controlId, frameworkId } = await aTarget(server, company.key);
  const fields = { businessEntityId: company.businessEntityId, controlId };
  const allow = (storedBytes: number) =>
    server.call(`/v1/admin/companies/${company.companyId}/quotas`, {
      ...{ method: "PUT", admin: true, body: { storedBytes, waitingDocuments: 10 } },
    });
  const usage = async () => (await server.call("/v1/me", { key: company.key })).body.quotas.storedBytes;
  const files = (bytes: number) => [{ name: "a.txt", content: "x".repeat(bytes) }];
  const { body: quotas } = await allow(100);
  assert.deepEqual([quotas.overrides.storedBytes, quotas.defaults.openUploadBytes], [100, 1000]);
  const first = await submit(server, company, fields, files(60));
  assert.equal(first.status, 202, first.text);
  const refused = await submit(server, company, fields, files(41));
  assert.equal(refused.status, 413);
  assert.match(refused.body.message, /may have 100 bytes, of which 60 are used, and this submission needs 41 more/);
  const target = { businessEntityId: company.businessEntityId, controlId, complianceFrameworkId: frameworkId };
  const start = (fileSize: number) =>
    startUpload(server, company, { files: [{ fileName: "a.txt", fileSize }], ...target });
  assert.equal((await start(41)).status, 413);
  assert.equal((await start(40)).status, 201);
  assert.deepEqual(await usage(), { used: 100, allowed: 100 });
  const byAdmin = await server.call(`/v1/admin/companies/${company.companyId}/quotas`, { admin: true });
  assert.deepEqual(byAdmin.body.storedBytes, { used: 100, allowed: 100 });
  const { db } = server.database;
  const now = new Date();
  const erase = () => db.transaction(({ erasure }) => erasure.eraseDocuments(company.companyId, now, 10));
  await erase();
  assert.deepEqual(await usage(), { used: 40, allowed: 100 });
});

test("an archive is refused once archives and mails hold as many files as allowed; other files are not", async () => {
  const company = await aCompany(server);
  const { controlId } = await aTarget(server, company.key);
  const fields = { businessEntityId: company.businessEntityId, controlId };
  await server.call(`/v1/admin/companies/${company.companyId}/quotas`, {
    ...{ method: "PUT", admin: true, body: { archiveMembers: 3, waitingDocuments: 10 } },
  });
  const archive = (count: number) =>
    zipBytes(Array.from({ length: count }, (_, index) => ({ name: `${index}.txt`, data: "words" })));
  const { deps } = workerDeps(server);
  const signal = new AbortController().signal;
  const submitArchive = async (count: number) => {
    const submitted = await submit(server, company, fields, [{ name: "all.zip", content: archive(count) }]);
    if (submitted.status !== 202) return submitted;
    const { documentId } = submitted.body;
    await createJobHandlers(deps)["analyse-document"]?.({ companyId: company.companyId, documentId }, signal);
    return server.call(`/v1/documents/${documentId}/result`, { key: company.key });
  };
  assert.equal((await submitArchive(2)).body.status, "completed");
  const tooMany = (await submitArchive(2)).body;
  assert.match(tooMany.files[0].failureReason, /more than 3 files in archives and mails.*2 were stored before/);
  const me = await server.call("/v1/me", { key: company.key });
  assert.deepEqual(me.body.quotas.archiveMembers, { used: 3, allowed: 3 });
  const refused = await submitArchive(1);
  assert.equal(refused.status, 413);
  assert.match(refused.body.message, /may hold 3 files, of which 3 are used/);
  assert.equal((await submit(server, company, fields)).status, 202);
  await deps.children.close();
});
