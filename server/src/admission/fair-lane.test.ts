import assert from "node:assert/strict";
import { test } from "node:test";
import { aLane } from "../testing/lane-by-hand.ts";

test("a tenant has no more at once than its share, and another begins at once beside it", () => {
  const { lane, enter, begun } = aLane();
  for (const name of ["a1", "a2", "a3"]) enter("A", name);
  enter("B", "b1");
  assert.deepEqual(begun, ["a1", "a2", "b1"]);
  assert.deepEqual([lane.active, lane.waiting], [3, 1]);
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2", "b1", "a3"]);
});

test("a tenant that keeps a line waiting while others are there has the smaller share", () => {
  const { lane, enter, begun, othersCome, at } = aLane({ burstMilliseconds: 1000, longMilliseconds: 500 });
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) enter("A", name);
  othersCome();
  at(100);
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2", "a3"], "a few that come together are no line yet");
  at(101);
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2", "a3"], "there is still one");
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2", "a3", "a4"]);
});

test("the next begins beside one that takes long, up to the whole share", () => {
  const { lane, enter, begun, othersCome, at } = aLane({ burstMilliseconds: 1000 });
  othersCome();
  for (const name of ["a1", "a2", "a3", "a4"]) enter("A", name);
  at(120);
  lane.leave("A");
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2", "a3"]);
  at(169);
  assert.deepEqual(begun, ["a1", "a2", "a3"]);
  at(170);
  assert.deepEqual(begun, ["a1", "a2", "a3", "a4"]);
});

test("a tenant that keeps a line waiting leaves a part of the time between two sweeps to others", () => {
  const { lane, enter, begun, othersCome, at, later } = aLane({
    ...{ ofTenant: 1, sliceBesideOthersMilliseconds: 3, burstMilliseconds: 1000 },
  });
  const numbers = [1, 2, 3, 4, 5];
  for (const number of numbers) enter("A", `a${number}`);
  at(101);
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2"], "alone it has all of it");
  othersCome();
  at(105);
  later(106);
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2"], "it has had more than three");
  at(110);
  assert.deepEqual(begun, ["a1", "a2", "a3"]);
  later(111);
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2", "a3", "a4"], "it has had one");
  later(113);
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2", "a3", "a4"]);
  enter("B", "b1");
  assert.deepEqual(begun, ["a1", "a2", "a3", "a4", "b1"], "another has its own time");
  at(115);
  assert.deepEqual(begun, ["a1", "a2", "a3", "a4", "b1", "a5"]);
});

test("a tenant presses as long as it keeps a line waiting while others are there", () => {
  const { lane, enter, othersCome, at } = aLane({ burstMilliseconds: 1000 });
  assert.equal(lane.presses("A"), false);
  for (const name of ["a1", "a2", "a3"]) enter("A", name);
  at(101);
  assert.equal(lane.presses("A"), false, "nobody else is there");
  othersCome();
  assert.equal(lane.presses("A"), true);
  lane.leave("A");
  lane.leave("A");
  assert.equal(lane.presses("A"), false, "nobody waits any more");
});

test("tenants that wait go round in turn, whoever has more waiting", () => {
  const { lane, enter, begun } = aLane({ atOnce: 1, ofTenant: 1 });
  enter("A", "a1");
  for (const name of ["a2", "a3", "a4"]) enter("A", name);
  enter("B", "b1");
  enter("C", "c1");
  enter("B", "b2");
  for (const tenant of ["A", "A", "B", "C", "A", "B"]) lane.leave(tenant);
  assert.deepEqual(begun, ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("who has gone away while waiting takes no place", () => {
  const { lane, enter, begun } = aLane({ atOnce: 1, ofTenant: 1 });
  enter("A", "a1");
  enter("A", "gone", { begin: () => false });
  enter("A", "a2");
  lane.leave("A");
  assert.deepEqual(begun, ["a1", "a2"]);
  assert.deepEqual([lane.active, lane.waiting], [1, 0]);
});

test("thousands that are answered at once follow each other without growing the stack", () => {
  const { lane, enter } = aLane({ atOnce: 1, ofTenant: 1, waiting: 5000, waitingOfTenant: 5000 });
  let answered = 0;
  enter("A", "first");
  for (let number = 0; number < 5000; number++)
    enter("A", String(number), {
      begin() {
        answered += 1;
        lane.leave("A");
        return true;
      },
    });
  lane.leave("A");
  assert.equal(answered, 5000);
  assert.deepEqual([lane.active, lane.waiting], [0, 0]);
});

test("while there is less to go round, every tenant still has one at once", () => {
  const { lane, enter, begun } = aLane({ atOnce: 8, ofTenant: 4 });
  lane.scaleTo(1 / 64);
  for (const name of ["a1", "a2"]) enter("A", name);
  for (const name of ["b1", "b2"]) enter("B", name);
  assert.deepEqual(begun, ["a1", "b1"]);
  lane.scaleTo(0.5);
  assert.deepEqual(begun, ["a1", "b1", "a2", "b2"]);
});
