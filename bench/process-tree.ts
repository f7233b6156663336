// What another process and all that it has started use at this moment, from /proc.
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessFigures {
  pid: number;
  /** As the kernel knows it, for example node or postgres. */
  name: string;
  /** Of its own threads; `waitedFor` is what children used that have ended. */
  cpuSeconds: number;
  waitedForCpuSeconds: number;
  residentBytes: number;
  /** Without what it shares with others, such as PostgreSQL's buffers or a program's own file. */
  privateBytes: number;
  peakBytes: number;
  openFiles: number;
}

/** Linux has always had 100 ticks a second. */
const ticksPerSecond = 100;

/** The process first. One that ends while it is looked at is left out. */
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
  // The second field, a name in brackets, may hold anything; fields 14 to 17 of proc_pid_stat(5) are what counts.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const seconds = (field: number) => Number(fields[field - 3]) / ticksPerSecond;
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
  return {
    pid,
    name: /Name:\s+(.*)/.exec(status)?.[1] ?? "",
    cpuSeconds: seconds(14) + seconds(15),
    waitedForCpuSeconds: seconds(16) + seconds(17),
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
