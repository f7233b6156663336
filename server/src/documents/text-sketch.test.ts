import assert from "node:assert/strict";
import { test } from "node:test";
import { hostilePieces } from "../testing/hostile-pieces.ts";
import { assertLinear } from "../testing/linear-time.ts";
import { overlapOf, sketchSize, TextSketch } from "./text-sketch.ts";

function sketchOf(...pages: string[]): Buffer {
  const sketch = new TextSketch();
  for (const page of pages) sketch.add(page);
  const bytes = sketch.toBytes();
  assert.ok(bytes);
  return bytes;
}
const wordsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => `word${first + at}`);
const text = (first: number, count: number) => wordsFrom(first, count).join(" ");

test("the overlap of two texts is the share of five-word sequences that they have in common", () => {
  const whole = sketchOf(text(0, 5000));
  assert.equal(overlapOf(whole, sketchOf(text(0, 5000))), 1);
  assert.equal(overlapOf(whole, sketchOf(text(10_000, 5000))), 0);
  // 4,000 of 6,000 sequences are in both.
  const overlap = overlapOf(whole, sketchOf(text(1000, 5000)));
  assert.ok(Math.abs(overlap - 4 / 6) < 0.12, String(overlap));
});

test("pages, case, marks and spaces do not change a sketch, but the order of words does", () => {
  const words = wordsFrom(0, 100);
  const plain = sketchOf(words.join(" "));
  const split = sketchOf(words.slice(0, 40).join(", ").toUpperCase(), words.slice(40).join("\n"));
  assert.deepEqual(split, plain);
  assert.equal(overlapOf(plain, sketchOf(words.toReversed().join(" "))), 0);
});

test("a sketch has at most 512 bytes, and a text of a few words has none", () => {
  assert.equal(sketchOf(text(0, 100_000)).length, sketchSize * 4);
  const sketch = new TextSketch();
  sketch.add("Personal data is encrypted at rest and in transit.");
  assert.equal(sketch.toBytes(), undefined);
});

test("the time for a sketch is linear in the length of hostile text", async () => {
  for (const pieces of [["a", "1", " "], hostilePieces.slice(0, 20), hostilePieces.slice(-20)])
    await assertLinear(
      (size) => pieces.map((piece) => new TextSketch().add(piece.repeat(size))),
      16_000,
      JSON.stringify(pieces),
    );
});
