import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";

/** A file to which lines are only added. */
export async function appendLines(path: string, lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  const before = await readFile(path, "utf8").catch(() => "");
  const file = await open(path, "a", 0o600);
  try {
    // A crash may have left an incomplete line.
    const separator = before === "" || before.endsWith("\n") ? "" : "\n";
    await file.write(`${separator}${lines.join("\n")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function readLines(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").filter((line) => line !== "");
}
