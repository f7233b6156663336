import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { aReview, aTarget, submit } from "../testing/builders.ts";

let fixture: AnalysisFixture;
let reviewId: string;
let item: { id: string; name: string };
before(async () => {
  fixture = await anAnalysisFixture();
  const { controlId, frameworkId } = await aTarget(fixture.server, fixture.company.key);
  reviewId = (await aReview(fixture.server, fixture.company, { controlId, frameworkId })).id;
  const key = fixture.company.key;
  [item] = (await fixture.server.call(`/v1/controls/${controlId}/items`, { key })).body.items;
});
after(() => fixture.close());

async function judge(name: string, content: string): Promise<string> {
  const form = { complianceReviewId: reviewId, selectedControlItemIds: JSON.stringify([item.id]) };
  const { body, text } = await submit(fixture.server, fixture.company, form, [{ name, content }]);
  assert.ok(body.documentId, text);
  await fixture.analyse(body.documentId);
  return body.documentId;
}
const compare = (newer: string, older: string, more = "") =>
  fixture.server.call(`/v1/documents/${newer}/compare?with=${older}${more}`, { key: fixture.company.key });

const audits = "The controller may audit the premises and the records once a year.";
const law = "The law of Austria governs this contract between both of the parties.";
const returned = "Everything is given back within thirty days of the end of the contract.";

test("a comparison shows each changed clause in words, with the verdict that changed because of it", async () => {
  const word = item.name.toLowerCase().match(/\p{L}{5,}/u)?.[0];
  const fulfilled = `It speaks at length of ${word} and of all that belongs to it.`;
  const first = await judge("first.txt", [law, fulfilled, audits, returned].join("\n\n"));
  const later = returned.replace("thirty", "ninety");
  const second = await judge("second.txt", [audits, later, law, "It is signed twice."].join("\n\n"));
  const { status, body, text } = await compare(second, first);
  assert.equal(status, 200, text);
  assert.deepEqual(body.counts, { added: 1, removed: 1, reworded: 1, moved: 1, unchanged: 1 });
  assert.deepEqual([body.fileName, body.previousFileName], ["second.txt", "first.txt"]);
  const of = (kind: string) => body.changes.find((change: { kind: string }) => change.kind === kind);
  assert.deepEqual(of("reworded").words, [
    { kind: "same", text: "Everything is given back within " },
    { kind: "removed", text: "thirty" },
    { kind: "added", text: "ninety" },
    { kind: "same", text: " days of the end of the contract." },
  ]);
  assert.deepEqual([of("moved").words[0].text, of("moved").isMoved], [audits, true]);
  assert.deepEqual([of("added").previous, of("added").words], [null, [{ kind: "added", text: "It is signed twice." }]]);
  const removed = of("removed");
  assert.deepEqual([removed.current, removed.words], [null, [{ kind: "removed", text: fulfilled }]]);
  const { controlItemId, previousVerdict, verdict, previousScore, score } = removed.verdictChanges[0];
  assert.deepEqual([controlItemId, previousVerdict, verdict], [item.id, "met", "missing"]);
  assert.deepEqual([previousScore, score, body.otherVerdictChanges], [100, 0, []]);
  // The other way round it was added.
  const back = (await compare(first, second)).body;
  assert.deepEqual(back.counts, body.counts);
  const added = back.changes.find((change: { words: { text: string }[] }) => change.words[0]?.text === fulfilled);
  assert.deepEqual([added.kind, added.verdictChanges[0].verdict], ["added", "met"]);
});

test("a document compared with itself has no changes", async () => {
  const only = await judge("only.txt", [law, audits].join("\n\n"));
  const { body } = await compare(only, only);
  assert.deepEqual([body.counts.unchanged, body.changes, body.otherVerdictChanges], [2, [], []]);
});

test("what was not read, and what retention has erased, cannot be compared", async () => {
  const read = await judge("read.txt", law);
  const broken = await judge("broken.pdf", "%PDF-1.7 broken");
  for (const [newer, older] of [
    [read, broken],
    [broken, read],
  ] as const) {
    const { status, body } = await compare(newer, older);
    assert.deepEqual([status, body.message], [422, "broken.pdf is failed: only completed documents are compared."]);
  }
  assert.equal((await compare(read, "nothing")).status, 404);
  assert.equal((await compare(read, read, "&language=xx")).status, 422);
});
