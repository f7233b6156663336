import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { until } from "../server/src/testing/until.ts";
import { aReceiver } from "../server/src/testing/webhook-receiver.ts";
import { type AssayProcess, startAssay } from "./assay-process.ts";
import { type ACompany, aCompany, aForm, call, hasEnded, readAdminToken, readResult } from "./company.ts";
import { aServiceStorage, type ServiceStorage } from "./service-database.ts";

/** With the engine as it ships: what a review adds up from the agreements of two vendors and their versions. */

let data: ServiceStorage;
let webhook: Awaited<ReturnType<typeof aReceiver>>;
let assay: AssayProcess;
let company: ACompany;
let agreement: string;
let withoutConfidentiality: string;
let fields: Record<string, string>;

before(async () => {
  data = await aServiceStorage();
  webhook = await aReceiver();
  assay = await startAssay({ ...data.settings, ASSAY_WEBHOOK_ALLOW_PRIVATE: "true" });
  company = await aCompany(assay, await readAdminToken(data.path));
  const hook = { url: webhook.url, eventTypes: ["document.superseded"] };
  await call(`${assay.url}/v1/webhooks`, company.headers, hook, "PUT");
  agreement = await readFile(join(import.meta.dirname, "../samples/data-processing-agreement.md"), "utf8");
  withoutConfidentiality = agreement.replace(/^## 4\. Confidentiality$[\s\S]*?(?=^## 5\.)/m, "");
  assert.ok(withoutConfidentiality.length < agreement.length);
  const { items } = await call(`${assay.url}/v1/controls/${company.controlId}/items`, company.headers);
  const chosen = ["GDPR Art. 28(3)(a)", "GDPR Art. 28(3)(b)"].map(
    (wanted) => items.find(({ externalId }: { externalId: string }) => externalId === wanted).id,
  );
  fields = { selectedControlItemIds: JSON.stringify(chosen) };
});
after(async () => {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await webhook.close();
  await data.remove();
});

async function judge(name: string, text: string, more: Record<string, string>) {
  const query = new URLSearchParams({ ...fields, ...more });
  const form = aForm([{ name, bytes: text }]);
  const submitted = await call(`${assay.url}/v1/documents/submit?${query}`, company.headers, form);
  await until(async () => hasEnded(await readResult(assay, company, submitted.documentId, "status")), 120);
  return submitted as { documentId: string; complianceReviewId: string };
}
const post = (documentId: string, action: string) =>
  call(`${assay.url}/v1/documents/${documentId}/${action}`, company.headers, {});

test("two vendors are judged each for itself, a weakened version lowers the score, and a restored one raises it again", async () => {
  const { businessEntityId, controlId } = company;
  const first = await judge("dpa.md", agreement, { businessEntityId, controlId, subject: "Northwind" });
  const { complianceReviewId } = first;
  const rollUp = async () =>
    (await call(`${assay.url}/v1/compliance-reviews/${complianceReviewId}`, company.headers)).rollUp;
  const { score: whole } = await rollUp();

  const other = await judge("contract.md", withoutConfidentiality, { complianceReviewId, subject: "Contoso" });
  const both = await rollUp();
  const scoreOf = (of: typeof both, subject: string): number =>
    of.subjects.find((one: { subject: string }) => one.subject === subject).score;
  assert.equal(scoreOf(both, "Northwind"), whole, "another vendor's agreement changes nothing");
  const weaker = scoreOf(both, "Contoso");
  assert.ok(weaker < whole, `${weaker} without the clause, ${whole} with it`);
  assert.deepEqual([both.worstSubject.subject, both.worstSubject.documentId], ["Contoso", other.documentId]);
  assert.ok(Math.abs(both.score - (whole + weaker) / 2) <= 0.1, String(both.score));
  assert.equal(both.change, null, "different vendors are not compared");

  const supersedes = first.documentId;
  const second = await judge("dpa-2.md", withoutConfidentiality, { complianceReviewId, supersedes });
  const weakened = await rollUp();
  assert.deepEqual([scoreOf(weakened, "Northwind"), weakened.score], [weaker, weaker]);
  const { documentId, previousDocumentId, worsened, improved } = weakened.change;
  assert.deepEqual([documentId, previousDocumentId, worsened, improved], [second.documentId, supersedes, 1, 0]);
  await until(async () => webhook.received.length === 1, 30);
  const event = JSON.parse(webhook.received[0]?.body ?? "");
  assert.deepEqual(
    [event.type, event.data.documentId, event.data.supersededBy],
    ["document.superseded", supersedes, second.documentId],
  );
  assert.equal((await readResult(assay, company, supersedes)).status, "completed", "it stays readable");

  await post(second.documentId, "withdraw");
  assert.deepEqual([(await rollUp()).score, (await rollUp()).change], [both.score, null]);
  await post(second.documentId, "restore");
  assert.deepEqual(await rollUp(), weakened);
});

const compare = (documentId: string, previousId: string) =>
  call(`${assay.url}/v1/documents/${documentId}/compare?with=${previousId}`, company.headers);

test("comparing versions names the clause that was dropped, and a clause that only moved changes no verdict", async () => {
  const { businessEntityId, controlId } = company;
  const first = await judge("dpa.md", agreement, { businessEntityId, controlId, subject: "Northwind" });
  const { complianceReviewId } = first;
  const confidentiality = /^## 4\. Confidentiality$[\s\S]*?(?=^## 5\.)/m.exec(agreement)?.[0] ?? "";
  const moved = `${withoutConfidentiality.trimEnd()}\n\n${confidentiality}`;
  const supersedes = first.documentId;
  const second = await judge("dpa-2.md", moved, { complianceReviewId, supersedes });
  const afterMove = await compare(second.documentId, supersedes);
  const { added, removed, reworded, moved: movedCount } = afterMove.counts;
  assert.deepEqual([added, removed, reworded], [0, 0, 0]);
  assert.ok(movedCount > 0);
  assert.deepEqual(afterMove.otherVerdictChanges, []);
  for (const { kind, verdictChanges } of afterMove.changes) assert.deepEqual([kind, verdictChanges], ["moved", []]);

  const third = await judge("dpa-3.md", withoutConfidentiality, { complianceReviewId, supersedes: second.documentId });
  const afterDrop = await compare(third.documentId, second.documentId);
  const dropped = afterDrop.changes.filter(({ kind }: { kind: string }) => kind === "removed");
  const clause = dropped.find(({ verdictChanges }: { verdictChanges: object[] }) => verdictChanges.length > 0);
  assert.deepEqual(clause?.headingPath.slice(-1), ["4. Confidentiality"]);
  assert.equal(clause.verdictChanges[0].controlItemExternalId, "GDPR Art. 28(3)(b)");
});
