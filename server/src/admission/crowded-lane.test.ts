import assert from "node:assert/strict";
import { test } from "node:test";
import { aLane } from "../testing/lane-by-hand.ts";

test("a burst is served in its order; what has waited for too long is refused", () => {
  const { lane, enter, at, begun, refused } = aLane();
  for (const name of ["a1", "a2", "a3", "a4"]) enter("A", name);
  at(90);
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2", "a3"]);
  at(101);
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2", "a3"], "it is past its time, though there is room now");
  assert.deepEqual(refused, []);
  at(1000);
  assert.deepEqual(refused, [["a4", "tenant_share"]]);
  assert.ok(lane.isEmpty);
});

test("a line that is always there but moves quickly is first come, first served, and nobody is refused", () => {
  const { lane, enter, at, begun, refused } = aLane({ crowd: 0 });
  enter("A", "a1");
  enter("A", "a2");
  for (let time = 0; time <= 1000; time += 5) {
    enter("A", `at ${time}`);
    at(time + 5);
    lane.leave("A");
    assert.equal(begun.at(-1), `at ${time}`);
    enter("A", `beside ${time}`);
    at(time + 9);
    lane.leave("A");
  }
  assert.deepEqual(refused, []);
});

test("in a crowd that stays late whoever came last is served first, and the others as soon as it is none any more", () => {
  const { lane, enter, at, begun, refused } = aLane({ pressingMilliseconds: 30, waitingOfTenant: 10 });
  for (const name of ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]) enter("A", name);
  at(11);
  at(41);
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2", "a3"], "it has not been late for long");
  at(42);
  for (let left = 0; left < 3; left++) lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2", "a3", "a8", "a7", "a4"]);
  assert.deepEqual(refused, []);
});

test("a pause that makes everybody late for a moment refuses nobody of a line that is always there", () => {
  const { lane, enter, at, begun, refused } = aLane({ waiting: 100, waitingOfTenant: 100, atOnce: 100 });
  let number = 0;
  const come = () => enter("A", `a${number++}`);
  for (let count = 0; count < 10; count++) come();
  // Eight wait, and each for 8 ms; after 500 ms there is a pause.
  for (let time = 2; time < 1500; time += 2) {
    at(time + (time > 500 ? 25 : 0));
    lane.leave("A");
    lane.leave("A");
    come();
    come();
  }
  assert.deepEqual(refused, []);
  assert.deepEqual(
    begun,
    begun.map((_, at) => `a${at}`),
  );
});

test("many connections of one caller are no crowd while it is alone, as long as they do not wait for much longer", () => {
  function refusedOf(isBesideOthers: boolean): number {
    const many = { waiting: 100, waitingOfTenant: 100, burstMilliseconds: 1000 };
    const alone = { lateAloneMilliseconds: 50, standingAloneMilliseconds: 40 };
    const { lane, enter, at, othersCome, refused } = aLane({ ...many, ...alone });
    if (isBesideOthers) othersCome();
    let number = 0;
    const come = () => enter("A", `a${number++}`);
    for (let count = 0; count < 10; count++) come();
    // Eight wait, each for 32 ms: as soon as one is answered, it asks again.
    for (let time = 8; time <= 1400; time += 8) {
      at(time);
      for (let left = lane.active; left > 0; left--) {
        lane.leave("A");
        come();
      }
    }
    return refused.length;
  }
  assert.equal(refusedOf(false), 0);
  assert.ok(refusedOf(true) > 0);
});

test("where everybody together is a crowd, each has only some of the places to wait", () => {
  const many = { waiting: 100, waitingOfTenant: 100, burstMilliseconds: 1000 };
  const { lane, enter, at, refused } = aLane({ ...many, atOnce: 24, ofTenant: 8 });
  for (const tenant of ["A", "B", "C"]) for (let number = 0; number < 20; number++) enter(tenant, `${tenant}${number}`);
  assert.equal(lane.waiting, 36);
  at(11);
  at(112);
  assert.equal(lane.waiting, 6, "a fourth of the places, and three that want them");
  at(1100);
  assert.equal(refused.length, 25, "no more of them are told in one moment");
});

test("in a crowd that stands nobody waits for as long as it takes to be one", () => {
  const many = { atOnce: 100, waiting: 100, waitingOfTenant: 100, burstMilliseconds: 1000 };
  const { lane, enter, at } = aLane({ ...many, standingAloneMilliseconds: 4, crowd: 1 });
  for (let time = 0; time <= 118; time += 2) {
    at(time);
    enter("A", `at ${time}`);
  }
  assert.equal(lane.waiting, 3, "those of 114 to 118");
  at(121);
  assert.equal(lane.waiting, 1, "it goes on without being as late again");
});

