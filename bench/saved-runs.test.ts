import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Figure } from "./figures.ts";
import { benchmarks, saveRun, toRow, writeBenchmarksPage } from "./saved-runs.ts";

const aRun = (...figures: Figure[]) => ({ load: "0.3", exitCode: 0, figures });
const docs = join(import.meta.dirname, "../docs");

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "assay-figures-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("a figure with a peer shows both, and its bar applies to the ratio", () => {
  const figure = { figure: "p99", measured: 30, unit: "ms", peer: { name: "alone", measured: 20 }, below: 2 };
  assert.deepEqual(toRow(figure), {
    Figure: "p99",
    Measured: "30 ms",
    "Peer or limit": "alone: 20 ms",
    Ratio: "1.50",
    Bar: "< 2 ×",
    "Met?": "met",
  });
  assert.equal(toRow({ ...figure, measured: 40 })["Met?"], "missed");
});

test("a reported ratio is used instead of the quotient", () => {
  const row = toRow({ figure: "read", measured: 90, peer: { name: "bare", measured: 100 }, ratio: 0.65, atLeast: 0.7 });
  assert.deepEqual([row["Ratio"], row["Met?"]], ["0.650", "missed"]);
});

test("without a peer the ratio is to the limit, and the bar applies to the measured value", () => {
  const row = toRow({ figure: "memory", measured: 150, unit: "MB", below: 200 });
  assert.deepEqual(Object.values(row), ["memory", "150 MB", "limit: 200 MB", "0.750", "< 200 MB", "met"]);
  const points = toRow({ figure: "difference", measured: 5, unit: "points", atMost: 5 });
  assert.deepEqual(Object.values(points), ["difference", "5 points", "limit: 5 points", "1", "≤ 5 points", "met"]);
});

test("no ratio is shown to a limit of zero or without a limit", () => {
  assert.deepEqual(Object.values(toRow({ figure: "errors", measured: 0, atMost: 0 })).slice(2), [
    ...["limit: 0", "–", "≤ 0", "met"],
  ]);
  assert.deepEqual(Object.values(toRow({ figure: "minutes", measured: 30 })).slice(2), ["–", "–", "–", ""]);
});

test("a figure that could not be measured meets no bar", () => {
  const read = JSON.parse(JSON.stringify({ figure: "p99", measured: Number.NaN, below: 2 })) as Figure;
  assert.deepEqual(Object.values(toRow(read)).slice(1), ["–", "limit: 2", "–", "< 2", "missed"]);
  const ofNothing = toRow({ figure: "p99", measured: 3, peer: { name: "alone", measured: 0 }, below: 2 });
  assert.deepEqual([ofNothing["Ratio"], ofNothing["Met?"]], ["–", "missed"]);
});

test("a figure keeps the digits that distinguish it from its bar", () => {
  const row = toRow({ figure: "word F1", measured: 0.9966, atLeast: 0.995 });
  assert.deepEqual([row["Measured"], row["Met?"]], ["0.997", "met"]);
});

test("a run replaces the last one of its benchmark and leaves the others", () =>
  inFolder(async (folder) => {
    await saveRun("upload", aRun({ figure: "one upload", measured: 100, unit: "MB/s" }), folder);
    await saveRun("api", aRun({ figure: "memory", measured: 210, unit: "MB", below: 200 }), folder);
    await saveRun("api", aRun({ figure: "memory", measured: 150, unit: "MB", below: 200 }), folder);
    const page = await readFile(join(folder, "benchmarks.md"), "utf8");
    assert.match(page, /^\| Figure \| Measured \| Peer or limit \| Ratio \| Bar \| Met\? \|\n\| --- \|/m);
    assert.match(page, /^\| memory \| 150 MB \| limit: 200 MB \| 0\.750 \| < 200 MB \| met \|$/m);
    assert.match(page, /^\| one upload \| 100 MB\/s \| – \| – \| – \| {2}\|$/m);
    assert.doesNotMatch(page, /210 MB/);
    assert.ok(page.indexOf("## api") < page.indexOf("## upload"), "in the order of the benchmarks");
    assert.match(page, /^\d{4}-\d\d-\d\d, .+; load before the run: 0\.3\.$/m);
  }));

test("the page names the benchmarks without a saved run", () =>
  inFolder(async (folder) => {
    const others = Object.keys(benchmarks).filter((name) => name !== "api");
    await saveRun("api", aRun({ figure: "memory", measured: 150 }), folder);
    assert.ok(
      (await readFile(join(folder, "benchmarks.md"), "utf8")).includes(`No saved run of: ${others.join(", ")}.`),
    );
  }));

test("a skipped benchmark keeps its last figures; a failed one is reported", () =>
  inFolder(async (folder) => {
    await saveRun("api", aRun({ figure: "memory", measured: 150 }), folder);
    await saveRun("api", aRun(), folder);
    assert.match(await readFile(join(folder, "benchmarks.md"), "utf8"), /\| memory \| 150 \|/);
    await saveRun("api", { ...aRun(), exitCode: 2 }, folder);
    assert.match(await readFile(join(folder, "benchmarks.md"), "utf8"), /It ended with code 2 without figures\./);
  }));

test("docs/benchmarks.md shows docs/benchmarks.json; npm run generate writes it", () =>
  inFolder(async (folder) => {
    await writeFile(join(folder, "benchmarks.json"), await readFile(join(docs, "benchmarks.json")));
    await writeBenchmarksPage(folder);
    const [written, committed] = [folder, docs].map((one) => readFile(join(one, "benchmarks.md"), "utf8"));
    assert.equal(await committed, await written);
  }));
