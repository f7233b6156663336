import assert from "node:assert/strict";
import { test } from "node:test";
import { type StoredItem, toDocumentItem } from "../documents/stored-item.ts";
import type { Id } from "../platform/ids.ts";
import { findingsOf } from "../testing/seeded-review.ts";
import { type CitedDocument, type ItemRendering, toItemBody } from "./item-body.ts";
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
const rendering: ItemRendering = { cited, control: { name: "Control" }, language: "en" };
const judgedAt = new Date("2026-02-01T09:00:00.123Z");
const itemOf = (number: number): StoredItem => ({
  id: `item ${number}` as Id,
  controlItemId: `control item ${number}` as Id,
  revision: 1,
  texts: { risks: ["It is lost."], compensatingControls: null, recommendation: null, translations: null },
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
const bodyOf = (item: StoredItem) => JSON.parse(JSON.stringify(toItemBody(rendering, toDocumentItem(item))));

async function write(items: StoredItem[], selection: Partial<ItemSelection> = {}) {
  async function* read() {
    for (let at = 0; at < items.length; at += 6) yield items.slice(at, at + 6).map((one) => JSON.stringify(one));
  }
  const { pieces, counted } = await writeItems(
    { ...rendering, fields: undefined, levels: undefined, ...selection },
    read(),
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

async function* readUntilLost() {
  yield [JSON.stringify(itemOf(4))];
  throw new Error("the database is gone");
}

test("concurrent results do not mix, and one that cannot be read fails alone", async () => {
  const broken = { ...itemOf(2), findings: null };
  const fails = assert.rejects(write([itemOf(3), broken]), /completed without findings/);
  const isLost = assert.rejects(
    writeItems({ ...rendering, fields: undefined, levels: undefined }, readUntilLost()),
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
