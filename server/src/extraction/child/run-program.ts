import { type ChildProcess, spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** A program that a reader needs, such as tesseract. */
export interface ProgramRun {
  program: string;
  args: string[];
  timeoutSeconds: number;
}

export type ProgramOutcome =
  | { state: "ended"; code: number | null; stdout: string; stderr: string }
  | { state: "missing" }
  | { state: "late" };

/** tesseract describes a page in less than a megabyte. */
const maxOutputCharacters = 64 * 1024 ** 2;

/** Resolves when the program has ended or was killed, with its process group, at its time limit. */
export function superviseProgram(child: ChildProcess, timeoutSeconds: number): Promise<ProgramOutcome> {
  return new Promise((resolve) => {
    let isLate = false;
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name]?.setEncoding("utf8").on("data", (text: string) => {
        if (output[name].length < maxOutputCharacters) output[name] += text;
      });
    const clock = setTimeout(() => {
      isLate = true;
      killGroup(child.pid);
    }, timeoutSeconds * 1000);
    child.once("exit", () => killGroup(child.pid));
    child.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(clock);
      resolve(error.code === "ENOENT" ? { state: "missing" } : { state: "ended", code: -1, ...output });
    });
    child.once("close", (code) => {
      clearTimeout(clock);
      resolve(isLate ? { state: "late" } : { state: "ended", code, ...output });
    });
  });
}

export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The whole group has ended.
  }
}

/** Outside of an extraction child, in tests and tools, a reader starts programs itself. */
let runner = ({ program, args, timeoutSeconds }: ProgramRun): Promise<ProgramOutcome> =>
  superviseProgram(spawn(program, args, { detached: true, stdio: ["ignore", "pipe", "pipe"] }), timeoutSeconds);

/** An extraction child may start no process: it asks its parent. */
export function delegatePrograms(ask: (run: ProgramRun) => Promise<ProgramOutcome>): void {
  runner = ask;
}

export const runProgram = (run: ProgramRun): Promise<ProgramOutcome> => runner(run);

/** The launcher of a sandbox cannot tell a missing program from one that fails. */
export async function findProgram(name: string, path = ""): Promise<string | undefined> {
  const folders = path.split(delimiter).filter(isAbsolute);
  for (const file of isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name)))
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file;
  return undefined;
}
