import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type ACompany,
  type ATarget,
  aCompany,
  aReview,
  aTarget,
  type Fields,
  startUpload,
  submit,
  unknownId,
} from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { type Reply, startTestServer, type TestServer } from "../testing/test-server.ts";

/** One function decides for both routes; so every row of its tables is asked of both. */

let server: TestServer;
let company: ACompany;
let target: ATarget;
let other: ATarget;
const clock = testClock();
before(async () => {
  server = await startTestServer({ clock });
  company = await aCompany(server);
  target = await aTarget(server, company.key, "DPA");
  other = await aTarget(server, company.key, "NDA");
});
after(() => server.close());

const list = (...ids: string[]) => JSON.stringify(ids);

interface Route {
  name: string;
  /** The fields that make a new review. */
  forNewReview(): Fields;
  send(fields: Fields, by?: ACompany): Promise<Reply>;
  success: number;
  itemCount(reply: Reply): Promise<number>;
}

const routes: Route[] = [
  {
    name: "POST /v1/documents/submit",
    forNewReview: () => ({ businessEntityId: company.businessEntityId, controlId: target.controlId }),
    send: (fields, by = company) => submit(server, by, fields),
    success: 202,
    itemCount: async ({ body }) => body.controlItemCount,
  },
  {
    name: "POST /v1/documents/upload/start",
    forNewReview: () => ({
      businessEntityId: company.businessEntityId,
      controlId: target.controlId,
      complianceFrameworkId: target.frameworkId,
    }),
    send: (fields, by = company) => startUpload(server, by, { files: [{ fileName: "a.txt", fileSize: 5 }], ...fields }),
    success: 201,
    async itemCount({ body }) {
      const url = `/v1/documents/upload/${body.sessionId}/files/${body.files[0].fileId}/chunks/0`;
      const sent = await server.call(url, { method: "PUT", key: company.key, payload: Buffer.from("hello") });
      const result = await server.call(`/v1/documents/${sent.body.documentId}/result`, { key: company.key });
      return result.body.complianceItems.length;
    },
  },
];

/** Changes something as the administrator, and changes it back. */
async function whileSet(urls: string[], field: string, check: () => Promise<void>): Promise<void> {
  const set = async (url: string, value: boolean) => {
    const call = { method: "PATCH", admin: true, body: { [field]: value } } as const;
    assert.equal((await server.call(`/v1/admin/${url}`, call)).status, 200);
  };
  for (const url of urls) await set(url, true);
  try {
    await check();
  } finally {
    for (const url of urls) await set(url, false);
  }
}

