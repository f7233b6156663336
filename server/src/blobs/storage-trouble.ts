import { AppError } from "../platform/app-error.ts";

/** The disk is full, read-only or failing, or this process has too many files open. */
const ofDisk = /^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/;
const ofLine = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const namesOfStore = /^(TimeoutError|RequestTimeout|SlowDown|ServiceUnavailable|InternalError|Throttling\w*)$/;
const messagesOfLine = /^(aborted|socket hang up)$/;

/** A store that is out of order is "not now" rather than "never": callers are told when to come back. Anything else stays. */
function toStorageTrouble(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const code = "code" in error ? String(error.code) : "";
  if (ofDisk.test(code))
    return new AppError("unavailable", "Files cannot be stored at the moment; try again shortly.", {
      cause: error,
      // Room on a disk is made by a person.
      retryAfterSeconds: 30,
    });
  const { httpStatusCode: status = 0 } = ("$metadata" in error && error.$metadata) as { httpStatusCode?: number };
  const isPassing =
    status >= 500 ||
    status === 429 ||
    ofLine.test(code) ||
    namesOfStore.test(error.name) ||
    messagesOfLine.test(error.message);
  if (!isPassing) return error;
  return new AppError("unavailable", "The store of files cannot be reached at the moment; try again shortly.", {
    cause: error,
    retryAfterSeconds: 5,
  });
}

/** For waiting on: `work().catch(throwStorageTrouble)`. */
export function throwStorageTrouble(error: unknown): never {
  throw toStorageTrouble(error);
}
