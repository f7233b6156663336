import assert from "node:assert/strict";
import { test } from "node:test";
import { ClosedForLong, Gate } from "./gate.ts";

const never = new AbortController().signal;
const aGate = (places: number) => new Gate({ places, longestWaitMilliseconds: 1000 });

/** Something that takes until it is told to end. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { act: () => promise, end: resolve };
}

test("a place that becomes free goes to the one that has waited longest", async () => {
  const gate = aGate(1);
  const [first, order] = [held(), [] as number[]];
  const passing = gate.pass(first.act, never);
  const others = [1, 2, 3].map((number) => gate.pass(async () => void order.push(number), never));
  first.end();
  await Promise.all([passing, ...others]);
  assert.deepEqual(order, [1, 2, 3]);
});

test("who stops waiting leaves at once and takes nobody's place", async () => {
  const gate = aGate(1);
  const first = held();
  const stop = new AbortController();
  const passing = gate.pass(first.act, never);
  const leaving = assert.rejects(gate.pass(first.act, stop.signal), /stopping/);
  const staying = gate.pass(async () => "through", never);
  stop.abort(new Error("stopping"));
  await leaving;
  first.end();
  await passing;
  assert.equal(await staying, "through");
});

test("a failure frees the place, and a gate that is closed for long is told from one that opens soon", async () => {
  const gate = aGate(1);
  await assert.rejects(
    gate.pass(() => Promise.reject(new Error("no")), never),
    /no/,
  );
  gate.closeFor(30);
  const startedAt = performance.now();
  await gate.pass(async () => undefined, never);
  assert.ok(performance.now() - startedAt >= 29);
  gate.closeFor(60_000);
  await assert.rejects(
    gate.pass(async () => undefined, never),
    ClosedForLong,
  );
});
