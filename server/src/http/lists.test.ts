import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ACompany, aCompany, aDelivery, aReview, aTarget, aWebhook, unknownId } from "../testing/builders.ts";
import { findingsOf, seedDocuments } from "../testing/seeded-review.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

/** Lists by filter and order, over HTTP. */

let server: TestServer;
let company: ACompany;
let reviewIds: string[];
let targets: { controlId: string; code: string }[];
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  targets = [];
  reviewIds = [];
  // The scores of the second review's documents are the lowest.
  for (const [at, code] of ["DPA", "ISP"].entries()) {
    const target = await aTarget(server, company.key, code);
    const review = await aReview(server, company, target);
    targets.push({ controlId: target.controlId, code });
    reviewIds.push(review.id);
    await seedDocuments(server.database.query, server.nextId, {
      ...{ companyId: company.companyId, reviewId: review.id, controlId: target.controlId },
      fileNames: ["Beta.pdf", "alpha.pdf", "Gamma 100%.pdf"].map((name) => `${code} ${name}`),
      findings: (_, document) => findingsOf(0, 0, { score: at === 0 ? 100 - 30 * document : 10 * document }),
    });
  }
});
after(() => server.close());

const read = async (path: string) => {
  const { status, body, text } = await server.call(path, { key: company.key });
  assert.equal(status, 200, text);
  return body;
};
const namesOf = (body: { documents: { fileName: string }[] }) => body.documents.map(({ fileName }) => fileName);
const documentsWith = async (query: string) => namesOf(await read(`/v1/documents?${query}`));

/** All entries, one on each page. */
async function readPages(path: string, name: string): Promise<{ [field: string]: unknown }[]> {
  const all: { [field: string]: unknown }[] = [];
  for (let cursor = ""; ; ) {
    const body = await read(`${path}&limit=1${cursor}`);
    all.push(...body[name]);
    if (body.nextCursor === undefined) return all;
    cursor = `&cursor=${body.nextCursor}`;
  }
}

describe("documents", () => {
  test("are found by control, entity, level and text in the name, and by all together", async () => {
    const [first, second] = targets;
    assert.deepEqual(await documentsWith(`controlId=${first?.controlId}`), [
      "DPA Gamma 100%.pdf",
      "DPA alpha.pdf",
      "DPA Beta.pdf",
    ]);
    assert.equal((await documentsWith(`businessEntityId=${company.businessEntityId}`)).length, 6);
    assert.deepEqual(await documentsWith("complianceLevel=compliant"), ["DPA Beta.pdf"]);
    assert.deepEqual(await documentsWith("name=ALPHA"), ["ISP alpha.pdf", "DPA alpha.pdf"]);
    assert.deepEqual(await documentsWith("name=0%25"), ["ISP Gamma 100%.pdf", "DPA Gamma 100%.pdf"]);
    assert.deepEqual(await documentsWith("name=_"), [], "no pattern");
    assert.deepEqual(
      await documentsWith(`controlId=${second?.controlId}&complianceLevel=non_compliant&name=beta&status=completed`),
      ["ISP Beta.pdf"],
    );
    for (const query of [`controlId=${unknownId}`, "controlId=x", `businessEntityId=${unknownId}`])
      assert.deepEqual(await read(`/v1/documents?${query}`), { documents: [] });
  });

  test("are sorted by score, name and time, page by page, each once", async () => {
    const byScore = [
      "ISP Beta.pdf",
      "ISP alpha.pdf",
      "ISP Gamma 100%.pdf",
      "DPA Gamma 100%.pdf",
      "DPA alpha.pdf",
      "DPA Beta.pdf",
    ];
    const byName = [
      "DPA alpha.pdf",
      "DPA Beta.pdf",
      "DPA Gamma 100%.pdf",
      "ISP alpha.pdf",
      "ISP Beta.pdf",
      "ISP Gamma 100%.pdf",
    ];
    const byTime = [
      "DPA Beta.pdf",
      "DPA alpha.pdf",
      "DPA Gamma 100%.pdf",
      "ISP Beta.pdf",
      "ISP alpha.pdf",
      "ISP Gamma 100%.pdf",
    ];
    for (const [field, expected] of Object.entries({ score: byScore, fileName: byName, createdAt: byTime })) {
      for (const [sort, names] of [
        [field, expected],
        [`-${field}`, expected.toReversed()],
      ] as const) {
        assert.deepEqual(await documentsWith(`sort=${sort}`), names, sort);
        const paged = await readPages(`/v1/documents?sort=${sort}`, "documents");
        assert.deepEqual(
          paged.map(({ fileName }) => fileName),
          names,
          `${sort}, page by page`,
        );
      }
    }
    assert.deepEqual(await documentsWith("sort=score&complianceLevel=partially_compliant"), [
      "DPA Gamma 100%.pdf",
      "DPA alpha.pdf",
    ]);
  });

  test("carry score, level, control and last change", async () => {
    const { documents } = await read("/v1/documents?name=DPA%20Beta");
    assert.partialDeepStrictEqual(documents[0], {
      ...{ score: 100, complianceLevel: "compliant" },
      ...{ controlId: targets[0]?.controlId, controlCode: "DPA", businessEntityId: company.businessEntityId },
      changedAt: documents[0].processedAt,
    });
  });

  test("with an unknown order, or a cursor of another order, are 400", async () => {
    const { nextCursor } = await read("/v1/documents?sort=score&limit=1");
    for (const query of [
      "sort=size",
      "sort=",
      `cursor=${nextCursor}`,
      `sort=fileName&cursor=${nextCursor}`,
      "sort=score&cursor=W10",
      "complianceLevel=good",
    ]) {
      const { status, text } = await server.call(`/v1/documents?${query}`, { key: company.key });
      assert.equal(status, 400, `${query}: ${text}`);
    }
  });
});

