import { CreateBucketCommand, HeadBucketCommand } from "@aws-sdk/client-s3";
import { AppError } from "../platform/app-error.ts";
import { StartProblem } from "../platform/start-problem.ts";
import { openS3Client, type S3Settings } from "./s3-client.ts";

/** Another who starts at the same time was first. */
const madeMeanwhile = ["BucketAlreadyOwnedByYou", "BucketAlreadyExists", "OperationAborted"];

/**
 * Makes the bucket where there is none. One that this account may use but not look at is taken to be there: only what the
 * store says is missing is made, and only what is missing and cannot be made is a problem.
 */
export async function createMissingBucket(settings: S3Settings): Promise<"created" | "present" | "unknown"> {
  const client = openS3Client(settings);
  const Bucket = settings.bucket;
  const stop = (what: string) => (error: unknown) => {
    const cause = error instanceof AppError ? error.cause : error;
    const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
    throw new StartProblem(
      `The bucket ${Bucket} ${what} (${[name, message].filter(Boolean).join(": ")}). Create it, or check the ASSAY_S3_ settings and the account's rights.`,
    );
  };
  try {
    const found = await client.send(new HeadBucketCommand({ Bucket })).then(
      () => "present" as const,
      (error: unknown) => {
        if (error instanceof AppError) return stop("cannot be looked for: the store does not answer")(error);
        return isMissing(error) ? "missing" : "unknown";
      },
    );
    if (found !== "missing") return found;
    return await client.send(new CreateBucketCommand({ Bucket })).then(
      () => "created" as const,
      (error: unknown) => {
        if (error instanceof Error && madeMeanwhile.includes(error.name)) return "present";
        return stop("is missing and cannot be created")(error);
      },
    );
  } finally {
    client.destroy();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && ["NotFound", "NoSuchBucket"].includes(error.name);
}
