import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openS3BlobStore } from "../../server/src/blobs/s3-blob-store.ts";
import { startTestS3, type TestS3 } from "../../server/src/testing/s3-server.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { until } from "../assay-process.ts";
import { apiAndWorker, type DrillService, startDrillService } from "./drill-service.ts";
import { drillSize } from "./drill-size.ts";
import { type Fault, type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { assertGuarantees } from "./guarantees.ts";
import { createTenants, startSteadyLoad } from "./steady-load.ts";

let database: TestDatabase;
let s3: TestS3;
let proxy: FaultProxy;
let service: DrillService;

before(async () => {
  database = await createTestDatabase();
  s3 = await startTestS3();
  proxy = await startFaultProxy(s3.settings.endpoint ?? "", 5);
  const { bucket, region, accessKeyId = "", secretAccessKey = "" } = s3.settings;
  service = await startDrillService({
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

test("no document is lost when the store fails, throttles, disconnects or is slow", async (context) => {
  const load = startSteadyLoad(context, await createTenants(service.url), {
    url: service.url,
    documents: drillSize.documents,
  });
  await load.waitForMore(1);
  const faults: Fault[] = ["error", "slowDown", "resetWhileSending", "resetWhileAnswering", "slow"];
  proxy.inject(faults, 3);
  await wait(drillSize.faultSeconds * 1000);
  load.allowMore(3);
  await load.waitForMore(3);
  const countBefore = load.responses.length;
  proxy.inject(["error", "resetWhileSending"], 1);
  load.allowMore(4);
  await until(() => load.responses.slice(countBefore).some(({ status }) => status === 503), 60);
  proxy.inject([], 1);
  await load.waitForMore(1);
  context.diagnostic([...proxy.injected].map(([fault, times]) => `${fault} ${times} times`).join(", "));
  for (const fault of faults) assert.ok(proxy.injected.has(fault), `${fault} was never injected`);
  const blobs = openS3BlobStore(s3.settings);
  try {
    await assertGuarantees(context, load, { url: service.url, databaseUrl: database.url, blobs });
  } finally {
    blobs.close();
  }
  const { objects, uploads } = await s3.contents();
  // Interrupted uploads are recorded and removed later.
  context.diagnostic(`${objects.length} objects, ${uploads.length} uploads open`);
});
