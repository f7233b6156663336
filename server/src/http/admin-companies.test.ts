import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ACompany, aCompany, aPartner, aTarget, submit, unknownId } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

let server: TestServer;
let acme: ACompany;
let other: ACompany;
before(async () => {
  server = await startTestServer();
  acme = await aCompany(server, { name: "Acme GmbH" });
  other = await aCompany(server, { name: "Zebra SARL", partner: await aPartner(server, { name: "Other partner" }) });
});
after(() => server.close());

const companies = async (query = "") => {
  const reply = await server.call(`/v1/admin/companies${query}`, { admin: true });
  assert.equal(reply.status, 200, reply.text);
  return reply.body.companies as { id: string; partnerName: string; entityCount: number; unapprovedCount: number }[];
};

test("the administrator sees the companies of every partner and their number of unapproved entities", async () => {
  await server.call("/v1/business-entities", { key: acme.key, body: { name: "Branch" } });
  const all = await companies();
  assert.deepEqual(
    all.map(({ id, partnerName, entityCount, unapprovedCount }) => [id, partnerName, entityCount, unapprovedCount]),
    [
      [other.companyId, "Other partner", 1, 0],
      [acme.companyId, "Consultancy", 2, 1],
    ],
  );
});

test("companies are found by partner and by part of a name; wildcards are ordinary characters", async () => {
  const ids = async (query: string) => (await companies(query)).map(({ id }) => id);
  assert.deepEqual(await ids(`?partnerId=${acme.partner.partnerId}`), [acme.companyId]);
  assert.deepEqual(await ids("?search=zEBRA"), [other.companyId]);
  assert.deepEqual(await ids("?search=%25"), []);
  assert.deepEqual(await ids("?partnerId=none"), []);
  assert.deepEqual(await ids(`?partnerId=${unknownId}`), []);
});

test("a company's entities are listed for the administrator; an unknown company is 404", async () => {
  const url = (id: string) => `/v1/admin/companies/${id}/business-entities`;
  const { body } = await server.call(url(other.companyId), { admin: true });
  assert.deepEqual(
    body.businessEntities.map(({ id, isApproved }: { id: string; isApproved: boolean }) => [id, isApproved]),
    [[other.businessEntityId, true]],
  );
  for (const id of [unknownId, "x"]) assert.equal((await server.call(url(id), { admin: true })).status, 404);
});

test("a single partner can be read", async () => {
  const { body } = await server.call(`/v1/admin/partners/${acme.partner.partnerId}`, { admin: true });
  assert.deepEqual([body.name, body.frameworkIds], ["Consultancy", null]);
  assert.equal((await server.call(`/v1/admin/partners/${unknownId}`, { admin: true })).status, 404);
});

test("a partner sees a summary of its companies' reviews, with the same score as the company", async () => {
  const { controlId } = await aTarget(server, acme.key);
  const { body } = await submit(server, acme, { businessEntityId: acme.businessEntityId, controlId });
  const { deps } = workerDeps(server);
  const { documentId, complianceReviewId } = body;
  await createJobHandlers(deps)["analyse-document"]?.(
    { companyId: acme.companyId, documentId },
    new AbortController().signal,
  );
  await deps.children.close();
  const review = await server.call(`/v1/compliance-reviews/${complianceReviewId}`, { key: acme.key });
  const summaries = await server.call("/v1/companies/summaries", { key: acme.partner.key });
  assert.equal(summaries.status, 200, summaries.text);
  const [company, ...rest] = summaries.body.companies;
  assert.deepEqual([company.companyId, company.reviewCount, rest], [acme.companyId, 1, []]);
  const [reviewed] = company.reviews;
  assert.equal(typeof reviewed.score, "number");
  assert.deepEqual(
    [reviewed.id, reviewed.score, reviewed.complianceLevel, reviewed.documentCounts.completed],
    [complianceReviewId, review.body.rollUp.score, review.body.rollUp.complianceLevel, 1],
  );
  const elsewhere = await server.call("/v1/companies/summaries", { key: other.partner.key });
  assert.deepEqual(
    elsewhere.body.companies.map((one: { reviews: unknown[] }) => one.reviews),
    [[]],
  );
  assert.equal((await server.call("/v1/companies/summaries", { key: acme.key })).status, 403);
});
