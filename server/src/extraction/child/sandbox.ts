import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canReach, type UnixAccount } from "../../platform/unix-account.ts";

/** What the operating system enforces on a child and on the programs started for it. Node's permission model comes on top. */
export interface Sandbox {
  /** Absent where we are not root or the account could not reach the program. */
  account: UnixAccount | undefined;
  hasNoNewPrivileges: boolean;
  hasNoNetwork: boolean;
  wrap(program: string, args: string[]): { command: string; args: string[]; options: { uid?: number; gid?: number } };
}

/** No distribution assigns these numbers; systemd's documentation lists 60578 to 61183 as unused. */
const firstUid = 60_600;
const uidCount = 500;
let nextUid = 0;

/** Sets limits that the readers never need, and offers the process to the kernel first when memory runs out. */
const limitsScript = `{ echo 1000 >/proc/self/oom_score_adj; ulimit -c 0; ulimit -n 1024; } 2>/dev/null; exec "$@"`;
const withLimits = ["/bin/sh", "-c", limitsScript, "assay-extraction"];

const server = join(import.meta.dirname, "..", "..", "..");
const root = join(server, "..");
/** Everything that a child's program consists of. The data directory is often beside it, so the root itself is not in the list. */
const programFiles = [
  join(server, "src"),
  join(server, "package.json"),
  join(server, "node_modules"),
  join(root, "package.json"),
  join(root, "node_modules"),
].filter((path) => existsSync(path));

/** The strictest of the ways below that works here. `folder` is where the child's files will be. */
export async function openSandbox(folder: string): Promise<Sandbox> {
  const account = await chooseAccount(folder);
  const asAccount = account === undefined ? [] : [`--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups"];
  const privileges = ["setpriv", ...asAccount, "--no-new-privs", "--inh-caps=-all"];
  // Root without an account of its own for the child must keep its rights on the files.
  if (account !== undefined) privileges.push("--bounding-set=-all");
  privileges.push("--");
  const isRoot = process.getuid?.() === 0;
  const network = isRoot ? ["unshare", "--net", "--"] : ["unshare", "--user", "--map-current-user", "--net", "--"];
  const ways = [
    { prefix: [...network, ...privileges], hasNoNewPrivileges: true, hasNoNetwork: true },
    { prefix: privileges, hasNoNewPrivileges: true, hasNoNetwork: false },
  ];
  for (const { prefix, ...has } of process.platform === "linux" ? ways : []) {
    if (!(await succeeds(prefix))) continue;
    const [command = "", ...before] = [...withLimits, ...prefix];
    return {
      account,
      ...has,
      wrap: (program, args) => ({ command, args: [...before, program, ...args], options: {} }),
    };
  }
  const [command = "", ...before] = withLimits;
  const options = account === undefined ? {} : { uid: account.uid, gid: account.gid };
  return {
    ...{ account, hasNoNewPrivileges: false, hasNoNetwork: false },
    wrap: (program, args) => ({ command, args: [...before, program, ...args], options }),
  };
}

/** Each child has an account of its own, so that no child can touch another. */
async function chooseAccount(folder: string): Promise<UnixAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const uid = firstUid + (nextUid++ % uidCount);
  const account = { uid, gid: uid, isOther: true };
  for (const path of [folder, process.execPath, import.meta.dirname, join(root, "node_modules")])
    if (!(await canReach(path, account))) return undefined;
  return account;
}

/** The wanted folder, unless we are root and it is below a folder that no other account may enter. */
export async function chooseChildrenFolder(wanted: string): Promise<string> {
  if (process.getuid?.() !== 0) return wanted;
  return (await canReach(wanted, { uid: firstUid, gid: firstUid, isOther: true })) ? wanted : tmpdir();
}

const known = new Map<string, Promise<boolean>>();

function succeeds(prefix: string[]): Promise<boolean> {
  // The account's number makes no difference.
  const key = prefix.filter((part) => !/^--re[ug]id=/.test(part)).join(" ");
  const found = known.get(key) ?? runsTrue(prefix);
  known.set(key, found);
  return found;
}

function runsTrue([command = "", ...args]: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = spawn(command, [...args, "/bin/sh", "-c", "exit 0"], { stdio: "ignore" });
    probe.once("error", () => resolve(false)).once("close", (code) => resolve(code === 0));
  });
}

/**
 * Node's permission model: the child reads its program, and reads and writes its own folder. It may start no process and load
 * no native code; threads are for tesseract.js. In Node 20 the model has another name. Only Node 25 extends it to the network.
 */
export function permissionFlags(folder: string): string[] {
  const name = process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";
  const readable = [...new Set([...programFiles, ...programFiles.map((path) => realpathSync(path))])];
  return [
    name,
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...[
      `--allow-fs-read=${folder}`,
      `--allow-fs-write=${join(folder, "out")}`,
      `--allow-fs-write=${join(folder, "tmp")}`,
    ],
    "--allow-worker",
  ];
}
