import assert from "node:assert/strict";
import { test } from "node:test";
import { readGroups } from "./read-groups.ts";

test("groups are read from a list, a single text, a claim with dots in its name and inside objects", () => {
  assert.deepEqual(readGroups({ groups: ["a", "b"] }, "groups"), ["a", "b"]);
  assert.deepEqual(readGroups({ groups: "a" }, "groups"), ["a"]);
  assert.deepEqual(readGroups({ "https://example.com/groups": ["a"] }, "https://example.com/groups"), ["a"]);
  assert.deepEqual(readGroups({ realm_access: { roles: ["a"] } }, "realm_access.roles"), ["a"]);
});

test("anything else is no group", () => {
  assert.deepEqual(readGroups({ groups: ["a", 1, null, { a: "b" }] }, "groups"), ["a"]);
  assert.equal(readGroups({ groups: { a: true } }, "groups"), undefined);
  assert.equal(readGroups({}, "groups"), undefined);
  assert.equal(readGroups({}, "constructor.name"), undefined);
});
