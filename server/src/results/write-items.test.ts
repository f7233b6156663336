import assert from "node:assert/strict";
import { test } from "node:test";
import { type StoredItem, toItemState } from "../documents/stored-item.ts";
import type { Id } from "../platform/ids.ts";
import { findingsOf } from "../testing/seeded-review.ts";
import { type CitedDocument, toItemBody } from "./item-body.ts";
import type { ItemSelection } from "./item-thread.ts";
import { writeItems } from "./write-items.ts";

const cited: CitedDocument = {
  documentId: "document",
  files: [
    {
      id: "file",
      displayName: "slides.pptx",
      pages: { ranges: [{ firstPage: 1, lastPage: 1, offsetBytes: 0, sizeBytes: 0, labels: ["slide 1"] }] },
    },
  ],
};
const judgedAt = new Date("2026-02-01T09:00:00.123Z");
const itemOf = (number: number): StoredItem => ({
  id: `item ${number}` as Id,
  controlItemId: `control item ${number}` as Id,
  name: "Name",
  objective: "Größe – 目的",
  externalId: "Art. 1",
  clusterId: "cluster" as Id,
  clusterName: "Cluster",
  controlId: "control" as Id,
  ...(number % 10 === 0
    ? { status: "pending", findings: null, judgedAt: null, failureReason: null }
    : number % 10 === 1
      ? { status: "failed", findings: null, judgedAt, failureReason: "It could not be read." }
      : { status: "completed", findings: findingsOf(number, 0), judgedAt, failureReason: null }),
});
const bodyOf = (item: StoredItem) => JSON.parse(JSON.stringify(toItemBody(cited, { ...item, ...toItemState(item) })));

async function write(items: StoredItem[], selection: Partial<ItemSelection> = {}) {
  const { pieces, counted } = await writeItems(
    { cited, fields: undefined, levels: undefined, ...selection },
    async (take) => {
      for (let at = 0; at < items.length; at += 6)
        await take(items.slice(at, at + 6).map((one) => JSON.stringify(one)));
    },
  );
  return { pieces, counted, written: JSON.parse(`[${Buffer.concat(pieces)}]`) };
}

test("the pieces together are the JSON of all items in their order", async () => {
  const items = Array.from({ length: 500 }, (_, number) => itemOf(number));
  const { pieces, counted, written } = await write(items);
  assert.ok(pieces.length > 5, `${pieces.length} pieces`);
  assert.deepEqual(counted, { itemCount: 500, itemsDone: 450 });
  assert.deepEqual(
    written.map(({ id }: { id: string }) => id),
    items.map(({ id }) => id),
  );
  for (const number of [0, 1, 2, 499]) assert.deepEqual(written[number], bodyOf(items[number] ?? itemOf(0)));
  assert.equal(written[2].result.explanation.pageRefs[0].documentName, "slides.pptx");
  assert.equal(written[1].judgedAt, judgedAt.toISOString());
});

test("items that are not shown are still counted", async () => {
  const items = Array.from({ length: 60 }, (_, number) => itemOf(number));
  const { counted, written } = await write(items, {
    levels: ["compliant"],
    fields: { complianceLevel: undefined, result: { score: undefined } },
  });
  assert.deepEqual(counted, { itemCount: 60, itemsDone: 54 });
  assert.ok(written.length > 0 && written.length < 54);
  for (const one of written) {
    assert.equal(one.complianceLevel, "compliant");
    assert.deepEqual(Object.keys(one.result), ["score"]);
  }
  const none = await write([]);
  assert.deepEqual([none.pieces, none.counted], [[], { itemCount: 0, itemsDone: 0 }]);
});

test("the first portions are read without waiting, the others no faster than they are written", async () => {
  const ahead: boolean[] = [];
  const read = async (take: (texts: string[]) => Promise<void> | undefined) => {
    for (let portion = 0; portion < 15; portion++) {
      const taking = take([JSON.stringify(itemOf(portion))]);
      ahead.push(taking === undefined);
      await taking;
    }
  };
  const { counted } = await writeItems({ cited, fields: undefined, levels: undefined }, read);
  assert.equal(counted.itemCount, 15);
  assert.deepEqual(ahead, [...Array(10).fill(true), ...Array(5).fill(false)]);
});

test("after five seconds a result is read without waiting", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const ahead: boolean[] = [];
  const { counted } = await writeItems({ cited, fields: undefined, levels: undefined }, async (take) => {
    const taken = Array.from({ length: 11 }, (_, portion) => take([JSON.stringify(itemOf(portion))]));
    let isRead = false;
    void taken.at(-1)?.then(() => {
      isRead = true;
    });
    t.mock.timers.tick(4999);
    await null;
    assert.equal(isRead, false);
    // The thread answers in a later turn of the event loop, so only the timer can have resolved it.
    t.mock.timers.tick(1);
    await null;
    assert.equal(isRead, true);
    for (let portion = 11; portion < 15; portion++) ahead.push(take([JSON.stringify(itemOf(portion))]) === undefined);
  });
  assert.equal(counted.itemCount, 15);
  assert.deepEqual(ahead, Array(4).fill(true));
});

test("a long result pauses after every other portion while pauses are asked for", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let taken = 0;
  const pauses: boolean[] = [];
  const { counted } = await writeItems(
    { cited, fields: undefined, levels: undefined },
    async (take) => {
      for (let portion = 0; portion < 17; portion++) {
        await take([JSON.stringify(itemOf(portion))]);
        taken += 1;
      }
    },
    () => {
      const isFirst = pauses.length === 0;
      const before = taken;
      setImmediate(() => {
        pauses.push(taken === before);
        t.mock.timers.tick(1);
      });
      return isFirst;
    },
  );
  assert.equal(counted.itemCount, 17);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(pauses, [true, false, false]);
});

test("concurrent results do not mix, and one that cannot be read fails alone", async () => {
  const broken = { ...itemOf(2), findings: null };
  const fails = assert.rejects(write([itemOf(3), broken]), /completed without findings/);
  const isLost = assert.rejects(
    writeItems({ cited, fields: undefined, levels: undefined }, async (take) => {
      await take([JSON.stringify(itemOf(4))]);
      throw new Error("the database is gone");
    }),
    /database is gone/,
  );
  const failsLate = assert.rejects(write([...Array.from({ length: 90 }, () => itemOf(3)), broken]), /without findings/);
  const others = await Promise.all([5, 6, 7].map((number) => write([itemOf(number)])));
  assert.deepEqual(
    others.map(({ written }) => written),
    [5, 6, 7].map((number) => [bodyOf(itemOf(number))]),
  );
  await Promise.all([fails, failsLate, isLost]);
});
