import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { aReview, aTarget, submit } from "../testing/builders.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

/** What a review adds up from different documents and from versions of one. */

let fixture: AnalysisFixture;
let target: Awaited<ReturnType<typeof aTarget>>;
let reviewId: string;
let one: { id: string; name: string; clusterId: string };
let two: typeof one;
before(async () => {
  fixture = await anAnalysisFixture();
  target = await aTarget(fixture.server, fixture.company.key);
  [one, two] = (await read(`/v1/controls/${target.controlId}/items`)).items;
});
after(() => fixture.close());

const read = async (url: string, key = fixture.company.key) => (await fixture.server.call(url, { key })).body;
const rollUp = async () => (await read(`/v1/compliance-reviews/${reviewId}`)).rollUp;
const startReview = async () => {
  const { frameworkId, controlId } = target;
  reviewId = (await aReview(fixture.server, fixture.company, { controlId, frameworkId })).id;
};
const wordsOn = (...items: { name: string }[]) =>
  `It speaks of ${items.map(({ name }) => name.toLowerCase().match(/\p{L}{5,}/u)?.[0]).join(" and of ")}.`;

async function analyse(
  name: string,
  content: string,
  controlItemIds?: string[],
  fields: Record<string, string> = {},
): Promise<string> {
  const documentId = await queue(name, content, controlItemIds, fields);
  await fixture.analyse(documentId);
  return documentId;
}

async function queue(name: string, content: string, controlItemIds?: string[], fields: Record<string, string> = {}) {
  const selection = controlItemIds && { selectedControlItemIds: JSON.stringify(controlItemIds) };
  const form = { complianceReviewId: reviewId, ...selection, ...fields };
  const { status, body, text } = await submit(fixture.server, fixture.company, form, [{ name, content }]);
  assert.equal(status, 202, text);
  return body.documentId as string;
}

const post = (documentId: string, action: string) =>
  fixture.server.call(`/v1/documents/${documentId}/${action}`, { key: fixture.company.key, body: {} });
const documentOf = (documentId: string) => read(`/v1/documents/${documentId}`);
const supersededIn = async (documentId: string) =>
  (
    await fixture.server.database.query<{ data: { supersededBy: string } }>(
      "SELECT data FROM events WHERE type = 'document.superseded' AND data ->> 'documentId' = $1",
      [documentId],
    )
  ).map(({ data }) => data.supersededBy);

test("the contracts of two vendors are judged each for itself, and the review has the mean of both with the worst named", async () => {
  await startReview();
  const chosen = [one.id, two.id];
  const whole = wordsOn(one, two);
  const good = await analyse("a.txt", whole, chosen, { subject: "Vendor A" });
  const poor = await analyse("b.txt", wordsOn(one), chosen, { subject: "Vendor B" });
  const { score, complianceLevel, worstSubject, subjects, items: shown, clusters, change } = await rollUp();
  assert.deepEqual([score, complianceLevel, change], [75, "partially_compliant", null]);
  const vendorB = { subject: "Vendor B", documentId: poor, fileName: "b.txt", score: 50 };
  assert.deepEqual(worstSubject, vendorB);
  const counts = { documentCount: 1, judgedItemCount: 2 };
  assert.deepEqual(subjects, [
    { ...vendorB, complianceLevel: "partially_compliant", ...counts },
    { subject: "Vendor A", documentId: good, fileName: "a.txt", score: 100, complianceLevel: "compliant", ...counts },
  ]);
  const evidence = (id: string) => shown.find((item: { controlItemId: string }) => item.controlItemId === id);
  assert.deepEqual([evidence(two.id).score, evidence(two.id).documentId], [0, poor], "the weakest subject's");
  const judged = clusters.filter((cluster: { score: number | null }) => cluster.score !== null);
  const mean = one.clusterId === two.clusterId ? [75] : [100, 50];
  assert.deepEqual(
    judged.map((cluster: { score: number }) => cluster.score).toSorted((a: number, b: number) => b - a),
    mean,
  );
  const { companies } = await read("/v1/companies/summaries", fixture.company.partner.key);
  const summary = companies[0].reviews.find(({ id }: { id: string }) => id === reviewId);
  assert.equal(summary.score, 75, "as the partner sees it");

  // An annex under the same subject completes it; without a subject, a document is its own.
  await analyse("annex.txt", wordsOn(two), [two.id], { subject: "vendor b" });
  assert.deepEqual([(await rollUp()).score, (await rollUp()).subjects.length], [100, 2]);
  await analyse("c.txt", "Nothing.", chosen);
  const three = await rollUp();
  assert.deepEqual([three.score, three.worstSubject.subject, three.worstSubject.fileName], [66.7, null, "c.txt"]);
});

