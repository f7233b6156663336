import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { verifyChain } from "../records/verify-chain.ts";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { aCompany, aPerson, aReview, aTarget, submit } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { expireDecisions } from "./expire-decisions.ts";

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
const wordsOn = (...items: { name: string }[]) =>
  `It speaks of ${items.map(({ name }) => name.toLowerCase().match(/\p{L}{5,}/u)?.[0]).join(" and of ")}.`;

interface Found {
  documentId: string;
  met: { id: string; controlItemId: string; result: { criteria: { key: string }[] } };
  missing: Found["met"];
}

/** One item of two is met. */
async function aFoundDocument(content = wordsOn(one), fields: Record<string, string> = {}): Promise<Found> {
  const selectedControlItemIds = JSON.stringify([one.id, two.id]);
  const form = { complianceReviewId: reviewId, selectedControlItemIds, ...fields };
  const { body, text } = await submit(fixture.server, fixture.company, form, [{ name: "a.txt", content }]);
  assert.ok(body.documentId, text);
  await fixture.analyse(body.documentId);
  return found(body.documentId);
}

async function found(documentId: string): Promise<Found> {
  const { complianceItems } = await fixture.resultOf(documentId);
  const itemOf = (controlItemId: string) =>
    complianceItems.find((item: { controlItemId: string }) => item.controlItemId === controlItemId);
  return { documentId, met: itemOf(one.id), missing: itemOf(two.id) };
}

const decisionUrl = (documentId: string, itemId: string) => `/v1/documents/${documentId}/items/${itemId}/decision`;
const decide = (documentId: string, itemId: string, body: object) =>
  call(decisionUrl(documentId, itemId), { method: "PUT", body: { reason: "Read by us.", ...body } });

