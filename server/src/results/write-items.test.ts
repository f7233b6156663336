import assert from "node:assert/strict";
import { test } from "node:test";
import { type StoredItem, toDocumentItem } from "../documents/stored-item.ts";
import type { Id } from "../platform/ids.ts";
import { aCriterionFinding, anItemFindings } from "../testing/a-finding.ts";
import { findingsOf } from "../testing/seeded-review.ts";
import { openCitations } from "./citations.ts";
import { toItemBody } from "./item-body.ts";
import type { CitedDocument, ItemRendering } from "./item-rendering.ts";
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
const included = { quotes: true, statements: true, probabilities: true };
const rendering: ItemRendering = { cited, control: { name: "Control" }, language: "en", reviewBelow: 0.75 };
const everything = {
  included,
  fields: undefined,
  levels: undefined,
  needsReview: undefined,
  decisions: undefined,
  isSortedByConfidence: false,
};
const noCounts = { itemCount: 0, itemsDone: 0, itemsToReview: 0, criteriaToReview: 0 };
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
  decisions: null,
  ...(number % 10 === 0
    ? { status: "pending", findings: null, judgedAt: null, failureReason: null }
    : number % 10 === 1
      ? { status: "failed", findings: null, judgedAt, failureReason: "It could not be read." }
      : { status: "completed", findings: findingsOf(number, 0), judgedAt, failureReason: null }),
});
const bodyOf = (item: StoredItem, citations = openCitations(rendering, included)) =>
  JSON.parse(JSON.stringify(toItemBody(rendering, citations, toDocumentItem(item))));

async function write(items: StoredItem[], selection: Partial<ItemSelection> = {}) {
  async function* read() {
    for (let at = 0; at < items.length; at += 6) yield items.slice(at, at + 6).map((one) => JSON.stringify(one));
  }
  const answer = await writeItems({ ...rendering, ...everything, ...selection }, read());
  const parse = (pieces: Buffer[]) => JSON.parse(`[${Buffer.concat(pieces)}]`);
  const { pieces, counted, quotes, conditions } = answer;
  return { pieces, counted, written: parse(pieces), quotes: parse(quotes), conditions: parse(conditions) };
}

test("the pieces together are the JSON of all items in their order", async () => {
  const items = Array.from({ length: 500 }, (_, number) => itemOf(number));
  const { pieces, counted, written } = await write(items);
  assert.ok(pieces.length > 5, `${pieces.length} pieces`);
  assert.deepEqual(counted, { itemCount: 500, itemsDone: 450, itemsToReview: 400, criteriaToReview: 1200 });
  assert.deepEqual(
    written.map(({ id }: { id: string }) => id),
    items.map(({ id }) => id),
  );
  for (const number of [0, 1, 2, 499]) assert.deepEqual(written[number], bodyOf(items[number] ?? itemOf(0)));
  assert.equal(written[2].result.explanation.pageRefs[0].documentName, "slides.pptx");
  assert.equal(written[1].judgedAt, judgedAt.toISOString());
});

test("a quote and a condition that several items cite are listed once, and only if an item that is shown cites them", async () => {
  const quoteAt = (start: number) => ({ file: 0, page: 1, start, end: start + 5, text: "words" });
  const condition = (holds: boolean) => ({
    ...{ key: "sells", statement: "It sells.", holds, decidedBy: "document" as const, probability: 0.5 },
    evidence: [{ ...quoteAt(9), role: "proves" as const }],
  });
  const citing = (number: number, starts: number[], holds: boolean): StoredItem => ({
    ...withConfidence(number, number / 10),
    findings: anItemFindings([aCriterionFinding("only", "met", starts.map(quoteAt))], {
      conditions: [condition(holds)],
    }),
  });
  const items = [citing(2, [0, 20], true), citing(3, [20], true), citing(4, [0, 9], false)];
  const { written, quotes, conditions } = await write(items);
  const citedBy = ({ result }: { result: { criteria: { evidence: { quote: number }[] }[]; conditions: number[] } }) => [
    ...[result.criteria[0]?.evidence.map(({ quote }) => quote), result.conditions],
  ];
  assert.deepEqual(written.map(citedBy), [
    [[0, 1], [0]],
    [[1], [0]],
    [[0, 2], [1]],
  ]);
  assert.deepEqual(
    quotes.map(({ start, page, text }: Record<string, unknown>) => [start, page, text]),
    [0, 20, 9].map((start) => [start, "slide 1", "words"]),
  );
  assert.deepEqual(
    conditions.map(({ holds, evidence }: Record<string, unknown>) => [holds, evidence]),
    [true, false].map((holds) => [holds, [{ quote: 2, role: "proves" }]]),
  );
  const none = await write([...items, itemOf(1)], { levels: ["non_compliant"] });
  assert.deepEqual([none.written, none.quotes, none.conditions], [[], [], []]);
});

