import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { entriesPerBatch, insertArrays, LongJsonArray, PreparedResponse } from "./long-json-arrays.ts";

const write = (entry: unknown) => JSON.stringify(entry);

test("arrays are serialized as JSON, yielding to the event loop between batches", async () => {
  const items = Array.from({ length: entriesPerBatch * 3 + 1 }, (_, number) => ({ number, text: '"items":[] ü' }));
  let turns = 0;
  let isWriting = true;
  const countTurns = () => {
    turns += 1;
    if (isWriting) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const list = await LongJsonArray.from(items, write);
  isWriting = false;
  assert.ok(turns >= 3);
  const body = { name: '"items":[]', items: [] as object[], more: [] as object[], change: { items: [] } };
  const none = await LongJsonArray.from([], write);
  const pieces = insertArrays(JSON.stringify(body), [
    ["items", list],
    ["more", none],
  ]);
  const whole = JSON.stringify({ ...body, items });
  assert.equal(Buffer.concat(pieces).toString(), whole);
  assert.equal(await text(new PreparedResponse(pieces)), whole);
});

test("batches, also empty ones, form one array", () => {
  const list = new LongJsonArray();
  for (const portion of [[], [1, 2], [], [3]]) list.add(portion, write);
  assert.equal(Buffer.concat(insertArrays('{"items":[]}', [["items", list]])).toString(), '{"items":[1,2,3]}');
  assert.throws(() => insertArrays("{}", [["items", list]]), /no empty array items/);
});
