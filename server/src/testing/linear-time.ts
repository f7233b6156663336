import assert from "node:assert/strict";

/** Twice the work takes less than 2.5 times as long, measured over two doublings: linear work takes 4 times, quadratic 16. */
const factor = 4;
const maxRatio = 2.5 ** 2;
/** Other load and the garbage collector may disturb a measurement; quadratic work fails every time. */
const tries = 40;

/** Compares the time for a size with that for a quarter of it, so that the machine's speed does not matter. */
export async function assertLinear(work: (size: number) => unknown, size: number, name: string): Promise<void> {
  // Four quarters instead of one, so that both measurements take about as long and other load disturbs both alike.
  const runQuarters = async () => {
    for (let portion = 0; portion < factor; portion++) await work(size / factor);
  };
  let quarters = Number.POSITIVE_INFINITY;
  let large = Number.POSITIVE_INFINITY;
  const computeRatio = () => large / (quarters / factor);
  for (let round = 0; round < tries && !(computeRatio() < maxRatio); round++) {
    // Measured before and after the whole, for as long as the whole takes: a change of load or just-in-time compilation in
    // between would otherwise favour one of them.
    quarters = Math.min(quarters, await measure(runQuarters));
    const whole = await measure(() => work(size));
    large = Math.min(large, whole);
    for (let spent = 0; spent < whole; ) {
      const again = await measure(runQuarters);
      quarters = Math.min(quarters, again);
      spent += again;
    }
  }
  const ratio = computeRatio();
  assert.ok(ratio < maxRatio, `${name}: ${factor} times as much takes ${ratio.toFixed(1)} times as long`);
}

/** In milliseconds of this thread's processor time: what other processes do does not count. */
async function measure(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  // The clock of some systems has a coarse tick.
  return Math.max(0.01, (user + system) / 1000);
}
