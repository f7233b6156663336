import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ACompany, aCompany, aReview, aTarget, unknownId } from "../testing/builders.ts";
import { findingsOf, seedDocuments } from "../testing/seeded-review.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let company: ACompany;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
});
after(() => server.close());

test("the list holds the company's reviews with the contract's fields, newest first", async () => {
  const older = await aReview(server, company, { name: "Older" });
  const newer = await aReview(server, company, { name: "Newer" });
  await aReview(server, await aCompany(server), { name: "Foreign" });
  const { body } = await server.call("/v1/compliance-reviews", { key: company.key });
  assert.deepEqual(
    body.reviews.map((review: { id: string }) => review.id),
    [newer.id, older.id],
  );
  assert.deepEqual(body.reviews[0], {
    id: newer.id,
    name: "Newer",
    scope: "Everything",
    businessEntityId: company.businessEntityId,
    companyId: company.companyId,
    reviewDate: newer.reviewDate.toISOString(),
    createdAt: newer.createdAt.toISOString(),
    controlId: newer.controlId,
    controlCode: body.reviews[0].controlCode,
    ...{ score: null, complianceLevel: null, decidedScore: null, decidedComplianceLevel: null },
    documentCounts: { queued: 0, processing: 0, completed: 0, failed: 0 },
    changedAt: newer.createdAt.toISOString(),
    signOff: null,
  });
});

test("a review has its requirements and clusters in the language that is asked for", async () => {
  const own = await aCompany(server);
  const dpa = await aTarget(server, own.key, "DPA");
  const { id } = await aReview(server, own, dpa);
  const namesIn = async (language: string) => {
    const { body } = await server.call(`/v1/compliance-reviews/${id}?language=${language}`, { key: own.key });
    return [body.rollUp.items[0].controlItemName, body.rollUp.clusters[0].controlClusterName];
  };
  const { items } = (await server.call(`/v1/controls/${dpa.controlId}/items?language=de`, { key: own.key })).body;
  const german = await namesIn("de");
  assert.equal(german[0], items[0].name);
  const english = await namesIn("en");
  for (const [at, name] of german.entries()) assert.notEqual(name, english[at]);
  const unknown = await server.call(`/v1/compliance-reviews/${id}?language=xx`, { key: own.key });
  assert.equal(unknown.status, 422);
});

test("reviews are listed by control and by business entity", async () => {
  const own = await aCompany(server);
  const [dpa, nda] = [await aTarget(server, own.key, "DPA"), await aTarget(server, own.key, "NDA")];
  const of = ({ frameworkId, controlId }: typeof dpa, more = {}) =>
    aReview(server, own, { frameworkId, controlId, ...more });
  const branch = await server.call("/v1/business-entities", { key: own.key, body: { name: "Branch" } });
  const businessEntityId = branch.headers["location"]?.split("/").at(-1) ?? "";
  const [first, second, third] = [await of(dpa), await of(nda), await of(dpa, { businessEntityId })];
  for (const [query, expected] of [
    [`controlId=${dpa.controlId}`, [third, first]],
    [`controlId=${nda.controlId}`, [second]],
    [`businessEntityId=${businessEntityId}`, [third]],
    [`businessEntityId=${own.businessEntityId}&controlId=${dpa.controlId}`, [first]],
    [`businessEntityId=${businessEntityId}&controlId=${nda.controlId}`, []],
    [`controlId=${unknownId}`, []],
    ["controlId=malformed", []],
  ] as const) {
    const { reviews } = (await server.call(`/v1/compliance-reviews?${query}`, { key: own.key })).body;
    assert.deepEqual(
      reviews.map(({ id }: { id: string }) => id),
      expected.map(({ id }) => id),
      query,
    );
  }
});

test("one review can be read with its control and framework", async () => {
  const review = await aReview(server, company);
  const { status, body } = await server.call(`/v1/compliance-reviews/${review.id}`, { key: company.key });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.id, body.controlId, body.complianceFrameworkId],
    [review.id, review.controlId, review.frameworkId],
  );
});

test("judging the same agreement in another language changes nothing in the roll-up", async () => {
  const { frameworkId, controlId } = await aTarget(server, company.key);
  const { id } = await aReview(server, company, { frameworkId, controlId });
  const [previousDocumentId, documentId] = await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: id, controlId, fileNames: ["dpa.pdf", "dpa.pdf"] },
    ...{ languages: ["en", "de"], findings: () => findingsOf(1, 4), areVersions: true },
  });
  const { body } = await server.call(`/v1/compliance-reviews/${id}`, { key: company.key });
  const { change, judgedItemCount } = body.rollUp;
  assert.deepEqual(change, {
    ...{ documentId, previousDocumentId, improved: 0, worsened: 0, unchanged: judgedItemCount, items: [] },
  });
});

test("name and scope can be changed; a null scope becomes the empty string and a null name changes nothing", async () => {
  const review = await aReview(server, company, { name: "Old", scope: "All" });
  const patch = (body: unknown) =>
    server.call(`/v1/compliance-reviews/${review.id}`, { method: "PATCH", key: company.key, body });
  const first = await patch({ name: "New", scope: "All" });
  assert.equal(first.status, 200);
  assert.deepEqual([first.body.reviewId, first.body.updatedFields], [review.id, ["name"]]);
  assert.deepEqual((await patch({ name: null, scope: null })).body.updatedFields, ["scope"]);
  const { body } = await server.call(`/v1/compliance-reviews/${review.id}`, { key: company.key });
  assert.deepEqual([body.name, body.scope], ["New", ""]);
});

test("reviews are for company keys", async () => {
  const review = await aReview(server, company);
  for (const url of ["/v1/compliance-reviews", `/v1/compliance-reviews/${review.id}`]) {
    assert.equal((await server.call(url, { key: company.partner.key })).status, 403);
  }
});

test("a list without a limit has 1,000 entries and a cursor for the rest", async () => {
  const own = await aCompany(server);
  for (let i = 0; i < 1001; i++) await aReview(server, own, { name: `Review ${i}` });
  const first = await server.call("/v1/compliance-reviews", { key: own.key });
  assert.equal(first.body.reviews.length, 1000);
  const rest = await server.call(`/v1/compliance-reviews?cursor=${first.body.nextCursor}`, { key: own.key });
  assert.deepEqual(
    rest.body.reviews.map((review: { name: string }) => review.name),
    ["Review 0"],
  );
  assert.equal("nextCursor" in rest.body, false);
});
