import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "../server/src/testing/test-database.ts";
import { until } from "../server/src/testing/until.ts";
import { aReceiver } from "../server/src/testing/webhook-receiver.ts";
import { aDataDirectory, startAssay } from "./assay-process.ts";

test("a service whose account lacks s3:ListBucket starts and reports the missing permission", async () => {
  const [data, database, store] = [await aDataDirectory(), await createTestDatabase(), await aReceiver()];
  // S3 responds like this to such an account: only requests for missing objects fail.
  store.answer = (response) =>
    response.req.method === "GET"
      ? response.writeHead(403, { "content-type": "application/xml" }).end("<Error><Code>AccessDenied</Code></Error>")
      : response.writeHead(200).end();
  const assay = await startAssay({
    ...{ DATABASE_URL: database.url, ASSAY_DATA_DIR: data.path, ASSAY_WORKER_CONCURRENCY: "0" },
    ASSAY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    ...{ ASSAY_S3_BUCKET: "assay", ASSAY_S3_ENDPOINT: store.url },
    ...{ AWS_ACCESS_KEY_ID: "KEY-OF-THE-STORE", AWS_SECRET_ACCESS_KEY: "secret-of-the-store" },
  });
  try {
    await until(() => assay.output().includes("grant the account s3:ListBucket"), 10);
  } finally {
    assay.child.kill("SIGTERM");
    await assay.ended;
    await store.close();
    await database.drop();
    await data.remove();
  }
  assert.match(assay.output(), /"level":40[^\n]*grant the account s3:ListBucket/);
});
