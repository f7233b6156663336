import assert from "node:assert/strict";

/** Four times as much is four times the work where it grows with the size, and sixteen times where it grows with its square. */
const factor = 4;
const mostTimesTheWork = 10;
/** Other programs take the processor at times; work that grows with the square of the size is never quick. */
const tries = 40;

/** Nothing is said about seconds, which are the machine's: the same work is done for a size and for a fourth of it. */
export async function assertGrowsWithSize(work: (size: number) => unknown, size: number, name: string): Promise<void> {
  // As much in all as the larger, so that work that grows with the size takes as long in portions, and other programs take
  // as much from both: one portion by itself can be so short that they never come between, where they always do for the larger.
  const inPortions = async () => {
    for (let portion = 0; portion < factor; portion++) await work(size / factor);
  };
  let portions = Number.POSITIVE_INFINITY;
  let large = Number.POSITIVE_INFINITY;
  const timesTheWork = () => large / (portions / factor);
  for (let round = 0; round < tries && !(timesTheWork() < mostTimesTheWork); round++) {
    // Before and after the larger, and then for as long as that one takes: a pause that spares only the larger would hide
    // how much longer it takes, as compiling would, the first time.
    portions = Math.min(portions, await millisecondsOf(inPortions));
    const whole = await millisecondsOf(() => work(size));
    large = Math.min(large, whole);
    for (let spent = 0; spent < whole; ) {
      const again = await millisecondsOf(inPortions);
      portions = Math.min(portions, again);
      spent += again;
    }
  }
  const ratio = timesTheWork();
  assert.ok(ratio < mostTimesTheWork, `${name}: ${factor} times as much takes ${ratio.toFixed(1)} times as long`);
}

async function millisecondsOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
