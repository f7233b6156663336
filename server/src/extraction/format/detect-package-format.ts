import { type Entry, openPromise, type ZipFile } from "yauzl";
import { UnreadableFile } from "../extracted-file.ts";
import type { Format } from "./format.ts";

/** A content types part or a mimetype entry has a few kilobytes. */
const maxPartBytes = 4 * 1024 * 1024;
/** The identifying entry is among the first; otherwise the file is an ordinary archive. */
const maxEntries = 20_000;

/** Most office formats are ZIP files. OOXML declares its content in [Content_Types].xml, ODF and EPUB in a mimetype entry. */
export async function detectPackageFormat(path: string): Promise<Format> {
  const zip = await openPromise(path, { decodeStrings: false, validateEntrySizes: false, autoClose: false }).catch(
    () => {
      throw new UnreadableFile(
        "The file is damaged: it begins like a ZIP or an office document, but its end is missing.",
      );
    },
  );
  try {
    let count = 0;
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString("latin1");
      if (name === "mimetype") return toFormatOfMimeType((await readEntry(zip, entry)).trim());
      if (name === "[Content_Types].xml") return toFormatOfContentTypes(await readEntry(zip, entry));
      if (name === "META-INF/MANIFEST.MF") throw unsupported("a Java program");
      if (name === "AndroidManifest.xml") throw unsupported("an Android program");
      if (name === "Index/Document.iwa") throw unsupported("a Pages, Numbers or Keynote document; save it as PDF");
      count += 1;
      if (count >= maxEntries) break;
    }
    return "zip";
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile("The file is damaged: its list of contents cannot be read.", { cause: error });
  } finally {
    zip.close();
  }
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  if (entry.isEncrypted()) throw new UnreadableFile("The file is protected by a password.");
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    length += (chunk as Buffer).length;
    if (length > maxPartBytes)
      throw new UnreadableFile("The file is damaged: the part that declares its format is too long.");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function toFormatOfMimeType(type: string): Format {
  const kind = /^application\/vnd\.oasis\.opendocument\.(\w+)/.exec(type)?.[1];
  if (kind === "text") return "odt";
  if (kind === "spreadsheet") return "workbook";
  if (kind === "presentation") return "presentation";
  if (type === "application/epub+zip") throw unsupported("an e-book (EPUB)");
  throw unsupported(`of the type ${/^[\w.+/-]{1,100}$/.test(type) ? type : "unknown"}`);
}

/** ECMA-376 part 1: the content type of the main part names the application; macros and templates are variants. */
function toFormatOfContentTypes(xml: string): Format {
  const types = [...xml.matchAll(/ContentType\s*=\s*["']([^"']+)["']/g)].map(([, type]) => type?.toLowerCase() ?? "");
  const hasMain = (pattern: RegExp) => types.some((type) => pattern.test(type) && /\.main(\+xml)?$/.test(type));
  if (hasMain(/wordprocessingml\.|ms-word\./)) return "docx";
  if (hasMain(/spreadsheetml\.|ms-excel\./)) return "workbook";
  if (hasMain(/presentationml\.|ms-powerpoint\./)) return "presentation";
  if (types.some((type) => type.includes("ms-visio"))) throw unsupported("a Visio drawing");
  throw unsupported("an office package of an unknown kind");
}

function unsupported(what: string): UnreadableFile {
  return new UnreadableFile(`The file is ${what}, which cannot be read.`);
}
