import { access, constants, stat } from "node:fs/promises";
import { CliError, exitCodes, unreadableFile } from "./cli-error.ts";

/** Refuses files that cannot be submitted, before anything is created at the service. */
export async function checkFiles(files: string[]): Promise<void> {
  for (const file of files) {
    const stats = await access(file, constants.R_OK)
      .then(() => stat(file))
      .catch((error: NodeJS.ErrnoException) => {
        throw unreadableFile(file, error);
      });
    if (stats.isDirectory()) throw unreadableFile(file, { code: "EISDIR" });
    if (!stats.isFile()) throw new CliError(`${file} is not a file.`, exitCodes.failed);
    if (stats.size === 0) throw new CliError(`${file} is empty.`, exitCodes.failed);
  }
}
