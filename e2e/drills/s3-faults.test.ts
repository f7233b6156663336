import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openS3BlobStore } from "../../server/src/blobs/s3-blob-store.ts";
import { startTestS3, type TestS3 } from "../../server/src/testing/s3-server.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { until } from "../assay-process.ts";
import { extent } from "./drill-extent.ts";
import { aDrillService, apiAndWorker, type DrillService } from "./drill-service.ts";
import { aFaultProxy, type Fault, type FaultProxy } from "./fault-proxy.ts";
import { assertPromisesKept } from "./kept-promises.ts";
import { startLoad, tenantsOf } from "./steady-load.ts";

let database: TestDatabase;
let s3: TestS3;
let proxy: FaultProxy;
let service: DrillService;

before(async () => {
  database = await createTestDatabase();
  s3 = await startTestS3();
  proxy = await aFaultProxy(s3.settings.endpoint ?? "", 5);
  const { bucket, region, accessKeyId = "", secretAccessKey = "" } = s3.settings;
  service = await aDrillService({
    env: {
      DATABASE_URL: database.url,
      ...{ ASSAY_S3_BUCKET: bucket, ASSAY_S3_ENDPOINT: proxy.url, ASSAY_S3_REGION: region },
      ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
      ASSAY_CHUNK_SIZE_BYTES: String(5 * 1024 * 1024),
    },
    parts: apiAndWorker,
  });
});

after(async () => {
  await service?.stop();
  await proxy?.close();
  await s3?.close();
  await database?.drop();
});

test("a store that errs, asks for patience, hangs up and dawdles costs nobody a document", async (context) => {
  const load = startLoad(context, await tenantsOf(service.url), { url: service.url, documents: extent.documents });
  await load.more(1);
  const faults: Fault[] = ["error", "slowDown", "resetWhileSending", "resetWhileAnswering", "slow"];
  proxy.spoil(faults, 3);
  await wait(extent.faultSeconds * 1000);
  load.allow(3);
  await load.more(3);
  const seenBefore = load.seen.length;
  proxy.spoil(["error", "resetWhileSending"], 1);
  load.allow(4);
  await until(() => load.seen.slice(seenBefore).some(({ status }) => status === 503), 60);
  proxy.spoil([], 1);
  await load.more(1);
  context.diagnostic([...proxy.happened].map(([fault, times]) => `${fault} ${times} times`).join(", "));
  for (const fault of faults) assert.ok(proxy.happened.has(fault), `${fault} never happened`);
  const blobs = openS3BlobStore(s3.settings);
  try {
    await assertPromisesKept(context, load, { url: service.url, databaseUrl: database.url, blobs });
  } finally {
    blobs.close();
  }
  const { objects, uploads } = await s3.contents();
  // What was cut off half-way is noted, and removed when its time has come.
  context.diagnostic(`${objects.length} objects, ${uploads.length} uploads open`);
});
