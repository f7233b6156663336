import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ServiceFile } from "@assay/sdk";
import { CliError, exitCodes, usageError } from "./cli-error.ts";
import type { Option } from "./command.ts";
import type { Terminal } from "./terminal.ts";

export const outOption: Option = {
  name: "out",
  value: "FILE",
  summary: "The file to write, or - for stdout. By default, the name that the service suggests.",
};

/** Returns the path and the size; undefined after writing to stdout. */
export async function saveFile(
  terminal: Terminal,
  { fileName, content }: ServiceFile,
  out: string | undefined,
): Promise<{ file: string; sizeBytes: number } | undefined> {
  if (out === "") throw usageError("--out needs a file name.");
  const bytes = new Uint8Array(await content.arrayBuffer());
  if (out === "-") {
    await terminal.outBytes(bytes);
    return undefined;
  }
  const file = resolve(out ?? fileName);
  await writeFile(file, bytes).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${file} cannot be written (${error.code}).`, exitCodes.failed);
  });
  return { file, sizeBytes: bytes.length };
}
