import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { entriesPerTurn, LongList, ReadyPieces, withLists } from "./long-lists.ts";

const write = (entry: unknown) => JSON.stringify(entry);

test("lists are written as JSON would be, and others have their turn in between", async () => {
  const items = Array.from({ length: entriesPerTurn * 3 + 1 }, (_, number) => ({ number, text: '"items":[] ü' }));
  let turns = 0;
  let isWriting = true;
  const countTurns = () => {
    turns += 1;
    if (isWriting) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const list = await LongList.from(items, write);
  isWriting = false;
  assert.ok(turns >= 3);
  const body = { name: '"items":[]', items: [] as object[], more: [] as object[], change: { items: [] } };
  const none = await LongList.from([], write);
  const pieces = withLists(JSON.stringify(body), [
    ["items", list],
    ["more", none],
  ]);
  const whole = JSON.stringify({ ...body, items });
  assert.equal(Buffer.concat(pieces).toString(), whole);
  assert.equal(await text(new ReadyPieces(pieces)), whole);
});

test("what is added in portions, some of them empty, is one list", () => {
  const list = new LongList();
  for (const portion of [[], [1, 2], [], [3]]) list.add(portion, write);
  assert.equal(Buffer.concat(withLists('{"items":[]}', [["items", list]])).toString(), '{"items":[1,2,3]}');
  assert.throws(() => withLists("{}", [["items", list]]), /no place for items/);
});
