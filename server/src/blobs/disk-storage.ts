import { randomUUID } from "node:crypto";
import { mkdir, open, unlink } from "node:fs/promises";
import { join } from "node:path";

/** Files of documents, under the data directory. */
export interface DiskStorage {
  /** Proves that a file can be written and is durable; rejects otherwise. */
  check(): Promise<void>;
}

export async function openDiskStorage(dataDirectory: string): Promise<DiskStorage> {
  const folder = join(dataDirectory, "blobs");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async check() {
      const probe = join(folder, `.probe-${randomUUID()}`);
      const file = await open(probe, "wx", 0o600);
      try {
        await file.writeFile("ok");
        await file.datasync();
      } finally {
        await file.close();
        await unlink(probe);
      }
    },
  };
}
