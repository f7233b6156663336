import { access, constants, stat } from "node:fs/promises";
import { exitCodes, Problem, unreadable } from "./problem.ts";

/** Refuses files that cannot be submitted, before anything is made for them at the service. */
export async function checkFiles(files: string[]): Promise<void> {
  for (const file of files) {
    const facts = await access(file, constants.R_OK)
      .then(() => stat(file))
      .catch((error: NodeJS.ErrnoException) => {
        throw unreadable(file, error);
      });
    if (facts.isDirectory()) throw unreadable(file, { code: "EISDIR" });
    if (!facts.isFile()) throw new Problem(`${file} is not a file.`, exitCodes.failed);
    if (facts.size === 0) throw new Problem(`${file} is empty.`, exitCodes.failed);
  }
}