for (const route of routes) {
  describe(route.name, () => {
    const { send, forNewReview } = route;
    const refused = async (fields: Fields, status: number, message: RegExp) => {
      const reply = await send(fields);
      assert.equal(reply.status, status, reply.text);
      assert.match(reply.body.message, message);
    };
    const accepted = async (fields: Fields) => {
      const reply = await send(fields);
      assert.equal(reply.status, route.success, reply.text);
      return reply;
    };

    test("takes either a review or an entity: both are 422", async () => {
      const review = await aReview(server, company);
      await refused({ ...forNewReview(), complianceReviewId: review.id }, 422, /not both/);
    });

    test("takes either a review or an entity: neither is 400", () =>
      refused({ ...forNewReview(), businessEntityId: undefined }, 400, /complianceReviewId or businessEntityId/));

    test("an entity without a control is 400", () =>
      refused({ ...forNewReview(), controlId: undefined }, 400, /^controlId is required/));

    test("an empty field counts as not given", () =>
      refused({ ...forNewReview(), controlId: "" }, 400, /^controlId is required/));

    test("a control outside the named framework is 422", () =>
      refused({ ...forNewReview(), complianceFrameworkId: other.frameworkId }, 422, /not a control of/));

    test("a framework that does not exist is 422", () =>
      refused({ ...forNewReview(), complianceFrameworkId: unknownId }, 422, /not a control of/));

    test("accepts the control's own framework", async () => {
      await accepted({ ...forNewReview(), complianceFrameworkId: target.frameworkId });
    });

    test("an entity that is foreign, unknown or malformed is 404, in the same words", async () => {
      const stranger = await aCompany(server);
      for (const businessEntityId of [stranger.businessEntityId, unknownId, "malformed"]) {
        await refused({ ...forNewReview(), businessEntityId }, 404, /^There is no business entity with this id\.$/);
      }
    });

    test("a review that is foreign, unknown or malformed is 404, in the same words", async () => {
      const foreign = await aReview(server, await aCompany(server));
      for (const complianceReviewId of [foreign.id, unknownId, "malformed"]) {
        await refused({ complianceReviewId }, 404, /^There is no compliance review with this id\.$/);
      }
    });

    test("a control that is unknown or malformed is 422", async () => {
      for (const controlId of [unknownId, "malformed"])
        await refused({ ...forNewReview(), controlId }, 422, /GET \/v1\/compliance-frameworks/);
    });

    test("a control that is not whitelisted is 422, for a new review and for an existing one", async () => {
      const limited = await aCompany(server);
      const review = await aReview(server, limited, { frameworkId: target.frameworkId, controlId: target.controlId });
      await server.call(`/v1/admin/partners/${limited.partner.partnerId}/whitelist`, {
        method: "PUT",
        admin: true,
        body: { frameworkIds: [other.frameworkId] },
      });
      const { businessEntityId } = limited;
      assert.equal((await send({ ...forNewReview(), businessEntityId }, limited)).status, 422);
      assert.equal((await send({ complianceReviewId: review.id }, limited)).status, 422);
      const allowed = { businessEntityId, controlId: other.controlId, complianceFrameworkId: other.frameworkId };
      assert.equal((await send(allowed, limited)).status, route.success);
    });

    describe("appending to a review", () => {
      const aDpaReview = () => aReview(server, company, target);

      test("needs nothing but the review", async () => {
        const reply = await accepted({ complianceReviewId: (await aDpaReview()).id });
        assert.equal(await route.itemCount(reply), target.itemIds.length);
      });

      test("accepts the review's own control and framework", async () => {
        const { id, controlId, frameworkId } = await aDpaReview();
        await accepted({ complianceReviewId: id, controlId, complianceFrameworkId: frameworkId });
      });

      test("another control is 422", async () => {
        const { id } = await aDpaReview();
        await refused({ complianceReviewId: id, controlId: other.controlId }, 422, /^controlId differs/);
      });

      test("another framework is 422", async () => {
        const { id } = await aDpaReview();
        const fields = { complianceReviewId: id, complianceFrameworkId: other.frameworkId };
        await refused(fields, 422, /^complianceFrameworkId differs/);
      });
    });

    test("an archived entity accepts no new review and no more documents: 422", async () => {
      const { body } = await server.call("/v1/business-entities", { key: company.key, body: { name: "Closed" } });
      const listed = await server.call("/v1/business-entities", { key: company.key });
      const entity = listed.body.businessEntities.find((one: { name: string }) => one.name === body.name);
      const review = await aReview(server, company, { ...target, businessEntityId: entity.id });
      await whileSet([`business-entities/${entity.id}`], "isArchived", async () => {
        await refused({ ...forNewReview(), businessEntityId: entity.id }, 422, /archived/);
        await refused({ complianceReviewId: review.id }, 422, /archived/);
      });
      await accepted({ complianceReviewId: review.id });
    });

    for (const auditLanguageId of ["en", "de", "fr", "es"]) {
      test(`the language ${auditLanguageId} is accepted`, async () => {
        await accepted({ ...forNewReview(), auditLanguageId });
      });
    }

    test("a new version names a document of the review it is added to, and takes its subject", async () => {
      const review = await aReview(server, company);
      const inReview = await submit(server, company, { complianceReviewId: review.id, subject: "Vendor A" });
      const elsewhere = await submit(server, company, { complianceReviewId: (await aReview(server, company)).id });
      for (const supersedes of [elsewhere.body.documentId, unknownId, "malformed"])
        await refused(
          { complianceReviewId: review.id, supersedes },
          422,
          /^supersedes names no document of the review/,
        );
      await refused({ ...forNewReview(), supersedes: inReview.body.documentId }, 422, /^supersedes names no document/);
      await accepted({ complianceReviewId: review.id, supersedes: inReview.body.documentId });
    });

    test("how documents count is each or together", async () => {
      for (const documentsCount of ["each", "together", ""]) await accepted({ ...forNewReview(), documentsCount });
      await refused({ ...forNewReview(), documentsCount: "all" }, 422, /^documentsCount must be each or together/);
    });

    test("a subject has at most 200 characters, none of which reorders the text", async () => {
      await accepted({ ...forNewReview(), subject: "x".repeat(200) });
      await refused({ ...forNewReview(), subject: "x".repeat(201) }, 400, /^subject must have at most 200 characters/);
      await refused(
        { ...forNewReview(), subject: "Acme\u202e" },
        400,
        /^subject .*characters that reorder the text after them/,
      );
    });

    for (const auditLanguageId of ["it", "EN", "en-GB", "x"]) {
      test(`the language ${auditLanguageId} is 422`, () =>
        refused({ ...forNewReview(), auditLanguageId }, 422, /one of en, de, fr, es/));
    }

    describe("the items that are analysed", () => {
      const count = async (fields: Fields) => route.itemCount(await accepted({ ...forNewReview(), ...fields }));
      const [first, second] = [0, 1].map((i) => () => target.clusters[i] ?? { id: "", itemIds: [] }) as [
        () => ATarget["clusters"][number],
        () => ATarget["clusters"][number],
      ];

      test("clusters and items: the union, counting what is in both once", async () => {
        const [inside = "", outside = ""] = [first().itemIds[0], second().itemIds[0]];
        assert.equal(
          await count({ selectedControlClusterIds: list(first().id), selectedControlItemIds: list(inside, outside) }),
          first().itemIds.length + 1,
        );
      });

      test("clusters alone: all their items", async () => {
        assert.equal(await count({ selectedControlClusterIds: list(first().id) }), first().itemIds.length);
        assert.equal(
          await count({ selectedControlClusterIds: list(first().id, second().id) }),
          first().itemIds.length + second().itemIds.length,
        );
      });

      test("items alone: exactly those", async () => {
        const [one = "", two = ""] = [first().itemIds[0], second().itemIds[0]];
        assert.equal(await count({ selectedControlItemIds: list(one, two) }), 2);
      });

      test("neither: all items of the control", async () => assert.equal(await count({}), target.itemIds.length));

      test("an empty array counts as omitted", async () => {
        const all = await count({ selectedControlClusterIds: "[]", selectedControlItemIds: "[]" });
        assert.equal(all, target.itemIds.length);
        const [one = ""] = first().itemIds;
        assert.equal(await count({ selectedControlClusterIds: "[]", selectedControlItemIds: list(one) }), 1);
      });

      test("duplicates count once", async () => {
        const [one = ""] = first().itemIds;
        assert.equal(await count({ selectedControlItemIds: list(one, one) }), 1);
        assert.equal(await count({ selectedControlClusterIds: list(first().id, first().id) }), first().itemIds.length);
      });

      test("an obsolete item is left out of clusters and of the default, and analysed when listed by id", async () => {
        const [obsolete = ""] = first().itemIds;
        await whileSet([`control-items/${obsolete}`], "isObsolete", async () => {
          assert.equal(await count({}), target.itemIds.length - 1);
          assert.equal(await count({ selectedControlClusterIds: list(first().id) }), first().itemIds.length - 1);
          assert.equal(await count({ selectedControlItemIds: list(obsolete) }), 1);
          assert.equal(
            await count({ selectedControlClusterIds: list(first().id), selectedControlItemIds: list(obsolete) }),
            first().itemIds.length,
          );
        });
      });

      test("a cluster whose items are all obsolete selects nothing to analyse: 422", async () => {
        const urls = first().itemIds.map((id) => `control-items/${id}`);
        await whileSet(urls, "isObsolete", () =>
          refused({ ...forNewReview(), selectedControlClusterIds: list(first().id) }, 422, /no control item/),
        );
      });

      test("an archived cluster is 422, is left out of the default, and its items can still be listed by id", async () => {
        await whileSet([`clusters/${first().id}`], "isArchived", async () => {
          await refused({ ...forNewReview(), selectedControlClusterIds: list(first().id) }, 422, /archived cluster/);
          assert.equal(await count({}), target.itemIds.length - first().itemIds.length);
          assert.equal(await count({ selectedControlItemIds: list(...first().itemIds) }), first().itemIds.length);
        });
      });

      test("a cluster of another control is 422", () =>
        refused(
          { ...forNewReview(), selectedControlClusterIds: list(first().id, other.clusters[0]?.id ?? "") },
          422,
          /^selectedControlClusterIds names an id that does not belong to this control/,
        ));

      test("an item of another control is 422", () =>
        refused(
          { ...forNewReview(), selectedControlItemIds: list(other.itemIds[0] ?? "") },
          422,
          /^selectedControlItemIds names an id that does not belong to this control/,
        ));

      test("an id that belongs to nothing is 422", async () => {
        for (const field of ["selectedControlClusterIds", "selectedControlItemIds"])
          await refused({ ...forNewReview(), [field]: list(unknownId) }, 422, new RegExp(`^${field}`));
      });

      for (const [what, text] of [
        ["text that is no JSON", "[01ARZ"],
        ["a bare id", unknownId],
        ["an object", "{}"],
        ["a string", `"${unknownId}"`],
        ["null as JSON", "null"],
        ["a member that is no id", '["x"]'],
        ["a member in lower case", `["${unknownId.toLowerCase()}"]`],
        ["a member that is a number", "[1]"],
        ["a member that is an array", `[["${unknownId}"]]`],
        ["nesting without end", "[".repeat(5000)],
      ] as const) {
        for (const field of ["selectedControlClusterIds", "selectedControlItemIds"]) {
          test(`${what} in ${field} is 400`, () =>
            refused({ ...forNewReview(), [field]: text }, 400, new RegExp(`^${field} must be a JSON array of ids`)));
        }
      }
    });
  });
}

