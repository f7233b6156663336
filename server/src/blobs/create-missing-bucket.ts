import { CreateBucketCommand, HeadBucketCommand } from "@aws-sdk/client-s3";
import { AppError } from "../platform/app-error.ts";
import { StartProblem } from "../platform/start-problem.ts";
import { openS3Client, type S3Settings } from "./s3-client.ts";

/** Another process that started at the same time has created it. */
const createdMeanwhile = ["BucketAlreadyOwnedByYou", "BucketAlreadyExists", "OperationAborted"];

/**
 * Creates the bucket if the store reports that it is missing. A bucket that this account may use but not inspect is
 * assumed to exist. Only a missing bucket that cannot be created is a problem.
 */
export async function createMissingBucket(settings: S3Settings): Promise<"created" | "present" | "unknown"> {
  const client = openS3Client(settings);
  const Bucket = settings.bucket;
  const refuse = (what: string) => (error: unknown) => {
    const cause = error instanceof AppError ? error.cause : error;
    const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
    throw new StartProblem(
      `The bucket ${Bucket} ${what} (${[name, message].filter(Boolean).join(": ")}). Create it, or check the ASSAY_S3_ settings and the account's permissions.`,
    );
  };
  try {
    const found = await client.send(new HeadBucketCommand({ Bucket })).then(
      () => "present" as const,
      (error: unknown) => {
        if (error instanceof AppError) return refuse("cannot be checked: the store does not answer")(error);
        return isMissing(error) ? "missing" : "unknown";
      },
    );
    if (found !== "missing") return found;
    return await client.send(new CreateBucketCommand({ Bucket })).then(
      () => "created" as const,
      (error: unknown) => {
        if (error instanceof Error && createdMeanwhile.includes(error.name)) return "present";
        return refuse("is missing and cannot be created")(error);
      },
    );
  } finally {
    client.destroy();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && ["NotFound", "NoSuchBucket"].includes(error.name);
}
