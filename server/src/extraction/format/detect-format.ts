import { type FileHandle, open } from "node:fs/promises";
import { extname } from "node:path";
import { fileTypeFromBuffer } from "file-type";
import { type SourceFile, UnreadableFile } from "../extracted-file.ts";
import { decodeIfText } from "../text/decode-if-text.ts";
import { compoundFileMagic, listCompoundFileNames } from "./compound-file.ts";
import { detectPackageFormat } from "./detect-package-format.ts";
import type { Format } from "./format.ts";

/** Signatures of a ZIP file, an empty one, and one that was split and joined again. */
const zipMagics = ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"];

/** More than the 4,100 bytes that file-type needs, for files with a long preamble. */
const headBytes = 64 * 1024;

/** Detects the format from the bytes. The name only distinguishes text formats: a PDF named notes.txt is a PDF. */
export async function detectFormat(source: SourceFile): Promise<Format> {
  const file = await open(source.path, "r");
  try {
    const { size } = await file.stat();
    if (size === 0) throw new UnreadableFile("The file is empty.");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, headBytes)), 0, null, 0);
    const head = buffer.subarray(0, bytesRead);
    return await detectFromHead(source, file, head);
  } finally {
    await file.close();
  }
}

async function detectFromHead(source: SourceFile, file: FileHandle, head: Buffer): Promise<Format> {
  if (head.subarray(0, 8).equals(compoundFileMagic)) return detectCompoundFormat(await listCompoundFileNames(file));
  if (zipMagics.includes(head.toString("latin1", 0, 4))) return detectPackageFormat(source.path);
  if (/^(\xef\xbb\xbf)?\s*%PDF-/.test(head.toString("latin1", 0, 1024))) return "pdf";
  if (head.toString("latin1", 0, 5) === "{\\rtf") return "rtf";
  // Only the headers count: the rest may be in any encoding.
  const headers = head.toString("latin1").split(/\r?\n\r?\n/, 1)[0] ?? "";
  if (isMail(headers, extname(source.fileName).toLowerCase() === ".eml")) return "eml";
  // Text comes first, because some binary signatures are two letters ("BM", "MZ").
  const text = decodeIfText(head);
  if (text !== undefined) return detectTextFormat(text, source.fileName);
  // PDF readers accept the header anywhere in the first 1,024 bytes.
  if (head.toString("latin1", 0, 1024).includes("%PDF-")) return "pdf";

  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  switch (found?.ext) {
    case "png":
    case "apng":
    case "jpg":
    case "tif":
    case "webp":
      return "image";
    case "zip":
      return detectPackageFormat(source.path);
    default:
      throw toUnreadableFile(found);
  }
}

/** MS-OFFCRYPTO 2.3: an encrypted DOCX, XLSX or PPTX is a compound file around the encrypted package. */
function detectCompoundFormat(names: string[]): Format {
  const has = (name: string) => names.includes(name);
  if (has("EncryptedPackage")) throw new UnreadableFile("The file is protected by a password.");
  if (has("WordDocument")) return "doc";
  if (has("PowerPoint Document")) return "ppt";
  if (has("Workbook") || has("Book")) return "workbook";
  if (names.some((name) => name.startsWith("__properties_version")) || has("__nameid_version1.0")) return "msg";
  if (has("VisioDocument")) throw new UnreadableFile("The file is a Visio drawing, which cannot be read.");
  throw new UnreadableFile("The file is an old Windows document of an unknown kind, which cannot be read.");
}

function detectTextFormat(text: string, fileName: string): Format {
  const extension = extname(fileName).toLowerCase();
  if (/^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!doctype html|<html[\s>])/i.test(text)) return "html";
  switch (extension) {
    case ".htm":
    case ".html":
    case ".xhtml":
      return "html";
    case ".md":
    case ".markdown":
      return "markdown";
    case ".csv":
    case ".tsv":
      return "csv";
    default:
      return "text";
  }
}

/**
 * An email begins with headers. In a file named .eml two of them suffice; otherwise one must be a technical header, because
 * "From:" and "Subject:" also begin text that was copied from an email.
 */
function isMail(headers: string, hasMailExtension: boolean): boolean {
  const lines = headers
    .replace(/^\xef\xbb\xbf/, "")
    .split(/\r?\n/)
    .filter((line) => !/^[ \t]/.test(line));
  // A mailbox file has a "From " line before them.
  if (lines[0]?.startsWith("From ")) lines.shift();
  const names = lines.map((line) => /^([!-9;-~]+):/.exec(line)?.[1]?.toLowerCase());
  if (!hasMailExtension && names.includes(undefined)) return false;
  const known = ["from", "to", "subject", "date", "mime-version", "message-id", "received", "return-path"];
  const technical = ["mime-version", "message-id", "received", "return-path"];
  const count = names.filter((name) => known.includes(name ?? "")).length;
  return count >= 2 && (hasMailExtension || names.some((name) => technical.includes(name ?? "")));
}

function toUnreadableFile(found: { ext: string; mime: string } | undefined): UnreadableFile {
  if (found === undefined) {
    return new UnreadableFile("The file format was not recognised: it is neither a supported document nor plain text.");
  }
  const isProgram = ["exe", "elf", "macho", "wasm", "class", "dex", "deb", "rpm", "msi"].includes(found.ext);
  return new UnreadableFile(
    isProgram
      ? `The file is a program (${found.mime}), which cannot be read as a document.`
      : `The file is of the type ${found.mime} (.${found.ext}), which cannot be read.`,
  );
}
