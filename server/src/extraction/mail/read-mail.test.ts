import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { msgBytes } from "../../testing/compound-bytes.ts";
import type { ContainerReader } from "../archive/container-reader.ts";
import { UnpackBudget } from "../archive/unpack-budget.ts";
import type { ExtractedPage, FileFacts } from "../extracted-file.ts";
import { defaultExtractionLimits as limits } from "../extraction-limits.ts";
import { decompressRtf } from "./decompress-rtf.ts";
import { readEml, readMsg } from "./read-mail.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "read-mail-test-"));
  // The reader creates its files here.
  process.env["TMPDIR"] = folder;
});
after(() => rm(folder, { recursive: true, force: true }));

interface Mail {
  facts: FileFacts;
  pages: ExtractedPage[];
  members: Record<string, string>;
}

async function read(reader: ContainerReader, bytes: Buffer | string, budget = new UnpackBudget(limits)): Promise<Mail> {
  const path = join(folder, "mail");
  await writeFile(path, bytes);
  const mail = await reader({ path, fileName: "mail" }, limits, budget);
  try {
    const pages = await Array.fromAsync(mail.pages(1));
    const members: Record<string, string> = {};
    for await (const { fileName, path } of mail.members()) {
      members[fileName] = path === undefined ? "" : await readFile(path, "utf8");
    }
    return { facts: mail.facts, pages, members };
  } finally {
    await mail.close();
  }
}

const lines = (...all: string[]) => all.join("\r\n");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const head = ["From: =?utf-8?B?SsO8cmdlbg==?= <juergen@example.com>", "To: Anna <anna@example.com>, bob@example.com"];
const multipart = (...parts: string[][]) =>
  lines(
    ...head,
    "Subject: =?iso-8859-1?Q?Pr=FCfung?=",
    "Date: Mon, 4 May 2026 10:00:00 +0200",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    ...parts.flatMap((part) => ["--b", ...part]),
    "--b--",
  );
const text = ["Content-Type: text/plain; charset=utf-8", "", "Please find the policy attached."];

test("the headers are the first page, and the body follows", async () => {
  const { facts, pages } = await read(readEml, multipart(text));
  assert.equal(
    pages[0]?.text,
    [
      "From: Jürgen <juergen@example.com>",
      "To: Anna <anna@example.com>, bob@example.com",
      "Date: 2026-05-04T08:00:00.000Z",
      "Subject: Prüfung",
    ].join("\n"),
  );
  assert.deepEqual(
    pages.map(({ number, label }) => [number, label]),
    [
      [1, "mail header"],
      [2, "body"],
    ],
  );
  assert.match(pages[1]?.text ?? "", /Please find the policy attached\./);
  assert.equal(facts.title, "Prüfung");
  assert.equal(facts.pageCount, 2);
});

test("the paragraphs of the header page cover its text", async () => {
  const [first] = (await read(readEml, multipart(text))).pages;
  const covered = first?.paragraphs.map(({ start, end }) => first.text.slice(start, end));
  assert.equal(covered?.join("\n"), first?.text);
});

test("attachments keep their names in every script and encoding", async () => {
  const { members, pages } = await read(
    readEml,
    multipart(
      text,
      [
        "Content-Type: text/plain",
        "Content-Disposition: attachment; filename*=UTF-8''%E5%A5%91%E7%B4%84%E6%9B%B8.txt",
        "Content-Transfer-Encoding: base64",
        "",
        base64("contract"),
      ],
      [
        `Content-Type: text/plain; name="=?utf-8?B?${base64("Übersicht.txt")}?="`,
        "Content-Disposition: attachment",
        "",
        "overview",
      ],
      ['Content-Disposition: attachment; filename="../../etc/passwd"', "", "harmless"],
      ["Content-Type: application/octet-stream", "Content-Disposition: attachment", "", "nameless"],
      ["Content-Disposition: attachment; filename*=UTF-8''a%E2%80%AEfdp.exe", "", "reordered"],
    ),
  );
  assert.deepEqual(
    Object.entries(members).map(([name, content]) => [name, content.trim()]),
    [
      ["契約書.txt", "contract"],
      ["Übersicht.txt", "overview"],
      ["passwd", "harmless"],
      ["attachment 4", "nameless"],
      ["afdp.exe", "reordered"],
    ],
  );
  assert.match(pages[0]?.text ?? "", /^Attachments: 契約書\.txt; Übersicht\.txt; passwd; attachment 4; afdp\.exe$/m);
});

