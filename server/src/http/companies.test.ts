import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ACompany, type APartner, aCompany, aPartner, aTarget, submit, unknownId } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

let server: TestServer;
let partner: APartner;
const clock = testClock();
before(async () => {
  server = await startTestServer({ clock });
  partner = await aPartner(server);
});
after(() => server.close());

const onboard = (body: unknown, headers = {}) => server.call("/v1/onboard", { key: partner.key, body, headers });

describe("POST /v1/onboard", () => {
  test("creates a company with its first business entity and a company key", async () => {
    const { status, body, headers } = await onboard({ name: "Acme", country: "AT", city: null });
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body).sort(), ["businessEntityId", "companyApiKey", "companyId", "message"]);
    assert.match(body.companyApiKey, /^assay_company_[0-9A-Za-z]{38}$/);
    assert.equal(headers["location"], `/v1/companies/${body.companyId}`);

    const key = body.companyApiKey;
    const company = await server.call(`/v1/companies/${body.companyId}`, { key });
    assert.deepEqual(company.body, {
      id: body.companyId,
      name: "Acme",
      legalName: "Acme",
      country: "AT",
      taxId: null,
      phone: null,
      address: null,
      postalCode: null,
      city: null,
      externalReference: null,
      createdAt: clock.now().toISOString(),
      updatedAt: null,
    });
    const entity = await server.call(`/v1/business-entities/${body.businessEntityId}`, { key });
    assert.equal(entity.body.companyId, body.companyId);
    assert.equal(entity.body.isApproved, true);
    assert.equal(entity.body.isArchived, false);
  });

  test("name is required, 1 to 200 characters after trimming", async () => {
    assert.equal((await onboard({})).body.message, "name is required");
    assert.equal((await onboard({ name: "   " })).body.message, "name must not be empty");
    assert.equal((await onboard({ name: "x".repeat(201) })).body.message, "name must have at most 200 characters");
    assert.equal((await onboard({ name: null })).body.message, "name must be a string");
    assert.equal((await onboard({ name: `  ${"x".repeat(200)}  ` })).status, 201);
  });

  test("the other fields are strings of at most 500 characters or null", async () => {
    for (const field of ["country", "taxId", "phone", "address", "postalCode", "city"]) {
      assert.equal((await onboard({ name: "A", [field]: 5 })).body.message, `${field} must be a string or null`);
      const tooLong = await onboard({ name: "A", [field]: "x".repeat(501) });
      assert.equal(tooLong.body.message, `${field} must have at most 500 characters`);
      assert.equal((await onboard({ name: "A", [field]: "x".repeat(500) })).status, 201);
    }
  });

  test("legalName is optional and equals name when absent, but null, empty or another type is refused", async () => {
    for (const legalName of [null, "", "  ", 7]) assert.equal((await onboard({ name: "A", legalName })).status, 400);
    const { body } = await onboard({ name: "A", legalName: "A Ltd" });
    assert.equal((await server.call(`/v1/companies/${body.companyId}`, { key: partner.key })).body.legalName, "A Ltd");
  });

  test("a missing legalName is refused where the service requires it", async () => {
    const strict = await startTestServer({ database: server.database, isLegalNameRequired: true });
    const answer = await strict.call("/v1/onboard", { key: partner.key, body: { name: "A" } });
    assert.equal(answer.status, 400);
    assert.equal(answer.body.message, "legalName is required");
    await strict.close();
  });

  test("unknown fields are refused and named", async () => {
    const { status, body } = await onboard({ name: "A", vatNumber: "1" });
    assert.equal(status, 400);
    assert.equal(body.message, "vatNumber is not a known field");
  });

  test("is for partner keys only", async () => {
    const company = await aCompany(server, { partner });
    const answer = await server.call("/v1/onboard", { key: company.key, body: { name: "A" } });
    assert.equal(answer.status, 403);
  });
});

