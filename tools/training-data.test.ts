import assert from "node:assert/strict";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { readTrainingData, trainingFolder } from "./training-data.ts";

const readme = await readFile(join(trainingFolder, "README.md"), "utf8");
const numbersIn = (text: string) => Number(text.replaceAll(",", "").match(/\d+/)?.[0]);
const row = (name: string) => {
  const line = readme.split("\n").find((one) => one.startsWith(`| \`${name}\` |`));
  assert.ok(line !== undefined, `the README has no row for ${name}`);
  return line.split("|").map((cell) => cell.trim());
};
const verdicts = new Set(["met", "partly", "contradicted", "missing"]);

for (const name of ["documents", "validation-documents"] as const)
  test(`${name} have the counts of the README, known controls and known verdicts`, async () => {
    const controls = new Set((await readShippedCatalogue()).flatMap((one) => one.controls.map(({ code }) => code)));
    const names = new Set<string>();
    let labels = 0;
    for await (const document of readTrainingData(name)) {
      names.add(document.name);
      assert.ok(controls.has(document.control), `${document.name}: ${document.control}`);
      for (const { verdict } of document.items.flatMap(({ criteria }) => criteria)) {
        assert.ok(verdicts.has(verdict), `${document.name}: ${verdict}`);
        labels++;
      }
    }
    const [, , , lines = "", labelled = ""] = row(`${name}.jsonl.gz`);
    assert.deepEqual([names.size, labels], [numbersIn(lines), numbersIn(labelled)]);
  });

for (const name of ["contracts", "validation-contracts"] as const)
  test(`${name} have the counts of the README and known verdicts`, async () => {
    const names = new Set<string>();
    let labels = 0;
    for await (const contract of readTrainingData(name)) {
      names.add(contract.name);
      for (const { verdict } of contract.statements) assert.ok(verdicts.has(verdict), `${contract.name}: ${verdict}`);
      labels += contract.statements.length;
    }
    const [, , , lines = "", labelled = ""] = row(`${name}.jsonl.gz`);
    assert.deepEqual([names.size, labels], [numbersIn(lines), numbersIn(labelled)]);
  });

test("passage sets have the counts of the README, collection by collection", async () => {
  const counts = new Map<string, { sets: number; passages: number }>();
  for await (const { collection, language, domain, name, requirement, ...roles } of readTrainingData("passage-sets")) {
    const count = counts.get(collection) ?? { sets: 0, passages: 0 };
    count.sets++;
    count.passages += Object.values(roles).flat().length;
    counts.set(collection, count);
  }
  let [sets, passages] = [0, 0];
  for (const [collection, count] of counts) {
    const [, , inSets = "", inPassages = ""] = row(collection);
    assert.deepEqual(count, { sets: numbersIn(inSets), passages: numbersIn(inPassages) }, collection);
    sets += count.sets;
    passages += count.passages;
  }
  const [, , , lines = "", labelled = ""] = row("passage-sets.jsonl.gz");
  assert.deepEqual([sets, passages], [numbersIn(lines), numbersIn(labelled)]);
});

test("packed files carry neither a name nor a time, so the same lines give the same bytes", async () => {
  for (const name of readme.matchAll(/^\| `([\w-]+\.jsonl\.gz)`/gm)) {
    const file = await open(join(trainingFolder, name[1] ?? ""));
    const { buffer } = await file.read(Buffer.alloc(10), 0, 10, 0).finally(() => file.close());
    assert.deepEqual([...buffer.subarray(0, 8)], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0], name[1]);
  }
});
