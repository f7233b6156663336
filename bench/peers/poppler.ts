// Poppler's programs, for comparison. The service does not use them.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cpuSecondsOfChildren } from "../process-figures.ts";

const run = promisify(execFile);
const maxBuffer = 1024 ** 3;

export async function hasPoppler(): Promise<boolean> {
  // Both print their version to stderr and exit with 0.
  return Promise.all([run("pdftotext", ["-v"]), run("pdfinfo", ["-v"])]).then(
    () => true,
    () => false,
  );
}

/** The words of each page, as one text a page. */
export async function pdftotextPages(path: string): Promise<string[]> {
  const { stdout } = await run("pdftotext", ["-enc", "UTF-8", path, "-"], { maxBuffer });
  return stdout.split("\f").slice(0, -1);
}

export async function pdfinfoPageCount(path: string): Promise<number> {
  const { stdout } = await run("pdfinfo", [path]);
  return Number(/^Pages:\s+(\d+)/m.exec(stdout)?.[1] ?? Number.NaN);
}

/** CPU seconds, user and system, of `pdftotext -bbox`: it writes each word with its position, as we do. Its start is included. */
export async function pdftotextCpuSeconds(path: string, target: string): Promise<number> {
  const before = cpuSecondsOfChildren();
  await run("pdftotext", ["-bbox", "-enc", "UTF-8", path, target]);
  return cpuSecondsOfChildren() - before;
}
