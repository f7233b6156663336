import assert from "node:assert/strict";
import { test } from "node:test";
import { matchFiles } from "./match-files.ts";

const file = (name: string, content: string, lastModified = 1) => new File([content], name, { lastModified });
const kept = [
  { name: "a.pdf", size: 3, lastModified: 1 },
  { name: "b.pdf", size: 5, lastModified: 2 },
];

test("files are sorted in the order of the upload, and other files are ignored", () => {
  const [a, b] = [file("a.pdf", "abc", 1), file("b.pdf", "abcde", 2)];
  assert.deepEqual(matchFiles(kept, [file("c.pdf", "x"), b, a]), { files: [a, b], missing: undefined });
});

test("a missing, resized or changed file is reported", () => {
  const a = file("a.pdf", "abc", 1);
  for (const chosen of [[], [file("a.pdf", "abcd", 1)], [file("a.pdf", "abc", 9)]])
    assert.equal(matchFiles(kept, chosen).missing, "a.pdf");
  assert.equal(matchFiles(kept, [a]).missing, "b.pdf");
});
