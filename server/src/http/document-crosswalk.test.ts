import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { aReview, aTarget, submit } from "../testing/builders.ts";

let fixture: AnalysisFixture;
let target: Awaited<ReturnType<typeof aTarget>>;
/** Items of the data processing agreement, by their external ids. */
const itemIds = new Map<string, string>();
before(async () => {
  fixture = await anAnalysisFixture();
  target = await aTarget(fixture.server, fixture.company.key);
  for (const { externalId, id } of (await call(`/v1/controls/${target.controlId}/items`)).body.items)
    itemIds.set(externalId, id);
});
after(() => fixture.close());

const call = (path: string, more = {}) => fixture.server.call(path, { key: fixture.company.key, ...more });
const audits = () => itemIds.get("GDPR Art. 28(3)(h) audits") ?? "";

async function whitelist(body: object): Promise<void> {
  const { partnerId } = fixture.company.partner;
  const path = `/v1/admin/partners/${partnerId}/whitelist`;
  const { status, text } = await fixture.server.call(path, { method: "PUT", admin: true, body });
  assert.equal(status, 200, text);
}

type Criterion = { key: string; links: { type: string; controlCode: string; [member: string]: unknown }[] };
async function linksOf(key: string, language = "en"): Promise<Criterion["links"]> {
  const { body } = await call(`/v1/controls/items/${audits()}?language=${language}`);
  return body.criteria.find((one: Criterion) => one.key === key).links;
}

/** A document that meets the named criterion of the item on audits. */
async function aDocumentThatMeets(criterion: string): Promise<{ documentId: string; documentItemId: string }> {
  const review = await aReview(fixture.server, fixture.company, target);
  const form = { complianceReviewId: review.id, selectedControlItemIds: JSON.stringify([audits()]) };
  const { body } = await submit(fixture.server, fixture.company, form, [
    { name: "a.txt", content: "Audits are allowed." },
  ]);
  await fixture.analyse(body.documentId);
  await fixture.server.database.query(
    `UPDATE document_items SET findings = jsonb_set(findings, '{criteria,0,key}', to_jsonb($2::text)) WHERE document_id = $1`,
    [body.documentId, criterion],
  );
  const [item] = (await fixture.resultOf(body.documentId)).complianceItems;
  return { documentId: body.documentId, documentItemId: item.id };
}

test("a criterion names the criteria of other controls that ask the same, in the language asked for", async () => {
  const [link, ...others] = await linksOf("allow-audits");
  assert.deepEqual(others, []);
  const ict = await aTarget(fixture.server, fixture.company.key, "ICT");
  assert.ok(ict.itemIds.includes(String(link?.["itemId"])));
  assert.deepEqual(
    { ...link, itemId: undefined },
    {
      type: "sameAs",
      controlId: ict.controlId,
      controlCode: "ICT",
      itemId: undefined,
      externalId: "DORA Art. 30(3)(e)(i)",
      criterionKey: "entity-audit-right",
      statement: link?.["statement"],
      appliesWhen: ["supportsCriticalFunction"],
    },
  );
  assert.match(String(link?.["statement"]), /^The contract gives the financial entity a right of access/);
  assert.match(String((await linksOf("allow-audits", "de"))[0]?.["statement"]), /^Der Vertrag /);
  assert.deepEqual(
    (await linksOf("contribute")).map(({ type }) => type),
    ["sameAs", "hasPart"],
  );
  assert.deepEqual(await linksOf("remedy-findings"), []);
});

test("a document that meets a criterion serves the controls that ask the same", async () => {
  const { documentId } = await aDocumentThatMeets("allow-audits");
  const { status, body, text } = await call(`/v1/documents/${documentId}/crosswalk`);
  assert.equal(status, 200, text);
  const [control, ...others] = body.controls;
  assert.deepEqual([body.metCount, others.length], [1, 0]);
  assert.deepEqual(
    [control.code, control.servedCount, control.partlyServedCount, control.criterionCount],
    ["ICT", 1, 0, 103],
  );
  const again = await call(`/v1/documents/${documentId}/judgements`, { body: { controlId: control.controlId } });
  assert.equal(again.status, 201, again.text);
});

test("what serves a criterion in part is counted apart, and what has a part of it is not", async () => {
  const { documentId } = await aDocumentThatMeets("inspections");
  const { controls } = (await call(`/v1/documents/${documentId}/crosswalk`)).body;
  assert.deepEqual(
    controls.map((one: Record<string, unknown>) => [one["code"], one["servedCount"], one["partlyServedCount"]]),
    [["ICT", 0, 1]],
  );
});

test("a person's decision that a criterion is not met counts before the verdict", async () => {
  const { documentId, documentItemId } = await aDocumentThatMeets("allow-audits");
  const url = `/v1/documents/${documentId}/items/${documentItemId}/decision`;
  const body = { criterionKey: "allow-audits", decision: "override", verdict: "missing", reason: "Only reports." };
  const decided = await call(url, { method: "PUT", body });
  assert.equal(decided.status, 200, decided.text);
  const served = await call(`/v1/documents/${documentId}/crosswalk`);
  assert.deepEqual(served.body, { documentId, metCount: 0, controls: [] });
});

test("controls outside the whitelist are neither linked nor proposed", async () => {
  const { documentId } = await aDocumentThatMeets("allow-audits");
  await whitelist({ frameworkIds: [target.frameworkId] });
  assert.deepEqual(await linksOf("allow-audits"), []);
  const { body } = await call(`/v1/documents/${documentId}/crosswalk`);
  assert.deepEqual(body, { documentId, metCount: 1, controls: [] });
});