test("the visible text of an HTML body is read", async () => {
  const html = "<html><body><h1>Access</h1><script>alert(1)</script><p>Rights are reviewed yearly.</p></body></html>";
  const { pages } = await read(readEml, multipart(["Content-Type: text/html; charset=utf-8", "", html]));
  const words = pages.slice(1).map(({ text }) => text);
  assert.match(words.join("\n"), /Access\s+Rights are reviewed yearly\./);
  assert.doesNotMatch(words.join("\n"), /alert/);
});

test("a forwarded email is a member, and a signature is not", async () => {
  const forwarded = lines(...head, "Subject: Inner", "", "inner words");
  const { members } = await read(
    readEml,
    multipart(
      text,
      ["Content-Type: message/rfc822", "", forwarded],
      ["Content-Type: application/pkcs7-signature; name=smime.p7s", "Content-Disposition: attachment", "", "AAAA"],
    ),
  );
  assert.deepEqual(Object.keys(members), ["message 1.eml"]);
  assert.match(members["message 1.eml"] ?? "", /inner words/);
});

test("an encrypted email is refused as encrypted", async () => {
  const bytes = multipart([
    "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m",
    "",
    "AAAA",
  ]);
  await assert.rejects(read(readEml, bytes), { message: "The email is encrypted." });
});

test("an email without a body has a header page", async () => {
  const { facts, pages } = await read(readEml, lines(...head, "Subject: Empty", "", ""));
  assert.equal(facts.pageCount, 1);
  assert.equal(pages.length, 1);
});

test("attachments are read even when the body cannot be", async () => {
  const { pages, members } = await read(
    readEml,
    multipart(
      ["Content-Type: text/plain", "", "\x01\x02\x03\x04\x05\x06"],
      ["Content-Disposition: attachment; filename=a.txt", "", "good words"],
    ),
  );
  assert.equal(pages.length, 1);
  assert.deepEqual(Object.keys(members), ["message body", "a.txt"]);
});

test("reading can be resumed at any page", async () => {
  const path = join(folder, "mail");
  await writeFile(path, multipart(text));
  const mail = await readEml({ path, fileName: "mail" }, limits, new UnpackBudget(limits));
  const pages = await Array.fromAsync(mail.pages(2));
  await mail.close();
  assert.deepEqual(
    pages.map(({ number }) => number),
    [2],
  );
});

test("attachments count towards the unpacked size", async () => {
  const bytes = multipart(text, ["Content-Disposition: attachment; filename=a.txt", "", "x".repeat(2000)]);
  const budget = new UnpackBudget({ ...limits, maxUnpackedBytes: 1024 });
  await assert.rejects(read(readEml, bytes, budget), { message: /unpacks to more than 1 KiB/ });
});

test("an Outlook message has the same header page, body and attachments", async () => {
  const bytes = msgBytes({
    subject: "Prüfung",
    from: { name: "Jürgen", address: "juergen@example.com" },
    to: [{ name: "Anna", address: "anna@example.com" }],
    text: "Please find the policy attached.",
    attachments: [
      { name: "契約書.txt", content: Buffer.from("contract") },
      { name: "large.txt", content: Buffer.from("x".repeat(10_000)) },
    ],
  });
  const { facts, pages, members } = await read(readMsg, bytes);
  assert.equal(
    pages[0]?.text,
    [
      "From: Jürgen <juergen@example.com>",
      "To: Anna <anna@example.com>",
      "Subject: Prüfung",
      "Attachments: 契約書.txt; large.txt",
    ].join("\n"),
  );
  assert.match(pages[1]?.text ?? "", /Please find the policy attached\./);
  assert.equal(facts.title, "Prüfung");
  assert.deepEqual(members, { "契約書.txt": "contract", "large.txt": "x".repeat(10_000) });
});