describe("reviews", () => {
  const reviewsWith = async (query: string) =>
    (await read(`/v1/compliance-reviews?${query}`)).reviews.map(({ id }: { id: string }) => id);

  test("are found by level and text in the name, and sorted by score, name, last change and time", async () => {
    const [first = "", second = ""] = reviewIds;
    for (const [id, name] of [
      [first, "beta 2027"],
      [second, "Alpha 2027"],
    ])
      assert.equal(
        (await server.call(`/v1/compliance-reviews/${id}`, { key: company.key, method: "PATCH", body: { name } }))
          .status,
        200,
      );
    assert.deepEqual(await reviewsWith("complianceLevel=partially_compliant"), [first]);
    assert.deepEqual(await reviewsWith("complianceLevel=non_compliant"), [second]);
    assert.deepEqual(await reviewsWith("complianceLevel=compliant"), []);
    assert.deepEqual(await reviewsWith("name=BETA"), [first]);
    assert.deepEqual(await reviewsWith("name=2027&complianceLevel=non_compliant"), [second]);
    for (const [sort, ids] of [
      ["score", [second, first]],
      ["name", [second, first]],
      ["changedAt", [first, second]],
      ["createdAt", [first, second]],
    ] as const) {
      for (const [order, expected] of [
        [sort, ids],
        [`-${sort}`, ids.toReversed()],
      ] as const) {
        assert.deepEqual(await reviewsWith(`sort=${order}`), expected, order);
        const paged = await readPages(`/v1/compliance-reviews?sort=${order}`, "reviews");
        assert.deepEqual(
          paged.map(({ id }) => id),
          expected,
          `${order}, page by page`,
        );
      }
    }
  });

  test("carry what their roll-up says, also after a document was withdrawn, restored or deleted", async () => {
    const own = await aCompany(server);
    const target = await aTarget(server, own.key, "DPA");
    const { id: reviewId } = await aReview(server, own, target);
    const [best = "", worst = ""] = await seedDocuments(server.database.query, server.nextId, {
      ...{ companyId: own.companyId, reviewId, controlId: target.controlId, fileNames: ["a.pdf", "b.pdf"] },
      findings: (_, document) => findingsOf(0, 0, { score: document === 0 ? 90 : 20 }),
    });
    const check = async (score: number | null, completed: number) => {
      const [row] = (await server.call("/v1/compliance-reviews", { key: own.key })).body.reviews;
      const { rollUp } = (await server.call(`/v1/compliance-reviews/${reviewId}`, { key: own.key })).body;
      const { controlCode, complianceLevel, documentCounts } = row;
      assert.deepEqual([row.score, rollUp.score], [score, score]);
      assert.deepEqual([complianceLevel, documentCounts], [rollUp.complianceLevel, rollUp.documentCounts]);
      assert.deepEqual([controlCode, documentCounts.completed], ["DPA", completed]);
      return row.changedAt;
    };
    const change = async (documentId: string, what: string) =>
      assert.equal(
        (await server.call(`/v1/documents/${documentId}/${what}`, { key: own.key, method: "POST" })).status,
        200,
      );
    await check(55, 2);
    await change(worst, "withdraw");
    await check(90, 1);
    await change(worst, "restore");
    await check(55, 2);
    const { status } = await server.call(`/v1/documents/${best}`, { key: own.key, method: "DELETE" });
    assert.equal(status, 204);
    await check(20, 1);
    await change(worst, "withdraw");
    await check(null, 0);
  });
});

