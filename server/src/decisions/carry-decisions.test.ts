import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyChain } from "../records/verify-chain.ts";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { aReview, aTarget, reviseItem, submit } from "../testing/builders.ts";

let fixture: AnalysisFixture;
let target: Awaited<ReturnType<typeof aTarget>>;
let one: { id: string; name: string };
let two: typeof one;
before(async () => {
  fixture = await anAnalysisFixture();
  target = await aTarget(fixture.server, fixture.company.key);
  [one, two] = (await call(`/v1/controls/${target.controlId}/items`)).body.items;
});
after(() => fixture.close());

const call = (url: string, more = {}) => fixture.server.call(url, { key: fixture.company.key, ...more });
const wordOf = ({ name }: { name: string }) => name.toLowerCase().match(/\p{L}{5,}/u)?.[0];

async function aDocument(content: string, fields: Record<string, string>): Promise<string> {
  const form = { selectedControlItemIds: JSON.stringify([one.id, two.id]), ...fields };
  const { body, text } = await submit(fixture.server, fixture.company, form, [{ name: "a.txt", content }]);
  assert.ok(body.documentId, text);
  await fixture.analyse(body.documentId);
  return body.documentId;
}

async function itemsOf(documentId: string) {
  const { complianceItems } = await fixture.resultOf(documentId);
  const itemOf = (id: string) => complianceItems.find((item: { controlItemId: string }) => item.controlItemId === id);
  return [itemOf(one.id), itemOf(two.id)];
}

