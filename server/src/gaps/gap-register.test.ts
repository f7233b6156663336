import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { expireDecisions } from "../decisions/expire-decisions.ts";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { aReview, aTarget, submit } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";

let fixture: AnalysisFixture;
let target: Awaited<ReturnType<typeof aTarget>>;
let one: { id: string; name: string };
let two: typeof one;
let reviewId: string;
before(async () => {
  fixture = await anAnalysisFixture();
  target = await aTarget(fixture.server, fixture.company.key);
  [one, two] = (await read(`/v1/controls/${target.controlId}/items`)).items;
});
beforeEach(async () => {
  reviewId = (await aReview(fixture.server, fixture.company, target)).id;
});
after(() => fixture.close());

const call = (url: string, more = {}) => fixture.server.call(url, { key: fixture.company.key, ...more });
async function read(url: string) {
  const { status, body, text } = await call(url);
  assert.equal(status, 200, text);
  return body;
}

const wordOf = ({ name }: { name: string }) => name.toLowerCase().match(/\p{L}{5,}/u)?.[0];
const wordsOn = (...items: { name: string }[]) => `It speaks of ${items.map(wordOf).join(" and of ")}.`;

async function aDocument(content: string, fields: Record<string, string> = {}): Promise<string> {
  const form = { complianceReviewId: reviewId, selectedControlItemIds: JSON.stringify([one.id, two.id]), ...fields };
  const { body, text } = await submit(fixture.server, fixture.company, form, [{ name: "a.txt", content }]);
  assert.ok(body.documentId, text);
  await fixture.analyse(body.documentId);
  return body.documentId;
}

interface AGap {
  gapId: string;
  controlItemId: string;
  criterionKey: string;
  status: string;
  documentId: string;
  itemId: string;
  closedReason: string | null;
  closedBy: { documentId: string } | null;
}
const gapsOf = async (query = ""): Promise<AGap[]> =>
  (await read(`/v1/gaps?complianceReviewId=${reviewId}&sort=createdAt${query}`)).gaps;
const gapOf = async (item: { id: string }) => {
  const found = (await gapsOf()).find(({ controlItemId }) => controlItemId === item.id);
  assert.ok(found, "no gap of the item");
  return found;
};
const entriesOf = async ({ gapId }: AGap): Promise<{ kind: string; documentId: string | null }[]> =>
  (await read(`/v1/gaps/${gapId}/entries`)).entries;
const eventsOf = async ({ gapId }: AGap) =>
  (
    await fixture.server.database.query<{ type: string; data: { status: string } }>(
      "SELECT type, data FROM events WHERE data ->> 'gapId' = $1 ORDER BY id",
      [gapId],
    )
  ).map(({ type, data }) => `${type} ${data.status}`);
const decide = async ({ documentId, itemId }: AGap, body: object) => {
  const url = `/v1/documents/${documentId}/items/${itemId}/decision`;
  const { status, text } = await call(url, { method: "PUT", body: { reason: "Read by us.", ...body } });
  assert.equal(status, 200, text);
};
const change = (gapId: string, body: object) => call(`/v1/gaps/${gapId}`, { method: "PATCH", body });

test("each criterion that is not met is one gap, with what it is about and a link to its finding", async () => {
  const documentId = await aDocument(wordsOn(one));
  const { complianceItems } = await fixture.resultOf(documentId);
  const missing = complianceItems.find((item: { controlItemId: string }) => item.controlItemId === two.id);
  const unmet = complianceItems.flatMap(
    (item: { id: string; result: { criteria: { key: string; verdict: string }[] } }) =>
      item.result.criteria.filter(({ verdict }) => verdict !== "met").map(({ key }) => `${item.id} ${key}`),
  );
  const found = await gapsOf();
  assert.deepEqual(found.map(({ itemId, criterionKey }) => `${itemId} ${criterionKey}`).sort(), unmet.sort());
  const gap = await gapOf(two);
  const { status, severity, owner, dueOn, statement, controlItemName, fileName } = await read(`/v1/gaps/${gap.gapId}`);
  assert.deepEqual([status, owner, dueOn, fileName, controlItemName], ["open", null, null, "a.txt", two.name]);
  assert.equal(gap.itemId, missing.id);
  assert.ok(["high", "critical"].includes(severity), severity);
  assert.equal(
    statement,
    missing.result.criteria.find(({ key }: { key: string }) => key === gap.criterionKey).statement,
  );
});

test("a gap closes by itself when a newer version meets its criterion, names that version, and reopens when a later one falls short", async () => {
  const first = await aDocument(wordsOn(one));
  const { gapId } = await gapOf(two);
  assert.equal((await change(gapId, { dueOn: "2026-12-31" })).status, 200);
  const second = await aDocument(wordsOn(one, two), { supersedes: first });
  const closed = await gapOf(two);
  assert.equal(closed.gapId, gapId);
  assert.deepEqual([closed.status, closed.closedReason, closed.closedBy?.documentId], ["fixed", "met", second]);
  const third = await aDocument(wordsOn(one), { supersedes: second });
  const reopened = await gapOf(two);
  assert.deepEqual([reopened.gapId, reopened.status, reopened.documentId], [gapId, "open", third]);
  assert.equal(reopened.closedBy, null);
  assert.equal((await read(`/v1/gaps/${gapId}`)).dueOn, "2026-12-31", "what people added stays");
  assert.deepEqual(
    (await entriesOf(reopened)).map(({ kind, documentId }) => [kind, documentId]),
    [
      ["reopened", third],
      ["closed", second],
      ["changed", null],
    ],
  );
  assert.deepEqual(await eventsOf(reopened), ["gap.closed met", "gap.reopened met"]);
});

