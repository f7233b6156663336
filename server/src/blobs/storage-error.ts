import { AppError } from "../platform/app-error.ts";
import { toDiskError } from "../platform/disk-error.ts";

const networkErrorCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const s3ErrorNames = /^(TimeoutError|RequestTimeout|SlowDown|ServiceUnavailable|InternalError|Throttling\w*)$/;
const connectionMessages = /^(aborted|socket hang up)$/;

/** Turns an outage of the blob store into `unavailable`, with the time to retry after. Other errors pass unchanged. */
function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const code = "code" in error ? String(error.code) : "";
  const diskError = toDiskError(error);
  if (diskError !== undefined) return diskError;
  const { httpStatusCode: status = 0 } = ("$metadata" in error && error.$metadata) as { httpStatusCode?: number };
  const isTransient =
    status >= 500 ||
    status === 429 ||
    networkErrorCodes.test(code) ||
    s3ErrorNames.test(error.name) ||
    connectionMessages.test(error.message);
  if (!isTransient) return error;
  return new AppError("unavailable", "The file store cannot be reached at the moment; try again shortly.", {
    cause: error,
    retryAfterSeconds: 5,
  });
}

/** Use as `work().catch(throwStorageError)`. */
export function throwStorageError(error: unknown): never {
  throw toStorageError(error);
}
