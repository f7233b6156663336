import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { benchmarks, keepRun, rowOf, writePage } from "./kept-figures.ts";
import type { Figure } from "./told-figures.ts";

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

test("a figure with a peer shows both, and its bar is for the ratio", () => {
  const figure = { figure: "p99", seen: 30, unit: "ms", peer: { name: "alone", seen: 20 }, below: 2 };
  assert.deepEqual(rowOf(figure), {
    Figure: "p99",
    Seen: "30 ms",
    "Peer or limit": "alone: 20 ms",
    Ratio: "1.50",
    Bar: "< 2 ×",
    "Met?": "met",
  });
  assert.equal(rowOf({ ...figure, seen: 40 })["Met?"], "missed");
});

test("a ratio that is told counts, not the one by the other", () => {
  const row = rowOf({ figure: "read", seen: 90, peer: { name: "bare", seen: 100 }, ratio: 0.65, atLeast: 0.7 });
  assert.deepEqual([row["Ratio"], row["Met?"]], ["0.650", "missed"]);
});

test("without a peer the ratio is the one to the limit, and the bar is for what was seen", () => {
  const row = rowOf({ figure: "memory", seen: 150, unit: "MB", below: 200 });
  assert.deepEqual(Object.values(row), ["memory", "150 MB", "limit: 200 MB", "0.750", "< 200 MB", "met"]);
  const points = rowOf({ figure: "difference", seen: 5, unit: "points", atMost: 5 });
  assert.deepEqual(Object.values(points), ["difference", "5 points", "limit: 5 points", "1", "≤ 5 points", "met"]);
});

test("no ratio is shown to nothing, and none to no limit", () => {
  assert.deepEqual(Object.values(rowOf({ figure: "errors", seen: 0, atMost: 0 })).slice(2), [
    ...["limit: 0", "–", "≤ 0", "met"],
  ]);
  assert.deepEqual(Object.values(rowOf({ figure: "minutes", seen: 30 })).slice(2), ["–", "–", "–", ""]);
});

test("what could not be measured meets no bar", () => {
  const read = JSON.parse(JSON.stringify({ figure: "p99", seen: Number.NaN, below: 2 })) as Figure;
  assert.deepEqual(Object.values(rowOf(read)).slice(1), ["–", "limit: 2", "–", "< 2", "missed"]);
  const ofNothing = rowOf({ figure: "p99", seen: 3, peer: { name: "alone", seen: 0 }, below: 2 });
  assert.deepEqual([ofNothing["Ratio"], ofNothing["Met?"]], ["–", "missed"]);
});

test("digits stay that tell a figure from its bar", () => {
  const row = rowOf({ figure: "word F1", seen: 0.9966, atLeast: 0.995 });
  assert.deepEqual([row["Seen"], row["Met?"]], ["0.997", "met"]);
});

test("a run replaces the last one of its benchmark and leaves the others", () =>
  inFolder(async (folder) => {
    await keepRun("upload", aRun({ figure: "one upload", seen: 100, unit: "MB/s" }), folder);
    await keepRun("api", aRun({ figure: "memory", seen: 210, unit: "MB", below: 200 }), folder);
    await keepRun("api", aRun({ figure: "memory", seen: 150, unit: "MB", below: 200 }), folder);
    const page = await readFile(join(folder, "benchmarks.md"), "utf8");
    assert.match(page, /^\| Figure \| Seen \| Peer or limit \| Ratio \| Bar \| Met\? \|\n\| --- \|/m);
    assert.match(page, /^\| memory \| 150 MB \| limit: 200 MB \| 0\.750 \| < 200 MB \| met \|$/m);
    assert.match(page, /^\| one upload \| 100 MB\/s \| – \| – \| – \| {2}\|$/m);
    assert.doesNotMatch(page, /210 MB/);
    assert.ok(page.indexOf("## api") < page.indexOf("## upload"), "in the order of the benchmarks");
    assert.match(page, /^\d{4}-\d\d-\d\d, .+; load of the machine before it: 0\.3\.$/m);
  }));

test("the page names the benchmarks of which no run is kept", () =>
  inFolder(async (folder) => {
    const others = Object.keys(benchmarks).filter((name) => name !== "api");
    await keepRun("api", aRun({ figure: "memory", seen: 150 }), folder);
    assert.ok(
      (await readFile(join(folder, "benchmarks.md"), "utf8")).includes(`No run is kept of: ${others.join(", ")}.`),
    );
  }));

test("a benchmark that was skipped keeps its last figures; one that failed says so", () =>
  inFolder(async (folder) => {
    await keepRun("api", aRun({ figure: "memory", seen: 150 }), folder);
    await keepRun("api", aRun(), folder);
    assert.match(await readFile(join(folder, "benchmarks.md"), "utf8"), /\| memory \| 150 \|/);
    await keepRun("api", { ...aRun(), exitCode: 2 }, folder);
    assert.match(await readFile(join(folder, "benchmarks.md"), "utf8"), /It ended with code 2 and told nothing\./);
  }));

test("docs/benchmarks.md is what is kept in docs/benchmarks.json; npm run generate writes it anew", () =>
  inFolder(async (folder) => {
    await writeFile(join(folder, "benchmarks.json"), await readFile(join(docs, "benchmarks.json")));
    await writePage(folder);
    const [written, committed] = [folder, docs].map((one) => readFile(join(one, "benchmarks.md"), "utf8"));
    assert.equal(await committed, await written);
  }));
