// CPU time, memory and open files of a process and its descendants, from /proc.
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessFigures {
  pid: number;
  /** As the kernel knows it, for example node or postgres. */
  name: string;
  /** Of its own threads. */
  cpuSeconds: number;
  /** Of children that have ended. */
  endedChildrenCpuSeconds: number;
  residentBytes: number;
  /** Without memory shared with other processes, such as PostgreSQL's buffers. */
  privateBytes: number;
  peakBytes: number;
  openFiles: number;
}

const ticksPerSecond = 100;

/** The process first. Processes that end meanwhile are left out. */
export function processTree(pid: number): ProcessFigures[] {
  const own = figuresOf(pid);
  return own === undefined ? [] : [own, ...childrenOf(pid).flatMap(processTree)];
}

function childrenOf(pid: number): number[] {
  return list(`${pid}/task`).flatMap((thread) =>
    read(`${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );
}

function figuresOf(pid: number): ProcessFigures | undefined {
  const [stat, status] = [read(`${pid}/stat`), read(`${pid}/status`)];
  if (stat === "" || !status.includes("VmRSS")) return undefined;
  // Fields 14 to 17 of proc_pid_stat(5). The second field, a name in brackets, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const seconds = (field: number) => Number(fields[field - 3]) / ticksPerSecond;
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
  return {
    pid,
    name: /Name:\s+(.*)/.exec(status)?.[1] ?? "",
    cpuSeconds: seconds(14) + seconds(15),
    endedChildrenCpuSeconds: seconds(16) + seconds(17),
    residentBytes: bytes("VmRSS"),
    privateBytes: bytes("RssAnon"),
    peakBytes: bytes("VmHWM"),
    openFiles: list(`${pid}/fd`).length,
  };
}

function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "latin1");
  } catch {
    return "";
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(`/proc/${path}`);
  } catch {
    return [];
  }
}
