import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { aCompany, aReview, aTarget, putChunk, startUpload, submit } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

/** The dates of documents, and the events they raise, over HTTP and by the job. */

let fixture: AnalysisFixture;
let target: Awaited<ReturnType<typeof aTarget>>;
let reviewId: string;
before(async () => {
  fixture = await anAnalysisFixture();
  target = await aTarget(fixture.server, fixture.company.key);
  reviewId = (await aReview(fixture.server, fixture.company, target)).id;
});
after(() => fixture.close());

const call = (path: string, more = {}) => fixture.server.call(path, { key: fixture.company.key, ...more });
const datesOf = async (documentId: string) => {
  const { effectiveFrom, validUntil, reviewBy } = (await call(`/v1/documents/${documentId}`)).body;
  return [effectiveFrom, validUntil, reviewBy];
};
const patch = (documentId: string, body: object) => call(`/v1/documents/${documentId}`, { method: "PATCH", body });

async function aDocumentWith(dates: Record<string, string>, more: Record<string, string> = {}): Promise<string> {
  const selectedControlItemIds = JSON.stringify(target.itemIds.slice(0, 1));
  const form = { complianceReviewId: reviewId, selectedControlItemIds, ...dates, ...more };
  const { status, body, text } = await submit(fixture.server, fixture.company, form);
  assert.equal(status, 202, text);
  return body.documentId;
}

async function aJudgedDocumentWith(dates: Record<string, string>, more: Record<string, string> = {}): Promise<string> {
  const documentId = await aDocumentWith(dates, more);
  await fixture.analyse(documentId);
  return documentId;
}

/** Runs the job on a day. */
const notifyOn = (day: string) =>
  createJobHandlers({ ...fixture.worker, clock: testClock(new Date(`${day}T12:00:00Z`)) })["notify-of-dates"]?.(
    {},
    new AbortController().signal,
  );
const dateEventsOf = async (documentId: string) =>
  (await fixture.eventsOf(documentId)).filter((type) => /expiring|review_due/.test(type));

test("both ways of submission take the dates, and each file of an upload has them", async () => {
  const dates = { effectiveFrom: "2026-01-01", validUntil: "2028-02-29", reviewBy: "2027-01-01" };
  assert.deepEqual(await datesOf(await aDocumentWith(dates)), ["2026-01-01", "2028-02-29", "2027-01-01"]);
  assert.deepEqual(await datesOf(await aDocumentWith({ validUntil: "" })), [null, null, null]);

  const files = [
    { fileName: "a.txt", fileSize: 1 },
    { fileName: "b.txt", fileSize: 1 },
  ];
  const body = { files, complianceReviewId: reviewId, validUntil: "2027-06-30", reviewBy: null };
  const upload = (await startUpload(fixture.server, fixture.company, body)).body;
  for (const index of [0, 1]) {
    const chunk = await putChunk(fixture.server, fixture.company, upload, index, 0, Buffer.from("a"));
    assert.deepEqual(await datesOf(chunk.body.documentId), [null, "2027-06-30", null]);
  }
});

test("a date that does not exist, and an end before the beginning, are refused", async () => {
  for (const validUntil of ["2026-02-30", "2026-13-01", "tomorrow", "2026-01-01T00:00:00Z", "0000-01-01", "26-01-01"]) {
    const refused = await submit(fixture.server, fixture.company, { complianceReviewId: reviewId, validUntil });
    assert.deepEqual([refused.status, refused.body.message], [400, "validUntil must be a date such as 2026-12-31"]);
  }
  const swapped = { effectiveFrom: "2026-02-01", validUntil: "2026-01-31" };
  assert.equal(
    (await submit(fixture.server, fixture.company, { complianceReviewId: reviewId, ...swapped })).status,
    422,
  );

  const documentId = await aDocumentWith({ effectiveFrom: "2026-02-01" });
  assert.equal((await patch(documentId, { validUntil: "2026-01-31" })).status, 422);
  assert.equal((await patch(documentId, { validUntil: "31.1.2026" })).status, 400);
  assert.equal((await patch(documentId, { subject: "B" })).status, 400);
  assert.deepEqual(await datesOf(documentId), ["2026-02-01", null, null]);
});

