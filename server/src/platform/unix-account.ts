import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** A user and group of the operating system. */
export interface UnixAccount {
  uid: number;
  gid: number;
  /** Whether it differs from the account of this process. */
  isOther: boolean;
}

/** Whether the account may enter a folder or execute a file: the path and every folder above it must allow that. */
export async function canReach(path: string, { uid, gid, isOther }: UnixAccount): Promise<boolean> {
  if (!isOther) return true;
  for (let current = resolve(path); ; current = dirname(current)) {
    const { mode, uid: owner, gid: group } = await stat(current);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (current === dirname(current)) return true;
  }
}