describe("companies", () => {
  test("are found by text in either name and sorted by name, with and without summaries", async () => {
    const { partner } = company;
    for (const [name, legalName] of [
      ["zeta", "Omega Holding"],
      ["Alpha", "Alpha GmbH"],
    ])
      assert.equal((await server.call("/v1/onboard", { key: partner.key, body: { name, legalName } })).status, 201);
    for (const path of ["/v1/companies", "/v1/companies/summaries"]) {
      const names = async (query: string) =>
        (await server.call(`${path}?${query}`, { key: partner.key })).body.companies.map(
          ({ name }: { name: string }) => name,
        );
      assert.deepEqual(await names("name=holding"), ["zeta"], path);
      assert.deepEqual(await names("name=alpha&sort=name"), ["Alpha"], path);
      const sorted = await names("sort=name");
      assert.deepEqual(sorted, ["Acme GmbH", "Alpha", "zeta"], path);
      assert.deepEqual(await names("sort=-name"), sorted.toReversed(), path);
    }
  });
});

describe("deliveries", () => {
  test("are found by status, type and time, in both directions", async () => {
    const own = await aCompany(server);
    await aWebhook(server, own);
    const ids = [await aDelivery(server, own), await aDelivery(server, own)].map(({ id }) => id);
    await server.database.query(
      "UPDATE webhook_deliveries SET status = 'failed', next_attempt_at = NULL WHERE event_id = $1",
      [ids[0]],
    );
    const listed = async (query: string) =>
      (await server.call(`/v1/webhooks/deliveries?${query}`, { key: own.key })).body.deliveries.map(
        ({ id }: { id: string }) => id,
      );
    assert.deepEqual(await listed(""), ids.toReversed());
    assert.deepEqual(await listed("sort=createdAt"), ids);
    assert.deepEqual(await listed("status=failed"), [ids[0]]);
    assert.deepEqual(await listed("status=delivered"), []);
    assert.deepEqual(await listed("type=webhook.test&sort=createdAt"), ids);
    assert.deepEqual(await listed("type=document.failed"), []);
    assert.deepEqual(await listed("type=webhook.test&status=failed"), [ids[0]]);
    assert.deepEqual(await listed("createdBefore=2020-01-01T00:00:00Z"), []);
    assert.deepEqual(await listed("createdAfter=2020-01-01T00:00:00Z&sort=createdAt"), ids);
  });
});

describe("the audit log", () => {
  test("is read by resource and in both directions, and a company sees only its own part", async () => {
    const [reviewId] = reviewIds;
    const entries = async (query: string, key = company.key) =>
      (await server.call(`/v1/audit-log?${query}`, { key })).body.entries as { id: string; subjectId: string }[];
    const about = await entries(`subjectId=${reviewId}`);
    assert.ok(about.length > 0 && about.every(({ subjectId }) => subjectId === reviewId));
    assert.deepEqual(await entries(`subjectId=${reviewId}`, (await aCompany(server)).key), []);
    assert.deepEqual(await entries("subjectId=x"), []);
    const all = await entries("");
    assert.deepEqual(await entries("sort=createdAt"), all.toReversed());
    const paged = await readPages("/v1/audit-log?sort=createdAt", "entries");
    assert.deepEqual(
      paged.map(({ id }) => id),
      all.map(({ id }) => id).toReversed(),
    );
  });
});
