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
    // A store that does not answer must not hold a request or a lock for ever. Longer than a caller may be silent.
    requestHandler: { connectionTimeout: 5000, socketTimeout: 180_000 },
    // It would write to the console; what fails is thrown and told by us.
    logger: { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
    // Bodies are streams: they cannot be read twice for a checksum, and not every S3-compatible store knows trailers.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  // Around everything the client does by itself, its own tries included.
  client.middlewareStack.add((next) => (args) => next(args).catch(throwStorageError), {
    ...{ step: "initialize", priority: "high", name: "throwStorageError" },
  });
  return client;
}
