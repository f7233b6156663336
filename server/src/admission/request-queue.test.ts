import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type QueueLimits, type Refusal, RequestQueue } from "./request-queue.ts";

const limits: QueueLimits = { maxConcurrent: 4, maxConcurrentPerTenant: 2, timeoutMs: 1000 };

/** A queue with a manual clock, and the names of the requests that it started and refused. */
function aQueue(more: Partial<QueueLimits> = {}) {
  let time = 0;
  let areOthersActive = false;
  const queue = new RequestQueue(
    { ...limits, ...more },
    () => time,
    () => areOthersActive,
  );
  const started: string[] = [];
  const refused: [name: string, reason: Refusal][] = [];
  return {
    ...{ queue, started, refused },
    add(tenant: string, ...names: string[]) {
      for (const name of names)
        queue.add(tenant, {
          start: () => started.push(name) > 0,
          refuse: (reason) => refused.push([name, reason]),
        });
    },
    othersBecomeActive() {
      areOthersActive = true;
    },
    /** Without a tick. */
    wait(milliseconds: number) {
      time += milliseconds;
    },
    tickAt(milliseconds: number) {
      time = milliseconds;
      queue.tick();
    },
  };
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, number) => `${prefix}${number}`);

test("a tenant has at most its limit of active requests; another tenant starts beside it", () => {
  const { queue, add, started } = aQueue();
  add("A", "a1", "a2", "a3");
  add("B", "b1");
  assert.deepEqual(started, ["a1", "a2", "b1"]);
  assert.deepEqual([queue.active, queue.queued], [3, 1]);
  queue.release("A");
  assert.deepEqual(started, ["a1", "a2", "b1", "a3"]);
});

