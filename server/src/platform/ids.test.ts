import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { testClock } from "../testing/test-clock.ts";
import { idSource, isId, toIdParts } from "./ids.ts";

test("ids of one process sort in the order of their creation, even within a millisecond", () => {
  const clock = testClock();
  const ids = idSource(clock);
  const made = Array.from({ length: 1000 }, (_, i) => {
    if (i % 100 === 0) clock.advance(0.001);
    return ids.next();
  });
  assert.deepEqual(made.toSorted(), made);
  assert.equal(new Set(made).size, made.length);
  assert.ok(made.every(isId));
});

test("an id and its two parts contain the same 128 bits", () => {
  const alphabet = [..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"];
  const anyId = fc
    .tuple(fc.constantFrom(..."01234567"), fc.array(fc.constantFrom(...alphabet), { minLength: 25, maxLength: 25 }))
    .map(([first, rest]) => first + rest.join(""));
  fc.assert(
    fc.property(anyId, (id) => {
      const { time, random } = toIdParts(id);
      let bits =
        (BigInt(new Date(time).getTime()) << 80n) + BigInt(`0x${Buffer.from(random, "base64").toString("hex")}`);
      let back = "";
      for (let i = 0; i < 26; i++, bits /= 32n) back = alphabet[Number(bits % 32n)] + back;
      assert.equal(back, id);
      assert.equal(random.length, 16);
    }),
  );
});

test("only the canonical form is an id", () => {
  for (const text of [
    "",
    "01ARZ3NDEKTSV4RRFFQ69G5FA",
    "01ARZ3NDEKTSV4RRFFQ69G5FAVX",
    "81ARZ3NDEKTSV4RRFFQ69G5FAV",
    "01arz3ndektsv4rrffq69g5fav",
    "01ARZ3NDEKTSV4RRFFQ69G5FAU",
  ]) {
    assert.equal(isId(text), false, text);
  }
  assert.equal(isId("01ARZ3NDEKTSV4RRFFQ69G5FAV"), true);
});
