import assert from "node:assert/strict";

/** Four times the input takes four times as long in linear time and sixteen times as long in quadratic time. */
const factor = 4;
const maxRatio = 10;
/** Other load may disturb a measurement; quadratic work fails every time. */
const tries = 40;

/** Compares times for a size and for a quarter of it, so that the machine's speed does not matter. */
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

async function measure(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
