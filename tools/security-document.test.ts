import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");

test("SECURITY.md covers all ten risks, and every test it names exists", async () => {
  const text = await readFile(join(root, "SECURITY.md"), "utf8");
  const rows = text.split("\n").filter((line) => /^\| API\d/.test(line));
  assert.deepEqual(
    rows.map((row) => Number(/^\| API(\d+) /.exec(row)?.[1])),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  await checkNamedTests(rows);
});

test("every finding of an attack names tests that exist", async () => {
  const text = await readFile(join(root, "docs/attacks.md"), "utf8");
  const rows = text.split("\n").filter((line) => /^\| (?!Finding)[^-]/.test(line));
  assert.ok(rows.length >= 15);
  await checkNamedTests(rows);
});

async function checkNamedTests(rows: string[]): Promise<void> {
  for (const row of rows) {
    const named = [...row.matchAll(/`([^`]+\.(?:test|drill)\.ts)`/g)].map(([, path]) => path ?? "");
    assert.ok(named.length > 0, row);
    for (const path of named) assert.ok((await stat(join(root, path))).isFile(), path);
  }
}
