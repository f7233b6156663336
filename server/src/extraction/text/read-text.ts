import type { Reader } from "../extracted-file.ts";
import { readTextBlocks } from "../structure/wrapped-lines.ts";
import { readSections } from "./paged-text.ts";
import { decodeText, readWholeFile } from "./text-encoding.ts";

export const readText: Reader = async (file, limits) => {
  const text = decodeText(await readWholeFile(file.path, limits)).replace(/^\ufeff/, "");
  return readSections({ blocks: readTextBlocks(text) }, limits);
};
