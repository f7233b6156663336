import assert from "node:assert/strict";
import { test } from "node:test";
import { PausedTooLong, RequestLimiter } from "./request-limiter.ts";

const never = new AbortController().signal;
const aLimiter = () => new RequestLimiter({ maxConcurrent: 1, maxWaitMilliseconds: 1000 });

/** A request that lasts until `end` is called. */
function pending() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { request: () => promise, end: resolve };
}

test("a free slot goes to the request that has waited longest", async () => {
  const limiter = aLimiter();
  const [first, order] = [pending(), [] as number[]];
  const running = limiter.run(first.request, never);
  const others = [1, 2, 3].map((number) => limiter.run(async () => void order.push(number), never));
  first.end();
  await Promise.all([running, ...others]);
  assert.deepEqual(order, [1, 2, 3]);
});

test("an aborted request leaves the queue at once and takes no slot", async () => {
  const limiter = aLimiter();
  const first = pending();
  const stop = new AbortController();
  const running = limiter.run(first.request, never);
  const leaving = assert.rejects(limiter.run(first.request, stop.signal), /stopping/);
  const staying = limiter.run(async () => "done", never);
  stop.abort(new Error("stopping"));
  await leaving;
  first.end();
  await running;
  assert.equal(await staying, "done");
});

test("a failure frees the slot, a short pause is waited for and a long one is not", async () => {
  const limiter = aLimiter();
  await assert.rejects(
    limiter.run(() => Promise.reject(new Error("no")), never),
    /no/,
  );
  limiter.pauseFor(30);
  const startedAt = performance.now();
  await limiter.run(async () => undefined, never);
  assert.ok(performance.now() - startedAt >= 29);
  limiter.pauseFor(60_000);
  await assert.rejects(
    limiter.run(async () => undefined, never),
    PausedTooLong,
  );
});
