import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { listProcessTree } from "./process-tree.ts";

const run = promisify(execFile);

/** Resident memory of a process and the programs it started; 0 if it has ended. */
export async function residentBytes(pid: number): Promise<number> {
  return process.platform === "linux" ? readProc(pid) : readPs(pid);
}

async function readProc(pid: number): Promise<number> {
  let bytes = 0;
  for (const one of await listProcessTree(pid)) {
    const status = await readFile(`/proc/${one}/status`, "latin1").catch(() => "");
    bytes += Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  }
  return bytes;
}

/** macOS has no /proc. The process leads a process group, which contains the programs it started. */
async function readPs(pid: number): Promise<number> {
  const { stdout } = await run("ps", ["-A", "-o", "pgid=,rss="]).catch(() => ({ stdout: "" }));
  let bytes = 0;
  for (const line of stdout.split("\n")) {
    const [group, kilobytes] = line.trim().split(/\s+/).map(Number);
    if (group === pid) bytes += (kilobytes ?? 0) * 1024;
  }
  return bytes;
}
