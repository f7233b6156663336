import type { KeptFile } from "./kept-uploads.ts";

/** The chosen files in the order of the upload, or the name of the first that is not among them unchanged. */
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
