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
  for (const row of rows) {
    const named = [...row.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, path]) => path ?? "");
    assert.ok(named.length > 0, row);
    for (const path of named) assert.ok((await stat(join(root, path))).isFile(), path);
  }
});
