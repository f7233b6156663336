import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** The account that PostgreSQL runs under. PostgreSQL refuses to run as root, so root uses an unprivileged account. */
export interface ServerAccount {
  uid: number;
  gid: number;
  /** Whether it differs from the account of this process. */
  isOther: boolean;
}

/** Best first; every Unix has the last one. */
const unprivilegedAccounts = ["postgres", "nobody"];

export async function chooseAccount(): Promise<ServerAccount> {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  if (uid !== 0) return { uid, gid, isOther: false };
  const accounts = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of unprivilegedAccounts) {
    const account = accounts.find(([accountName]) => accountName === name);
    if (account !== undefined) return { uid: Number(account[2]), gid: Number(account[3]), isOther: true };
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is no account named postgres or nobody to run it under. Start Assay as another user.",
  );
}

/** Whether the account may enter a folder or execute a file: the path and every folder above it must allow that. */
export async function canReach(path: string, { uid, gid, isOther }: ServerAccount): Promise<boolean> {
  if (!isOther) return true;
  for (let current = resolve(path); ; current = dirname(current)) {
    const { mode, uid: owner, gid: group } = await stat(current);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (current === dirname(current)) return true;
  }
}

/** Options of a child process that runs under the account. */
export const spawnAs = ({ uid, gid, isOther }: ServerAccount) => (isOther ? { uid, gid } : {});