test("a new version that drops a clause lowers the score once it is judged, and is compared with the version before", async () => {
  await startReview();
  const chosen = [one.id, two.id];
  const whole = wordsOn(one, two);
  const first = await analyse("first.txt", whole, chosen, { subject: "  Vendor \n A " });
  assert.deepEqual([(await rollUp()).score, (await rollUp()).change], [100, null]);

  const second = await queue("second.txt", wordsOn(two), chosen, { supersedes: first });
  assert.deepEqual([(await rollUp()).score, (await documentOf(first)).supersededBy], [100, null], "until it is judged");
  await fixture.analyse(second);
  const { score, documentCounts, change } = await rollUp();
  assert.deepEqual([score, documentCounts.completed], [50, 1]);
  assert.deepEqual([change.documentId, change.previousDocumentId], [second, first]);
  assert.deepEqual(change.items, [
    { controlItemId: one.id, score: 0, previousScore: 100, scoreChange: -100, newGaps: [one.name], closedGaps: [] },
  ]);
  const [older, newer] = [await documentOf(first), await documentOf(second)];
  assert.deepEqual([older.subject, older.version, older.supersedes, older.supersededBy], ["Vendor A", 1, null, second]);
  assert.deepEqual([newer.subject, newer.version, newer.supersedes, newer.supersededBy], ["Vendor A", 2, first, null]);
  assert.deepEqual(await supersededIn(first), [second]);
  assert.equal((await fixture.resultOf(first)).status, "completed");

  // A version that cannot be read replaces nothing, and its number is used up.
  const broken = await analyse("broken.pdf", "%PDF-1.7 broken", chosen, { supersedes: second });
  assert.deepEqual([(await documentOf(broken)).status, (await documentOf(broken)).version], ["failed", 3]);
  assert.deepEqual([(await rollUp()).score, await supersededIn(second)], [50, []]);
  // Without the newer version the one before counts again, and the latest of several does.
  const third = await analyse("third.txt", whole, chosen, { supersedes: first });
  assert.deepEqual([(await documentOf(third)).version, (await rollUp()).score], [4, 100]);
  assert.deepEqual([await supersededIn(second), await supersededIn(first)], [[third], [second]]);
  await post(third, "withdraw");
  assert.deepEqual([(await rollUp()).score, (await documentOf(first)).supersededBy], [50, second]);
  await post(second, "withdraw");
  assert.deepEqual([(await rollUp()).score, (await rollUp()).change], [100, null]);
  await post(third, "restore");
  assert.deepEqual(
    [(await documentOf(first)).supersededBy, (await rollUp()).change.previousDocumentId],
    [third, first],
  );
});

test("a version erased for good leaves its successors in their order", async () => {
  await startReview();
  const words = wordsOn(one);
  const first = await analyse("first.txt", words, [one.id]);
  const second = await analyse("second.txt", "Nothing.", [one.id], { supersedes: first });
  const call = { method: "DELETE", key: fixture.company.key } as const;
  assert.equal((await fixture.server.call(`/v1/documents/${first}`, call)).status, 204);
  const handlers = createJobHandlers(fixture.worker);
  const job = { companyId: fixture.company.companyId, requestId: fixture.server.nextId() };
  await handlers["erase-documents"]?.(job, new AbortController().signal);
  assert.deepEqual([(await documentOf(second)).supersedes, (await rollUp()).change], [null, null]);
  const third = await analyse("third.txt", words, [one.id], { supersedes: second });
  assert.deepEqual([(await documentOf(third)).version, (await rollUp()).change.previousDocumentId], [3, second]);
  assert.equal((await rollUp()).documentCounts.completed, 1);
});
