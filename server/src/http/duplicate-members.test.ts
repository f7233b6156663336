import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findDuplicateMember } from "./duplicate-members.ts";

test("a member that an object has twice is found, however its name is written", () => {
  for (const text of ['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '[{"b":{"a":[],"a":{}}}]', '{"a":"{","b":{},"a":0}'])
    assert.equal(findDuplicateMember(text), "a", text);
});

test("the same name in different objects, and names in values, are no duplicates", () => {
  for (const text of ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', '{"a":"a","b":"\\",\\"a\\":"}', '["a","a"]', '"a"', "1"])
    assert.equal(findDuplicateMember(text), undefined, text);
  fc.assert(fc.property(fc.jsonValue(), (value) => findDuplicateMember(JSON.stringify(value)) === undefined));
});
