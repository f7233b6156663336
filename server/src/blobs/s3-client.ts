import { S3Client } from "@aws-sdk/client-s3";
import { throwStorageError } from "./storage-error.ts";

export interface S3Settings {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
}

const quiet = () => undefined;

export function openS3Client(settings: Omit<S3Settings, "bucket">): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    // A store that does not answer must not block a request or a lock. An answer has to begin within 10 seconds, in each of three
    // attempts; a connection may rest longer than a stalled caller is tolerated.
    requestHandler: {
      ...{ connectionTimeout: 5000, requestTimeout: 10_000, throwOnRequestTimeout: true },
      socketTimeout: 180_000,
    },
    // The SDK would log to the console; errors are thrown and logged by the service.
    logger: { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
    // Bodies are streams, which cannot be read twice for a checksum, and not every S3-compatible store supports trailers.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  // Outermost, so that the SDK's own retries happen first.
  client.middlewareStack.add((next) => (args) => next(args).catch(throwStorageError), {
    ...{ step: "initialize", priority: "high", name: "throwStorageError" },
  });
  return client;
}