describe("GET /v1/companies", () => {
  test("lists the partner's own companies, newest first, page by page", async () => {
    const own = await aPartner(server);
    const other = await aCompany(server);
    const made: string[] = [];
    for (const name of ["One", "Two", "Three"])
      made.unshift((await aCompany(server, { partner: own, name })).companyId);

    const all = await server.call("/v1/companies", { key: own.key });
    assert.deepEqual(
      all.body.companies.map((company: { id: string }) => company.id),
      made,
    );
    assert.equal("nextCursor" in all.body, false);
    assert.ok(!all.text.includes(other.companyId));

    const first = await server.call("/v1/companies?limit=2", { key: own.key });
    assert.equal(first.body.companies.length, 2);
    const rest = await server.call(`/v1/companies?limit=2&cursor=${first.body.nextCursor}`, { key: own.key });
    assert.deepEqual(
      [...first.body.companies, ...rest.body.companies].map((company: { name: string }) => company.name),
      ["Three", "Two", "One"],
    );
    assert.equal("nextCursor" in rest.body, false);
  });

  test("limit outside 1 to 1,000 and a foreign cursor are refused", async () => {
    for (const query of ["limit=0", "limit=1001", "limit=x", "limit=1.5", "limit=-1", "cursor=abc", "cursor="]) {
      assert.equal((await server.call(`/v1/companies?${query}`, { key: partner.key })).status, 400, query);
    }
  });

  test("is for partner keys only", async () => {
    const company = await aCompany(server, { partner });
    assert.equal((await server.call("/v1/companies", { key: company.key })).status, 403);
  });
});

describe("GET /v1/companies/{companyId}", () => {
  let company: ACompany;
  before(async () => {
    company = await aCompany(server, { partner });
  });

  test("answers the company's own key and the key of its partner", async () => {
    for (const key of [company.key, partner.key]) {
      const { status, body } = await server.call(`/v1/companies/${company.companyId}`, { key });
      assert.equal(status, 200);
      assert.equal(body.id, company.companyId);
    }
  });

  test("a company of another partner, another company and a malformed id are all the same 404", async () => {
    const foreign = await aCompany(server);
    const sibling = await aCompany(server, { partner });
    const answers = [
      await server.call(`/v1/companies/${foreign.companyId}`, { key: partner.key }),
      await server.call(`/v1/companies/${sibling.companyId}`, { key: company.key }),
      await server.call("/v1/companies/01ARZ3NDEKTSV4RRFFQ69G5FAV", { key: company.key }),
      await server.call("/v1/companies/nonsense", { key: partner.key }),
      await server.call(`/v1/companies/${company.companyId.toLowerCase()}`, { key: partner.key }),
      await server.call("/v1/companies/%00", { key: partner.key }),
    ];
    for (const { status, text } of answers) {
      assert.equal(status, 404);
      assert.equal(text, answers[0]?.text);
    }
  });
});

describe("PATCH /v1/companies/{companyId}", () => {
  let company: ACompany;
  const patch = (body: unknown) =>
    server.call(`/v1/companies/${company.companyId}`, { method: "PATCH", key: company.key, body });
  const read = async () => (await server.call(`/v1/companies/${company.companyId}`, { key: company.key })).body;
  before(async () => {
    company = await aCompany(server, { partner });
  });

  test("updatedFields names only the fields whose value really changed", async () => {
    const first = await patch({ city: "Graz", phone: "1", country: null });
    assert.equal(first.status, 200);
    assert.deepEqual(first.body.updatedFields, ["city", "phone"]);
    assert.equal(first.body.companyId, company.companyId);
    assert.equal(typeof first.body.message, "string");
    assert.deepEqual((await patch({ city: "Graz", phone: "2" })).body.updatedFields, ["phone"]);
    assert.equal((await read()).updatedAt, clock.now().toISOString());
  });

  test("null clears a nullable field", async () => {
    await patch({ city: "Graz" });
    assert.deepEqual((await patch({ city: null })).body.updatedFields, ["city"]);
    assert.equal((await read()).city, null);
  });

  test("a null name, a null legalName and an empty body change nothing", async () => {
    const before = await read();
    assert.deepEqual((await patch({ name: null, legalName: null })).body.updatedFields, []);
    assert.deepEqual((await patch({})).body.updatedFields, []);
    const bare = await server.call(`/v1/companies/${company.companyId}`, { method: "PATCH", key: company.key });
    assert.deepEqual(bare.body.updatedFields, []);
    assert.deepEqual(await read(), before);
  });

  test("is for the company's own key", async () => {
    const url = `/v1/companies/${company.companyId}`;
    assert.equal((await server.call(url, { method: "PATCH", key: partner.key, body: {} })).status, 403);
    const sibling = await aCompany(server, { partner });
    assert.equal((await server.call(url, { method: "PATCH", key: sibling.key, body: {} })).status, 404);
  });

  test("two updates at once do not overwrite each other", async () => {
    await Promise.all([patch({ taxId: "T" }), patch({ postalCode: "P" }), patch({ address: "A" })]);
    const { taxId, postalCode, address } = await read();
    assert.deepEqual([taxId, postalCode, address], ["T", "P", "A"]);
  });
});

describe("the administrator's list of companies", () => {
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
});
