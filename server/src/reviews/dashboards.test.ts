import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ACompany, aCompany, aPartner, aReview, aTarget } from "../testing/builders.ts";
import { findingsOf, seedDocuments } from "../testing/seeded-review.ts";
import { type TestClock, testClock } from "../testing/test-clock.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

/** What dashboards show, over HTTP. The clock starts on 1 March 2026, a Sunday; reviews were created on 1 February. */

let server: TestServer;
let clock: TestClock;
before(async () => {
  clock = testClock();
  server = await startTestServer({ clock });
});
after(() => server.close());

/** A review with a document for each score: all its items have that score. */
async function aScoredReview(company: ACompany, code: string, scores: number[], name = "Review") {
  const target = await aTarget(server, company.key, code);
  const review = await aReview(server, company, { ...target, name });
  const documentIds = await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: review.id, controlId: target.controlId },
    fileNames: scores.map((_, at) => `${code}-${at}.pdf`),
    findings: (_, document) => findingsOf(0, 0, { score: scores[document] ?? 0 }),
  });
  return { ...target, reviewId: review.id, documentIds };
}

async function read(path: string, key: string) {
  const { status, body, text } = await server.call(path, { key });
  assert.equal(status, 200, text);
  return body;
}
const act = async (company: ACompany, documentId: string | undefined, action: string) => {
  const { status, text } = await server.call(`/v1/documents/${documentId}/${action}`, { key: company.key, body: {} });
  assert.equal(status, 200, text);
};
const setDates = async (company: ACompany, documentId: string | undefined, body: object) => {
  const call = { method: "PATCH", key: company.key, body } as const;
  const { status, text } = await server.call(`/v1/documents/${documentId}`, call);
  assert.equal(status, 200, text);
};

describe("the dashboard of a company", () => {
  test("has its reviews by control, the lowest scores first, and those that nothing was judged in last", async () => {
    const company = await aCompany(server);
    const nda = await aScoredReview(company, "NDA", [90, 100]);
    const low = await aScoredReview(company, "DPA", [20], "Low");
    const high = await aScoredReview(company, "DPA", [70, 90], "High");
    const empty = await aScoredReview(company, "ISP", []);
    const { controls, due } = await read("/v1/dashboard", company.key);
    assert.deepEqual(due, []);
    const shown = controls.map((one: Record<string, unknown>) => [
      ...[one["controlCode"], one["controlId"], one["score"], one["complianceLevel"], one["reviewCount"]],
    ]);
    assert.deepEqual(shown, [
      ["DPA", low.controlId, 50, "partially_compliant", 2],
      ["NDA", nda.controlId, 95, "compliant", 1],
      ["ISP", empty.controlId, null, null, 1],
    ]);
    assert.deepEqual(controls[0].reviews, [
      {
        ...{ id: low.reviewId, name: "Low", businessEntityId: company.businessEntityId },
        ...{ score: 20, complianceLevel: "non_compliant", changedAt: "2026-02-01T09:00:00.000Z" },
      },
      {
        ...{ id: high.reviewId, name: "High", businessEntityId: company.businessEntityId },
        ...{ score: 80, complianceLevel: "compliant", changedAt: "2026-02-01T09:00:00.000Z" },
      },
    ]);
    const other = await aCompany(server, { partner: company.partner });
    assert.deepEqual(await read("/v1/dashboard", other.key), { controls: [], due: [] });
  });

  test("shows how a control's score developed, week by week", async () => {
    const company = await aCompany(server);
    const { documentIds } = await aScoredReview(company, "DPA", [100, 40]);
    const trend = async (query = "") =>
      (await read(`/v1/dashboard${query}`, company.key)).controls[0].trend.map(
        ({ date, score }: { date: string; score: number }) => `${date} ${score}`,
      );
    const february = ["2026-02-01 70", "2026-02-08 70", "2026-02-15 70", "2026-02-22 70"];
    assert.deepEqual(await trend(), [...february, "2026-03-01 70"]);
    // Twice on a day: the day ends with the second.
    await act(company, documentIds[0], "withdraw");
    assert.deepEqual(await trend(), [...february, "2026-03-01 40"]);
    await act(company, documentIds[0], "restore");
    await act(company, documentIds[1], "withdraw");
    assert.deepEqual(await trend(), [...february, "2026-03-01 100"]);
    clock.advance(7 * 86_400);
    assert.deepEqual(await trend("?weeks=1"), ["2026-03-01 100", "2026-03-08 100"]);
    // Without any document that counts there is no score.
    await act(company, documentIds[0], "withdraw");
    clock.advance(7 * 86_400);
    assert.deepEqual(await trend("?weeks=3"), ["2026-02-22 70", "2026-03-01 100"]);
    clock.advance(-14 * 86_400);
    for (const weeks of ["0", "53", "x", "1.5"])
      assert.equal((await server.call(`/v1/dashboard?weeks=${weeks}`, { key: company.key })).status, 400);
  });

  test("names what has expired, expires within 30 days or is to be reviewed by then, and only what counts", async () => {
    const company = await aCompany(server);
    const { documentIds, controlId, reviewId } = await aScoredReview(company, "DPA", [50, 50, 50, 50]);
    const [first, second, third, fourth] = documentIds;
    await setDates(company, first, { validUntil: "2026-03-31", reviewBy: "2026-02-28" });
    await setDates(company, second, { validUntil: "2026-03-01", reviewBy: "2026-04-01" });
    await setDates(company, third, { validUntil: "2020-01-01" });
    await setDates(company, fourth, { validUntil: "2026-04-01" });
    await act(company, third, "withdraw");
    const { due } = await read("/v1/dashboard", company.key);
    const of = { complianceReviewId: reviewId, subject: null, controlId, controlCode: "DPA" };
    const one = { ...of, documentId: first, fileName: "DPA-0.pdf" };
    assert.deepEqual(due, [
      { ...one, reason: "review_due", date: "2026-02-28", isPast: true },
      { ...of, documentId: second, fileName: "DPA-1.pdf", reason: "expires", date: "2026-03-01", isPast: false },
      { ...one, reason: "expires", date: "2026-03-31", isPast: false },
    ]);
  });
});

