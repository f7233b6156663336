import { readFile } from "node:fs/promises";
import { join } from "node:path";

export interface FloatingImage {
  file: string;
  image: string;
}

/**
 * Images that a tag names, which may be another image tomorrow, the Dockerfile's syntax among them. Our own and stages of a
 * build do not count.
 */
export async function findFloatingImages(root: string): Promise<FloatingImage[]> {
  const found: FloatingImage[] = [];
  for (const file of ["Dockerfile", "compose.yaml"]) {
    const text = await readFile(join(root, file), "utf8");
    const stages = new Set([...text.matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, name]) => name));
    for (const [, image = ""] of text.matchAll(/^(?:# syntax=|FROM |\s+image: )(\S+)/gm)) {
      const isOurs = stages.has(image) || image.startsWith("assay:");
      if (!isOurs && !/@sha256:[0-9a-f]{64}$/.test(image)) found.push({ file, image });
    }
  }
  return found;
}
