import { readdir, readFile } from "node:fs/promises";

/** A process and its descendants, itself first. On systems without /proc only itself. */
export async function listProcessTree(pid: number): Promise<number[]> {
  const pids = [pid];
  // Children are listed under the thread that started them.
  for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
    const children = await readFile(`/proc/${pid}/task/${thread}/children`, "latin1").catch(() => "");
    for (const child of children.split(" "))
      if (child.trim() !== "") pids.push(...(await listProcessTree(Number(child))));
  }
  return pids;
}
