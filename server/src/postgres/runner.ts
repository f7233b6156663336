import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** The account PostgreSQL runs under. It refuses to run as root, so root hands it to an account without rights. */
export interface Runner {
  uid: number;
  gid: number;
  isSomeoneElse: boolean;
}

/** Accounts that exist for such ends, best first; every Unix has the last one. */
const quietAccounts = ["postgres", "nobody"];

export async function chooseRunner(): Promise<Runner> {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  if (uid !== 0) return { uid, gid, isSomeoneElse: false };
  const accounts = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of quietAccounts) {
    const account = accounts.find(([accountName]) => accountName === name);
    if (account !== undefined) return { uid: Number(account[2]), gid: Number(account[3]), isSomeoneElse: true };
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is no account named postgres or nobody to run it under. Start Assay as another user.",
  );
}

/** Whether an account can walk down to a folder, or run a file: everything on the way must let it through. */
export async function canReach(path: string, { uid, gid, isSomeoneElse }: Runner): Promise<boolean> {
  if (!isSomeoneElse) return true;
  for (let current = resolve(path); ; current = dirname(current)) {
    const { mode, uid: owner, gid: group } = await stat(current);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (current === dirname(current)) return true;
  }
}
