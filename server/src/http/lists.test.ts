import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ACompany, aCompany, aReview, aTarget, unknownId } from "../testing/builders.ts";
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
