import type { KeptFile } from "./kept-uploads.ts";

/** The chosen files in upload order, or the name of the first file that is missing or has changed. */
export function matchFiles(kept: KeptFile[], chosen: File[]): { files: File[]; missing: string | undefined } {
  const left = [...chosen];
  const files: File[] = [];
  for (const { name, size, lastModified } of kept) {
    const at = left.findIndex((file) => file.name === name && file.size === size && file.lastModified === lastModified);
    const [file] = at < 0 ? [] : left.splice(at, 1);
    if (file === undefined) return { files: [], missing: name };
    files.push(file);
  }
  return { files, missing: undefined };
}