test("the dates of a document are changed and removed, and what stays is left alone", async () => {
  const documentId = await aDocumentWith({ effectiveFrom: "2026-02-01", reviewBy: "2026-06-01" });
  const changed = await patch(documentId, { validUntil: "2027-01-31", reviewBy: null, effectiveFrom: "2026-02-01" });
  assert.deepEqual([changed.status, changed.body.updatedFields], [200, ["validUntil", "reviewBy"]]);
  assert.deepEqual(await datesOf(documentId), ["2026-02-01", "2027-01-31", null]);
  assert.deepEqual((await patch(documentId, {})).body, { documentId, message: "Nothing changed.", updatedFields: [] });
});

test("documents are listed by the day before which they expire or are to be reviewed", async () => {
  const early = await aDocumentWith({ validUntil: "2030-01-01", reviewBy: "2030-05-01" });
  const late = await aDocumentWith({ validUntil: "2030-01-02", reviewBy: "2030-04-30" });
  const listed = async (query: string) =>
    (await call(`/v1/documents?submittedAfter=2000-01-01T00:00:00Z&${query}`)).body.documents
      .map(({ documentId }: { documentId: string }) => documentId)
      .filter((id: string) => [early, late].includes(id));
  assert.deepEqual(await listed("validUntilBefore=2030-01-02"), [early]);
  assert.deepEqual(await listed("validUntilBefore=2030-01-03"), [late, early]);
  assert.deepEqual(await listed("reviewByBefore=2030-05-01"), [late]);
  assert.deepEqual(await listed("reviewByBefore=2030-05-02&validUntilBefore=2030-01-02"), [early]);
  assert.equal((await call("/v1/documents?validUntilBefore=soon")).status, 400);
});

test("a document that expires within 30 days raises document.expiring once, and again for another date", async () => {
  const documentId = await aJudgedDocumentWith({ validUntil: "2031-03-31" });
  await notifyOn("2031-02-28");
  assert.deepEqual(await dateEventsOf(documentId), []);
  await Promise.all([notifyOn("2031-03-01"), notifyOn("2031-03-01")]);
  await notifyOn("2031-03-02");
  assert.deepEqual(await dateEventsOf(documentId), ["document.expiring"]);
  await patch(documentId, { reviewBy: "2032-01-01" });
  await notifyOn("2031-04-02");
  assert.deepEqual(await dateEventsOf(documentId), ["document.expiring"]);
  await patch(documentId, { validUntil: "2031-04-15" });
  await notifyOn("2031-05-02");
  assert.deepEqual(
    await dateEventsOf(documentId),
    ["document.expiring", "document.expiring"],
    "even when it has expired",
  );
  const [event] = await fixture.server.database.query<{ data: object }>(
    "SELECT data FROM events WHERE type = 'document.expiring' AND data ->> 'documentId' = $1",
    [documentId],
  );
  assert.deepEqual(event?.data, { companyId: fixture.company.companyId, complianceReviewId: reviewId, documentId });
});

test("a document that was not reviewed by its day raises document.review_due once the day has passed", async () => {
  const documentId = await aJudgedDocumentWith({ reviewBy: "2033-06-30" });
  await notifyOn("2033-06-30");
  assert.deepEqual(await dateEventsOf(documentId), []);
  await notifyOn("2033-07-01");
  await notifyOn("2033-07-02");
  assert.deepEqual(await dateEventsOf(documentId), ["document.review_due"]);
});

