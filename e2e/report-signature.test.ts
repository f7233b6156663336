import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyReport } from "../cli/src/verify-report.ts";
import { AssayError, type ServiceFile } from "../sdk/src/index.ts";
import { startTestService, type TestService } from "../sdk/testing/test-service.ts";
import { aReview } from "../server/src/testing/builders.ts";

let service: TestService;
let company: Awaited<ReturnType<TestService["aCompany"]>>;
let report: ServiceFile;
let reviewId: string;
before(async () => {
  service = await startTestService();
  company = await service.aCompany();
  const { server } = service;
  const owner = {
    ...{ partner: { partnerId: "", key: "" }, companyId: company.companyId, key: company.key },
    businessEntityId: company.target.businessEntityId ?? "",
  };
  reviewId = (await aReview(server, owner, { name: "Überprüfung 2026" })).id;
  report = await company.assay.getComplianceReviewReport(reviewId, "pdf");
});
after(() => service.close());

test("a report has a file name and a media type", async () => {
  assert.equal(report.fileName, "Überprüfung 2026 2026-03-01.pdf");
  assert.equal(report.contentType, "application/pdf");
  assert.equal(await report.content.slice(0, 5).text(), "%PDF-");
  const csv = await company.assay.getComplianceReviewReport(reviewId, "csv");
  assert.match(await csv.content.text(), /^\uFEFF?reviewId,documentId,/);
  const oscal = await company.assay.getComplianceReviewReport(reviewId, "oscal");
  assert.ok(JSON.parse(await oscal.content.text())["assessment-results"]);
});

test("a refused report rejects with an AssayError", async () => {
  const isRefused = (error: unknown) => error instanceof AssayError && error.status === 404;
  await assert.rejects(company.assay.getComplianceReviewReport("01ARZ3NDEKTSV4RRFFQ69G5FAV", "pdf"), isRefused);
});

test("an unchanged report is genuine, and one with a changed bit is not", async () => {
  const key = await service.connect().getReportSigningKey();
  assert.deepEqual(await verifyReport(report.content, key), { isGenuine: true, keyId: key.keyId });
  const bytes = new Uint8Array(await report.content.arrayBuffer());
  for (const at of [20, Math.floor(bytes.length / 2), bytes.length - 400]) {
    const changed = bytes.slice();
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.deepEqual(await verifyReport(changed, key), { isGenuine: false, reason: "changed" });
  }
});

test("an unsigned file and a report of another service are distinguished", async () => {
  const key = await service.connect().getReportSigningKey();
  const bytes = new Uint8Array(await report.content.arrayBuffer());
  assert.deepEqual(await verifyReport(bytes.slice(0, -20), key), { isGenuine: false, reason: "unsigned" });
  assert.deepEqual(await verifyReport(new Uint8Array(), key), { isGenuine: false, reason: "unsigned" });
  const other = { ...key, keyId: "0123456789abcdef" };
  assert.deepEqual(await verifyReport(bytes, other), { isGenuine: false, reason: "other_key" });
});