test("a crowd that stands has the smaller share beside others, although its line is cut all the time", () => {
  const many = { atOnce: 100, waiting: 100, waitingOfTenant: 100, burstMilliseconds: 1000 };
  const { lane, enter, at, begun, othersCome } = aLane({
    ...{ ...many, standingMilliseconds: 4, crowd: 1 },
    ...{ longMilliseconds: 500, pressingMilliseconds: 1000 },
  });
  for (let time = 0; time <= 118; time += 2) {
    at(time);
    enter("A", `at ${time}`);
  }
  othersCome();
  enter("B", "b1");
  enter("B", "b2");
  assert.deepEqual(begun, ["at 0", "at 2", "b1", "b2"], "whoever is no crowd has its own share");
  lane.leave("A");
  assert.equal(begun.length, 4, "one of the two is under way still");
  lane.leave("A");
  assert.equal(begun.at(-1), "at 114");
});

test("a crowd that stands for too long is cut to those that have come just now, and served in their order", () => {
  const { lane, enter, at, begun, refused } = aLane({ atOnce: 100, waiting: 100, waitingOfTenant: 100, crowd: 2 });
  enter("A", "a1");
  enter("A", "a2");
  for (let time = 0; time <= 120; time += 5) {
    at(time);
    enter("A", `at ${time}`);
  }
  lane.leave("A");
  assert.equal(begun.at(-1), "at 110");
  at(131);
  lane.leave("A");
  assert.equal(begun.at(-1), "at 115", "two are no crowd, however late they are");
  assert.equal(lane.waiting, 1);
  at(5000);
  assert.equal(refused.length, 23);
  assert.ok(refused.every(([, reason]) => reason === "tenant_share"));
});

test("those that were refused and come back together are the same crowd, and no burst", () => {
  const { lane, enter, at, begun } = aLane({ atOnce: 100, waiting: 100, waitingOfTenant: 100 });
  const come = (names: string[]) => {
    for (const name of names) enter("A", name);
  };
  come(["a1", "a2"]);
  come(["b1", "b2", "b3", "b4", "b5"]);
  at(101);
  assert.equal(lane.waiting, 0);
  lane.leave("A");
  lane.leave("A");
  at(1200);
  come(["c1", "c2", "c3", "c4", "c5", "c6", "c7"]);
  at(1211);
  assert.equal(lane.waiting, 3);
  lane.leave("A");
  assert.equal(begun.at(-1), "c5");
  for (let left = 0; left < 4; left++) lane.leave("A");
  at(1212 + 3000);
  come(["d1", "d2", "d3", "d4", "d5", "d6", "d7"]);
  at(1230 + 3000);
  assert.equal(lane.waiting, 5, "it is long ago");
});

test("a crowd is not told in one moment: it would come back in one moment", () => {
  const { lane, enter, at, refused } = aLane({ waiting: 0, waitingOfTenant: 0, atOnce: 0, ofTenant: 0 });
  for (let number = 0; number < 12; number++) enter("A", `a${number}`);
  at(995);
  at(1000);
  assert.equal(refused.length, 5);
  at(1002);
  assert.equal(refused.length, 7);
  at(1030);
  assert.equal(refused.length, 12);
  assert.ok(lane.isEmpty);
});

test("a refusal says whether its own tenant or everybody is the cause", () => {
  const { enter, at, refused } = aLane({ atOnce: 2, ofTenant: 2 });
  for (const name of ["a1", "a2", "a3"]) enter("A", name);
  enter("B", "b1");
  at(1000);
  assert.deepEqual(refused.sort(), [
    ["a3", "tenant_share"],
    ["b1", "overload"],
  ]);
});

test("no more wait than there are places, nor more of one tenant than it has places", () => {
  const { lane, enter, at, refused } = aLane({ ...{ atOnce: 1, ofTenant: 1 }, ...{ waiting: 4, waitingOfTenant: 3 } });
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) enter("A", name);
  enter("B", "b1");
  enter("C", "c1");
  assert.equal(lane.waiting, 4);
  at(99);
  assert.deepEqual(refused, []);
  at(1000);
  assert.deepEqual(refused.slice(0, 2), [
    ["a5", "tenant_share"],
    ["c1", "overload"],
  ]);
});

test("refusals are told late, but at once when there are too many to keep", () => {
  const { enter, refused } = aLane({ waiting: 0, waitingOfTenant: 0, atOnce: 0, ofTenant: 0 });
  for (let number = 0; number < 1000; number++) enter("A", `a${number}`);
  assert.equal(refused.length, 0);
  enter("A", "one more");
  assert.deepEqual(
    refused.map(([name]) => name),
    ["a0"],
  );
});

test("a line that stands because there is less to go round is served in its order, for as long as a burst is", () => {
  const { lane, enter, at, begun } = aLane({ crowd: 0, atOnce: 100 });
  lane.scaleTo(1 / 64);
  enter("A", "a1");
  enter("A", "a2");
  at(60);
  enter("A", "a3");
  at(110);
  enter("A", "a4");
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a3"]);
});
