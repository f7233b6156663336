import assert from "node:assert/strict";
import { test } from "node:test";
import { Presence } from "./presence.ts";

test("a tenant is alone until another comes, and again when nobody else has come for five seconds", () => {
  let time = 0;
  const presence = new Presence(() => time);
  presence.note("A");
  assert.equal(presence.hasOthers("A"), false);
  assert.equal(presence.hasOthers("B"), true, "A is there");
  assert.equal(presence.areSeveral, false);
  time = 1000;
  presence.note("B");
  assert.equal(presence.hasOthers("A"), true);
  for (time = 1000; time < 6000; time += 100) {
    presence.note("A");
    assert.equal(presence.hasOthers("A"), true, `B was here at 1,000, and it is ${time}`);
  }
  presence.note("A");
  assert.equal(presence.hasOthers("A"), false);
  presence.note("C");
  presence.note("B");
  presence.note("A");
  assert.equal(presence.hasOthers("A"), true);
  assert.equal(presence.hasOthers("D"), true);
  assert.equal(presence.areSeveral, true);
});
