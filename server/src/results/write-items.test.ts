import assert from "node:assert/strict";
import { test } from "node:test";
import { type StoredItem, toItemState } from "../documents/stored-item.ts";
import type { Id } from "../platform/ids.ts";
import { findingsOf } from "../testing/seeded-review.ts";
import { type Cited, toItemBody } from "./item-body.ts";
import type { Shown } from "./item-thread.ts";
import { writeItems } from "./write-items.ts";

const cited: Cited = {
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

async function write(items: StoredItem[], shown: Partial<Shown> = {}) {
  const { pieces, counted } = await writeItems(
    { cited, wanted: undefined, levels: undefined, ...shown },
    async (take) => {
      for (let at = 0; at < items.length; at += 6)
        await take(items.slice(at, at + 6).map((one) => JSON.stringify(one)));
    },
  );
  return { pieces, counted, written: JSON.parse(`[${Buffer.concat(pieces)}]`) };
}

test("items come out as they would be written in one go, in pieces", async () => {
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

test("what is not shown is counted all the same", async () => {
  const items = Array.from({ length: 60 }, (_, number) => itemOf(number));
  const { counted, written } = await write(items, {
    levels: ["compliant"],
    wanted: { complianceLevel: undefined, result: { score: undefined } },
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

test("a short result is read at once, a long one no faster than it is written", async () => {
  const ahead: boolean[] = [];
  const read = async (take: (texts: string[]) => Promise<void> | undefined) => {
    for (let portion = 0; portion < 15; portion++) {
      const taking = take([JSON.stringify(itemOf(portion))]);
      ahead.push(taking === undefined);
      await taking;
    }
  };
  const { counted } = await writeItems({ cited, wanted: undefined, levels: undefined }, read);
  assert.equal(counted.itemCount, 15);
  assert.deepEqual(ahead, [...Array(10).fill(true), ...Array(5).fill(false)]);
});

test("a result that has kept step for five seconds waits for the thread no longer", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const ahead: boolean[] = [];
  const { counted } = await writeItems({ cited, wanted: undefined, levels: undefined }, async (take) => {
    const taken = Array.from({ length: 11 }, (_, portion) => take([JSON.stringify(itemOf(portion))]));
    let goesOn = false;
    void taken.at(-1)?.then(() => {
      goesOn = true;
    });
    t.mock.timers.tick(4999);
    await null;
    assert.equal(goesOn, false);
    // The thread answers in a later turn of the event loop: what lets it go on here is the time.
    t.mock.timers.tick(1);
    await null;
    assert.equal(goesOn, true);
    for (let portion = 11; portion < 15; portion++) ahead.push(take([JSON.stringify(itemOf(portion))]) === undefined);
  });
  assert.equal(counted.itemCount, 15);
  assert.deepEqual(ahead, Array(4).fill(true));
});

test("a long result pauses after every other portion, as long as it is said to", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let taken = 0;
  const pauses: boolean[] = [];
  const { counted } = await writeItems(
    { cited, wanted: undefined, levels: undefined },
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

test("many at once do not mix, and what cannot be read fails alone", async () => {
  const broken = { ...itemOf(2), findings: null };
  const fails = assert.rejects(write([itemOf(3), broken]), /completed without findings/);
  const goesAway = assert.rejects(
    writeItems({ cited, wanted: undefined, levels: undefined }, async (take) => {
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
  await Promise.all([fails, failsLate, goesAway]);
});
