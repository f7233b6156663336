import assert from "node:assert/strict";
import { test } from "node:test";
import { toUlid } from "./to-ulid.ts";

test("toUlid restores the id from its time and random parts", () => {
  const parts = {
    time: "2016-07-30T23:54:10.259Z",
    random: Buffer.from("d6764c61efb99302bd5b", "hex").toString("base64"),
  };
  assert.equal(toUlid(parts), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
  assert.equal(toUlid({ time: "1970-01-01T00:00:00.000Z", random: "AAAAAAAAAAAAAA==" }), "0".repeat(26));
});

test("invalid parts are refused", () => {
  for (const parts of [
    { time: "yesterday", random: "AAAAAAAAAAAAAA==" },
    { time: "2016-07-30T23:54:10.259Z", random: "AAAA" },
    { time: "2016-07-30T23:54:10.259Z", random: "not base64!" },
  ]) {
    assert.throws(() => toUlid(parts), { code: "invalid_id" });
  }
});