test("a document that waits, is withdrawn, deleted or superseded raises nothing", async () => {
  const dates = { validUntil: "2034-01-01", reviewBy: "2034-01-01" };
  const waiting = await aDocumentWith(dates);
  const [withdrawn, deleted, superseded] = [
    await aJudgedDocumentWith(dates),
    await aJudgedDocumentWith(dates),
    await aJudgedDocumentWith(dates),
  ];
  await call(`/v1/documents/${withdrawn}/withdraw`, { body: {} });
  await call(`/v1/documents/${deleted}`, { method: "DELETE" });
  const newer = await aJudgedDocumentWith({}, { supersedes: superseded });
  assert.deepEqual(await datesOf(newer), [null, null, null], "a new version has its own dates");
  await notifyOn("2034-02-01");
  for (const documentId of [waiting, withdrawn, deleted, superseded])
    assert.deepEqual(await dateEventsOf(documentId), []);
  await call(`/v1/documents/${withdrawn}/restore`, { body: {} });
  await notifyOn("2034-02-02");
  assert.deepEqual(await dateEventsOf(withdrawn), ["document.expiring", "document.review_due"]);
});

test("the same files judged again keep their dates", async () => {
  const documentId = await aJudgedDocumentWith({ effectiveFrom: "2026-01-01", validUntil: "2040-01-01" });
  const again = await call(`/v1/documents/${documentId}/judgements`, { body: {} });
  assert.equal(again.status, 201, again.text);
  assert.deepEqual(await datesOf(again.body.documentId), ["2026-01-01", "2040-01-01", null]);
});

test("review.completed is raised when the last document of a review that counts has ended and one is judged", async () => {
  const company = await aCompany(fixture.server, { partner: fixture.company.partner });
  const review = await aReview(fixture.server, company, target);
  const selectedControlItemIds = JSON.stringify(target.itemIds.slice(0, 1));
  const send = async (name: string, content: string) =>
    (
      await submit(fixture.server, company, { complianceReviewId: review.id, selectedControlItemIds }, [
        { name, content },
      ])
    ).body.documentId as string;
  const analyse = (documentId: string) =>
    createJobHandlers(fixture.worker)["analyse-document"]?.(
      { companyId: company.companyId, documentId },
      new AbortController().signal,
    );
  const completed = async () =>
    (
      await fixture.server.database.query<{ data: object }>(
        "SELECT data FROM events WHERE company_id = $1 AND type = 'review.completed'",
        [company.companyId],
      )
    ).map(({ data }) => data);

  const broken = await send("a.pdf", "%PDF-1.7 broken");
  await analyse(broken);
  assert.deepEqual(await completed(), [], "nothing is judged");
  const [first, second, third] = [await send("a.txt", "a"), await send("b.txt", "b"), await send("c.txt", "c")];
  await fixture.server.call(`/v1/documents/${third}/withdraw`, { key: company.key, body: {} });
  await analyse(first);
  assert.deepEqual(await completed(), []);
  await analyse(second);
  const data = { companyId: company.companyId, complianceReviewId: review.id };
  assert.deepEqual(await completed(), [data], "the withdrawn one does not count");
});

test("a document judged again raises no event for a date of which its earlier judgement was notified", async () => {
  const dates = { validUntil: "2035-01-01", reviewBy: "2035-01-01" };
  const judgeAgain = async (documentId: string) => {
    const { body, text } = await call(`/v1/documents/${documentId}/judgements`, { body: {} });
    assert.ok(body.documentId, text);
    await fixture.analyse(body.documentId);
    return body.documentId;
  };
  const [notified, before] = [await aJudgedDocumentWith(dates), await aJudgedDocumentWith(dates)];
  const first = await judgeAgain(before);
  await notifyOn("2035-02-01");
  const again = await judgeAgain(await judgeAgain(notified));
  await notifyOn("2035-02-02");
  const both = ["document.expiring", "document.review_due"];
  assert.deepEqual(await Promise.all([notified, again, before, first].map(dateEventsOf)), [both, [], [], both]);
  await patch(again, { validUntil: "2035-02-15" });
  await notifyOn("2035-02-03");
  assert.deepEqual(await dateEventsOf(again), ["document.expiring"], "another date");
});