test("items that are not shown are still counted", async () => {
  const items = Array.from({ length: 60 }, (_, number) => itemOf(number));
  const { counted, written } = await write(items, {
    levels: ["compliant"],
    fields: { complianceItems: { complianceLevel: undefined, result: { score: undefined } } },
  });
  assert.deepEqual(counted, { itemCount: 60, itemsDone: 54, itemsToReview: 48, criteriaToReview: 144 });
  assert.ok(written.length > 0 && written.length < 54);
  for (const one of written) {
    assert.equal(one.complianceLevel, "compliant");
    assert.deepEqual(Object.keys(one.result), ["score"]);
  }
  const none = await write([]);
  assert.deepEqual([none.pieces, none.counted], [[], noCounts]);
});

/** One criterion, met with this probability; null: it is unknown. */
function withConfidence(number: number, met: number | null): StoredItem {
  const probabilities = met === null ? null : { met, partly: 0, contradicted: 0, missing: 1 - met, not_applicable: 0 };
  const findings = anItemFindings([aCriterionFinding("only", "met", [], { probabilities })]);
  return { ...itemOf(2), id: `item ${number}` as Id, findings };
}

test("the least sure items come first, then those of unknown confidence, then those without a result", async () => {
  const items = [itemOf(1), withConfidence(2, 0.9), withConfidence(3, null), withConfidence(4, 0.4), itemOf(10)];
  const ids = async (selection: Partial<ItemSelection>) =>
    (await write(items, selection)).written.map(({ id }: { id: string }) => Number(id.slice("item ".length)));
  assert.deepEqual(await ids({ isSortedByConfidence: true }), [4, 2, 3, 1, 10]);
  assert.deepEqual(await ids({ isSortedByConfidence: true, needsReview: true }), [4, 3]);
  assert.deepEqual(await ids({ needsReview: true }), [3, 4]);
  assert.deepEqual(await ids({ needsReview: false }), [2]);
  assert.deepEqual(await ids({ needsReview: false, reviewBelow: 0 }), [2, 3, 4]);
});

test("a threshold changes what needs review of findings that are stored, and nothing else", async () => {
  const items = [withConfidence(2, 0.9), withConfidence(3, 0.4)];
  const at = async (reviewBelow: number) => write(items, { reviewBelow });
  const [usual, strict] = [await at(0.75), await at(0.95)];
  const confidencesOf = ({ written }: typeof usual) =>
    written.map(({ needsReview, confidence, result }: ReturnType<typeof bodyOf>) => [
      ...[confidence, needsReview, result.criteria[0].confidence, result.criteria[0].needsReview === true],
    ]);
  assert.deepEqual(confidencesOf(usual), [
    [0.9, false, 0.9, false],
    [0.4, true, 0.4, true],
  ]);
  assert.deepEqual(confidencesOf(strict), [
    [0.9, true, 0.9, true],
    [0.4, true, 0.4, true],
  ]);
  assert.deepEqual([usual.counted.itemsToReview, strict.counted.criteriaToReview], [1, 2]);
});

async function* readUntilLost() {
  yield [JSON.stringify(itemOf(4))];
  throw new Error("the database is gone");
}

test("concurrent results do not mix, and one that cannot be read fails alone", async () => {
  const broken = { ...itemOf(2), findings: null };
  const fails = assert.rejects(write([itemOf(3), broken]), /completed without findings/);
  const isLost = assert.rejects(writeItems({ ...rendering, ...everything }, readUntilLost()), /database is gone/);
  const failsLate = assert.rejects(write([...Array.from({ length: 90 }, () => itemOf(3)), broken]), /without findings/);
  const others = await Promise.all([5, 6, 7].map((number) => write([itemOf(number)])));
  assert.deepEqual(
    others.map(({ written }) => written),
    [5, 6, 7].map((number) => [bodyOf(itemOf(number))]),
  );
  await Promise.all([fails, failsLate, isLost]);
});
