import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { extractDocument } from "../../server/src/extraction/extract-document.ts";
import { ExtractionChildren } from "../../server/src/extraction/extraction-children.ts";
import { defaultExtractionLimits, type ExtractionLimits } from "../../server/src/extraction/extraction-limits.ts";
import { readPageRanges } from "../../server/src/extraction/page-ranges.ts";
import { sampleImages } from "../../server/src/testing/sample-files.ts";
import { toTiff } from "../../server/src/testing/sample-images.ts";
import { childrenOf } from "./drill-postgres.ts";
import { type Paint, paintNoise, paintPng, paintStrokes, toGreyPng } from "./large-scan.ts";

/** Images with as many pixels as are read, with content that costs text recognition the most. */

const side = 10_000;
const limits: ExtractionLimits = { ...defaultExtractionLimits, wallClockSeconds: 120 };
/** Stopping a child and its programs. */
const graceSeconds = 15;
/** Sampled every 200 ms, so a limit is exceeded for a moment. */
const memoryTolerance = 1.25;

let folder: string;
let children: ExtractionChildren;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ocr-limit-"));
  await mkdir(join(folder, "children"));
  children = new ExtractionChildren({ memoryBytes: limits.memoryBytes, folder: join(folder, "children") });
});
after(async () => {
  await children?.close();
  await rm(folder, { recursive: true, force: true });
});

const contents: Record<string, Paint> = {
  blank: () => 255,
  noise: paintNoise,
  "dots of one pixel": (x, y) => ((x + y) % 2 === 0 ? 0 : 255),
  "strokes like dense small print": paintStrokes,
  rules: (x, y) => (x % 20 === 0 || y % 20 === 0 ? 0 : 255),
};

/** Memory of all processes that this one has started. */
async function usedBytes(parent = process.pid): Promise<number> {
  let bytes = 0;
  for (const pid of await childrenOf(parent)) {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    bytes += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024 + (await usedBytes(pid));
  }
  return bytes;
}

async function read(fileName: string, bytes: Uint8Array) {
  const own = await mkdtemp(join(folder, "document-"));
  const path = join(own, "file");
  await writeFile(path, bytes);
  let [peakBytes, isReading] = [0, true];
  const watching = (async () => {
    while (isReading) {
      peakBytes = Math.max(peakBytes, await usedBytes());
      await wait(200);
    }
  })();
  const startedAt = performance.now();
  const [file] = await extractDocument(
    { children, limits },
    { files: [{ path, fileName }], outFolder: join(own, "out"), onFault: () => undefined },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  isReading = false;
  await watching;
  assert.ok(file !== undefined);
  const pages = await Array.fromAsync(readPageRanges(file.pages));
  await rm(own, { recursive: true, force: true });
  return { seconds, peakBytes, failureReason: file.failureReason, pages };
}

test("images at the limit of pixels are read or refused with a reason within the limits of time and memory", async (context) => {
  const files: [string, string, () => Uint8Array][] = Object.entries(contents).map(([name, valueAt]) => [
    ...([name, "scan.png", () => paintPng(side, side, valueAt)] as [string, string, () => Buffer]),
  ]);
  const grey = () => {
    const image = new Uint8Array(side * side);
    for (let at = 0; at < image.length; at++) image[at] = paintStrokes(at % side, Math.floor(at / side));
    return image;
  };
  files.push(["strokes in a TIFF", "scan.tiff", () => toTiff([{ width: side, height: side, grey: grey() }])]);
  files.push(["a strip of one row", "scan.png", () => paintPng(side * side, 1, paintStrokes)]);
  for (const [name, fileName, build] of files) {
    const { seconds, peakBytes, failureReason, pages } = await read(fileName, build());
    context.diagnostic(
      `${name}: ${seconds.toFixed(1)} s, ${Math.round(peakBytes / 1024 ** 2)} MiB, ${failureReason ?? `${pages.length} page, ${pages[0]?.text.length} characters`}`,
    );
    assert.ok(seconds <= limits.wallClockSeconds + graceSeconds, `${name}: ${seconds} seconds`);
    assert.ok(peakBytes <= limits.memoryBytes * memoryTolerance, `${name}: ${peakBytes} bytes`);
    if (failureReason === undefined) assert.equal(pages.length, 1, name);
    else assert.match(failureReason, /^(The|It|With|Reading) .+\.$/, name);
  }
});

test("an image beyond the limit is refused before it is decoded, and the next one is read", async () => {
  const { seconds, failureReason } = await read("scan.png", toGreyPng(side + 1, side, Buffer.alloc(1000)));
  assert.match(failureReason ?? "", /^The image is too large to be read: 10001 by 10000 pixels\.$/);
  assert.ok(seconds < 20, `${seconds} seconds`);
  const scan = sampleImages().find(({ fileName }) => fileName === "scan.png");
  assert.ok(scan);
  const next = await read("scan.png", scan.bytes);
  assert.equal(next.failureReason, undefined);
  assert.equal(next.pages.length, 1);
  await children.close();
  assert.deepEqual(await readdir(join(folder, "children")), []);
});
