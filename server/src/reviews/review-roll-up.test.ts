import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CriterionFinding, ItemFindings, Verdict } from "../analysis/findings/findings.ts";
import { wordingOf } from "../analysis/findings/render/wording-by-language.ts";
import type { Language } from "../analysis/language/words.ts";
import { analyseDocument } from "../processing/analyse-document.ts";
import { type ACompany, aCompany, aReview, aTarget, submit } from "../testing/builders.ts";
import { findingsOf, seedDocuments } from "../testing/seeded-review.ts";
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
  const { body } = await submit(server, company, { complianceReviewId: reviewId, ...selection }, [{ name, content }]);
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

test("each item has its best evidence of all documents, and the newest document is compared with the one before", async () => {
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

  assert.deepEqual([all.change.documentId, all.change.previousDocumentId], [second, first]);
  assert.deepEqual([all.change.improved, all.change.worsened, all.change.unchanged], [1, 1, 1]);
  assert.deepEqual(all.change.items, [
    { controlItemId: one.id, score: 0, previousScore: 100, scoreChange: -100, newGaps: [one.name], closedGaps: [] },
    { controlItemId: two.id, score: 100, previousScore: 0, scoreChange: 100, newGaps: [], closedGaps: [two.name] },
  ]);
});

test("failed and queued documents are counted and change nothing else", async () => {
  const { documentCounts: _, ...before } = await rollUp();
  await analyse("broken.pdf", "%PDF-1.7 broken");
  await submit(server, company, { complianceReviewId: reviewId });
  const { documentCounts, ...rest } = await rollUp();
  assert.deepEqual(documentCounts, { queued: 1, processing: 0, completed: 2, failed: 1 });
  assert.deepEqual(rest, before);
});

type Gaps = { newGaps: string[]; closedGaps: string[] };

const pageRefs: ItemFindings["pageRefs"] = [];
const topics: Partial<Record<Language, Record<string, string>>> = {
  en: { notice: "Notice", deadline: "Deadline", contact: "Contact" },
  de: { notice: "Meldung", deadline: "Frist", contact: "Ansprechpartner" },
};

/** Findings with a gap for each criterion that is not met, as the engine makes them. */
function aFinding(
  language: Language,
  verdicts: Record<string, Verdict>,
  more: Partial<ItemFindings> = {},
): ItemFindings {
  const criteria: CriterionFinding[] = Object.entries(verdicts).map(([key, verdict]) => ({
    ...{ key, verdict, statement: "It is said.", level: "must", evidence: [], reason: "So it is." },
  }));
  const gaps = criteria
    .filter(({ verdict }) => verdict !== "met")
    .map(({ key }) => ({ topic: topics[language]?.[key] ?? key, description: "It is not said.", pageRefs }));
  return findingsOf(1, 3, { language, criteria, gaps, ...more });
}

function anOtherKindFinding(language: Language, verdicts: Record<string, Verdict>): ItemFindings {
  const gaps = [{ topic: wordingOf(language).otherKindTopic, description: "It looks like something else.", pageRefs }];
  return aFinding(language, verdicts, { gaps, score: 0 });
}

/** The change that the review shows; all its items are judged alike. */
async function findChangedGaps(older: ItemFindings, newer: ItemFindings): Promise<Gaps | undefined> {
  const { frameworkId, controlId } = target;
  const { id } = await aReview(server, company, { frameworkId, controlId });
  await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: id, controlId, fileNames: ["older.pdf", "newer.pdf"] },
    findings: (_, document) => (document === 0 ? older : newer),
  });
  const { body } = await server.call(`/v1/compliance-reviews/${id}`, { key: company.key });
  const [first] = body.rollUp.change.items;
  return first && { newGaps: first.newGaps, closedGaps: first.closedGaps };
}

test("the same gaps in another language are neither new nor closed", async () => {
  const verdicts: Record<string, Verdict> = { notice: "missing", deadline: "partly", contact: "met" };
  assert.equal(await findChangedGaps(aFinding("en", verdicts), aFinding("de", verdicts)), undefined);
});

test("across languages, a new gap has the newer finding's topic and a closed one the older finding's", async () => {
  const older = aFinding("en", { notice: "missing", deadline: "contradicted", contact: "met" });
  const newer = aFinding("de", { notice: "met", deadline: "missing", contact: "partly" });
  assert.deepEqual(await findChangedGaps(older, newer), { newGaps: ["Ansprechpartner"], closedGaps: ["Notice"] });
});

test("a document of another kind closes no gap, not even where it meets a criterion in passing", async () => {
  const agreement = aFinding("en", { notice: "missing", deadline: "partly", contact: "met" });
  const invoice = anOtherKindFinding("de", { notice: "met", deadline: "missing", contact: "missing" });
  assert.deepEqual(await findChangedGaps(agreement, invoice), { newGaps: ["Art des Dokuments"], closedGaps: [] });
});

test("after a document of another kind its single gap is closed, and what it lacked as well is not new", async () => {
  const invoice = anOtherKindFinding("en", { notice: "missing", deadline: "missing", contact: "met" });
  const agreement = aFinding("en", { notice: "met", deadline: "missing", contact: "partly" });
  assert.deepEqual(await findChangedGaps(invoice, agreement), {
    newGaps: ["Contact"],
    closedGaps: ["Kind of document"],
  });
});

test("two documents of another kind have the same gap, whatever the language", async () => {
  const verdicts: Record<string, Verdict> = { notice: "missing", deadline: "missing" };
  assert.equal(
    await findChangedGaps(anOtherKindFinding("en", verdicts), anOtherKindFinding("fr", verdicts)),
    undefined,
  );
});

test("a gap whose criterion was removed is not closed, and the gap of an added criterion is new", async () => {
  const older = aFinding("en", { notice: "missing", contact: "met" });
  const newer = aFinding("en", { deadline: "missing", contact: "met" });
  assert.deepEqual(await findChangedGaps(older, newer), { newGaps: ["Deadline"], closedGaps: [] });
});

test("findings without criteria are compared by the topics of their gaps, within one language only", async () => {
  const { criteria: _, ...older } = aFinding("en", { notice: "missing", deadline: "missing" });
  const unkeyed = older as ItemFindings;
  const newer: Record<string, Verdict> = { notice: "met", deadline: "partly", contact: "missing" };
  assert.deepEqual(await findChangedGaps(unkeyed, aFinding("en", newer)), {
    newGaps: ["Contact"],
    closedGaps: ["Notice"],
  });
  assert.equal(await findChangedGaps(unkeyed, aFinding("de", newer)), undefined);
  const allMet = aFinding("de", { notice: "met", deadline: "met" });
  assert.deepEqual(await findChangedGaps(unkeyed, allMet), { newGaps: [], closedGaps: ["Notice", "Deadline"] });
});

test("an open criterion without a gap, because its quote was dropped, is neither closed nor new later", async () => {
  const verdicts: Record<string, Verdict> = { notice: "missing", deadline: "missing" };
  const { gaps } = aFinding("en", { deadline: "missing" });
  const dropped = aFinding("en", verdicts, { gaps });
  assert.equal(await findChangedGaps(aFinding("en", verdicts), dropped), undefined);
  assert.equal(await findChangedGaps(dropped, aFinding("de", verdicts)), undefined);
  const better = aFinding("en", { notice: "missing", deadline: "met" });
  assert.deepEqual(await findChangedGaps(dropped, better), { newGaps: [], closedGaps: ["Deadline"] });
});
