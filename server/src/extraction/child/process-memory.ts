import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { processTree } from "./process-tree.ts";

const run = promisify(execFile);

/** Memory in use by a process and the programs it started; 0 when it has ended. */
export async function residentBytes(pid: number): Promise<number> {
  return process.platform === "linux" ? ownAndChildren(pid) : askPs(pid);
}

async function ownAndChildren(pid: number): Promise<number> {
  let bytes = 0;
  for (const one of await processTree(pid)) {
    const status = await readFile(`/proc/${one}/status`, "latin1").catch(() => "");
    bytes += Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  }
  return bytes;
}

/** macOS has no /proc. The process leads a group of its own, so the group is the process and what it started. */
async function askPs(pid: number): Promise<number> {
  const { stdout } = await run("ps", ["-A", "-o", "pgid=,rss="]).catch(() => ({ stdout: "" }));
  let bytes = 0;
  for (const line of stdout.split("\n")) {
    const [group, kilobytes] = line.trim().split(/\s+/).map(Number);
    if (group === pid) bytes += (kilobytes ?? 0) * 1024;
  }
  return bytes;
}
