import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aCompany, aReview, aTarget, submit, unknownId } from "../testing/builders.ts";
import { aFile, aSubmissionFixture } from "../testing/submission-fixture.ts";

const { server, company, target, clock, newReview, resultOf } = await aSubmissionFixture();
after(() => server.close());

describe("the result of a queued document", () => {
  test("has all fields of the contract; its items are pending and have no result", async () => {
    const [first = "", second = ""] = target.itemIds;
    const fields = { ...newReview(), selectedControlItemIds: JSON.stringify([second, first]) };
    const { body } = await submit(server, company, fields);
    const result = await resultOf(body.documentId);
    const { complianceItems, files, ...document } = result;
    assert.deepEqual(
      files.map(({ fileName, sizeBytes }: { fileName: string; sizeBytes: number }) => [fileName, sizeBytes]),
      [["contract.txt", 23]],
    );
    assert.partialDeepStrictEqual(document, {
      documentId: body.documentId,
      complianceReviewId: body.complianceReviewId,
      fileName: "contract.txt",
      status: "queued",
      failureReason: null,
      pageCount: 0,
      childDocuments: [],
      processedAt: null,
    });
    const { body: catalogue } = await server.call(`/v1/controls/${target.controlId}/items`, { key: company.key });
    const { body: clusters } = await server.call(`/v1/controls/clusters?controlId=${target.controlId}`, {
      key: company.key,
    });
    const expected = [first, second].map((id) => {
      const item = catalogue.items.find((one: { id: string }) => one.id === id);
      const cluster = clusters.activeClusters.find((one: { id: string }) => one.id === item.clusterId);
      return {
        controlItemId: id,
        controlItemName: item.name,
        controlClusterId: item.clusterId,
        controlId: target.controlId,
        controlClusterName: cluster.name,
        controlItemObjective: item.objective,
        controlItemExternalId: item.externalId,
        status: "pending",
        units: [],
        result: null,
      };
    });
    assert.partialDeepStrictEqual(complianceItems, expected);
    assert.equal(complianceItems.length, 2);
    assert.equal(new Set(complianceItems.map(({ id }: { id: string }) => id)).size, 2);
  });

  test("of a document that is foreign, unknown or malformed is 404, in the same bytes", async () => {
    const stranger = await aCompany(server);
    const foreign = await submit(server, stranger, { ...newReview(), businessEntityId: stranger.businessEntityId });
    const texts = new Set<string>();
    for (const id of [foreign.body.documentId, unknownId, "malformed"]) {
      const { status, text } = await server.call(`/v1/documents/${id}/result`, { key: company.key });
      assert.equal(status, 404);
      texts.add(text);
    }
    assert.equal(texts.size, 1);
  });
});

describe("GET /v1/documents", () => {
  test("lists the company's documents with their fields, newest first, page by page and by review", async () => {
    const own = await aCompany(server);
    const list = async (query: string) => (await server.call(`/v1/documents${query}`, { key: own.key })).body;
    const idsOf = (body: { documents: { documentId: string }[] }) => body.documents.map(({ documentId }) => documentId);
    assert.deepEqual(await list(""), { documents: [] });
    const made: { documentId: string; complianceReviewId: string }[] = [];
    for (const name of ["1", "2", "3"])
      made.unshift(
        (await submit(server, own, { ...newReview(), businessEntityId: own.businessEntityId }, [aFile(name)])).body,
      );
    const ids = made.map(({ documentId }) => documentId);
    const all = await list("");
    assert.deepEqual(idsOf(all), ids);
    assert.deepEqual(all.documents[0], {
      documentId: ids[0],
      complianceReviewId: made[0]?.complianceReviewId,
      ...{ controlId: target.controlId, controlCode: "DPA", businessEntityId: own.businessEntityId },
      fileName: "3",
      status: "queued",
      failureReason: null,
      ...{ pageCount: 0, score: null, complianceLevel: null, decidedScore: null, decidedComplianceLevel: null },
      createdAt: clock.now().toISOString(),
      changedAt: clock.now().toISOString(),
      processedAt: null,
      withdrawnAt: null,
      ...{ effectiveFrom: null, validUntil: null, reviewBy: null },
      ...{
        subject: null,
        externalReference: null,
        version: 1,
        supersedes: null,
        supersededBy: null,
        judgementOf: null,
      },
    });
    const page = await list("?limit=2");
    assert.deepEqual(idsOf(page), ids.slice(0, 2));
    const last = await list(`?limit=2&cursor=${page.nextCursor}`);
    assert.deepEqual([idsOf(last), last.nextCursor], [ids.slice(2), undefined]);
    assert.deepEqual(idsOf(await list(`?complianceReviewId=${made[1]?.complianceReviewId}`)), [ids[1]]);
  });

  test("lists by status, subject and time, with every combination of them", async () => {
    const own = await aCompany(server);
    const { frameworkId, controlId } = await aTarget(server, own.key);
    const complianceReviewId = (await aReview(server, own, { frameworkId, controlId })).id;
    const make = async (subject: string) =>
      (await submit(server, own, { complianceReviewId, subject })).body.documentId as string;
    const first = await make("Northwind");
    clock.advance(3600);
    const between = clock.now().toISOString();
    clock.advance(3600);
    const second = await make("Contoso");
    const third = await make("northwind");
    await server.call(`/v1/documents/${second}/cancel`, { key: own.key, body: {} });
    for (const [query, expected] of [
      ["status=failed", [second]],
      ["status=queued", [third, first]],
      ["subject=NORTHWIND", [third, first]],
      ["subject=Fabrikam", []],
      [`submittedAfter=${between}`, [third, second]],
      [`submittedBefore=${between}`, [first]],
      [`subject=Northwind&submittedAfter=${between}&status=queued`, [third]],
      [`complianceReviewId=${complianceReviewId}&status=failed`, [second]],
      ["status=queued&limit=1", [third]],
    ] as const) {
      const { body, text } = await server.call(`/v1/documents?${query}`, { key: own.key });
      assert.deepEqual(
        body.documents?.map((one: { documentId: string }) => one.documentId),
        expected,
        `${query} ${text}`,
      );
    }
    for (const query of ["status=done", "submittedAfter=yesterday"])
      assert.equal((await server.call(`/v1/documents?${query}`, { key: own.key })).status, 400, query);
  });

  test("an unknown, malformed or foreign review has no documents", async () => {
    const stranger = await aCompany(server);
    const { body } = await submit(server, stranger, { ...newReview(), businessEntityId: stranger.businessEntityId });
    for (const id of [unknownId, "malformed", body.complianceReviewId]) {
      const { status, text } = await server.call(`/v1/documents?complianceReviewId=${id}`, { key: company.key });
      assert.deepEqual([status, text], [200, '{"documents":[]}']);
    }
  });

  for (const query of ["limit=0", "limit=1001", "limit=x", "cursor=x"]) {
    test(`${query} is 400`, async () => {
      for (const filter of ["", "&complianceReviewId=malformed"])
        assert.equal((await server.call(`/v1/documents?${query}${filter}`, { key: company.key })).status, 400);
    });
  }
});
