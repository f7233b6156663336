import { TextDecoder } from "node:util";
import type { Reader } from "../extracted-file.ts";
import { readSections } from "./paged-text.ts";
import { parseHtml } from "./parse-html.ts";
import { decodeText, detectEncoding, readWholeFile } from "./text-encoding.ts";

/** Reads the visible text. Scripts and styles are not evaluated, and nothing is fetched. */
export const readHtml: Reader = async (file, limits) => {
  const bytes = await readWholeFile(file.path, limits);
  return readSections(parseHtml(decodeText(bytes, findEncoding(bytes))), limits);
};

/** As in browsers: a byte order mark, then the declared encoding, then the detected one. */
function findEncoding(bytes: Buffer): string {
  const detected = detectEncoding(bytes);
  if (detected.startsWith("utf-16")) return detected;
  const start = bytes.subarray(0, 4096).toString("latin1");
  const declared = /<meta[^>]+charset\s*=\s*(?:["']\s*)?([\w:-]+)/i.exec(start)?.[1]?.toLowerCase();
  // A page whose "charset" is readable in single bytes is not UTF-16.
  if (declared === undefined || declared.startsWith("utf-16") || declared === "utf-8" || declared === "utf8")
    return detected;
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return detected;
  }
}
