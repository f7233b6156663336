import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ItemFindings, ReadVerdict } from "../analysis/findings/findings.ts";
import type { Language } from "../analysis/language/words.ts";
import { analyseDocument } from "../processing/analyse-document.ts";
import { aCriterionFinding, anItemFindings } from "../testing/a-finding.ts";
import { type ACompany, aCompany, aReview, aTarget, submit } from "../testing/builders.ts";
import { seedDocuments } from "../testing/seeded-review.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";

let server: TestServer;
let company: ACompany;
let worker: ReturnType<typeof workerDeps>["deps"];
let target: Awaited<ReturnType<typeof aTarget>>;
let reviewId: string;
let items: { id: string; name: string; clusterId: string }[];
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  target = await aTarget(server, company.key);
  reviewId = (await aReview(server, company, { controlId: target.controlId, frameworkId: target.frameworkId })).id;
  items = (await server.call(`/v1/controls/${target.controlId}/items`, { key: company.key })).body.items;
  ({ deps: worker } = workerDeps(server));
});
after(async () => {
  await worker.children.close();
  await server.close();
});

async function analyse(name: string, content: string, controlItemIds?: string[]): Promise<string> {
  const selection = controlItemIds && { selectedControlItemIds: JSON.stringify(controlItemIds) };
  const fields = { complianceReviewId: reviewId, documentsCount: "together", ...selection };
  const { body } = await submit(server, company, fields, [{ name, content }]);
  const { documentId } = body;
  const deps = { ...worker, inProgress: new Set<string>() };
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

test("each item has its best evidence of all documents, and different documents are not compared", async () => {
  const [one, two, three] = items as [(typeof items)[0], (typeof items)[0], (typeof items)[0]];
  const chosen = [one.id, two.id, three.id];
  const first = await analyse("first.txt", `It speaks of ${longWord(one.name)}.`, chosen);
  const second = await analyse("second.txt", `\nNow it speaks of ${longWord(two.name)}.`, chosen);
  const all = await rollUp();
  const of = (id: string) => all.items.find((item: { controlItemId: string }) => item.controlItemId === id);

  assert.deepEqual([of(one.id).score, of(one.id).documentId, of(one.id).complianceLevel], [100, first, "compliant"]);
  const [ref] = of(one.id).pageRefs;
  assert.deepEqual([ref.documentId, ref.documentName, ref.pages.length], [first, "first.txt", 1]);
  assert.deepEqual([of(two.id).score, of(two.id).documentId], [100, second]);
  assert.equal(of(three.id).documentId, second, "the newest of equal ones");
  assert.deepEqual([all.judgedItemCount, all.documentCounts.completed], [3, 2]);
  assert.equal(all.score, 66.7);

  const missing = new Map(all.missing.map((item: { controlItemId: string }) => [item.controlItemId, item]));
  assert.equal((missing.get(three.id) as { reason: string }).reason, "non_compliant");
  assert.ok(!missing.has(one.id) && !missing.has(two.id));

  const cluster = all.clusters.find((found: { controlClusterId: string }) => found.controlClusterId === one.clusterId);
  const { compliant, partiallyCompliant, nonCompliant, notJudged, itemCount } = cluster;
  assert.equal(compliant + partiallyCompliant + nonCompliant + notJudged, itemCount);
  assert.ok(compliant >= 1);

  assert.equal(all.change, null);
  assert.deepEqual(all.subjects, [
    {
      ...{
        subject: null,
        documentId: second,
        fileName: "second.txt",
        score: 66.7,
        complianceLevel: "partially_compliant",
      },
      ...{ documentCount: 2, judgedItemCount: 3 },
    },
  ]);
  assert.equal(all.worstSubject, null);
});

test("failed and queued documents are counted and change nothing else", async () => {
  const { documentCounts: _, subjects: __, ...before } = await rollUp();
  await analyse("broken.pdf", "%PDF-1.7 broken");
  await submit(server, company, { complianceReviewId: reviewId });
  const { documentCounts, subjects: ___, ...rest } = await rollUp();
  assert.deepEqual(documentCounts, { queued: 1, processing: 0, completed: 2, failed: 1 });
  assert.deepEqual(rest, before);
});

const breachId = "01M7EJ55KG3NTVGMZBA36826HV";

type Gaps = { newGaps: string[]; closedGaps: string[] };

type Verdicts = Record<string, ReadVerdict>;
interface ADocument {
  language: Language;
  findings: ItemFindings;
}

const aDocument = (language: Language, verdicts: Verdicts, more: Partial<ItemFindings> = {}): ADocument => ({
  language,
  findings: anItemFindings(
    Object.entries(verdicts).map(([key, verdict]) => aCriterionFinding(key, verdict)),
    { score: 50, ...more },
  ),
});

const ofAnotherKind = (language: Language, verdicts: Verdicts) =>
  aDocument(language, verdicts, { otherKind: { found: 1, total: 20 }, score: 0 });

/** The change that the review shows for the item with these criteria; all items are judged alike. */
async function findChangedGaps(older: ADocument, newer: ADocument): Promise<Gaps | undefined> {
  const { frameworkId, controlId } = target;
  const { id } = await aReview(server, company, { frameworkId, controlId });
  await seedDocuments(server.database.query, server.nextId, {
    ...{
      companyId: company.companyId,
      reviewId: id,
      controlId,
      fileNames: ["older.pdf", "newer.pdf"],
      areVersions: true,
    },
    ...{ languages: [older.language, newer.language] },
    findings: (_, document) => (document === 0 ? older : newer).findings,
  });
  const { body } = await server.call(`/v1/compliance-reviews/${id}`, { key: company.key });
  const changed = body.rollUp.change.items.find((one: { controlItemId: string }) => one.controlItemId === breachId);
  return changed && { newGaps: changed.newGaps, closedGaps: changed.closedGaps };
}

test("the same gaps in another language are neither new nor closed", async () => {
  const verdicts: Verdicts = { "without-undue-delay": "missing", "fixed-period": "partly", "contact-address": "met" };
  assert.equal(await findChangedGaps(aDocument("en", verdicts), aDocument("de", verdicts)), undefined);
});

test("across languages, a new gap has the newer finding's topic and a closed one the older finding's", async () => {
  const older = aDocument("en", {
    "without-undue-delay": "missing",
    "fixed-period": "contradicted",
    "contact-address": "met",
  });
  const newer = aDocument("de", {
    "without-undue-delay": "met",
    "fixed-period": "missing",
    "contact-address": "partly",
  });
  assert.deepEqual(await findChangedGaps(older, newer), {
    newGaps: ["Meldeadresse"],
    closedGaps: ["Without undue delay"],
  });
});

test("a document of another kind closes no gap, not even where it meets a criterion in passing", async () => {
  const agreement = aDocument("en", {
    "without-undue-delay": "missing",
    "fixed-period": "partly",
    "contact-address": "met",
  });
  const invoice = ofAnotherKind("de", {
    "without-undue-delay": "met",
    "fixed-period": "missing",
    "contact-address": "missing",
  });
  assert.deepEqual(await findChangedGaps(agreement, invoice), { newGaps: ["Art des Dokuments"], closedGaps: [] });
});

test("after a document of another kind its single gap is closed, and what it lacked as well is not new", async () => {
  const invoice = ofAnotherKind("en", {
    "without-undue-delay": "missing",
    "fixed-period": "missing",
    "contact-address": "met",
  });
  const agreement = aDocument("en", {
    "without-undue-delay": "met",
    "fixed-period": "missing",
    "contact-address": "partly",
  });
  assert.deepEqual(await findChangedGaps(invoice, agreement), {
    newGaps: ["Contact address"],
    closedGaps: ["Kind of document"],
  });
});

test("two documents of another kind have the same gap, whatever the language", async () => {
  const verdicts: Verdicts = { "without-undue-delay": "missing", "fixed-period": "missing" };
  assert.equal(await findChangedGaps(ofAnotherKind("en", verdicts), ofAnotherKind("fr", verdicts)), undefined);
});

test("a gap whose criterion was removed is not closed, and the gap of an added criterion is new", async () => {
  const older = aDocument("en", { "without-undue-delay": "missing", "contact-address": "met" });
  const newer = aDocument("en", { "fixed-period": "missing", "contact-address": "met" });
  assert.deepEqual(await findChangedGaps(older, newer), { newGaps: ["Fixed period"], closedGaps: [] });
});

test("an item that does not apply counts in no mean, and yields to a document that it applies to", async () => {
  const { frameworkId, controlId } = target;
  const { id } = await aReview(server, company, { frameworkId, controlId });
  const poor = anItemFindings([aCriterionFinding("duty", "missing")]);
  const none = anItemFindings([aCriterionFinding("duty", "not_applicable")]);
  assert.deepEqual([none.score, none.level], [100, "not_applicable"]);
  await seedDocuments(server.database.query, server.nextId, {
    ...{
      companyId: company.companyId,
      reviewId: id,
      controlId,
      fileNames: ["older.pdf", "newer.pdf"],
      subject: "Vendor",
    },
    findings: (item, document) => (item > 1 || document === 1 ? none : poor),
  });
  const { rollUp } = (await server.call(`/v1/compliance-reviews/${id}`, { key: company.key })).body;
  const levels = rollUp.items.map(({ complianceLevel }: { complianceLevel: string }) => complianceLevel);
  assert.equal(levels.filter((level: string) => level === "non_compliant").length, 1);
  assert.ok(levels.filter((level: string) => level === "not_applicable").length > 1);
  assert.deepEqual([rollUp.score, rollUp.complianceLevel], [0, "non_compliant"]);
});

test("the best evidence has its confidence, and the review counts what needs review", async () => {
  const { frameworkId, controlId } = target;
  const { id } = await aReview(server, company, { frameworkId, controlId });
  const probabilities = (met: number) => ({ met, partly: 0, contradicted: 0, missing: 1 - met, not_applicable: 0 });
  const judged = (met: number | null) =>
    anItemFindings([
      aCriterionFinding("duty", "met", [], { probabilities: met === null ? null : probabilities(met) }),
      aCriterionFinding("advice", "met", [], { level: "should", probabilities: probabilities(0.6) }),
    ]);
  const ofItem = [judged(0.9), judged(0.7), judged(null)];
  await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: id, controlId, fileNames: ["only.pdf"] },
    findings: (item) => ofItem[item - 1] ?? judged(1),
  });
  const read = async (by: TestServer) =>
    (await by.call(`/v1/compliance-reviews/${id}`, { key: company.key })).body.rollUp;
  const rollUp = await read(server);
  const confidencesOf = ({ items }: typeof rollUp) =>
    items.slice(0, 4).map((one: { confidence: number; needsReview: boolean }) => [one.confidence, one.needsReview]);
  assert.deepEqual(confidencesOf(rollUp), [
    [0.9, false],
    [0.7, true],
    [null, true],
    [1, false],
  ]);
  assert.deepEqual(rollUp.needsReview, { below: 0.75, itemCount: 2, criterionCount: rollUp.itemCount + 2 });
  const ofClusters = rollUp.clusters.map(({ needsReview }: { needsReview: number }) => needsReview);
  assert.equal(
    ofClusters.reduce((sum: number, one: number) => sum + one, 0),
    2,
  );
  const lenient = await startTestServer({ database: server.database, reviewBelow: 0.65 });
  try {
    assert.equal((await read(lenient)).needsReview.itemCount, 1);
  } finally {
    await lenient.close();
  }
});

