/** A system call failed: a full disk, too many open files. Another attempt may be able to read the file. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
