import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openS3BlobStore } from "../server/src/blobs/s3-blob-store.ts";
import { startTestS3, type TestS3 } from "../server/src/testing/s3-server.ts";
import { createTestDatabase, type TestDatabase } from "../server/src/testing/test-database.ts";
import { until } from "../server/src/testing/until.ts";
import { aReceiver } from "../server/src/testing/webhook-receiver.ts";
import { aDataDirectory, spawnAssay, startAssay } from "./assay-process.ts";

let [data, database, s3] = [] as unknown as [Awaited<ReturnType<typeof aDataDirectory>>, TestDatabase, TestS3];
before(async () => {
  [data, database, s3] = [await aDataDirectory(), await createTestDatabase(), await startTestS3()];
});
after(async () => {
  await s3?.close();
  await database?.drop();
  await data?.remove();
});

test("--role migrate creates a missing bucket and leaves an existing one unchanged", async () => {
  const settings = { ...s3.settings, bucket: "not-there-yet" };
  const { endpoint = "", accessKeyId = "", secretAccessKey = "" } = settings;
  const env = {
    ...{ DATABASE_URL: database.url, ASSAY_DATA_DIR: data.path },
    ASSAY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    ...{ ASSAY_S3_BUCKET: settings.bucket, ASSAY_S3_ENDPOINT: endpoint },
    ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
  };
  const outputs: string[] = [];
  for (let run = 0; run < 2; run++) {
    const migration = spawnAssay(env, ["--role", "migrate"]);
    assert.equal(await migration.ended, 0, migration.output());
    outputs.push(migration.output());
  }
  assert.match(outputs[0] ?? "", /bucket created/);
  assert.doesNotMatch(outputs[1] ?? "", /bucket/);
  const store = openS3BlobStore(settings);
  await store.check();
  store.close();
});

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