async function decide(documentId: string, itemId: string, body: object) {
  const url = `/v1/documents/${documentId}/items/${itemId}/decision`;
  const answer = await call(url, { method: "PUT", body: { reason: "Read by us.", ...body } });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const inReview = async () => ({ complianceReviewId: (await aReview(fixture.server, fixture.company, target)).id });
const about = (item: typeof one, rest = "") => `The party agrees on ${wordOf(item)}${rest}.`;

test("decisions stay in effect in a new version while what decided is unchanged, wherever it stands now", async () => {
  const form = await inReview();
  const first = await aDocument(`${about(one)}\n\nThe annex governs the rest.`, form);
  const [met, missing] = await itemsOf(first);
  const [file] = (await fixture.resultOf(first)).files;
  const page = (await call(`/v1/documents/${first}/files/${file.fileId}/pages/1`)).body.text as string;
  const start = page.indexOf("The annex");
  const evidence = { fileId: file.fileId, pageNumber: 1, start, end: start + "The annex governs".length };
  const confirmed = await decide(first, met.id, { decision: "confirm" });
  await decide(first, missing.id, { decision: "override", complianceLevel: "compliant", evidence });
  const second = await aDocument(`A preface.\n\nThe annex\ngoverns the rest.\n\n${about(one)}`, {
    ...form,
    supersedes: first,
  });
  const [sameMet, sameMissing] = await itemsOf(second);
  assert.deepEqual([sameMet.decision.state, sameMet.decision.carriedFrom], ["in_effect", confirmed.decisionId]);
  assert.equal(sameMissing.decision.state, "in_effect");
  assert.notEqual(sameMissing.decision.evidence.start, start);
  assert.match(sameMissing.decision.evidence.text, /^The annex\s+governs$/);
  assert.notEqual(sameMissing.decision.evidence.fileId, file.fileId);
  assert.deepEqual([sameMissing.result.score, sameMissing.decidedComplianceLevel], [0, "compliant"]);
  const { score, decidedScore } = (await call(`/v1/documents/${second}`)).body;
  assert.ok(decidedScore > score);
  const [before] = await itemsOf(first);
  assert.equal(before.decision.decisionId, confirmed.decisionId, "the version before keeps its own");
  const { problems } = await verifyChain(fixture.server.database.db.records, fixture.company.companyId);
  assert.deepEqual(problems, []);
});

test("a decision asks to be looked at again where the deciding words or the verdict have changed", async () => {
  const form = await inReview();
  const first = await aDocument(`${about(one)}\n\nThe annex governs the rest.`, form);
  const [met, missing] = await itemsOf(first);
  await decide(first, met.id, { decision: "override", complianceLevel: "non_compliant" });
  await decide(first, missing.id, { decision: "accept_risk", acceptedUntil: "2999-01-01T00:00:00Z" });
  const second = await aDocument(`${about(one, " from time to time")}\n\n${about(two)}`, {
    ...form,
    supersedes: first,
  });
  const items = await itemsOf(second);
  assert.deepEqual(
    items.map(({ decision }) => decision.state),
    ["look_again", "look_again"],
  );
  assert.deepEqual(
    items.map(({ complianceLevel, decidedComplianceLevel }) => complianceLevel === decidedComplianceLevel),
    [true, true],
    "they do not count",
  );
  const { decisions } = (await call(`/v1/decisions?documentId=${second}&state=look_again`)).body;
  assert.equal(decisions.length, 2);
  const events = await fixture.server.database.query<{ status: string }>(
    "SELECT data ->> 'status' AS status FROM events WHERE type = 'finding.reopened' AND data ->> 'documentId' = $1",
    [second],
  );
  assert.deepEqual(
    events.map(({ status }) => status),
    ["look_again", "look_again"],
  );
  await decide(second, items[0].id, { decision: "confirm" });
  const [decidedAgain] = await itemsOf(second);
  assert.deepEqual([decidedAgain.decision.decision, decidedAgain.decision.state], ["confirm", "in_effect"]);
});

test("an override that rests on no passage asks to be looked at again", async () => {
  const form = await inReview();
  const first = await aDocument(about(one), form);
  const [, missing] = await itemsOf(first);
  await decide(first, missing.id, { decision: "override", complianceLevel: "compliant" });
  const [, again] = await itemsOf(await aDocument(`${about(one)}\n\nMore.`, { ...form, supersedes: first }));
  assert.equal(again.decision.state, "look_again");
});

test("naming the version before of a judged document carries its decisions over", async () => {
  const form = await inReview();
  const first = await aDocument(`${about(one)}\n\nThe annex governs the rest.`, form);
  const second = await aDocument(`A preface.\n\nThe annex governs the rest.\n\n${about(one)}`, form);
  const [met, missing] = await itemsOf(first);
  await decide(first, met.id, { decision: "confirm" });
  const [file] = (await fixture.resultOf(first)).files;
  const evidence = { fileId: file.fileId, pageNumber: 1, start: 0, end: 9 };
  await decide(first, missing.id, { decision: "override", complianceLevel: "compliant", evidence });
  const named = await call(`/v1/documents/${second}/predecessor`, { method: "PUT", body: { supersedes: first } });
  assert.equal(named.status, 200, named.text);
  const items = await itemsOf(second);
  assert.deepEqual(
    items.map(({ decision }) => decision.state),
    ["in_effect", "in_effect"],
  );
});

test("a decision asks to be looked at again where a revision of the requirement asks something else", async () => {
  const form = await inReview();
  const first = await aDocument(about(one), form);
  const [met] = await itemsOf(first);
  await decide(first, met.id, { decision: "confirm" });
  await reviseItem(fixture.server, one.id, one.name);
  const again = async (documentId: string) => {
    const { body, text } = await call(`/v1/documents/${documentId}/judgements`, { body: {} });
    assert.ok(body.documentId, text);
    await fixture.analyse(body.documentId);
    return body.documentId;
  };
  const second = await again(first);
  assert.equal((await itemsOf(second))[0].decision.state, "in_effect", "the revision has the same criteria");
  await fixture.server.database.query(
    `WITH r AS (INSERT INTO control_item_revisions (control_item_id, revision, name, objective, definition, sha256, created_at)
       SELECT control_item_id, revision + 1, name, objective,
              jsonb_set(definition, '{criteria,0,statement}', '"Something else."'), sha256, created_at
         FROM control_item_revisions WHERE control_item_id = $1 ORDER BY revision DESC LIMIT 1 RETURNING *)
     UPDATE control_items i SET revision = r.revision FROM r WHERE i.id = r.control_item_id`,
    [one.id],
  );
  assert.equal((await itemsOf(await again(second)))[0].decision.state, "look_again");
});