test("the visible text of an HTML Outlook message is read", async () => {
  const html = "<html><body><p>Zugriffsrechte werden jährlich geprüft.</p></body></html>";
  const { pages } = await read(readMsg, msgBytes({ subject: "Hello", html }));
  assert.match(pages[1]?.text ?? "", /Zugriffsrechte werden jährlich geprüft\./);
});

test("an Outlook message with only compressed RTF is read", async () => {
  // Literal bytes, eight after each byte of flags.
  const rtf = Buffer.from("{\\rtf1\\ansi Hello {\\b all}\\par Second line\\par}");
  const packed = Array.from({ length: Math.ceil(rtf.length / 8) }, (_, index) => [
    0,
    ...rtf.subarray(index * 8, index * 8 + 8),
  ]).flat();
  const { pages } = await read(
    readMsg,
    msgBytes({ subject: "Hello", compressedRtf: withRtfHeader(rtf.length, packed) }),
  );
  assert.equal(pages[1]?.text, "Hello all\nSecond line");
});

test("the examples of the compressed RTF specification are decompressed", () => {
  // MS-OXRTFCP 3.1.1: "{\rtf1\ansi\ansicpg1252\pard hello world}".
  const example = Buffer.from(
    "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0",
    "hex",
  );
  assert.equal(decompressRtf(example).toString("latin1"), "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n");
  // 3.1.2: a reference that reads what it writes.
  const crossing = Buffer.from("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0", "hex");
  assert.equal(decompressRtf(crossing).toString("latin1"), "{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}");
});

test("compressed RTF that declares an impossible size is refused", async () => {
  const bytes = msgBytes({ subject: "Hello", compressedRtf: withRtfHeader(2 ** 31, [0, 65]) });
  await assert.rejects(read(readMsg, bytes), {
    message: "The Outlook message is damaged: its text cannot be unpacked.",
  });
});

function withRtfHeader(length: number, packed: number[]): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(packed.length + 12, 0);
  header.writeUInt32LE(length, 4);
  header.write("LZFu", 8, "latin1");
  return Buffer.concat([header, Buffer.from(packed)]);
}

test("a truncated Outlook message is refused as damaged", async () => {
  const bytes = msgBytes({ subject: "Hello", text: "x".repeat(20_000) });
  await assert.rejects(read(readMsg, bytes.subarray(0, 1500)), { message: "The Outlook message is damaged." });
});

test("reading emails leaves no files", async () => {
  assert.deepEqual(await readdir(folder), ["mail"]);
});

for (const [name, reader] of Object.entries({ eml: readEml, msg: readMsg })) {
  test(`an email (${name}) beyond the limit is refused before it is read into memory`, async () => {
    const path = join(folder, "large");
    await writeFile(path, lines(...head, "", "Words."));
    const small = { ...limits, maxUnpackedBytes: 10 };
    await assert.rejects(reader({ path, fileName: "large" }, small, new UnpackBudget(small)), {
      message: "The file is larger than 10 bytes.",
    });
  });
}

test("invisible and unstorable characters are removed from the header page", async () => {
  const { facts, pages } = await read(
    readEml,
    lines("From: a@example.com", "Subject: =?utf-8?B?UG9sAGljeQ==?=", "", "Words."),
  );
  assert.equal(facts.title, "Policy");
  assert.match(pages[0]?.text ?? "", /^Subject: Policy$/m);
});
