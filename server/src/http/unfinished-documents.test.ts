import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aCompany, aDocument, aFailedDocument } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const ofPartner = async (key: string) =>
  (await server.call("/v1/companies/unfinished-documents", { key })).body.documents as Record<string, string>[];
const ofAll = async () =>
  (await server.call("/v1/admin/unfinished-documents", { admin: true })).body.documents as Record<string, string>[];
const idsOf = (documents: Record<string, string>[]) => documents.map(({ documentId }) => documentId);

test("a partner lists what its own companies wait for, without file names, and cancels one", async () => {
  const [company, other] = [await aCompany(server), await aCompany(server)];
  const [first, second] = [await aDocument(server, company), await aDocument(server, company)];
  await aFailedDocument(server, company);
  await aDocument(server, other);
  const listed = await ofPartner(company.partner.key);
  assert.deepEqual(idsOf(listed), [second, first]);
  const { companyId, companyName, status, fileName, reviewName } = listed[0] ?? {};
  assert.deepEqual([companyId, companyName, status, fileName], [company.companyId, "Acme GmbH", "queued", undefined]);
  assert.ok(reviewName);
  const cancelled = await server.call(`/v1/documents/${first}/cancel`, { key: company.partner.key, body: {} });
  assert.deepEqual(
    [cancelled.status, cancelled.body.failureReason],
    [200, "The document was cancelled by the company's partner."],
  );
  assert.deepEqual(idsOf(await ofPartner(company.partner.key)), [second]);
});

test("the administrator lists what every company waits for, by pages; others are refused", async () => {
  const company = await aCompany(server);
  const [first, second] = [await aDocument(server, company), await aDocument(server, company)];
  const listed = await ofAll();
  assert.deepEqual(idsOf(listed).slice(0, 2), [second, first]);
  assert.equal(listed[0]?.["fileName"], "contract.txt");
  const { body } = await server.call("/v1/admin/unfinished-documents?limit=1", { admin: true });
  const next = await server.call(`/v1/admin/unfinished-documents?limit=1&cursor=${body.nextCursor}`, { admin: true });
  assert.deepEqual([body.documents[0].documentId, next.body.documents[0].documentId], [second, first]);
  for (const url of ["/v1/admin/unfinished-documents", "/v1/companies/unfinished-documents"])
    assert.equal((await server.call(url, { key: company.key })).status, 403, url);
});
