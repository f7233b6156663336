import { AppError } from "./app-error.ts";

/** The disk is full, read-only or failing, or this process has too many files open. */
const diskErrorCodes = /^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/;

/** Turns a failure of the disk into `unavailable`, with the time to retry after; undefined for other errors. */
export function toDiskError(error: unknown): AppError | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!diskErrorCodes.test(code)) return undefined;
  return new AppError("unavailable", "Files cannot be stored at the moment; try again shortly.", {
    cause: error,
    // A person has to free space on the disk.
    retryAfterSeconds: 30,
  });
}
