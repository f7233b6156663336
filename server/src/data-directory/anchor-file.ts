import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** Longer than any line. */
const tailBytes = 1024 * 1024;

/** A file to which lines are only added. The lines that one call adds are written completely or not at all. */
export async function appendLines(path: string, lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  const file = await open(path, "a+", 0o600);
  try {
    const { sizeBytes, separator } = await findEnd(file);
    try {
      // Unlike a single write, this writes everything: a nearly full disk may accept only a part.
      await file.appendFile(`${separator}${lines.join("\n")}\n`);
      await file.sync();
    } catch (error) {
      await file.truncate(sizeBytes);
      throw error;
    }
  } finally {
    await file.close();
  }
}

/** A crash may have left an incomplete line, which is removed. A last line without its end is complete if it is JSON. */
async function findEnd(file: FileHandle): Promise<{ sizeBytes: number; separator: string }> {
  const { size } = await file.stat();
  const start = Math.max(0, size - tailBytes);
  const tail = Buffer.alloc(size - start);
  await file.read(tail, 0, tail.length, start);
  const lastLine = tail.subarray(tail.lastIndexOf("\n") + 1);
  if (lastLine.length === 0) return { sizeBytes: size, separator: "" };
  if (isJson(lastLine.toString("utf8"))) return { sizeBytes: size, separator: "\n" };
  const sizeBytes = size - lastLine.length;
  await file.truncate(sizeBytes);
  return { sizeBytes, separator: "" };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export async function readLines(path: string): Promise<string[]> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  const lines: string[] = [];
  if (file === undefined) return lines;
  // Line by line, because the file grows for years. The end of the iteration closes it.
  for await (const line of file.readLines()) if (line !== "") lines.push(line);
  return lines;
}
