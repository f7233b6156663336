import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { planChunks, sizeOfChunk } from "./chunk-plan.ts";

const base = 8 * 1024 * 1024;

test("a file has at most 10,000 chunks, whose sizes add up to the file's, from one byte to the largest size that a request can express", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.maxSafeInteger().map((n) => Math.abs(n) + 1),
      ),
      (size) => {
        const sizeBytes = Math.min(size, Number.MAX_SAFE_INTEGER);
        const plan = planChunks(sizeBytes, base, 10_000);
        assert.ok(plan.totalChunks >= 1 && plan.totalChunks <= 10_000);
        const last = sizeOfChunk({ ...plan, sizeBytes }, plan.totalChunks - 1);
        assert.ok(last >= 1 && last <= plan.chunkSizeBytes);
        assert.equal((plan.totalChunks - 1) * plan.chunkSizeBytes + last, sizeBytes);
      },
    ),
  );
});

test("the chunk size is 8 MiB, doubled only as often as needed", () => {
  const gib = 1024 ** 3;
  const sizes: [fileBytes: number, chunkBytes: number, chunks: number][] = [
    [1, base, 1],
    [base, base, 1],
    [base + 1, base, 2],
    [20 * gib, base, 2560],
    [10_000 * base, base, 10_000],
    [10_000 * base + 1, 2 * base, 5001],
    [5 * 1024 * gib, 128 * base, 5120],
  ];
  for (const [fileBytes, chunkSizeBytes, totalChunks] of sizes) {
    assert.deepEqual(planChunks(fileBytes, base, 10_000), { chunkSizeBytes, totalChunks });
  }
});
