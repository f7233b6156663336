import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type GreyImage, toJpeg, toPng, toTiff, toWebp } from "../../testing/sample-images.ts";
import { renderLines } from "../../testing/sample-pdfs.ts";
import { type ExtractedPage, type FileFacts, UnreadableFile } from "../extracted-file.ts";
import { readImage } from "./read-image.ts";
import { stopRecognising } from "./recognise-text.ts";

const limits = { maxPages: 5000, maxUnpackedBytes: 1e9, maxDepth: 3 };
const lines = ["Access to the archive is reviewed every quarter.", "Keys are returned when a contract ends."];
let folder: string;
let image: GreyImage;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "read-image-test-"));
  image = await renderLines(lines);
});
after(async () => {
  await stopRecognising();
  await rm(folder, { recursive: true, force: true });
});

async function read(
  bytes: Uint8Array,
  maxPages = limits.maxPages,
): Promise<{ facts: FileFacts; pages: ExtractedPage[] }> {
  const path = join(folder, `${process.hrtime.bigint()}.image`);
  await writeFile(path, bytes);
  const file = await readImage({ path, fileName: "scan" }, { ...limits, maxPages });
  const pages = await Array.fromAsync(file.pages(1));
  await file.close();
  return { facts: file.facts, pages };
}

for (const [format, write] of Object.entries({ PNG: toPng, JPEG: toJpeg, WebP: toWebp })) {
  test(`the words of a ${format} image are recognised, with their confidence`, async () => {
    const { facts, pages } = await read(write(image));
    assert.equal(facts.pageCount, 1);
    assert.equal(pages[0]?.text.replaceAll("\n", " "), lines.join(" "));
    assert.ok((pages[0]?.recognition?.confidence ?? 0) > 80);
  });
}

test("every page of a TIFF is a page", async () => {
  const second = await renderLines(["The second page speaks of backups."]);
  const { facts, pages } = await read(toTiff([image, second]));
  assert.equal(facts.pageCount, 2);
  assert.equal(facts.language, "en");
  assert.deepEqual(
    pages.map(({ number, text }) => [number, text.replaceAll("\n", " ")]),
    [
      [1, lines.join(" ")],
      [2, "The second page speaks of backups."],
    ],
  );
});

test("a broken image is refused as damaged", async () => {
  const broken = {
    "a PNG without its data": toPng(image).subarray(0, 40),
    "a PNG of garbage": Buffer.concat([toPng(image).subarray(0, 60), Buffer.alloc(500, 7)]),
    "a TIFF of garbage": Buffer.concat([Buffer.from("II*\0"), Buffer.alloc(100, 9)]),
    "a TIFF whose directories form a cycle": toTiff([image], { nextOfLast: 8 }),
    "half a WebP": toWebp(image).subarray(0, 200),
    "bytes of no image format": Buffer.from("neither fish nor flesh"),
  };
  for (const [what, bytes] of Object.entries(broken)) {
    await assert.rejects(
      read(bytes),
      (error) => error instanceof UnreadableFile && /damaged/.test(error.message),
      what,
    );
  }
  await assert.rejects(read(new Uint8Array(0)), { message: "The file is empty." });
});

test("a small file that declares billions of pixels is refused before it is decoded", async () => {
  const bomb = Buffer.from(toPng(image));
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  await assert.rejects(read(bomb), { message: "The image is too large to be read: 60000 by 60000 pixels." });
});

test("a TIFF with more pages than allowed is refused with the limit named", async () => {
  const dot = { width: 1, height: 1, grey: Uint8Array.of(255) };
  await assert.rejects(read(toTiff([dot, dot, dot]), 2), { message: "The file has more than 2 pages." });
});

test("recognition leaves no folder behind", async () => {
  await read(toPng(image));
  assert.deepEqual(
    (await readdir(tmpdir())).filter((name) => name.startsWith("assay-ocr-")),
    [],
  );
});
