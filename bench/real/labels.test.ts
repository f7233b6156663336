import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { readShippedCatalogue } from "../../server/src/catalogue/shipped-catalogue.ts";
import type { Split } from "./documents.ts";
import { type DocumentLabels, problemsOfLabels } from "./reading.ts";

interface CollectedDocument {
  file: string;
  kind: string;
  split: Split;
  characters: number;
  sha256: string;
}

const root = new URL("../../", import.meta.url);
const readLines = <Line>(path: string): Line[] =>
  readFileSync(new URL(path, root), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);

const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);
const documents = new Map(
  readLines<CollectedDocument>("bench/real/documents.jsonl").map((document) => [document.file, document]),
);

const kinds = new Set([...documents.values()].map(({ kind }) => kind));

/** Labels of the sealed test set have a folder of their own. */
const folders = ["labels", "test-labels"];

for (const path of folders.flatMap((folder) =>
  readdirSync(new URL(`bench/real/${folder}/`, root)).map((name) => `${folder}/${name}`),
)) {
  const [folder = "", name = ""] = path.split("/");
  const code = name.replace(".jsonl", "");
  const labelled = readLines<DocumentLabels>(`bench/real/${path}`);

  test(`the ${folder} of ${code} fit their control`, () => {
    const control = controls.find((candidate) => candidate.code === code);
    assert.ok(control !== undefined, `no control ${code}`);
    const problems = labelled.flatMap((labels) =>
      problemsOfLabels(labels, control).map((problem) => `${labels.file}: ${problem}`),
    );
    assert.deepEqual(problems, []);
  });

  test(`the ${folder} of ${code} are of known documents, each once, and only those of the sealed set are for testing`, () => {
    const files = labelled.map(({ file }) => file);
    assert.deepEqual(files, [...new Set(files)].sort());
    for (const { control, file, sha256 } of labelled) {
      const document = documents.get(file);
      assert.equal(control, code, file);
      assert.ok(document !== undefined, `${file} is not in documents.jsonl`);
      assert.equal(document.split === "test", folder === "test-labels", file);
      if (kinds.has(code) && document.kind !== code)
        assert.equal(document.split, "train", `${file} is of another kind`);
      assert.equal(sha256, document.sha256, file);
    }
  });

  test(`the spans of the ${folder} of ${code} lie in their documents`, () => {
    for (const { file, conditions, items } of labelled) {
      const { characters = 0 } = documents.get(file) ?? {};
      for (const { key, start, end } of [...conditions, ...items.flatMap(({ criteria }) => criteria)]) {
        assert.equal(start === undefined, end === undefined, `${file}: ${key}`);
        if (start !== undefined && end !== undefined)
          assert.ok(0 <= start && start < end && end <= characters, `${file}: ${key} ${start}-${end}`);
      }
    }
  });
}
