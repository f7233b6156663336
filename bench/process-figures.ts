// CPU time and memory of the children of this process, from /proc.
import { readdirSync, readFileSync } from "node:fs";

/** User and system seconds of all children, ended ones included. */
export function cpuSecondsOfChildren(): number {
  // Fields 14 to 17 of proc_pid_stat(5), in ticks; Linux has 100 ticks a second.
  let ticks = ticksOf("self", 16);
  for (const pid of runningChildren()) ticks += ticksOf(pid, 14) + ticksOf(pid, 16);
  return ticks / 100;
}

/** The highest peak memory of the running children. */
export function peakBytesOfChildren(): number {
  const peaks = runningChildren().map((pid) => Number(/VmHWM:\s+(\d+)/.exec(read(pid, "status"))?.[1] ?? 0) * 1024);
  return Math.max(0, ...peaks);
}

function runningChildren(): string[] {
  return readdirSync("/proc/self/task").flatMap((thread) =>
    read(`self/task/${thread}`, "children")
      .split(" ")
      .filter((pid) => pid.trim() !== ""),
  );
}

/** Sum of a user and a system field. The second field, a name in brackets, may contain spaces. */
function ticksOf(pid: string, field: number): number {
  const stat = read(pid, "stat");
  if (stat === "") return 0;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[field - 3]) + Number(fields[field - 2]);
}

function read(place: string, name: string): string {
  try {
    return readFileSync(`/proc/${place}/${name}`, "latin1");
  } catch {
    // The process has ended since it was listed.
    return "";
  }
}
