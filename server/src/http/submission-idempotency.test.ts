import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aCompany, aForm, startUpload, submit, unknownId } from "../testing/builders.ts";
import { aFile, aSubmissionFixture } from "../testing/submission-fixture.ts";
import { until } from "../testing/until.ts";

const { server, company, target, newReview, send, countLeftovers, isTidy, refused } = await aSubmissionFixture();
after(() => server.close());

describe("Idempotency-Key on a submission", () => {
  let keys = 0;
  const nextKey = () => ({ "idempotency-key": `submission-${++keys}` });

  test("the same files under the same key replay the first answer and store nothing again", async () => {
    const headers = nextKey();
    const first = await send([aFile("a.txt", "one")], { headers });
    assert.equal(first.status, 202);
    const before = await countLeftovers();
    const second = await send([aFile("a.txt", "one")], { headers });
    assert.equal(second.status, 202);
    assert.equal(second.text, first.text);
    assert.equal(second.headers["location"], first.headers["location"]);
    assert.equal(second.headers["idempotency-replayed"], "true");
    await until(isTidy);
    assert.deepEqual(await countLeftovers(), before);
  });

  test("a different multipart boundary is the same request", async () => {
    const headers = nextKey();
    const first = await send([aFile()], { headers });
    const form = aForm([aFile()]);
    const payload = Buffer.from(form.payload.toString().replaceAll("assay-test-boundary", "another"));
    const contentType = form.headers["content-type"]?.replace("assay-test-boundary", "another") ?? "";
    const second = await send([], { payload, headers: { ...headers, "content-type": contentType } });
    assert.equal(second.text, first.text);
  });

  for (const [what, files] of [
    ["other bytes", [aFile("a.txt", "two")]],
    ["another name", [aFile("b.txt", "one")]],
    ["one file more", [aFile("a.txt", "one"), aFile("b.txt", "one")]],
  ] as const) {
    test(`${what} under the same key is 422 and stores nothing`, async () => {
      const headers = nextKey();
      assert.equal((await send([aFile("a.txt", "one")], { headers })).status, 202);
      await refused(() => send([...files], { headers }), 422, /different request/);
    });
  }

  test("another query under the same key is 422", async () => {
    const headers = nextKey();
    await send([aFile()], { headers });
    const fields = { ...newReview(), auditLanguageId: "de" };
    await refused(() => submit(server, company, fields, [aFile()], { headers }), 422, /different request/);
  });

  test("a refused submission leaves the key free", async () => {
    const headers = nextKey();
    const bad = { ...newReview(), selectedControlItemIds: JSON.stringify([unknownId]) };
    await refused(() => submit(server, company, bad, [aFile()], { headers }), 422, /does not belong to this control/);
    assert.equal((await send([aFile()], { headers })).status, 202);
  });

  test("a replay gets the first answer although the entity has been archived since", async () => {
    const own = await aCompany(server);
    const fields = { ...newReview(), businessEntityId: own.businessEntityId };
    const start = { ...fields, complianceFrameworkId: target.frameworkId, files: [{ fileName: "a", fileSize: 1 }] };
    const [forSubmit, forStart] = [nextKey(), nextKey()];
    const submitted = await submit(server, own, fields, [aFile()], { headers: forSubmit });
    const started = await startUpload(server, own, start, forStart);
    await server.call(`/v1/admin/business-entities/${own.businessEntityId}`, {
      method: "PATCH",
      admin: true,
      body: { isArchived: true },
    });
    assert.equal((await submit(server, own, fields, [aFile()], { headers: forSubmit })).text, submitted.text);
    assert.equal((await startUpload(server, own, start, forStart)).text, started.text);
    assert.equal((await submit(server, own, fields)).status, 422);
  });

  test("of equal concurrent submissions one is carried out; the others get its answer or 409", async () => {
    const headers = nextKey();
    await until(isTidy);
    const before = await countLeftovers();
    const replies = await Promise.all(Array.from({ length: 6 }, () => send([aFile()], { headers })));
    assert.ok(replies.every(({ status }) => status === 202 || status === 409));
    assert.equal(new Set(replies.filter(({ status }) => status === 202).map(({ text }) => text)).size, 1);
    await until(isTidy);
    const now = await countLeftovers();
    assert.deepEqual([now.bytes, now.documents], [before.bytes + 1, before.documents + 1]);
  });
});
