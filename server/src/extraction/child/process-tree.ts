import { readdir, readFile } from "node:fs/promises";

/** A process and all that it has started, itself first. Linux only; elsewhere just itself. */
export async function processTree(pid: number): Promise<number[]> {
  const pids = [pid];
  // A program is listed under the thread that started it.
  for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
    const children = await readFile(`/proc/${pid}/task/${thread}/children`, "latin1").catch(() => "");
    for (const child of children.split(" ")) if (child.trim() !== "") pids.push(...(await processTree(Number(child))));
  }
  return pids;
}

/** A launcher alone would leave behind what it has launched. */
export async function endProcessTree(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  for (const one of await processTree(pid)) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}
