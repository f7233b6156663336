import { type FileHandle, open } from "node:fs/promises";
import { extname } from "node:path";
import { fileTypeFromBuffer } from "file-type";
import { type SourceFile, UnreadableFile } from "../extracted-file.ts";
import { plausibleText } from "../text/plausible-text.ts";
import { compoundFileMagic, namesInCompoundFile } from "./compound-file.ts";
import type { Format } from "./format.ts";
import { tellPackage } from "./tell-package.ts";

/** A ZIP begins with an entry or, when empty, with its end; the last is one that was split and joined again. */
const zipMagics = ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"];

/** Enough to see through a long preamble, and more than the 4,100 bytes that file-type asks for. */
const headBytes = 64 * 1024;

/**
 * What a file is, told by its bytes. Its name only decides between kinds of plain text, which no byte tells apart:
 * a program called invoice.pdf is a program, and a PDF called notes.txt is a PDF.
 */
export async function detectFormat(source: SourceFile): Promise<Format> {
  const file = await open(source.path, "r");
  try {
    const { size } = await file.stat();
    if (size === 0) throw new UnreadableFile("The file is empty.");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, headBytes)), 0, null, 0);
    const head = buffer.subarray(0, bytesRead);
    return await tell(source, file, head);
  } finally {
    await file.close();
  }
}

async function tell(source: SourceFile, file: FileHandle, head: Buffer): Promise<Format> {
  if (head.subarray(0, 8).equals(compoundFileMagic)) return tellCompoundFile(await namesInCompoundFile(file));
  if (zipMagics.includes(head.toString("latin1", 0, 4))) return tellPackage(source.path);
  if (/^(\xef\xbb\xbf)?\s*%PDF-/.test(head.toString("latin1", 0, 1024))) return "pdf";
  if (head.toString("latin1", 0, 5) === "{\\rtf") return "rtf";
  // By its headers alone: what follows them may be in any encoding, and often in several.
  const headers = head.toString("latin1").split(/\r?\n\r?\n/, 1)[0] ?? "";
  if (isMail(headers, extname(source.fileName).toLowerCase() === ".eml")) return "eml";
  // Text first: the marks of some binary formats are two letters ("BM", "MZ") that a text may begin with.
  const text = plausibleText(head);
  if (text !== undefined) return tellText(text, source.fileName);
  // Readers of PDF accept its header anywhere in the first 1,024 bytes, and so do people who send such files.
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
      return tellPackage(source.path);
    default:
      throw unreadable(found);
  }
}

/** MS-OFFCRYPTO 2.3: an encrypted DOCX, XLSX or PPTX is a compound file around the encrypted package. */
function tellCompoundFile(names: string[]): Format {
  const has = (name: string) => names.includes(name);
  if (has("EncryptedPackage")) throw new UnreadableFile("The file is protected by a password.");
  if (has("WordDocument")) return "doc";
  if (has("PowerPoint Document")) return "ppt";
  if (has("Workbook") || has("Book")) return "workbook";
  if (names.some((name) => name.startsWith("__properties_version")) || has("__nameid_version1.0")) return "msg";
  if (has("VisioDocument")) throw new UnreadableFile("The file is a Visio drawing, which cannot be read.");
  throw new UnreadableFile("The file is an old Windows document of an unknown kind, which cannot be read.");
}

function tellText(text: string, fileName: string): Format {
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
 * A mail begins with its headers. By its name two of them suffice; without, it takes one that only a mail server or a
 * mail program writes, because "From:" and "Subject:" also begin what people copy out of a mail.
 */
function isMail(headers: string, isCalledMail: boolean): boolean {
  const lines = headers
    .replace(/^\xef\xbb\xbf/, "")
    .split(/\r?\n/)
    .filter((line) => !/^[ \t]/.test(line));
  // The "From " line of a mailbox file may stand before them.
  if (lines[0]?.startsWith("From ")) lines.shift();
  const names = lines.map((line) => /^([!-9;-~]+):/.exec(line)?.[1]?.toLowerCase());
  if (!isCalledMail && names.includes(undefined)) return false;
  const known = ["from", "to", "subject", "date", "mime-version", "message-id", "received", "return-path"];
  const technical = ["mime-version", "message-id", "received", "return-path"];
  const count = names.filter((name) => known.includes(name ?? "")).length;
  return count >= 2 && (isCalledMail || names.some((name) => technical.includes(name ?? "")));
}

function unreadable(found: { ext: string; mime: string } | undefined): UnreadableFile {
  if (found === undefined) {
    return new UnreadableFile("The kind of file was not recognised: it is no known document format and no plain text.");
  }
  const isProgram = ["exe", "elf", "macho", "wasm", "class", "dex", "deb", "rpm", "msi"].includes(found.ext);
  return new UnreadableFile(
    isProgram
      ? `The file is a program (${found.mime}), which cannot be read as a document.`
      : `The file is of the type ${found.mime} (.${found.ext}), which cannot be read.`,
  );
}
