/**
 * A call to the operating system failed: a full disk, too many open files, a folder that is gone. That says nothing of
 * the file that was being read, which may well be read on another try or another machine.
 */
export function isMachineFault(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
