import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { openS3BlobStore } from "../blobs/s3-blob-store.ts";
import { type ACompany, aCompany, anUpload, putChunk } from "../testing/builders.ts";
import { startTestS3, type TestS3 } from "../testing/s3-server.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { analyseDocument } from "./analyse-document.ts";

/** The same on S3, which assembles multipart uploads. */

const chunkBytes = 5 * 1024 * 1024;

let s3: TestS3;
let store: ReturnType<typeof openS3BlobStore>;
let server: TestServer;
let company: ACompany;
let worker: ReturnType<typeof workerDeps>["deps"];
before(async () => {
  s3 = await startTestS3();
  store = openS3BlobStore(s3.settings);
  server = await startTestServer({ blobs: store, upload: { chunkSizeBytes: chunkBytes } });
  company = await aCompany(server);
  ({ deps: worker } = workerDeps(server));
});
after(async () => {
  await worker.children.close();
  await server.close();
  store.close();
  await s3.close();
});

test("a file whose upload is not assembled yet is read, and its pages are stored and can be read one by one", async () => {
  const line = "The subject matter of the processing is set out in this line of the contract.\n\n";
  const bytes = Buffer.from(line.repeat(Math.ceil((chunkBytes + 1000) / line.length)));
  const upload = await anUpload(server, company, [{ fileName: "large.txt", fileSize: bytes.length }]);
  assert.equal((await putChunk(server, company, upload, 0, 0, bytes.subarray(0, chunkBytes))).status, 200);
  const { finish } = store;
  store.finish = () => Promise.reject(new Error("cut off after the commit"));
  await putChunk(server, company, upload, 0, 1, bytes.subarray(chunkBytes));
  store.finish = finish;
  const { body: list } = await server.call("/v1/documents", { key: company.key });
  const { documentId } = list.documents[0];

  const deps = { ...worker, inProgress: new Set<string>() };
  await analyseDocument(deps, { companyId: company.companyId, documentId }, new AbortController().signal);
  const { body: result } = await server.call(`/v1/documents/${documentId}/result`, { key: company.key });
  assert.equal(result.status, "completed", result.failureReason);
  const [file] = result.files;
  assert.equal(file.sha256, createHash("sha256").update(bytes).digest("hex"));
  assert.ok(file.pageCount > 0);
  const last = `/v1/documents/${documentId}/files/${file.fileId}/pages/${file.pageCount}`;
  assert.match((await server.call(last, { key: company.key })).body.text, /subject matter/);
  const { objects, uploads } = await s3.contents();
  assert.deepEqual([objects.length, uploads.length], [2, 0]);
});
