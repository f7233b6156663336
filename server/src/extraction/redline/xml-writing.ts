import { UnreadableFile } from "../extracted-file.ts";
import type { XmlElement, XmlSource } from "../office/stream-xml.ts";

/** Characters that XML 1.0 cannot represent. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const invalidInXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(invalidInXml, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

export function sourceOf({ source }: XmlElement): XmlSource {
  if (source === undefined) throw new TypeError("The part was parsed without offsets.");
  return source;
}

/** An element as it stands in the text that was parsed. */
export const outerXml = (text: string, element: XmlElement): string =>
  text.slice(sourceOf(element).start, sourceOf(element).end);

const wordNamespace = /\sxmlns:([\w.-]+)\s*=\s*["']([^"']*\/wordprocessingml\/(?:2006\/)?main)["']/;

/** The prefix of WordprocessingML in a part, and the namespace, of which there are two editions. */
export interface WordNames {
  prefix: string;
  namespace: string;
}

export function readWordNames(text: string, root: XmlElement): WordNames {
  const tag = text.slice(sourceOf(root).start, sourceOf(root).contentStart);
  const [, prefix, namespace] = wordNamespace.exec(tag) ?? [];
  // Attributes need a prefix, which every known program declares at the root.
  if (prefix === undefined || namespace === undefined)
    throw new UnreadableFile("The names in its XML cannot be read: save the file with Word or LibreOffice first.");
  return { prefix, namespace };
}
