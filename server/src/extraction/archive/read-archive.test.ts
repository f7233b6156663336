import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type ZipBytesEntry, zipBytes } from "../../testing/zip-bytes.ts";
import { UnreadableFile } from "../extracted-file.ts";
import { defaultExtractionLimits as limits } from "../extraction-limits.ts";
import { readArchive } from "./read-archive.ts";
import { UnpackBudget } from "./unpack-budget.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "read-archive-test-"));
  // The reader creates its files here.
  process.env["TMPDIR"] = folder;
});
after(() => rm(folder, { recursive: true, force: true }));

interface Unpacked {
  name: string;
  content?: string;
  reason?: string;
}

async function unpack(archive: Buffer, budget = new UnpackBudget(limits)): Promise<Unpacked[]> {
  const path = join(folder, "archive.zip");
  await writeFile(path, archive);
  const read = await readArchive({ path, fileName: "archive.zip" }, limits, budget);
  const unpacked: Unpacked[] = [];
  try {
    for await (const { displayName: name, path, failureReason: reason } of read.members()) {
      unpacked.push(path === undefined ? { name, reason } : { name, content: await readFile(path, "utf8") });
    }
    return unpacked;
  } finally {
    await read.close();
  }
}

const namesIn = async (...entries: ZipBytesEntry[]) => (await unpack(zipBytes(entries))).map(({ name }) => name);

test("members keep their order and bytes; folders and system files are left out", async () => {
  const archive = zipBytes([
    { name: "b.txt", data: "second letter" },
    { name: "docs/", data: "" },
    { name: "docs/a.txt", data: "first letter", isStored: true },
    { name: "__MACOSX/docs/._a.txt", data: "clutter" },
    { name: "docs/.DS_Store", data: "clutter" },
  ]);
  assert.deepEqual(await unpack(archive), [
    { name: "b.txt", content: "second letter" },
    { name: "docs/a.txt", content: "first letter" },
  ]);
});

test("names that point outside the archive are cleaned, and nothing is written to them", async () => {
  const names = await namesIn(
    { name: "../../../../etc/passwd", data: "x" },
    { name: "/etc/shadow", data: "x" },
    { name: "C:\\Windows\\system.ini", data: "x" },
    { name: "a\0b\u202Etxt.exe", data: "x" },
    { name: "..", data: "x" },
  );
  assert.deepEqual(names, ["etc/passwd", "etc/shadow", "Windows/system.ini", "abtxt.exe", "unnamed"]);
  assert.deepEqual(await readdir(folder), ["archive.zip"]);
});

test("names in UTF-8 without its flag and in code page 437 are both read", async () => {
  const names = await namesIn(
    { name: Buffer.from("Verträge.txt"), data: "x" },
    { name: Buffer.from("Vertr\x84ge.txt", "latin1"), data: "x" },
  );
  assert.deepEqual(names, ["Verträge.txt", "Verträge.txt"]);
});

test("a broken member fails alone with its reason", async () => {
  const archive = zipBytes([
    { name: "good.txt", data: "good" },
    { name: "checksum.txt", data: "good", declaredCrc: 1 },
    { name: "long.txt", data: "x".repeat(5000), declaredSize: 10 },
    { name: "short.txt", data: "x", declaredSize: 5000 },
    { name: "stored.txt", data: "x", declaredSize: 5000, isStored: true },
    { name: "garbage.txt", data: "\xff\xff\xff\xff", isStored: true, method: 8 },
    { name: "secret.txt", data: "x", flags: 1 },
    { name: "method.txt", data: "x", method: 14 },
    { name: "link.txt", data: "/etc/passwd", mode: 0o120777 },
    { name: "last.txt", data: "good" },
  ]);
  assert.deepEqual(await unpack(archive), [
    { name: "good.txt", content: "good" },
    { name: "checksum.txt", reason: "It is damaged: it does not match its checksum." },
    { name: "long.txt", reason: "It is damaged: it is longer than the archive says." },
    { name: "short.txt", reason: "It is damaged: it is shorter than the archive says." },
    { name: "stored.txt", reason: "It is damaged: it is shorter than the archive says." },
    { name: "garbage.txt", reason: "It is damaged: it cannot be unpacked." },
    { name: "secret.txt", reason: "The file is protected by a password." },
    { name: "method.txt", reason: "It is packed by a method that cannot be unpacked; pack it as an ordinary ZIP." },
    { name: "link.txt", reason: "It is a link to another place, not a file." },
    { name: "last.txt", content: "good" },
  ]);
});

