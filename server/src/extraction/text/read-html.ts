import { TextDecoder } from "node:util";
import type { Reader } from "../extracted-file.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { readSections } from "./paged-text.ts";
import { decodeText, detectEncoding, readWhole } from "./text-encoding.ts";

/** What a person sees of a page: no scripts, no styles, nothing hidden. Nothing it refers to is fetched. */
export const readHtml: Reader = async (file, limits) => {
  const bytes = await readWhole(file.path, limits);
  return readSections(htmlBlocks(decodeText(bytes, encodingOf(bytes))), limits);
};

/** As browsers do it: the first bytes, then what the page says, then what the bytes look like. */
function encodingOf(bytes: Buffer): string {
  const seen = detectEncoding(bytes);
  if (seen.startsWith("utf-16")) return seen;
  const start = bytes.subarray(0, 4096).toString("latin1");
  const stated = /<meta[^>]+charset\s*=\s*["']?\s*([\w:-]+)/i.exec(start)?.[1]?.toLowerCase();
  // A page that can read "charset" in single bytes is not UTF-16, whatever it says.
  if (stated === undefined || stated.startsWith("utf-16") || stated === "utf-8" || stated === "utf8") return seen;
  try {
    return new TextDecoder(stated).encoding;
  } catch {
    return seen;
  }
}
