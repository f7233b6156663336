import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type ACompany,
  type APartner,
  aCompany,
  aFailedDocument,
  anUpload,
  aPartner,
  aReview,
  putChunk,
  startUpload,
  submit,
} from "../testing/builders.ts";
import { type Reply, startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let partner: APartner;
let company: ACompany;
before(async () => {
  server = await startTestServer();
  partner = await aPartner(server);
  company = await aCompany(server, { partner });
});
after(() => server.close());

const onboard = (body: object, key = partner.key) => server.call("/v1/onboard", { key, body });
const read = (path: string, key = company.key) => server.call(path, { key });
const send = (method: "PUT" | "PATCH", path: string, body: object, key = company.key) =>
  server.call(path, { method, key, body });

function assertTaken({ status, body, headers }: Reply, holder: string): void {
  assert.deepEqual([status, headers["x-error-code"]], [409, "reference_taken"], body.message);
  assert.ok(body.message.includes(holder), body.message);
}

describe("a company's externalReference", () => {
  test("is set at onboarding, is in every answer about the company, and finds it in lists", async () => {
    const { body } = await onboard({ name: "Ours", externalReference: " C-4711 " });
    await onboard({ name: "Another", externalReference: "C-4712" });
    assert.equal((await read(`/v1/companies/${body.companyId}`, partner.key)).body.externalReference, "C-4711");
    assert.equal((await read(`/v1/companies/${body.companyId}`, body.companyApiKey)).body.externalReference, "C-4711");
    for (const [path, id] of [
      ["/v1/companies", "id"],
      ["/v1/companies/summaries", "companyId"],
    ] as const) {
      const found = (await read(`${path}?externalReference=C-4711`, partner.key)).body.companies;
      assert.deepEqual(
        found.map((one: Record<string, string>) => [one[id], one["externalReference"]]),
        [[body.companyId, "C-4711"]],
      );
      assert.deepEqual((await read(`${path}?externalReference=c-4711`, partner.key)).body.companies, []);
    }
    const all = await server.call(`/v1/admin/companies?search=Ours`, { admin: true });
    assert.equal(all.body.companies[0].externalReference, "C-4711");
  });

  test("refuses to onboard a company twice, also at the same moment, and names the company", async () => {
    const same = { name: "Once", externalReference: "ONCE" };
    const answers = await Promise.all([onboard(same), onboard(same), onboard(same)]);
    const [first, ...others] = answers.filter(({ status }) => status === 201);
    assert.ok(first);
    assert.deepEqual(others, []);
    for (const refused of answers.filter((one) => one !== first)) assertTaken(refused, first.body.companyId);
    const listed = await read("/v1/companies?name=Once", partner.key);
    assert.equal(listed.body.companies.length, 1);
  });

  test("is unique among one partner's companies only", async () => {
    const other = await aPartner(server);
    assert.equal((await onboard({ name: "A", externalReference: "SHARED" })).status, 201);
    assert.equal((await onboard({ name: "B", externalReference: "SHARED" }, other.key)).status, 201);
  });

  test("is free again once the company is erased", async () => {
    const { body } = await onboard({ name: "A", externalReference: "FREED" });
    const erased = await server.call(`/v1/admin/companies/${body.companyId}`, {
      ...{ method: "DELETE", admin: true },
    });
    assert.equal(erased.status, 202);
    assert.equal((await onboard({ name: "B", externalReference: "FREED" })).status, 201);
  });

  test("is changed and removed by the partner, never by the company", async () => {
    const { body } = await onboard({ name: "A", externalReference: "BEFORE" });
    const path = `/v1/companies/${body.companyId}/external-reference`;
    const changed = await send("PUT", path, { externalReference: "AFTER" }, partner.key);
    assert.deepEqual([changed.status, changed.body.externalReference], [200, "AFTER"]);
    assert.equal((await send("PUT", path, { externalReference: "AFTER" }, partner.key)).status, 200);
    const other = (await onboard({ name: "B", externalReference: "OTHER" })).body;
    assertTaken(await send("PUT", path, { externalReference: "OTHER" }, partner.key), other.companyId);
    assert.equal((await send("PUT", path, { externalReference: null }, partner.key)).body.externalReference, null);
    assert.equal((await onboard({ name: "C", externalReference: "AFTER" })).status, 201);

    assert.equal((await send("PUT", path, { externalReference: "X" }, body.companyApiKey)).status, 403);
    const patched = await send(
      "PATCH",
      `/v1/companies/${body.companyId}`,
      { externalReference: "X" },
      body.companyApiKey,
    );
    assert.equal(patched.status, 400);
    assert.match(patched.body.message, /externalReference/);
  });

  test("has 1 to 200 characters on one line", async () => {
    const messageOf = async (externalReference: unknown) =>
      (await onboard({ name: "A", externalReference })).body.message;
    assert.equal(await messageOf("x".repeat(201)), "externalReference must have at most 200 characters");
    assert.equal(await messageOf(" "), "externalReference must not be empty");
    assert.match(await messageOf("a\nb"), /^externalReference must be one line/);
    assert.match(await messageOf("a\u202eb"), /^externalReference must not contain characters that reorder/);
    assert.equal((await onboard({ name: "A", externalReference: null })).status, 201);
    assert.equal((await onboard({ name: "A", externalReference: "Nr. 7/Süd € – 200".padEnd(200, "x") })).status, 201);
  });
});

describe("a business entity's externalReference", () => {
  test("is unique among the company's entities and finds the entity in lists", async () => {
    const create = (body: object, key = company.key) => server.call("/v1/business-entities", { key, body });
    const created = await create({ name: "Linz", externalReference: "E-1" });
    assert.equal(created.status, 201);
    const path = created.headers["location"] ?? "";
    const id = path.split("/").at(-1) ?? "";
    assert.equal((await read(path)).body.externalReference, "E-1");
    const listed = (await read("/v1/business-entities?externalReference=E-1")).body.businessEntities;
    assert.deepEqual(
      listed.map((entity: { id: string }) => entity.id),
      [id],
    );
    assert.deepEqual((await read("/v1/business-entities?externalReference=E-2")).body.businessEntities, []);

    assertTaken(await create({ name: "Twice", externalReference: "E-1" }), id);
    const first = `/v1/business-entities/${company.businessEntityId}`;
    assertTaken(await send("PATCH", first, { externalReference: "E-1" }), id);
    assert.equal((await send("PATCH", path, { externalReference: null })).status, 200);
    assert.equal((await send("PATCH", first, { externalReference: "E-1", name: "First" })).status, 200);
    assert.deepEqual((await read(first)).body.externalReference, "E-1");
    const other = await aCompany(server, { partner });
    assert.equal((await create({ name: "Theirs", externalReference: "E-1" }, other.key)).status, 201);
  });
});

describe("a document's externalReference", () => {
  test("is set by a submission, is in every answer about the document, and finds it in lists", async () => {
    const review = await aReview(server, company);
    const target = { complianceReviewId: review.id };
    const { body } = await submit(server, company, { ...target, externalReference: "D-1" });
    for (const path of [`/v1/documents/${body.documentId}`, `/v1/documents/${body.documentId}/result`])
      assert.equal((await read(path)).body.externalReference, "D-1");
    const listed = (await read("/v1/documents?externalReference=D-1")).body.documents;
    assert.deepEqual(
      listed.map((one: Record<string, string>) => [one["documentId"], one["externalReference"]]),
      [[body.documentId, "D-1"]],
    );
    assert.deepEqual((await read("/v1/documents?externalReference=D-1&status=failed")).body.documents, []);
    assertTaken(await submit(server, company, { ...target, externalReference: "D-1" }), body.documentId);
    assertTaken(
      await startUpload(server, company, {
        ...target,
        externalReference: "D-1",
        files: [{ fileName: "a", fileSize: 1 }],
      }),
      body.documentId,
    );
  });

  test("is the same when the request is repeated with its Idempotency-Key", async () => {
    const review = await aReview(server, company);
    const again = () =>
      submit(server, company, { complianceReviewId: review.id, externalReference: "D-KEY" }, undefined, {
        headers: { "idempotency-key": "D-KEY" },
      });
    const first = await again();
    assert.equal(first.status, 202);
    assert.deepEqual((await again()).body, first.body);
  });

  test("is given to one of two submissions at the same moment", async () => {
    const review = await aReview(server, company);
    const one = () => submit(server, company, { complianceReviewId: review.id, externalReference: "D-RACE" });
    const answers = await Promise.all([one(), one()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 409]);
  });

  test("is set by a chunked upload of one document, and checked again when the bytes have arrived", async () => {
    const files = [{ fileName: "a.txt", fileSize: 5 }];
    const upload = await anUpload(server, company, files, { externalReference: "D-2" });
    const late = await anUpload(server, company, files, { externalReference: "D-2" });
    const { body } = await putChunk(server, company, upload, 0, 0, Buffer.from("words"));
    assert.equal((await read(`/v1/documents/${body.documentId}`)).body.externalReference, "D-2");
    assertTaken(await putChunk(server, company, late, 0, 0, Buffer.from("words")), body.documentId);

    const two = [...files, { fileName: "b.txt", fileSize: 5 }];
    const target = { complianceReviewId: (await aReview(server, company)).id };
    const refused = await startUpload(server, company, { ...target, files: two, externalReference: "D-3" });
    assert.equal(refused.status, 422);
    assert.match(refused.body.message, /^externalReference is for one document/);
    const merged = { ...target, files: two, externalReference: "D-3", isConsolidated: true };
    assert.equal((await startUpload(server, company, merged)).status, 201);
  });

  test("is changed by PATCH, and free again once the document is deleted", async () => {
    const review = await aReview(server, company);
    const [one, other] = await Promise.all(
      ["D-4", "D-5"].map(async (externalReference) => {
        const { body } = await submit(server, company, { complianceReviewId: review.id, externalReference });
        return body.documentId as string;
      }),
    );
    assertTaken(await send("PATCH", `/v1/documents/${one}`, { externalReference: "D-5" }), other ?? "");
    const path = `/v1/documents/${one}`;
    const { body } = await send("PATCH", path, { externalReference: "D-6", validUntil: "2027-01-31" });
    assert.deepEqual(body.updatedFields.toSorted(), ["externalReference", "validUntil"]);
    assert.equal((await send("PATCH", path, { externalReference: null })).status, 200);
    assert.deepEqual((await read(path)).body.externalReference, null);
    assert.deepEqual((await read(path)).body.validUntil, "2027-01-31");
    assert.equal((await server.call(`/v1/documents/${other}`, { method: "DELETE", key: company.key })).status, 204);
    assert.equal((await send("PATCH", path, { externalReference: "D-5" })).status, 200);
  });

  test("goes to the retry of a failed document", async () => {
    const failed = await aFailedDocument(server, company);
    assert.equal((await send("PATCH", `/v1/documents/${failed}`, { externalReference: "D-7" })).status, 200);
    const retry = await server.call(`/v1/documents/${failed}/retry`, { key: company.key, body: {} });
    assert.equal(retry.status, 201, retry.text);
    const [found] = (await read("/v1/documents?externalReference=D-7")).body.documents;
    assert.equal(found.documentId, retry.body.documentId);
    assert.equal((await read(`/v1/documents/${failed}`)).body.externalReference, null);
  });

  test("of another company says nothing about it", async () => {
    const stranger = await aCompany(server, { partner });
    const review = await aReview(server, stranger);
    const theirs = await submit(server, stranger, { complianceReviewId: review.id, externalReference: "D-8" });
    assert.equal(theirs.status, 202);
    assert.deepEqual((await read("/v1/documents?externalReference=D-8")).body.documents, []);
    const ours = await aReview(server, company);
    assert.equal(
      (await submit(server, company, { complianceReviewId: ours.id, externalReference: "D-8" })).status,
      202,
    );
  });
});