test("an accepted risk shows as accepted until it expires, and only a decision changes that", async () => {
  await aDocument(wordsOn(one));
  const gap = await gapOf(two);
  const soon = new Date(testClock().now().getTime() + 86_400_000);
  await decide(gap, { decision: "accept_risk", acceptedUntil: soon.toISOString() });
  assert.equal((await gapOf(two)).status, "accepted");
  const refused = await change(gap.gapId, { status: "in_progress" });
  assert.equal(refused.status, 422);
  assert.match(refused.body.message, /accepted by a decision/);
  const clock = { now: () => new Date(soon.getTime() + 1000) };
  await expireDecisions({ db: fixture.server.database.db, clock, ids: fixture.worker.ids });
  assert.equal((await gapOf(two)).status, "open");
});

test("what a person decides about the finding closes the gap, and a withdrawn decision opens it again", async () => {
  await aDocument(wordsOn(one));
  const gap = await gapOf(two);
  await decide(gap, { decision: "override", complianceLevel: "compliant" });
  const decided = await gapOf(two);
  assert.deepEqual([decided.status, decided.closedReason, decided.closedBy], ["fixed", "decided", null]);
  await call(`/v1/documents/${gap.documentId}/items/${gap.itemId}/decision`, { method: "DELETE" });
  assert.equal((await gapOf(two)).status, "open");
  await decide(gap, { decision: "override", criterionKey: gap.criterionKey, verdict: "met" });
  assert.equal((await gapOf(two)).closedReason, "decided");
});

test("a gap that a person calls fixed stays so until a newer version shows otherwise, or confirms it", async () => {
  const first = await aDocument(wordsOn(one));
  const { gapId } = await gapOf(two);
  await change(gapId, { status: "fixed" });
  await decide(await gapOf(two), { decision: "confirm" });
  assert.deepEqual([(await gapOf(two)).status, (await gapOf(two)).closedReason], ["fixed", "person"]);
  const second = await aDocument(`${wordsOn(one)} Signed.`, { supersedes: first });
  assert.equal((await gapOf(two)).status, "open");
  await change(gapId, { status: "fixed" });
  const third = await aDocument(wordsOn(one, two), { supersedes: second });
  const confirmed = await gapOf(two);
  assert.deepEqual([confirmed.closedReason, confirmed.closedBy?.documentId], ["met", third]);
});

test("a withdrawn document closes its gaps, and restored it opens them; a deleted one has none", async () => {
  const documentId = await aDocument(wordsOn(one));
  const { gapId } = await gapOf(two);
  await call(`/v1/documents/${documentId}/withdraw`, { body: {} });
  assert.equal((await gapOf(two)).closedReason, "not_counted");
  await call(`/v1/documents/${documentId}/restore`, { body: {} });
  assert.deepEqual([(await gapOf(two)).status, (await gapOf(two)).gapId], ["open", gapId]);
  await call(`/v1/documents/${documentId}`, { method: "DELETE" });
  assert.deepEqual(await gapsOf(), []);
});

test("a gap of a withdrawn document whose newer version meets the criterion names that version", async () => {
  const first = await aDocument(wordsOn(one));
  assert.equal((await gapOf(two)).status, "open");
  await call(`/v1/documents/${first}/withdraw`, { body: {} });
  assert.equal((await gapOf(two)).closedReason, "not_counted");
  await call(`/v1/documents/${first}/restore`, { body: {} });
  const second = await aDocument(wordsOn(one, two), { supersedes: first });
  const { closedReason, closedBy } = await gapOf(two);
  assert.deepEqual([closedReason, closedBy?.documentId], ["met", second]);
});

test("a document that is named a new version later brings its comments to the gaps of that document", async () => {
  const first = await aDocument(wordsOn(one));
  const { gapId } = await gapOf(two);
  const other = await aDocument(`${wordsOn(one)} Signed.`);
  const others = (await gapsOf()).filter(({ documentId }) => documentId === other);
  const [gap] = others.filter(({ controlItemId }) => controlItemId === two.id);
  assert.ok(gap);
  assert.equal((await call(`/v1/gaps/${gap.gapId}/comments`, { body: { text: "Ask the supplier." } })).status, 201);
  await call(`/v1/documents/${other}/predecessor`, { method: "PUT", body: { supersedes: first } });
  const now = await gapsOf();
  assert.equal(
    now.filter(({ controlItemId }) => controlItemId === two.id).length,
    others.filter(({ controlItemId }) => controlItemId === two.id).length,
  );
  const kept = await gapOf(two);
  assert.deepEqual([kept.gapId, kept.documentId], [gapId, other]);
  assert.deepEqual(
    (await entriesOf(kept)).map(({ kind }) => kind),
    ["comment"],
  );
});

test("a read waits for another process that refreshes the same, and then has its gaps", async () => {
  const { db } = fixture.server.database;
  await aDocument(wordsOn(one));
  const { companyId } = fixture.company;
  const isTaken = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slow = db.transaction(async (stores) => {
    const taken = await stores.gaps.takeStale(companyId);
    assert.ok(taken);
    isTaken.resolve();
    await goOn.promise;
    throw new Error("the process ends here");
  });
  await isTaken.promise;
  const reading = gapsOf();
  goOn.resolve();
  await assert.rejects(slow, /ends here/);
  assert.ok((await reading).length > 0);
});
