import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

test("a result with fields has the type of what the service returns", async () => {
  const { assay, target } = await service.aCompany();
  const file = { name: "a.txt", content: new Blob(["The processor acts on instructions."]) };
  const { documents } = await assay.uploadDocuments([file], target);
  const documentId = documents[0]?.documentId ?? "";
  const result = await assay.getDocumentResult(documentId, { fields: ["status", "complianceItems.status"] });
  // Ids and the members that are named as a whole are there; the compiler knows no more of the others.
  const { status, documentId: sameId }: { status: string; documentId: string } = result;
  assert.deepEqual([status, sameId], ["queued", documentId]);
  // @ts-expect-error: a member that is not named may be missing.
  const { fileName }: { fileName: string } = result;
  assert.equal(fileName, undefined);
  const whole = await assay.getDocumentResult(documentId);
  assert.equal(whole.fileName satisfies string, "a.txt");
});
