import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { makeFormats } from "./formats.ts";

const zone = process.env["TZ"];
before(() => {
  process.env["TZ"] = "America/Los_Angeles";
});
after(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

test("a day is shown as itself west of UTC, and an instant as the reader's day", () => {
  const { date } = makeFormats("en-GB");
  assert.equal(new Date("2026-12-31T02:00:00Z").getDate(), 30, "the zone applies");
  assert.equal(date("2026-12-31"), "31 Dec 2026");
  assert.equal(date("2026-12-31T02:00:00Z"), "30 Dec 2026");
});