test("a bomb is refused by its declared size, before it is unpacked", async () => {
  const archive = zipBytes([{ name: "bomb.txt", data: "x", declaredSize: 2 ** 31 }]);
  await assert.rejects(unpack(archive), {
    message: "The file unpacks to more than 1 GiB, which is the most that is read.",
  });
});

test("a bomb with a wrong declared size is unpacked no further than that size", async () => {
  const archive = zipBytes([{ name: "bomb.txt", data: Buffer.alloc(50 * 1024 ** 2), declaredSize: 1000 }]);
  const budget = new UnpackBudget({ ...limits, maxUnpackedBytes: 1024 ** 2 });
  assert.deepEqual(await unpack(archive, budget), [
    { name: "bomb.txt", reason: "It is damaged: it is longer than the archive says." },
  ]);
});

test("members count together towards the size limit", async () => {
  const data = Buffer.alloc(400 * 1024);
  const archive = zipBytes(["a", "b", "c"].map((name) => ({ name, data })));
  const budget = new UnpackBudget({ ...limits, maxUnpackedBytes: 1024 ** 2 });
  await assert.rejects(unpack(archive, budget), { message: /unpacks to more than 1 MiB/ });
});

test("an archive of too many members is refused", async () => {
  const archive = zipBytes(Array.from({ length: 11 }, (_, index) => ({ name: `${index}.txt`, data: "x" })));
  await assert.rejects(unpack(archive, new UnpackBudget({ ...limits, maxMembers: 10 })), {
    message: "The file holds more than 10 files, which is the most that is read.",
  });
});

test("an archive without files is refused", async () => {
  await assert.rejects(unpack(zipBytes([])), { message: "The archive has no files in it." });
});

test("an archive damaged at any byte yields members or a failure reason", async () => {
  const whole = zipBytes([
    { name: "a.txt", data: "a".repeat(50) },
    { name: "b.txt", data: "b", isStored: true },
  ]);
  for (let at = 0; at < whole.length; at++) {
    for (const value of [0x00, 0xff, (whole[at] ?? 0) ^ 0x01]) {
      const damaged = Buffer.from(whole);
      damaged[at] = value;
      await unpack(damaged).catch((error: unknown) => assert.ok(error instanceof UnreadableFile, String(error)));
    }
  }
});

test("no file is left when reading stops halfway", async () => {
  const path = join(folder, "archive.zip");
  await writeFile(
    path,
    zipBytes([
      { name: "a.txt", data: "a" },
      { name: "b.txt", data: "b" },
    ]),
  );
  const read = await readArchive({ path, fileName: "archive.zip" }, limits, new UnpackBudget(limits));
  let unpackedTo = "";
  for await (const { path } of read.members()) {
    unpackedTo = path ?? "";
    break;
  }
  await read.close();
  await assert.rejects(readFile(unpackedTo), { code: "ENOENT" });
});

test("an error of the disk does not count as damage of the archive", async () => {
  const path = join(folder, "fine.zip");
  await writeFile(path, zipBytes([{ name: "a.txt", data: "words" }]));
  const known = new Set(await readdir(folder));
  const read = await readArchive({ path, fileName: "fine.zip" }, limits, new UnpackBudget(limits));
  const [unpacking = ""] = (await readdir(folder)).filter((name) => !known.has(name));
  await writeFile(join(folder, unpacking, "1"), "in the way");
  try {
    await assert.rejects(Array.fromAsync(read.members()), { code: "EEXIST" });
  } finally {
    await read.close();
  }
});
