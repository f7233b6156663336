import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { aCompany, aTarget, startUpload, submit } from "../testing/builders.ts";
import { startTestServer } from "../testing/test-server.ts";
import { openDiskBlobStore } from "./disk-blob-store.ts";

const gigabyte = 1024 ** 3;

test("a disk that is nearly full takes no new uploads, and everything else works", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "assay-reserve-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const space = { freeBytes: 100 * gigabyte, totalBytes: 1000 * gigabyte };
  const blobs = await openDiskBlobStore(folder, async () => space);
  const server = await startTestServer({ folder, blobs });
  t.after(() => server.close());
  const company = await aCompany(server);
  const { controlId, frameworkId } = await aTarget(server, company.key);
  const fields = { businessEntityId: company.businessEntityId, controlId };
  const files = [{ fileName: "a.txt", fileSize: 5 }];
  assert.equal((await submit(server, company, fields)).status, 202);

  space.freeBytes = 1.9 * gigabyte;
  for (const refused of [
    await submit(server, company, fields),
    await startUpload(server, company, { files, ...fields, complianceFrameworkId: frameworkId }),
  ]) {
    assert.equal(refused.status, 503, refused.text);
    assert.match(refused.body.message, /too little disk space/);
    assert.equal(refused.headers["retry-after"], "60");
  }
  const { body } = await server.call("/v1/documents", { key: company.key });
  assert.equal(body.documents.length, 1);
  await blobs.put(
    "pages",
    (async function* () {
      yield Buffer.from("pages of a running document");
    })(),
  );

  Object.assign(space, { freeBytes: 2 * gigabyte, totalBytes: 30 * gigabyte });
  assert.equal((await submit(server, company, fields)).status, 202, "5 % of a small disk are enough");
});
