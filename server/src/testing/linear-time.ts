import assert from "node:assert/strict";

/** Twice the work takes less than 2.5 times as long, measured over two doublings: linear work takes 4 times, quadratic 16. */
const factor = 4;
const maxRatio = 2.5 ** 2;
/** The garbage collector and the compiler may disturb a measurement; quadratic work fails every time. */
const tries = 12;

/** Compares the time for a size with that for a quarter of it, so that the machine's speed does not matter. */
export async function assertLinear(work: (size: number) => unknown, size: number, name: string): Promise<void> {
  let quarter = Number.POSITIVE_INFINITY;
  let whole = Number.POSITIVE_INFINITY;
  for (let round = 0; round < tries && !(whole / quarter < maxRatio); round++) {
    // The larger first: code that is not compiled yet makes the ratio larger, which at worst takes another round.
    whole = Math.min(whole, await measure(() => work(size)));
    quarter = Math.min(quarter, await measure(() => work(size / factor)));
  }
  const ratio = whole / quarter;
  assert.ok(ratio < maxRatio, `${name}: ${factor} times as much takes ${ratio.toFixed(1)} times as long`);
}

/** Some systems count processor time in ticks of several milliseconds, so short work is repeated. */
const minProcessorMs = 25;

/** In milliseconds of this thread's processor time: what other processes do does not count. */
async function measure(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs++) {
    await work();
    const { user, system } = process.threadCpuUsage(before);
    const used = (user + system) / 1000;
    if (used >= minProcessorMs) return used / runs;
  }
}