async function decided(documentId: string, itemId: string, body: object) {
  const answer = await decide(documentId, itemId, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const itemOf = async (documentId: string, itemId: string) =>
  (await fixture.resultOf(documentId)).complianceItems.find(({ id }: { id: string }) => id === itemId);
const scoresOf = async (documentId: string) => {
  const { score, decidedScore } = await read(`/v1/documents/${documentId}`);
  const { rollUp } = await read(`/v1/compliance-reviews/${reviewId}`);
  return [score, decidedScore, rollUp.score, rollUp.decidedScore];
};
/** How many decisions a review counts for an item, and whether the item itself is decided. */
const rolledUp = async (controlItemId: string) => {
  const { items } = (await read(`/v1/compliance-reviews/${reviewId}`)).rollUp;
  const item = items.find((one: { controlItemId: string }) => one.controlItemId === controlItemId);
  return [item.decisionCount, item.isDecided];
};
const eventsOf = async (documentId: string) =>
  (
    await fixture.server.database.query<{ type: string; data: { status: string } }>(
      "SELECT type, data FROM events WHERE data ->> 'documentId' = $1 AND type LIKE 'finding.%' ORDER BY id",
      [documentId],
    )
  ).map(({ type, data }) => `${type} ${data.status}`);
const inDays = (days: number) => new Date(testClock().now().getTime() + days * 86_400_000).toISOString();
const verifyRecords = async () =>
  (await verifyChain(fixture.server.database.db.records, fixture.company.companyId)).problems;

test("a decision stands beside the machine's verdict and counts in the decided scores of item, document and review", async () => {
  const { documentId, missing } = await aFoundDocument();
  assert.deepEqual(await scoresOf(documentId), [50, 50, 50, 50]);
  const decision = await decided(documentId, missing.id, { decision: "override", complianceLevel: "compliant" });
  assert.deepEqual(
    [decision.state, decision.author.kind, decision.documentId, decision.complianceReviewId, decision.criterionKey],
    ["in_effect", "key", documentId, reviewId, null],
  );
  assert.match(decision.author.name, /^assay_company_\w{4}…\w{4}$/);
  assert.deepEqual(await rolledUp(missing.controlItemId), [1, true]);
  const item = await itemOf(documentId, missing.id);
  assert.deepEqual(
    [item.complianceLevel, item.result.score, item.decidedComplianceLevel, item.result.decidedScore],
    ["non_compliant", 0, "compliant", 100],
  );
  assert.equal(item.decision.decisionId, decision.decisionId);
  assert.deepEqual(await scoresOf(documentId), [50, 100, 50, 100]);
  const { reviews } = await read("/v1/compliance-reviews?limit=1");
  assert.deepEqual([reviews[0].score, reviews[0].decidedScore], [50, 100]);
  assert.deepEqual(await eventsOf(documentId), ["finding.decided override"]);
  assert.deepEqual(await verifyRecords(), []);
});

test("a person's decision carries the person's name as it was, and ends under the name of whoever ended it", async () => {
  const { documentId, missing } = await aFoundDocument();
  const { key } = fixture.company;
  const person = await aPerson(fixture.server, { key, role: "company_reviewer", name: "Ada Lovelace" });
  const url = decisionUrl(documentId, missing.id);
  const body = { decision: "confirm", reason: "Read by me." };
  const decision = (await person.call(url, { method: "PUT", body })).body;
  assert.deepEqual(decision.author, { kind: "account", id: person.accountId, name: "Ada Lovelace" });
  assert.deepEqual((await itemOf(documentId, missing.id)).decision.author, decision.author);
  const reader = await aPerson(fixture.server, { key, role: "company_reader" });
  assert.equal((await reader.call(url, { method: "DELETE" })).status, 403);
  const other = await aPerson(fixture.server, { key, role: "company_owner", name: "Grace Hopper" });
  assert.equal((await other.call(url, { method: "DELETE" })).status, 204);
  const { decisions } = await read(`/v1/decisions?documentId=${documentId}`);
  assert.deepEqual(
    [decisions[0].state, decisions[0].author.name, decisions[0].endedBy],
    ["withdrawn", "Ada Lovelace", { kind: "account", id: other.accountId, name: "Grace Hopper" }],
  );
  assert.deepEqual(await verifyRecords(), []);
});

test("a criterion is decided by itself, and withdrawing brings the machine's verdict back", async () => {
  const { documentId, missing } = await aFoundDocument();
  const [{ key: criterionKey } = { key: "" }] = missing.result.criteria;
  await decided(documentId, missing.id, { criterionKey, decision: "override", verdict: "met" });
  assert.deepEqual(await rolledUp(missing.controlItemId), [1, false], "the item itself is still to be decided");
  const item = await itemOf(documentId, missing.id);
  const [criterion] = item.result.criteria;
  assert.deepEqual(
    [criterion.verdict, criterion.decision.verdict, item.decision, item.result.decidedScore],
    ["missing", "met", undefined, 100],
  );
  const url = `${decisionUrl(documentId, missing.id)}?criterionKey=${criterionKey}`;
  for (const _ of ["once", "again"]) assert.equal((await call(url, { method: "DELETE" })).status, 204);
  const after = await itemOf(documentId, missing.id);
  assert.deepEqual([after.result.criteria[0].decision, after.result.decidedScore], [undefined, 0]);
  assert.deepEqual(await scoresOf(documentId), [50, 50, 50, 50]);
  assert.deepEqual(await eventsOf(documentId), ["finding.decided override", "finding.decided withdrawn"]);
  assert.deepEqual(await verifyRecords(), []);
});

test("a new decision replaces the one before, which stays in the history; the same again changes nothing", async () => {
  const { documentId, missing } = await aFoundDocument();
  const first = await decided(documentId, missing.id, { decision: "confirm" });
  const second = await decided(documentId, missing.id, { decision: "not_applicable" });
  const again = await decided(documentId, missing.id, { decision: "not_applicable" });
  assert.equal(again.decisionId, second.decisionId);
  const { decisions } = await read(`/v1/decisions?itemId=${missing.id}`);
  assert.deepEqual(
    decisions.map((one: { decisionId: string; state: string }) => [one.decisionId, one.state]),
    [
      [second.decisionId, "in_effect"],
      [first.decisionId, "replaced"],
    ],
  );
  assert.equal(decisions[1].endedBy.name, first.author.name);
  const { records } = await read(`/v1/decisions/${first.decisionId}/records`);
  assert.deepEqual(
    records.map(({ record }: { record: { state: string } }) => record.state),
    ["in_effect", "replaced"],
  );
});

test("lists and results are filtered by decision", async () => {
  const { documentId, met, missing } = await aFoundDocument();
  await decided(documentId, met.id, { decision: "confirm" });
  const shown = async (decision: string) =>
    (await read(`/v1/documents/${documentId}/result?decision=${decision}`)).complianceItems.map(
      ({ id }: { id: string }) => id,
    );
  assert.deepEqual([await shown("confirm"), await shown("none")], [[met.id], [missing.id]]);
  assert.equal((await shown("none,confirm")).length, 2);
  assert.equal((await call(`/v1/documents/${documentId}/result?decision=maybe`)).status, 400);
  const listed = async (filter: string) =>
    (await read(`/v1/decisions?complianceReviewId=${reviewId}&${filter}`)).decisions.length;
  assert.deepEqual(
    [await listed("decision=confirm"), await listed("decision=override"), await listed("state=in_effect")],
    [1, 0, 1],
  );
});

test("a marked passage is verified and quoted", async () => {
  const { documentId, missing } = await aFoundDocument();
  const [file] = (await fixture.resultOf(documentId)).files;
  const { text } = await read(`/v1/documents/${documentId}/files/${file.fileId}/pages/1`);
  const evidence = { fileId: file.fileId, pageNumber: 1, start: 0, end: 8 };
  const override = { decision: "override", complianceLevel: "compliant", evidence };
  const decision = await decided(documentId, missing.id, override);
  assert.deepEqual(decision.evidence, { ...evidence, text: text.slice(0, 8) });
  for (const wrong of [{ start: 8 }, { end: text.length + 1 }, { pageNumber: 2 }, { fileId: documentId }]) {
    const refused = await decide(documentId, missing.id, { ...override, evidence: { ...evidence, ...wrong } });
    assert.equal(refused.status, 422, JSON.stringify(wrong));
  }
});

test("what cannot be decided is refused", async () => {
  const { documentId, missing } = await aFoundDocument();
  const refusals: [body: object, status: number][] = [
    [{ decision: "override" }, 400],
    [{ decision: "override", verdict: "met" }, 400],
    [{ decision: "override", complianceLevel: "non_compliant" }, 422],
    [{ decision: "confirm", complianceLevel: "compliant" }, 400],
    [{ decision: "accept_risk" }, 400],
    [{ decision: "accept_risk", acceptedUntil: inDays(-1) }, 422],
    [{ decision: "confirm", reason: "  " }, 400],
    [{ decision: "confirm", criterionKey: "unknown" }, 422],
  ];
  for (const [body, status] of refusals)
    assert.equal((await decide(documentId, missing.id, body)).status, status, JSON.stringify(body));
  const waiting = await fixture.aDocument();
  const [item] = (await fixture.resultOf(waiting)).complianceItems;
  assert.equal((await decide(waiting, item.id, { decision: "confirm" })).status, 422);
  assert.equal((await decide(waiting, missing.id, { decision: "confirm" })).status, 404, "another document's item");
  const stranger = await aCompany(fixture.server);
  const foreign = { key: stranger.key, method: "PUT", body: { decision: "confirm", reason: "Mine." } };
  assert.equal((await call(decisionUrl(documentId, missing.id), foreign)).status, 404);
  assert.deepEqual(await eventsOf(documentId), []);
});

test("an accepted risk counts in no mean until it expires, and then the gap is open again", async () => {
  const { documentId, missing } = await aFoundDocument();
  const clock = testClock(testClock().now());
  const deps = { db: fixture.server.database.db, clock, ids: fixture.worker.ids };
  const decision = await decided(documentId, missing.id, { decision: "accept_risk", acceptedUntil: inDays(2) });
  assert.deepEqual(await scoresOf(documentId), [50, 100, 50, 100]);
  assert.equal((await itemOf(documentId, missing.id)).decidedComplianceLevel, "non_compliant");
  await expireDecisions(deps);
  assert.deepEqual(await eventsOf(documentId), ["finding.decided accept_risk"]);
  clock.advance(3 * 86_400);
  await Promise.all([expireDecisions(deps), expireDecisions(deps)]);
  assert.deepEqual(await scoresOf(documentId), [50, 50, 50, 50]);
  assert.deepEqual(await eventsOf(documentId), ["finding.decided accept_risk", "finding.reopened expired"]);
  const { decisions } = await read(`/v1/decisions?itemId=${missing.id}`);
  assert.deepEqual(
    decisions.map((one: { decisionId: string; state: string; endedBy: null }) => [
      one.decisionId,
      one.state,
      one.endedBy,
    ]),
    [[decision.decisionId, "expired", null]],
  );
  assert.deepEqual(await verifyRecords(), []);
});

test("a decision that was changed in the database is detected", async () => {
  const { documentId, missing } = await aFoundDocument();
  const { decisionId } = await decided(documentId, missing.id, { decision: "confirm" });
  const { query } = fixture.server.database;
  await query("UPDATE decisions SET reason = 'Forged.' WHERE id = $1", [decisionId]);
  const problems = await verifyRecords();
  assert.deepEqual(
    problems.map(({ problem }) => problem),
    [`decision ${decisionId} was changed: contentSha256`],
  );
  await query("UPDATE decisions SET reason = 'Read by us.' WHERE id = $1", [decisionId]);
  assert.deepEqual(await verifyRecords(), []);
});

test("a version that a newer one supersedes is not decided about, and its decision can still be withdrawn", async () => {
  const { documentId, met, missing } = await aFoundDocument();
  await decided(documentId, met.id, { decision: "confirm" });
  await aFoundDocument(wordsOn(one), { supersedes: documentId });
  const refused = await decide(documentId, missing.id, { decision: "confirm" });
  assert.equal(refused.status, 422);
  assert.equal(refused.body.message, "A newer version counts in its place: decide about that one.");
  assert.equal((await call(decisionUrl(documentId, met.id), { method: "DELETE" })).status, 204);
  assert.equal((await itemOf(documentId, met.id)).decision, undefined);
});

test("a risk that expires in several versions is announced for the one that counts, and in a deleted one it stays", async () => {
  const acceptRisk = { decision: "accept_risk", acceptedUntil: "2999-01-01T00:00:00Z" };
  const first = await aFoundDocument();
  await decided(first.documentId, first.missing.id, acceptRisk);
  const second = await aFoundDocument(wordsOn(one), { supersedes: first.documentId });
  const deleted = await aFoundDocument();
  const left = await decided(deleted.documentId, deleted.missing.id, acceptRisk);
  await call(`/v1/documents/${deleted.documentId}`, { method: "DELETE" });
  const clock = testClock(new Date("2999-01-02T00:00:00Z"));
  await expireDecisions({ db: fixture.server.database.db, clock, ids: fixture.worker.ids });
  assert.deepEqual(await eventsOf(first.documentId), ["finding.decided accept_risk"]);
  assert.deepEqual(await eventsOf(second.documentId), ["finding.decided accept_risk", "finding.reopened expired"]);
  assert.deepEqual(await eventsOf(deleted.documentId), ["finding.decided accept_risk"]);
  const states = await fixture.server.database.query<{ state: string }>(
    "SELECT state FROM decisions WHERE document_id = ANY ($1) OR id = $2 ORDER BY id",
    [[first.documentId, second.documentId], left.decisionId],
  );
  assert.deepEqual(states.map(({ state }) => state).toSorted(), ["expired", "expired", "in_effect"]);
  assert.deepEqual(await verifyRecords(), []);
});
