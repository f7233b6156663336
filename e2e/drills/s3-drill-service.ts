import { startTestS3 } from "../../server/src/testing/s3-server.ts";
import { createTestDatabase } from "../../server/src/testing/test-database.ts";
import { apiAndWorker, type DrillService, startDrillService } from "./drill-service.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";

export interface S3Drill {
  service: DrillService;
  /** Between the service and its store. */
  proxy: FaultProxy;
  s3: Awaited<ReturnType<typeof startTestS3>>;
  database: Awaited<ReturnType<typeof createTestDatabase>>;
  stop(): Promise<void>;
}

/** An API and a worker whose files are in a store that can be made to fail. */
export async function startS3Drill(): Promise<S3Drill> {
  const database = await createTestDatabase();
  const s3 = await startTestS3();
  const proxy = await startFaultProxy(s3.settings.endpoint ?? "", 5);
  const { bucket, region, accessKeyId = "", secretAccessKey = "" } = s3.settings;
  const service = await startDrillService({
    env: {
      DATABASE_URL: database.url,
      ...{ ASSAY_S3_BUCKET: bucket, ASSAY_S3_ENDPOINT: proxy.url, ASSAY_S3_REGION: region },
      ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
      ASSAY_CHUNK_SIZE_BYTES: String(5 * 1024 * 1024),
    },
    parts: apiAndWorker,
  });
  return {
    ...{ service, proxy, s3, database },
    async stop() {
      await service.stop();
      await proxy.close();
      await s3.close();
      await database.drop();
    },
  };
}
