import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { analyseDocument } from "../processing/analyse-document.ts";
import { type ACompany, aCompany, aReview, aTarget, submit } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";

let server: TestServer;
let company: ACompany;
let worker: ReturnType<typeof workerDeps>["deps"];
let reviewId: string;
let items: { id: string; name: string; clusterId: string }[];
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  const target = await aTarget(server, company.key);
  reviewId = (await aReview(server, company, { controlId: target.controlId, frameworkId: target.frameworkId })).id;
  items = (await server.call(`/v1/controls/${target.controlId}/items`, { key: company.key })).body.items;
  ({ deps: worker } = workerDeps(server));
});
after(async () => {
  await worker.children.close();
  await server.close();
});

async function analysed(name: string, content: string, controlItemIds?: string[]): Promise<string> {
  const selection = controlItemIds && { selectedControlItemIds: JSON.stringify(controlItemIds) };
  const { body } = await submit(server, company, { complianceReviewId: reviewId, ...selection }, [{ name, content }]);
  const { documentId } = body;
  const deps = { ...worker, underWay: new Set<string>() };
  await analyseDocument(deps, { companyId: company.companyId, documentId }, new AbortController().signal);
  return documentId;
}

async function rollUp() {
  const { status, body } = await server.call(`/v1/compliance-reviews/${reviewId}`, { key: company.key });
  assert.equal(status, 200, JSON.stringify(body));
  return body.rollUp;
}

const longWord = (name: string) => name.toLowerCase().match(/\p{L}{5,}/u)?.[0] ?? "";

test("a review without documents is missing everything and has no score", async () => {
  const { score, complianceLevel, itemCount, judgedItemCount, missing, change, documentCounts } = await rollUp();
  assert.deepEqual([score, complianceLevel, judgedItemCount, change], [null, null, 0, null]);
  assert.equal(missing.length, itemCount);
  assert.ok(missing.every((one: { reason: string }) => one.reason === "not_judged"));
  assert.deepEqual(documentCounts, { queued: 0, processing: 0, completed: 0, failed: 0 });
});

test("of several documents each item has its best evidence, and the newest is compared with the one before", async () => {
  const [one, two, three] = items as [(typeof items)[0], (typeof items)[0], (typeof items)[0]];
  const chosen = [one.id, two.id, three.id];
  const first = await analysed("first.txt", `It speaks of ${longWord(one.name)}.`, chosen);
  const second = await analysed("second.txt", `\nNow it speaks of ${longWord(two.name)}.`, chosen);
  const all = await rollUp();
  const of = (id: string) => all.items.find((item: { controlItemId: string }) => item.controlItemId === id);

  assert.deepEqual([of(one.id).score, of(one.id).documentId, of(one.id).complianceLevel], [100, first, "compliant"]);
  const [ref] = of(one.id).pageRefs;
  assert.deepEqual([ref.documentId, ref.documentName, ref.pages.length], [first, "first.txt", 1]);
  assert.deepEqual([of(two.id).score, of(two.id).documentId], [100, second]);
  assert.equal(of(three.id).documentId, second, "of equal ones the newest");
  assert.deepEqual([all.judgedItemCount, all.documentCounts.completed], [3, 2]);
  assert.equal(all.score, 66.7);

  const missing = new Map(all.missing.map((item: { controlItemId: string }) => [item.controlItemId, item]));
  assert.equal((missing.get(three.id) as { reason: string }).reason, "non_compliant");
  assert.ok(!missing.has(one.id) && !missing.has(two.id));

  const cluster = all.clusters.find((found: { controlClusterId: string }) => found.controlClusterId === one.clusterId);
  const { compliant, partiallyCompliant, nonCompliant, notJudged, itemCount } = cluster;
  assert.equal(compliant + partiallyCompliant + nonCompliant + notJudged, itemCount);
  assert.ok(compliant >= 1);

  assert.deepEqual([all.change.documentId, all.change.previousDocumentId], [second, first]);
  assert.deepEqual([all.change.improved, all.change.worsened, all.change.unchanged], [1, 1, 1]);
  assert.deepEqual(all.change.items, [
    { controlItemId: one.id, score: 0, previousScore: 100, scoreChange: -100, newGaps: [one.name], closedGaps: [] },
    { controlItemId: two.id, score: 100, previousScore: 0, scoreChange: 100, newGaps: [], closedGaps: [two.name] },
  ]);
});

test("documents that failed or wait count as such and change nothing else", async () => {
  const { documentCounts: _, ...before } = await rollUp();
  await analysed("broken.pdf", "%PDF-1.7 broken");
  await submit(server, company, { complianceReviewId: reviewId });
  const { documentCounts, ...rest } = await rollUp();
  assert.deepEqual(documentCounts, { queued: 1, processing: 0, completed: 2, failed: 1 });
  assert.deepEqual(rest, before);
});
