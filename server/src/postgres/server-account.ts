import { readFile } from "node:fs/promises";
import type { UnixAccount } from "../platform/unix-account.ts";

/** The account that PostgreSQL runs under. PostgreSQL refuses to run as root, so root uses an unprivileged account. */
export type ServerAccount = UnixAccount;

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

/** Options of a child process that runs under the account. */
export const spawnAs = ({ uid, gid, isOther }: ServerAccount) => (isOther ? { uid, gid } : {});
