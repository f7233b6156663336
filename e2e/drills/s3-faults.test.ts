import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openS3BlobStore } from "../../server/src/blobs/s3-blob-store.ts";
import { until } from "../../server/src/testing/until.ts";
import { drillSize } from "./drill-size.ts";
import type { Fault } from "./fault-proxy.ts";
import { assertGuarantees } from "./guarantees.ts";
import { type S3Drill, startS3Drill } from "./s3-drill-service.ts";
import { createTenants, startSteadyLoad } from "./steady-load.ts";

let drill: S3Drill;
before(async () => {
  drill = await startS3Drill();
});
after(() => drill?.stop());

test("no document is lost when the store fails, throttles, disconnects or is slow", async (context) => {
  const { database, s3, proxy, service } = drill;
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