test("waiting tenants are served round-robin, whatever the length of their queues", () => {
  const { queue, add, started } = aQueue({ maxConcurrent: 1, maxConcurrentPerTenant: 1 });
  add("A", "a1", "a2", "a3", "a4");
  add("B", "b1");
  add("C", "c1");
  add("B", "b2");
  for (const tenant of ["A", "A", "B", "C", "A", "B"]) queue.release(tenant);
  assert.deepEqual(started, ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("a request beyond the timeout is refused with the cause: its tenant's limit or overload", () => {
  const { queue, add, tickAt, refused } = aQueue({ maxConcurrent: 3 });
  add("A", "a1", "a2", "a3");
  add("B", "b1", "b2");
  tickAt(1001);
  assert.deepEqual(refused, [
    ["a3", "tenant_limit"],
    ["b2", "overload"],
  ]);
  assert.equal(queue.queued, 0);
});

test("a tenant is backlogged after a burst, saturated after half the timeout, and normal when its queue is empty", () => {
  const { queue, add, tickAt } = aQueue();
  assert.equal(queue.stateOf("A"), "normal");
  add("A", "a1", "a2", "a3");
  tickAt(100);
  assert.equal(queue.stateOf("A"), "normal");
  tickAt(101);
  assert.equal(queue.stateOf("A"), "backlogged");
  tickAt(501);
  assert.equal(queue.stateOf("A"), "saturated");
  queue.release("A");
  assert.equal(queue.stateOf("A"), "normal");
});

test("a backlogged tenant keeps its whole limit while it is the only active one", () => {
  const { queue, add, started, tickAt } = aQueue();
  add("A", "a1", "a2", "a3", "a4");
  tickAt(101);
  queue.release("A");
  queue.release("A");
  assert.deepEqual(started, ["a1", "a2", "a3", "a4"]);
});

test("a throttled tenant has one short request at a time, and starts the next beside a long one", () => {
  const { queue, add, started, tickAt, othersBecomeActive } = aQueue();
  othersBecomeActive();
  add("A", "a1", "a2", "a3", "a4", "a5");
  tickAt(101);
  assert.deepEqual(started, ["a1", "a2"]);
  queue.release("A");
  assert.deepEqual(started, ["a1", "a2", "a3"], "the last one started 101 ms ago");
  queue.release("A");
  tickAt(150);
  assert.deepEqual(started, ["a1", "a2", "a3"], "a3 is active");
  tickAt(151);
  assert.deepEqual(started, ["a1", "a2", "a3", "a4"], "a3 takes long");
});

test("a throttled tenant leaves part of each tick to others", () => {
  const { queue, add, started, wait, tickAt, othersBecomeActive } = aQueue({ maxConcurrentPerTenant: 1 });
  othersBecomeActive();
  add("A", "a1", "a2", "a3", "a4");
  tickAt(105);
  queue.release("A");
  tickAt(110);
  assert.deepEqual(started, ["a1", "a2"]);
  wait(2);
  queue.release("A");
  assert.deepEqual(started, ["a1", "a2"], "a2 took more than 3 ms");
  tickAt(115);
  wait(1);
  queue.release("A");
  assert.deepEqual(started, ["a1", "a2", "a3", "a4"], "a3 took 1 ms");
});

test("while others are active, the queue of a saturated tenant is cut to its share, oldest first", () => {
  const { queue, add, tickAt, refused, othersBecomeActive } = aQueue();
  add("A", "a1", "a2", ...names("q", 10));
  tickAt(501);
  assert.equal(queue.queued, 10, "nobody else is active");
  othersBecomeActive();
  tickAt(502);
  assert.equal(queue.queued, 4, "maxConcurrent");
  add("B", "b1", "b2", "b3");
  tickAt(510);
  assert.equal(queue.queued, 3, "two of A, and one of B, which is not saturated");
  tickAt(1000);
  assert.deepEqual(
    refused,
    names("q", 8).map((name) => [name, "tenant_limit"]),
  );
});

test("a tenant that was cut stays saturated for three seconds: the refused clients return", () => {
  const { queue, add, tickAt, othersBecomeActive } = aQueue();
  othersBecomeActive();
  add("A", "a1", "a2", ...names("q", 10));
  tickAt(501);
  while (queue.active > 0) queue.release("A");
  tickAt(3400);
  assert.equal(queue.stateOf("A"), "saturated");
  add("A", ...names("again", 10));
  tickAt(3401);
  assert.ok(queue.queued <= 4, "no new burst");
});

test("a tenant's queue has a maximum length", () => {
  const { queue, add, refused } = aQueue({ maxConcurrent: 1, maxConcurrentPerTenant: 1 });
  add("A", "a1", ...names("q", 250), "beyond");
  assert.deepEqual(refused, [["beyond", "tenant_limit"]]);
  queue.refuseAll();
  assert.deepEqual(refused.at(-1), ["q249", "overload"]);
  assert.equal(queue.queued, 0);
});

test("ticks are needed while requests wait or a tenant stays saturated", () => {
  const { queue, add, tickAt, othersBecomeActive } = aQueue();
  othersBecomeActive();
  assert.equal(queue.tick(), false);
  add("A", "a1", "a2", ...names("q", 10));
  assert.equal(queue.tick(), true);
  tickAt(501);
  while (queue.active > 0) queue.release("A");
  while (queue.queued > 0 || queue.active > 0) {
    tickAt(510);
    if (queue.active > 0) queue.release("A");
  }
  assert.equal(queue.tick(), true);
  tickAt(4000);
  assert.equal(queue.tick(), false);
});

test("a request whose client is gone is skipped", () => {
  const { queue, add, started } = aQueue({ maxConcurrent: 1, maxConcurrentPerTenant: 1 });
  add("A", "a1");
  queue.add("A", { start: () => false, refuse: () => assert.fail() });
  add("A", "a2");
  queue.release("A");
  assert.deepEqual(started, ["a1", "a2"]);
});

test("thousands of requests that are answered at once do not grow the stack", () => {
  const { queue, add } = aQueue({ maxConcurrent: 1, maxConcurrentPerTenant: 1 });
  let answered = 0;
  add("A", "first");
  for (let tenant = 0; tenant < 5000; tenant++)
    queue.add(`T${tenant}`, {
      start() {
        answered += 1;
        queue.release(`T${tenant}`);
        return true;
      },
      refuse: () => assert.fail(),
    });
  queue.release("A");
  assert.equal(answered, 5000);
  assert.deepEqual([queue.active, queue.queued], [0, 0]);
});

test("a release without a start is a programming error", () => {
  const { queue } = aQueue();
  assert.throws(() => queue.release("A"), /had not started/);
});

test("whatever happens, limits hold, each request is started or refused exactly once, and none waits beyond the timeout", () => {
  const step = fc.record({
    tenant: fc.constantFrom("A", "B", "C"),
    action: fc.constantFrom("add", "add", "release", "tick"),
    milliseconds: fc.constantFrom(0, 1, 5, 60, 700),
    areOthersActive: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let [time, areOthersActive] = [0, false];
      const queue = new RequestQueue(
        limits,
        () => time,
        () => areOthersActive,
      );
      const active = new Map<string, number>();
      const outcomes: string[][] = [];
      for (const { tenant, action, milliseconds, ...others } of steps) {
        time += milliseconds;
        areOthersActive = others.areOthersActive;
        if (action === "tick") queue.tick();
        else if (action === "release") {
          if ((active.get(tenant) ?? 0) === 0) continue;
          active.set(tenant, (active.get(tenant) ?? 0) - 1);
          queue.release(tenant);
        } else {
          const [outcome, addedAt]: [string[], number] = [[], time];
          outcomes.push(outcome);
          queue.add(tenant, {
            start() {
              assert.ok(time - addedAt <= limits.timeoutMs);
              active.set(tenant, (active.get(tenant) ?? 0) + 1);
              return outcome.push("started") > 0;
            },
            refuse: (reason) => outcome.push(reason),
          });
        }
        assert.ok(queue.active <= limits.maxConcurrent);
        for (const count of active.values()) assert.ok(count <= limits.maxConcurrentPerTenant);
      }
      queue.refuseAll();
      assert.equal(queue.queued, 0);
      for (const outcome of outcomes) assert.equal(outcome.length, 1);
    }),
    { numRuns: 300 },
  );
});
