import assert from "node:assert/strict";

/** Four times as much is four times the work where it grows with the size, and sixteen times where it grows with its square. */
const factor = 4;
const mostTimesTheWork = 10;
/** Other programs take the processor at times; work that grows with the square of the size is never quick. */
const tries = 40;

/** Nothing is said about seconds, which are the machine's: the same work is done for a size and for a fourth of it. */
export async function assertGrowsWithSize(work: (size: number) => unknown, size: number, name: string): Promise<void> {
  let small = Number.POSITIVE_INFINITY;
  let large = Number.POSITIVE_INFINITY;
  for (let round = 0; round < tries && !(large < small * mostTimesTheWork); round++) {
    // More than once: a pause within the smaller would hide how much longer the larger takes, as compiling would, the first time.
    for (let time = 0; time < 4; time++) small = Math.min(small, await millisecondsOf(() => work(size / factor)));
    large = Math.min(large, await millisecondsOf(() => work(size)));
  }
  const ratio = (large / small).toFixed(1);
  assert.ok(large < small * mostTimesTheWork, `${name}: ${factor} times as much takes ${ratio} times as long`);
}

async function millisecondsOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
