import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesPerTurn, writeListInTurns } from "./list-in-turns.ts";

test("a list is written as JSON would be, and others have their turn in between", async () => {
  const entries = Array.from({ length: entriesPerTurn * 3 + 1 }, (_, number) => ({ number }));
  let turns = 0;
  let isWriting = true;
  const countTurns = () => {
    turns += 1;
    if (isWriting) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const text = await writeListInTurns(entries, (entry) => JSON.stringify(entry));
  isWriting = false;
  assert.equal(text, JSON.stringify(entries));
  assert.ok(turns >= 3);
  assert.equal(await writeListInTurns([], () => ""), "[]");
});