test("what is judged so far of a new version that waits or was cancelled changes no score", async () => {
  const { frameworkId, controlId } = target;
  const { id } = await aReview(server, company, { frameworkId, controlId });
  const poor = anItemFindings([aCriterionFinding("duty", "missing")]);
  const good = anItemFindings([aCriterionFinding("duty", "met")]);
  const [older = ""] = await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: id, controlId, fileNames: ["old.pdf"] },
    findings: () => poor,
  });
  const { documentId } = (await submit(server, company, { complianceReviewId: id, supersedes: older })).body;
  await server.database.query(
    `UPDATE document_items SET status = 'completed', score = 100, applies = true, findings = $2, judged_at = now()
      WHERE document_id = $1`,
    [documentId, JSON.stringify(good)],
  );
  const score = async () => {
    await server.database.query("UPDATE compliance_reviews SET is_scored = false WHERE id = $1", [id]);
    while ((await server.database.db.scores.scoreReviews(100)) > 0);
    const { body } = await server.call(`/v1/compliance-reviews/${id}`, { key: company.key });
    const { reviews } = (await server.call("/v1/compliance-reviews?limit=1", { key: company.key })).body;
    return [body.rollUp.score, body.rollUp.items[0].score, reviews[0].score];
  };
  assert.deepEqual(await score(), [0, 0, 0]);
  const cancelled = await server.call(`/v1/documents/${documentId}/cancel`, { key: company.key, body: {} });
  assert.equal(cancelled.body.status, "failed", cancelled.text);
  assert.deepEqual(await score(), [0, 0, 0]);
});