describe("the heat map of a partner", () => {
  test("has a row for each company and a cell for each of its controls, worst first, of its own companies only", async () => {
    const partner = await aPartner(server);
    const [good, poor] = [
      await aCompany(server, { partner, name: "Good" }),
      await aCompany(server, { partner, name: "Poor" }),
    ];
    await aCompany(server, { partner, name: "Without reviews" });
    await aScoredReview(good, "DPA", [90]);
    await aScoredReview(good, "NDA", [60]);
    const { controlId } = await aScoredReview(poor, "DPA", [50]);
    const { reviewId: worst } = await aScoredReview(poor, "DPA", [0]);
    const stranger = await aCompany(server);
    await aScoredReview(stranger, "DPA", [1]);

    const { companyCount, controls, companies } = await read("/v1/companies/heat-map", partner.key);
    assert.equal(companyCount, 2);
    assert.deepEqual(
      controls.map((one: Record<string, unknown>) => [one["controlCode"], one["score"], one["complianceLevel"]]),
      [
        ["DPA", 57.5, "partially_compliant"],
        ["NDA", 60, "partially_compliant"],
      ],
    );
    const [first, second] = companies;
    assert.deepEqual(first, {
      ...{ companyId: poor.companyId, name: "Poor", score: 25, complianceLevel: "non_compliant" },
      cells: [{ controlId, score: 25, complianceLevel: "non_compliant", reviewCount: 2, complianceReviewId: worst }],
    });
    assert.deepEqual(
      [second.name, second.score, second.cells.map(({ score }: { score: number }) => score)],
      ["Good", 75, [60, 90]],
    );
    const short = await read("/v1/companies/heat-map?limit=1", partner.key);
    assert.deepEqual([short.companyCount, short.companies.length, short.companies[0].name], [2, 1, "Poor"]);
    assert.deepEqual(await read("/v1/companies/heat-map", (await aPartner(server)).key), {
      ...{ companyCount: 0, controls: [], companies: [] },
    });
  });
});

describe("the most frequent gaps", () => {
  test("are counted over contracts and sets of documents that count, by company for a partner", async () => {
    const partner = await aPartner(server);
    const [one, two] = [await aCompany(server, { partner }), await aCompany(server, { partner })];
    // Item 1 is open in both contracts of the first company, item 2 in one of them, item 3 in none.
    const scoreOf = [
      [0, 0],
      [79.9, 80],
      [100, 100],
    ];
    const target = await aTarget(server, one.key, "DPA");
    const seed = async (
      company: ACompany,
      fileNames: string[],
      findings: (item: number, document: number) => number,
    ) => {
      const review = await aReview(server, company, target);
      const { companyId } = company;
      return seedDocuments(server.database.query, server.nextId, {
        ...{ companyId, reviewId: review.id, controlId: target.controlId, fileNames },
        findings: (item, document) => findingsOf(0, 0, { score: findings(item, document) }),
      });
    };
    await seed(one, ["a.pdf", "b.pdf"], (item, document) => scoreOf[item - 1]?.[document] ?? 100);
    const [withdrawn] = await seed(one, ["c.pdf"], () => 0);
    await act(one, withdrawn, "withdraw");
    await seed(two, ["d.pdf"], (item) => (item === 1 ? 50 : 100));

    const [first, second] = (await server.call(`/v1/controls/${target.controlId}/items`, { key: one.key })).body.items;
    const of = { controlId: target.controlId, controlCode: "DPA" };
    const gaps = async (key: string, query = "") =>
      (await read(`/v1/frequent-gaps${query}`, key)).gaps.map(
        ({ controlName: _, ...gap }: { controlName: string }) => gap,
      );
    const gap = ({ id: controlItemId, externalId, name }: typeof first, counts: number[]) => {
      const [openCount, judgedCount, companyCount] = counts;
      return { controlItemId, externalId, name, ...of, openCount, judgedCount, companyCount };
    };
    assert.deepEqual(await gaps(one.key), [gap(first, [2, 2, 1]), gap(second, [1, 2, 1])]);
    assert.deepEqual(await gaps(two.key), [gap(first, [1, 1, 1])]);
    assert.deepEqual(await gaps(partner.key), [gap(first, [3, 3, 2]), gap(second, [1, 3, 1])]);
    assert.deepEqual(await gaps(partner.key, "?limit=1"), [gap(first, [3, 3, 2])]);
    const [german] = await gaps(partner.key, "?language=de");
    assert.equal(german.controlItemId, first.id);
    assert.notEqual(german.name, first.name);
    assert.equal((await server.call("/v1/frequent-gaps?language=xx", { key: partner.key })).status, 422);
  });

  test("count documents that are judged together once, by the best of them", async () => {
    const company = await aCompany(server);
    await aScoredReview(company, "ISP", [10, 90]);
    assert.deepEqual((await read("/v1/frequent-gaps", company.key)).gaps, []);
    await aScoredReview(company, "ISP", [10, 20]);
    const { gaps } = await read("/v1/frequent-gaps?limit=100", company.key);
    assert.ok(gaps.length > 0);
    for (const { openCount, judgedCount } of gaps) assert.deepEqual([openCount, judgedCount], [1, 2]);
  });
});
