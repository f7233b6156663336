import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { aCompany, aReview, aTarget, submit } from "../testing/builders.ts";
import { type CountedDecisions, measureAgreement } from "./measure-agreement.ts";

const counted = (found: string, right: string, count: number, criterionKey?: string): CountedDecisions => ({
  ...{
    controlId: "C",
    controlCode: "DPA",
    controlName: "Contract",
    controlItemId: "I",
    externalId: "1",
    itemName: "One",
  },
  ...{ criterionKey, found, right, count },
});

test("agreement is the share of confirmations, with an interval that is wide for few decisions", () => {
  const { all, controls } = measureAgreement([
    counted("met", "met", 5, "audit"),
    counted("missing", "met", 2, "notice"),
    counted("missing", "not_applicable", 1, "notice"),
    counted("missing", "missing", 1, "notice"),
  ]);
  assert.deepEqual([all.confirmed, all.corrected, all.isSmall], [6, 3, true]);
  const [notice, audit] = controls[0]?.subjects ?? [];
  assert.deepEqual([notice?.criterionKey, notice?.corrected, audit?.share], ["notice", 3, 1]);
  assert.deepEqual(notice?.verdicts, [
    {
      ...{ found: "missing", confirmed: 1, corrected: 3 },
      corrections: [
        { right: "met", count: 2 },
        { right: "not_applicable", count: 1 },
      ],
    },
  ]);
  // Wilson's interval of 5 of 5.
  assert.deepEqual([Math.round(1000 * (audit?.low ?? 0)), audit?.high], [566, 1]);
  assert.equal(measureAgreement([counted("met", "met", 20)]).all.isSmall, false);
  assert.deepEqual(measureAgreement([]).all.share, undefined);
});

let fixture: AnalysisFixture;
before(async () => {
  fixture = await anAnalysisFixture();
});
after(() => fixture.close());

test("what people confirmed and corrected is counted and exported as labels, of the own company only", async () => {
  const { server, company } = fixture;
  const call = (url: string, more = {}) => server.call(url, { key: company.key, ...more });
  const target = await aTarget(server, company.key);
  const review = await aReview(server, company, target);
  const { items } = (await call(`/v1/controls/${target.controlId}/items`)).body;
  const [one, two] = items;
  const word = one.name.toLowerCase().match(/\p{L}{5,}/u)?.[0];
  const form = { complianceReviewId: review.id, selectedControlItemIds: JSON.stringify([one.id, two.id]) };
  const { documentId } = (await submit(server, company, form, [{ name: "a.txt", content: `It speaks of ${word}.` }]))
    .body;
  await fixture.analyse(documentId);
  const result = await fixture.resultOf(documentId);
  const find = (id: string) =>
    result.complianceItems.find((item: { controlItemId: string }) => item.controlItemId === id);
  const [met, missing] = [find(one.id), find(two.id)];
  const metKey = met.result.criteria.find(({ verdict }: { verdict: string }) => verdict === "met").key;
  const missingKey = missing.result.criteria[0].key;
  const { fileId } = result.files[0];
  const decide = async (item: { id: string }, body: object) => {
    const url = `/v1/documents/${documentId}/items/${item.id}/decision`;
    const { status, text } = await call(url, { method: "PUT", body: { reason: "Read.", ...body } });
    assert.equal(status, 200, text);
  };
  await decide(met, { decision: "confirm", criterionKey: metKey });
  const evidence = { fileId, pageNumber: 1, start: 0, end: 9 };
  await decide(missing, { decision: "override", criterionKey: missingKey, verdict: "met", evidence });
  await decide(missing, { decision: "accept_risk", acceptedUntil: "2099-01-01T00:00:00Z" });

  const { body, text } = await server.call("/v1/admin/agreement", { admin: true });
  assert.ok(body.controls, text);
  assert.deepEqual([body.confirmed, body.corrected, body.agreement, body.isSmall], [1, 1, 0.5, true]);
  const [control] = body.controls;
  assert.equal(control.controlCode, "DPA");
  assert.deepEqual(control.subjects[0].verdicts[0].corrections, [{ right: "met", count: 1 }]);
  const unknown = await server.call("/v1/admin/agreement?companyId=malformed", { admin: true });
  assert.deepEqual([unknown.body.confirmed, unknown.body.agreement], [0, null]);

  const lines = (text: string) =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const exported = await call("/v1/labels/export");
  assert.match(exported.headers["content-disposition"] ?? "", /labels \d{4}-\d{2}-\d{2}\.jsonl/);
  const labels = lines(exported.text);
  const { sha256 } = result.files[0];
  assert.deepEqual(
    labels.map(({ key, verdict, found, decision, page, start, end }) => [
      key,
      verdict,
      found,
      decision,
      page,
      start,
      end,
    ]),
    [
      [missingKey, "met", "missing", "override", 1, 0, 9],
      [metKey, "met", "met", "confirm", 1, labels[1].start, labels[1].end],
    ],
  );
  assert.ok(labels[1].end > labels[1].start, "the engine's own passage");
  for (const label of labels) {
    assert.equal(label.documentId, documentId);
    assert.match(label.sha256, /^[0-9a-f]{64}$/);
    if (sha256 !== undefined) assert.equal(label.sha256, sha256);
  }
  const all = await server.call("/v1/admin/labels/export", { admin: true });
  assert.deepEqual(lines(all.text), labels);
  const stranger = await aCompany(server);
  assert.equal((await server.call("/v1/labels/export", { key: stranger.key })).text, "");
});
