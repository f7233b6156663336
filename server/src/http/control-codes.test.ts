import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type ACompany,
  aCompany,
  aPartner,
  aReview,
  aTarget,
  startUpload,
  submit,
  unknownId,
} from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

let server: TestServer;
let company: ACompany;
let controlId: string;
let documentId: string;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  const target = await aTarget(server, company.key, "DPA");
  controlId = target.controlId;
  const review = await aReview(server, company, target);
  documentId = (await submit(server, company, { complianceReviewId: review.id })).body.documentId;
  const { deps } = workerDeps(server);
  const job = { companyId: company.companyId, documentId };
  await createJobHandlers(deps)["analyse-document"]?.(job, new AbortController().signal);
  await deps.children.close();
});
after(() => server.close());

const read = (path: string, key = company.key) => server.call(path, { key });

test("lists are filtered by a control's code as by its id", async () => {
  for (const [path, member] of [
    ["/v1/documents", "documents"],
    ["/v1/compliance-reviews", "reviews"],
    ["/v1/gaps", "gaps"],
  ] as const) {
    const byId = (await read(`${path}?controlId=${controlId}`)).body;
    assert.ok(byId[member].length > 0, path);
    assert.deepEqual((await read(`${path}?controlId=DPA`)).body, byId, path);
    for (const other of ["NDA", "NO-SUCH-CODE", "%20", unknownId])
      assert.deepEqual((await read(`${path}?controlId=${other}`)).body, { [member]: [] }, `${path} ${other}`);
  }
  const csv = (await read(`/v1/gaps/export?controlId=${controlId}`)).text;
  assert.ok(csv.split("\n").length > 2);
  assert.equal((await read("/v1/gaps/export?controlId=DPA")).text, csv);
});

test("paths of a control take its code", async () => {
  for (const path of ["items", "affected-documents"])
    assert.deepEqual(
      (await read(`/v1/controls/DPA/${path}`)).body,
      (await read(`/v1/controls/${controlId}/${path}`)).body,
    );
  for (const path of ["", "/affected-documents"]) {
    const url = (control: string) => server.call(`/v1/admin/controls/${control}${path}`, { admin: true });
    const [byCode, byId, unknown] = [await url("DPA"), await url(controlId), await url("NO-SUCH-CODE")];
    assert.deepEqual([byCode.status, byCode.body], [200, byId.body]);
    assert.equal(unknown.status, 404);
  }
});

test("submissions, judgements and whitelists take codes, and an unknown code is answered with the known ones", async () => {
  const { businessEntityId } = company;
  const submitted = await submit(server, company, { businessEntityId, controlId: "NDA" });
  assert.equal(submitted.status, 202, submitted.text);
  const judged = await server.call(`/v1/documents/${documentId}/judgements`, {
    ...{ key: company.key, body: { controlId: "NDA" } },
  });
  assert.deepEqual([judged.status, judged.body.controlCode], [201, "NDA"], judged.text);

  const partner = await aPartner(server);
  const { frameworkId } = await aTarget(server, company.key, "DPA");
  const path = `/v1/admin/partners/${partner.partnerId}/whitelist`;
  const replaced = await server.call(path, {
    ...{ method: "PUT", admin: true, body: { frameworkIds: [frameworkId], controlIds: ["DPA", controlId] } },
  });
  assert.deepEqual([replaced.status, replaced.body.controlIds], [200, [controlId]], replaced.text);

  const limited = await aCompany(server, { partner });
  const target = { businessEntityId: limited.businessEntityId, controlId: "NDA" };
  const files = [{ fileName: "a", fileSize: 1 }];
  for (const refused of [
    await submit(server, limited, target),
    await startUpload(server, limited, { ...target, complianceFrameworkId: frameworkId, files }),
  ]) {
    assert.equal(refused.status, 422);
    assert.match(refused.body.message, /lists for you: DPA\.$/);
  }
});
