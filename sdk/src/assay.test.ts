import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { linesPdf } from "../../server/src/testing/sample-pdfs.ts";
import { startTestWorker } from "../../server/src/testing/test-worker.ts";
import { until } from "../../server/src/testing/until.ts";
import { apiTypes } from "../../tools/openapi-types/api-types.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { Administration } from "./administration.ts";
import { Assay, AssayError, toUlid } from "./index.ts";
import { People } from "./people.ts";

const root = join(import.meta.dirname, "../..");
const openapi = JSON.parse(await readFile(join(root, "openapi.json"), "utf8"));

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

test("the committed types match openapi.json; npm run generate writes them", async () => {
  const committed = await readFile(join(root, "sdk/src/generated/api.ts"), "utf8");
  assert.equal(committed, await apiTypes(openapi));
});

/** With those that are inherited. */
const namesOf = (prototype: object | null): string[] =>
  prototype === null
    ? []
    : [...Object.getOwnPropertyNames(prototype), ...namesOf(Object.getPrototypeOf(prototype) as object | null)];

test("every operation of the API has a method with its name", () => {
  const operations = Object.values(openapi.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    (path) => Object.values(path).map(({ operationId }) => operationId),
  );
  assert.ok(operations.length > 30);
  const methods = [Assay, Administration, People].flatMap(({ prototype }) => namesOf(prototype));
  assert.deepEqual(
    operations.filter((name) => !methods.includes(name)),
    [],
  );
});

test("a partner onboards a company, and the company manages its own data", async () => {
  const { assay, companyId } = await service.aCompany();
  assert.equal((await assay.getCompany(companyId)).name, "Acme GmbH");
  assert.deepEqual((await assay.updateCompany(companyId, { city: "Wien" })).updatedFields, ["city"]);

  const created = await assay.createBusinessEntity({ name: "Branch" });
  const entityId = toUlid(created.id);
  assert.equal((await assay.getBusinessEntity(entityId)).name, "Branch");
  await assay.updateBusinessEntity(entityId, { name: "Branch Linz" });
  const { businessEntities } = await assay.listBusinessEntities();
  assert.deepEqual(
    businessEntities.map(({ id }) => id).includes(entityId),
    true,
    "the list contains the id from toUlid",
  );
});

test("the operator manages partners, keys, limits and the catalogue", async () => {
  const admin = service.administration;
  const { partnerId } = await admin.createPartner({ name: "Another" });
  const { frameworks } = await admin.listFrameworks();
  const frameworkIds = frameworks.slice(0, 1).map(({ id }) => id);
  assert.deepEqual((await admin.replaceWhitelist(partnerId, { frameworkIds })).frameworkIds, frameworkIds);
  assert.deepEqual((await admin.replaceLimits(partnerId, { companyPerMinute: 7 })).limits, { companyPerMinute: 7 });
  const quotas = await admin.replacePartnerQuotas(partnerId, { companies: 7 });
  assert.deepEqual([quotas.companies, quotas.overrides], [{ used: 0, allowed: 7 }, { companies: 7 }]);
  assert.deepEqual(await admin.getPartnerQuotas(partnerId), quotas);
  const { keyId, apiKey } = await admin.issuePartnerKey(partnerId);
  const partner = service.connect({ apiKey });
  assert.equal((await partner.listComplianceFrameworks()).frameworks.length, 1);
  await admin.revokeKey(keyId);
  const refused = () =>
    partner.listComplianceFrameworks().then(
      () => undefined,
      (error: AssayError) => error,
    );
  // Nodes learn of a revocation by a notification.
  await until(async () => (await refused()) !== undefined, 5);
  assert.deepEqual([(await refused())?.code, (await refused())?.status], ["unauthenticated", 401]);
  const actions = await Array.fromAsync(admin.listAuditLog({ limit: 3 }), ({ action }) => action);
  assert.ok(actions.includes("api_key.revoked"));
});

test("a list is one page when awaited and all pages when iterated", async () => {
  const { assay } = await service.aCompany();
  for (const name of ["One", "Two", "Three", "Four"]) await assay.createBusinessEntity({ name });
  const page = await assay.listBusinessEntities({ limit: 2 });
  assert.deepEqual(
    [page.businessEntities.map(({ name }) => name), typeof page.nextCursor],
    [["Four", "Three"], "string"],
  );
  const names = await Array.fromAsync(assay.listBusinessEntities({ limit: 2 }), ({ name }) => name);
  assert.deepEqual(names, ["Four", "Three", "Two", "One", "Acme GmbH"]);
});

test("iterating over a list rejects when a request fails", async () => {
  const nobody = service.connect({ apiKey: "assay_company_wrong" });
  await assert.rejects(Array.fromAsync(nobody.listDocuments()), { code: "unauthenticated" });
});

test("every refused call rejects with an AssayError with code, status, message and request id", async () => {
  const { assay } = await service.aCompany();
  const error = await assay.getDocumentResult("01ARZ3NDEKTSV4RRFFQ69G5FAV").catch((caught: unknown) => caught);
  assert.ok(error instanceof AssayError);
  assert.deepEqual([error.name, error.code, error.status], ["AssayError", "not_found", 404]);
  assert.match(error.message, /document/);
  assert.match(error.requestId ?? "", /^[0-9A-Z]{26}$/);
});

test("an invalid id stays within its path segment", async () => {
  const { assay } = await service.aCompany();
  await assert.rejects(assay.getCompany("../compliance-frameworks"), { code: "not_found" });
});

test("getHealth resolves for a degraded service", async () => {
  const healthy = async () => undefined;
  const degraded = await startTestService({
    database: service.server.database,
    health: { database: healthy, storage: () => Promise.reject(new Error("full")), queue: healthy, analysis: healthy },
  });
  assert.equal((await degraded.connect().getHealth()).status, "degraded");
  await degraded.close();
});

test("a page is returned with the position of a quote, and as an image", async () => {
  const { assay, target } = await service.aCompany();
  const worker = await startTestWorker(service.server);
  try {
    const pdf = new File([new Uint8Array(await linesPdf(["Personal data is encrypted at rest."]))], "a.pdf");
    const { documents } = await assay.uploadDocuments([pdf], target);
    const { documentId, files } = await assay.waitForResult(documents[0]?.documentId ?? "");
    const fileId = files[0]?.fileId ?? "";
    const page = await assay.getDocumentPage(documentId, fileId, 1, { highlight: { quote: "encrypted at rest" } });
    assert.deepEqual([page.highlight?.areExact, page.highlight?.boxes.length], [true, 1]);
    const start = page.text.indexOf("encrypted");
    const same = await assay.getDocumentPage(documentId, fileId, 1, { highlight: { start, end: start + 17 } });
    assert.deepEqual(same.highlight, page.highlight);
    assert.equal((await assay.getDocumentPage(documentId, fileId, 1)).highlight, null);
    const image = await assay.getDocumentPageImage(documentId, fileId, 1);
    assert.equal(image.type, "image/png");
    assert.ok(image.size > 1000);
    await assert.rejects(assay.getDocumentPageImage(documentId, fileId, 2), { code: "not_found", status: 404 });
  } finally {
    await worker.stop();
  }
});

test("one client serves many companies, each with its own key", async () => {
  const [first, second] = [await service.aCompany(), await service.aCompany()];
  const assay = service.connect();
  for (const { companyId, key } of [first, second]) {
    const client = assay.company(companyId, key);
    assert.equal((await client.getMe()).companyId, companyId);
    assert.equal(assay.company(companyId, key), client);
  }
  assert.notEqual(assay.company(first.companyId, second.key), assay.company(first.companyId, first.key));
});
