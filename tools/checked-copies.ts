import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { appendFile, mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";

/** As `sha256sum` writes it, so that a backup can be checked without us: `sha256sum -c SHA256SUMS`. */
export const sumsFile = "SHA256SUMS";

/** Copies one file for this account alone, and yields what its bytes hash to. It is safe on the disk when this resolves. */
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

export function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** A folder that fills with copies and a list of what they hash to. */
export class CheckedCopies {
  readonly folder: string;
  files = 0;
  bytes = 0;
  #lines: string[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  /** False when the file was gone before it was reached. */
  async add(from: string, path: string): Promise<boolean> {
    try {
      const { sha256, bytes } = await copyPrivately(from, join(this.folder, path));
      await this.#note(sha256, path, bytes);
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  async addText(path: string, content: string): Promise<void> {
    const file = await open(join(this.folder, path), "wx", 0o600);
    await file.writeFile(content);
    await file.close();
    await this.#note(createHash("sha256").update(content).digest("hex"), path, Buffer.byteLength(content));
  }

  async #note(sha256: string, path: string, bytes: number): Promise<void> {
    this.files += 1;
    this.bytes += bytes;
    this.#lines.push(`${sha256}  ${path}\n`);
    if (this.#lines.length >= 1000) await this.flush();
  }

  async flush(): Promise<void> {
    await appendFile(join(this.folder, sumsFile), this.#lines.splice(0).join(""), { mode: 0o600 });
  }
}