test("the chunked route requires complianceFrameworkId with an entity: 400 without it", async () => {
  const [, chunked] = routes;
  assert.ok(chunked);
  const { status, body } = await chunked.send({ ...chunked.forNewReview(), complianceFrameworkId: undefined });
  assert.deepEqual([status, body.message], [400, "complianceFrameworkId is required with businessEntityId"]);
});

test("a new review is named by the control and the date, scoped by the entity and dated by the submission", async () => {
  const { body } = await submit(server, company, {
    businessEntityId: company.businessEntityId,
    controlId: target.controlId,
  });
  const review = await server.call(`/v1/compliance-reviews/${body.complianceReviewId}`, { key: company.key });
  const entity = await server.call(`/v1/business-entities/${company.businessEntityId}`, { key: company.key });
  const control = (await server.call("/v1/compliance-frameworks", { key: company.key })).body.frameworks
    .flatMap((framework: { controls: { id: string; name: string }[] }) => framework.controls)
    .find((one: { id: string }) => one.id === target.controlId);
  const now = clock.now().toISOString();
  const { rollUp, ...itself } = review.body;
  assert.equal(rollUp.documentCounts.queued, 1);
  assert.deepEqual(itself, {
    id: body.complianceReviewId,
    name: `${control.name} ${now.slice(0, 10)}`,
    scope: entity.body.name,
    businessEntityId: company.businessEntityId,
    companyId: company.companyId,
    complianceFrameworkId: target.frameworkId,
    controlId: target.controlId,
    reviewDate: now,
    createdAt: now,
    updatedAt: null,
    signOff: null,
  });
});

test("documents appended to a review belong to it, and no other review is created", async () => {
  const review = await aReview(server, company, target);
  const count = async () => (await server.call("/v1/compliance-reviews", { key: company.key })).body.reviews.length;
  const before = await count();
  const appended = await submit(server, company, { complianceReviewId: review.id });
  assert.equal(appended.body.complianceReviewId, review.id);
  assert.equal(await count(), before);
  const { body } = await server.call(`/v1/documents?complianceReviewId=${review.id}`, { key: company.key });
  assert.deepEqual(
    body.documents.map((document: { documentId: string }) => document.documentId),
    [appended.body.documentId],
  );
});

test("a refused submission leaves no review, no document and no session", async () => {
  const counts = () =>
    server.database.query(
      "SELECT (SELECT count(*) FROM compliance_reviews) AS r, (SELECT count(*) FROM documents) AS d, (SELECT count(*) FROM upload_sessions) AS s",
    );
  const before = await counts();
  for (const { send, forNewReview } of routes) await send({ ...forNewReview(), selectedControlItemIds: "[" });
  assert.deepEqual(await counts(), before);
});
