import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type ZipBytesEntry, zipBytes } from "../../testing/zip-bytes.ts";
import { openZip, type ZipLimits } from "./zip-entries.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "zip-entries-"));
});
after(() => rm(folder, { recursive: true }));

const roomy: ZipLimits = { maxEntries: 100, maxUnpackedBytes: 100_000_000 };

/** Reads every member to its end. */
async function unpack(entries: ZipBytesEntry[], limits: Partial<ZipLimits> = {}): Promise<string[]> {
  const path = join(folder, "file.zip");
  await writeFile(path, zipBytes(entries));
  const zip = await openZip(path, { ...roomy, ...limits });
  try {
    const contents: string[] = [];
    for (const member of zip.members) contents.push(String(await zip.read(member)));
    return contents;
  } finally {
    await zip.close();
  }
}

test("members are unpacked unchanged", async () => {
  assert.deepEqual(
    await unpack([
      { name: "a/b.xml", data: "packed" },
      { name: "c", data: "stored", isStored: true },
    ]),
    ["packed", "stored"],
  );
});

test("a member larger than its declared size is refused while it is unpacked", async () => {
  const lie = { name: "a", data: Buffer.alloc(50_000_000), declaredSize: 1000 };
  await assert.rejects(unpack([lie]), /The file is damaged: a is longer than the archive says/);
});

test("a member shorter than its declared size is refused", async () => {
  await assert.rejects(unpack([{ name: "a", data: "short", declaredSize: 500 }]), /a is shorter than the archive says/);
});

test("a member with a wrong checksum is refused", async () => {
  await assert.rejects(unpack([{ name: "a", data: "words", declaredCrc: 1 }]), /a does not match its checksum/);
});

test("an archive that declares too much is refused before it is unpacked", async () => {
  await assert.rejects(unpack([{ name: "a", data: "x", declaredSize: 2e9 }]), /unpacks to more than/);
});

test("the real sizes of all members count together", async () => {
  const data = Buffer.alloc(600_000, "ab");
  await assert.rejects(
    unpack(
      [
        { name: "a", data },
        { name: "b", data },
      ],
      { maxUnpackedBytes: 1_000_000 },
    ),
    /unpacks to more than/,
  );
});

test("a member with an implausible compression ratio is refused", async () => {
  await assert.rejects(unpack([{ name: "bomb.xml", data: Buffer.alloc(40_000_000) }]), /not safe to unpack: bomb\.xml/);
});

test("too many entries are refused", async () => {
  const entries = Array.from({ length: 5 }, (_, index) => ({ name: `${index}`, data: "x" }));
  await assert.rejects(unpack(entries, { maxEntries: 4 }), /more than 4 entries/);
});

for (const name of ["../evil", "a/../../evil", "/etc/passwd", "C:\\evil", "a\\..\\..\\evil", "a\0b"]) {
  test(`the name ${JSON.stringify(name)} is refused`, async () => {
    await assert.rejects(unpack([{ name, data: "x" }]), /points outside the archive/);
  });
}

test("an encrypted member is refused with that reason", async () => {
  await assert.rejects(unpack([{ name: "a", data: "x", flags: 1 }]), /protected by a password/);
});

test("bytes that do not inflate count as damage", async () => {
  await assert.rejects(unpack([{ name: "a", data: "not deflated at all", isStored: true, method: 8 }]), /damaged/);
});
