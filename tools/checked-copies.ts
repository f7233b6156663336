import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { appendFile, mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";

/** In the format of `sha256sum -c`. */
export const sumsFile = "SHA256SUMS";

/** Copies one file with mode 0600 and returns its hash. The copy is flushed to disk when this resolves. */
export async function copyPrivately(from: string, to: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const source = createReadStream(from, { highWaterMark: 1024 * 1024 });
  await new Promise((resolve, reject) => source.once("open", resolve).once("error", reject));
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const target = await open(to, "wx", 0o600);
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      hash.update(piece);
      bytes += piece.length;
      for (let at = 0; at < piece.length; ) at += (await target.write(piece, at)).bytesWritten;
    }
    await target.datasync();
  } finally {
    await target.close();
  }
  return { sha256: hash.digest("hex"), bytes };
}

export function isNotFound(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** A folder of copies with a list of their hashes. */
export class CheckedCopies {
  readonly folder: string;
  files = 0;
  bytes = 0;
  #lines: string[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  /** False when the file no longer exists. */
  async add(from: string, path: string): Promise<boolean> {
    try {
      const { sha256, bytes } = await copyPrivately(from, join(this.folder, path));
      await this.#record(sha256, path, bytes);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async addText(path: string, content: string): Promise<void> {
    const file = await open(join(this.folder, path), "wx", 0o600);
    await file.writeFile(content);
    await file.close();
    await this.#record(createHash("sha256").update(content).digest("hex"), path, Buffer.byteLength(content));
  }

  async #record(sha256: string, path: string, bytes: number): Promise<void> {
    this.files += 1;
    this.bytes += bytes;
    this.#lines.push(`${sha256}  ${path}\n`);
    if (this.#lines.length >= 1000) await this.flush();
  }

  async flush(): Promise<void> {
    await appendFile(join(this.folder, sumsFile), this.#lines.splice(0).join(""), { mode: 0o600 });
  }
}
