import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { damageFile, SeededRandom } from "../../testing/damage.ts";
import { sampleFiles, sampleImages } from "../../testing/sample-files.ts";
import { defaultExtractionLimits } from "../extraction-limits.ts";
import { ExtractionChild } from "./extraction-child.ts";

test("console output of libraries about damaged workbooks and images is discarded", async () => {
  const folder = await mkdtemp(join(tmpdir(), "silence-libraries-test-"));
  const child = await ExtractionChild.start(defaultExtractionLimits.memoryBytes, tmpdir());
  try {
    const chance = new SeededRandom(7);
    const samples = [...(await sampleFiles()).filter(({ fileName }) => fileName === "book.xls"), ...sampleImages()];
    const files = Array.from({ length: 40 }, (_, index) => ({
      path: join(folder, `${index}`),
      fileName: "file",
      bytes: damageFile(samples[index % samples.length]?.bytes ?? Buffer.alloc(0), chance),
    }));
    for (const { path, bytes } of files) await writeFile(path, bytes);
    await mkdir(join(folder, "out"));
    const result = await child.read(
      {
        files: files.map(({ path, fileName }) => ({ path, fileName })),
        limits: defaultExtractionLimits,
        outFolder: join(folder, "out"),
      },
      {
        deadlineMs: performance.now() + 60_000,
        memoryBytes: 2 ** 31,
        maxWrittenBytes: 2 ** 30,
        onMessage: () => undefined,
      },
    );
    assert.equal(result, "done");
    assert.equal(child.stderrTail, "");
  } finally {
    await child.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
