import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PDFDocument } from "pdf-lib";
import { compoundBytes, msgBytes } from "../../testing/compound-bytes.ts";
import { zipBytes } from "../../testing/zip-bytes.ts";
import { UnreadableFile } from "../extracted-file.ts";
import { detectFormat } from "./detect-format.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "detect-format-test-"));
});
after(() => rm(folder, { recursive: true, force: true }));

async function formatOf(fileName: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, "file");
  await writeFile(path, bytes);
  try {
    return await detectFormat({ path, fileName });
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

/** Pseudo-random bytes, the same in every run. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash("sha256").update(`noise ${index}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

const contentTypes = (type: string) =>
  `<?xml version="1.0"?><Types><Override PartName="/main.xml" ContentType="application/vnd.${type}"/></Types>`;
const officePackage = (type: string) =>
  zipBytes([
    { name: "docProps/app.xml", data: "<x/>" },
    { name: "[Content_Types].xml", data: contentTypes(type) },
  ]);
const openDocument = (type: string) =>
  zipBytes([{ name: "mimetype", data: `application/vnd.oasis.opendocument.${type}`, isStored: true }]);

test("a PDF is detected whatever its name", async () => {
  const bytes = Buffer.from(await (await PDFDocument.create()).save());
  assert.equal(await formatOf("notes.txt", bytes), "pdf");
  assert.equal(await formatOf("a.pdf", Buffer.concat([Buffer.from("\r\n"), bytes])), "pdf");
  assert.equal(await formatOf("a.pdf", Buffer.concat([Buffer.from("%PDF-1.7\n"), noise(5000)])), "pdf");
  assert.equal(await formatOf("a.pdf", Buffer.concat([noise(100), bytes])), "pdf");
});

test("a text that mentions a PDF header is a text", async () => {
  assert.equal(await formatOf("a.txt", "A file beginning with %PDF-1.7 is a PDF."), "text");
});

test("OOXML formats are detected by their content types, with macros and templates", async () => {
  const word = "openxmlformats-officedocument.wordprocessingml.document.main+xml";
  assert.equal(await formatOf("a.zip", officePackage(word)), "docx");
  assert.equal(await formatOf("a", officePackage("ms-word.document.macroEnabled.main+xml")), "docx");
  assert.equal(
    await formatOf("a", officePackage("openxmlformats-officedocument.spreadsheetml.sheet.main+xml")),
    "workbook",
  );
  assert.equal(await formatOf("a", officePackage("ms-excel.sheet.binary.macroEnabled.main")), "workbook");
  const slides = "openxmlformats-officedocument.presentationml.slideshow.main+xml";
  assert.equal(await formatOf("a", officePackage(slides)), "presentation");
});

test("OpenDocument formats are detected by their mimetype entry", async () => {
  assert.equal(await formatOf("a", openDocument("text")), "odt");
  assert.equal(await formatOf("a", openDocument("text-template")), "odt");
  assert.equal(await formatOf("a", openDocument("spreadsheet")), "workbook");
  assert.equal(await formatOf("a", openDocument("presentation")), "presentation");
});

test("a ZIP archive named .docx is a ZIP archive", async () => {
  assert.equal(await formatOf("a.docx", zipBytes([{ name: "a.txt", data: "a" }])), "zip");
  assert.equal(await formatOf("empty.zip", zipBytes([])), "zip");
});

test("old Office formats and Outlook messages are detected by the directory of the compound file", async () => {
  const stream = Buffer.alloc(5000, 1);
  assert.equal(await formatOf("a", compoundBytes({ WordDocument: stream, "1Table": stream })), "doc");
  assert.equal(await formatOf("a", compoundBytes({ "PowerPoint Document": stream })), "ppt");
  assert.equal(await formatOf("a", compoundBytes({ Workbook: stream })), "workbook");
  assert.equal(await formatOf("a", msgBytes({ subject: "Hello", text: "Hello" })), "msg");
});

test("an Outlook message with a Word document in it is a message", async () => {
  const tree = { "__properties_version1.0": Buffer.alloc(32), "__attach_version1.0_#00000000": { WordDocument: "x" } };
  assert.equal(await formatOf("a", compoundBytes(tree)), "msg");
});

test("an encrypted Office file is refused as protected", async () => {
  const bytes = compoundBytes({ EncryptionInfo: Buffer.alloc(100, 1), EncryptedPackage: Buffer.alloc(5000, 2) });
  assert.equal(await formatOf("a.docx", bytes), "The file is protected by a password.");
});

test("a compound file with a cycle in its directory is refused as damaged", async () => {
  const bytes = compoundBytes({ Workbook: Buffer.alloc(5000, 1) });
  const directory = bytes.readUInt32LE(48);
  const table = bytes.readUInt32LE(76);
  bytes.writeUInt32LE(directory, (table + 1) * 512 + directory * 4);
  assert.match(await formatOf("a.xls", bytes), /damaged/);
});

test("every truncated compound file yields a format or a failure reason", async () => {
  const bytes = msgBytes({ subject: "Hello", text: "Hello" });
  for (let length = 1; length < bytes.length; length += 97) {
    assert.equal(typeof (await formatOf("a.msg", bytes.subarray(0, length))), "string");
  }
});

test("a truncated ZIP is refused as damaged", async () => {
  const bytes = zipBytes([{ name: "a.txt", data: noise(5000) }]);
  assert.match(await formatOf("a.docx", bytes.subarray(0, 3000)), /damaged/);
});

test("the name distinguishes text formats only if the content allows it", async () => {
  assert.equal(await formatOf("a.md", "# Heading"), "markdown");
  assert.equal(await formatOf("a.csv", "a;b\n1;2"), "csv");
  assert.equal(await formatOf("a.html", "<p>Hello</p>"), "html");
  assert.equal(await formatOf("a.txt", "<!DOCTYPE html><html><p>Hello</p></html>"), "html");
  assert.equal(await formatOf("a", "Hello"), "text");
  assert.equal(await formatOf("a.pdf", "Hello, this is no PDF."), "text");
  assert.equal(await formatOf("a.doc", "{\\rtf1\\ansi Hello}"), "rtf");
});

test("text is recognised in UTF-8, UTF-16 and Latin-1", async () => {
  const words = "Für Prüfung und Freigabe ist die Geschäftsführung zuständig. ".repeat(40);
  assert.equal(await formatOf("a.txt", words), "text");
  assert.equal(await formatOf("a.txt", Buffer.from(`\ufeff${words}`, "utf16le")), "text");
  assert.equal(await formatOf("a.txt", Buffer.from(words, "utf16le")), "text");
  assert.equal(await formatOf("a.txt", Buffer.from(words, "utf16le").swap16()), "text");
  assert.equal(await formatOf("a.txt", Buffer.from(words, "latin1")), "text");
});

test("a character cut off at the end of the sample does not make a text binary", async () => {
  for (const pad of ["", "a", "ab", "abc"]) {
    assert.equal(await formatOf("a.txt", pad + "日本語の文書".repeat(20_000)), "text");
  }
});

test("a text that begins like a binary format is a text", async () => {
  assert.equal(await formatOf("a.txt", "BMW supplier policy"), "text");
  assert.equal(await formatOf("a.txt", "MZ-12: access rights are reviewed yearly."), "text");
});

test("an email is detected by its headers; a text that quotes some is a text", async () => {
  assert.equal(await formatOf("a.eml", "From: a@b.example\r\nSubject: Hello\r\n\r\nHello"), "eml");
  const withServer = "Received: from x\r\n by y\r\nFrom: a@b.example\r\nSubject: Hello\r\n\r\nHello";
  assert.equal(await formatOf("mail", withServer), "eml");
  const russian = Buffer.from("f0d2c9d7c5d420d7d3c5cd", "hex");
  assert.equal(await formatOf("mail", Buffer.concat([Buffer.from(`${withServer}\r\n`), russian, russian])), "eml");
  assert.equal(await formatOf("a.txt", "From: Anna\nSubject: Hello\n\nHello"), "text");
  assert.equal(await formatOf("a.eml", "Just words."), "text");
});

test("images are detected by their first bytes", async () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");
  assert.equal(await formatOf("a.pdf", Buffer.concat([png, Buffer.alloc(100)])), "image");
  assert.equal(await formatOf("a", Buffer.concat([Buffer.from("ffd8ffe000104a46494600", "hex"), noise(500)])), "image");
  assert.equal(await formatOf("a", Buffer.concat([Buffer.from("RIFF\x10\0\0\0WEBPVP8 "), noise(500)])), "image");
});

test("an empty file is refused as empty", async () => {
  assert.equal(await formatOf("a.pdf", ""), "The file is empty.");
});

test("random bytes are refused as unrecognised, at every length", async () => {
  for (const length of [64, 1000, 100_000]) assert.match(await formatOf("a.txt", noise(length)), /was not recognised/);
});

test("a program is refused as a program, whatever its name", async () => {
  const elf = Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01\0", "latin1"), Buffer.alloc(200)]);
  assert.match(await formatOf("invoice.pdf", elf), /is a program \(application\/x-elf\)/);
  const exe = Buffer.concat([Buffer.from("MZ\x90\0\x03\0\0\0", "latin1"), noise(500)]);
  assert.match(await formatOf("invoice.txt", exe), /is a program/);
});

test("another known type is refused with its name", async () => {
  const gif = Buffer.concat([Buffer.from("GIF89a"), noise(500)]);
  assert.equal(await formatOf("a.png", gif), "The file is of the type image/gif (.gif), which cannot be read.");
  const book = zipBytes([{ name: "mimetype", data: "application/epub+zip", isStored: true }]);
  assert.match(await formatOf("a.epub", book), /e-book/);
});
