import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { after, describe, test } from "node:test";
import { aCompany, aForm, aReview, storedFiles, submit } from "../testing/builders.ts";
import { aFile, aSubmissionFixture, largeForm, megabyte } from "../testing/submission-fixture.ts";

const { server, company, target, newReview, send, resultOf, refused, stream } = await aSubmissionFixture();
after(() => server.close());

describe("a submission in one request", () => {
  test("is answered 202 with the contract's fields and the location of the result", async () => {
    const { status, body, headers } = await send([aFile("DPA.pdf")]);
    assert.equal(status, 202);
    assert.deepEqual(Object.keys(body).sort(), [
      ...["complianceReviewId", "controlItemCount", "documentId", "files", "message", "status"],
    ]);
    assert.equal(body.status, "queued");
    assert.equal(body.controlItemCount, target.itemIds.length);
    assert.deepEqual(body.files, [{ fileName: "DPA.pdf" }]);
    assert.equal(headers["location"], `/v1/documents/${body.documentId}/result`);
  });

  test("stores the exact bytes of each file", async () => {
    const contents = [randomBytes(3 * megabyte + 7), randomBytes(1)];
    const { body } = await send(contents.map((content, i) => aFile(`${i}.bin`, content)));
    const files = await server.database.db.documents.listFiles(body.documentId);
    assert.deepEqual(
      files.map(({ sizeBytes }) => sizeBytes),
      contents.map((content) => content.length),
    );
    for (const [i, { blobKey }] of files.entries())
      assert.ok((await buffer(await server.blobs.read(blobKey))).equals(contents[i] ?? Buffer.alloc(0)));
  });

  test("accepts files under files[] and under files", async () => {
    const { status, body } = await send([
      { ...aFile("a.txt"), field: "files[]" },
      { ...aFile("b.txt"), field: "files" },
    ]);
    assert.equal(status, 202);
    assert.deepEqual(body.files, [{ fileName: "a.txt" }, { fileName: "b.txt" }]);
  });

  test("creates one document of several files and lists them as its children", async () => {
    const { body } = await send([aFile("a.txt"), aFile("b.txt"), aFile("c.txt")]);
    const result = await resultOf(body.documentId);
    assert.equal(result.fileName, "a.txt and 2 more");
    assert.deepEqual(
      result.childDocuments.map(({ fileId: _, ...child }: { fileId: string }) => child),
      ["a.txt", "b.txt", "c.txt"].map((name) => ({
        ...{ displayName: name, fileName: name, pageCount: 0, failureReason: null },
      })),
    );
  });

  test("lists no children for a single file", async () => {
    const result = await resultOf((await send([aFile()])).body.documentId);
    assert.deepEqual([result.fileName, result.childDocuments], ["contract.txt", []]);
  });

  test("accepts 20 files", async () => {
    const { status, body } = await send(Array.from({ length: 20 }, (_, i) => aFile(`${i}.txt`)));
    assert.equal(status, 202);
    assert.equal(body.files.length, 20);
  });

  test("accepts a file of exactly 50 MiB", async () => {
    const { status, body } = await stream(() => largeForm(50));
    assert.equal(status, 202);
    const [file] = await server.database.db.documents.listFiles(body.documentId);
    assert.equal(file?.sizeBytes, 50 * megabyte);
  });

  const unicode = "Auftragsverarbeitung – 契約 📄.pdf";
  for (const [how, name] of [
    ["as it is", unicode],
    ["in the form of RFC 5987", () => `filename*=UTF-8''${encodeURIComponent(unicode)}`],
  ] as const) {
    test(`preserves a Unicode name sent ${how}`, async () => {
      const { body } = await send([aFile(name)]);
      assert.deepEqual(body.files, [{ fileName: unicode }]);
      assert.equal((await resultOf(body.documentId)).fileName, unicode);
    });
  }

  test("accepts a name of exactly 255 bytes", async () => {
    assert.equal((await send([aFile(`${"ü".repeat(127)}x`)])).status, 202);
  });

  test("never uses a name as a path", async () => {
    assert.equal((await send([aFile("../../../etc/steered.txt"), aFile("..\\steered.txt")])).status, 202);
    assert.ok((await storedFiles(server)).every((path) => !path.includes("steered") && path.startsWith(server.folder)));
  });

  test("commits document, job, events and review together, and leaves nothing unclaimed", async () => {
    const own = await aCompany(server);
    const { body } = await submit(server, own, { ...newReview(), businessEntityId: own.businessEntityId });
    const { documentId, complianceReviewId } = body;
    const jobs = await server.database.query(
      "SELECT data - 'requestId' AS data, group_id FROM pgboss.job WHERE name = 'analyse-document' AND data ->> 'documentId' = $1",
      [documentId],
    );
    const { companyId } = own;
    assert.deepEqual(jobs, [{ data: { companyId, documentId }, group_id: companyId }]);
    const events = await server.database.query("SELECT type, data FROM events WHERE company_id = $1 ORDER BY id", [
      companyId,
    ]);
    assert.deepEqual(events, [
      { type: "review.created", data: { companyId, complianceReviewId } },
      { type: "document.submitted", data: { companyId, complianceReviewId, documentId, status: "queued" } },
    ]);
    assert.deepEqual(await server.database.query("SELECT * FROM unclaimed_blobs"), []);
  });

  test("appending to a review sends an event for the document only", async () => {
    const own = await aCompany(server);
    const review = await aReview(server, own, target);
    await submit(server, own, { complianceReviewId: review.id });
    const events = await server.database.query("SELECT type FROM events WHERE company_id = $1", [own.companyId]);
    assert.deepEqual(events, [{ type: "document.submitted" }]);
  });
});

test("a failed commit stores nothing", async () => {
  const { db } = server.database;
  const { transaction } = db;
  db.transaction = (work) =>
    transaction(async (stores) => {
      await work(stores);
      throw new Error("the database went away before the commit");
    });
  try {
    await refused(() => send([aFile()]), 500, /on our side/);
  } finally {
    db.transaction = transaction;
  }
});

test("a commit whose confirmation is lost keeps the document's bytes", async () => {
  const { db } = server.database;
  const { transaction } = db;
  db.transaction = async (work) => {
    await transaction(work);
    throw new Error("the connection broke after the commit");
  };
  try {
    assert.equal((await send([aFile("lost.txt", "kept bytes")])).status, 500);
  } finally {
    db.transaction = transaction;
  }
  const { body } = await server.call("/v1/documents?limit=1", { key: company.key });
  assert.equal(body.documents[0].fileName, "lost.txt");
  const [file] = await db.documents.listFiles(body.documents[0].documentId);
  assert.equal((await buffer(await server.blobs.read(file?.blobKey ?? ""))).toString(), "kept bytes");
});

test("the stored digest equals the digest of the submitted bytes, however they were split", async () => {
  const content = randomBytes(2 * megabyte + 12_345);
  const { payload } = aForm([aFile("pieces.bin", content)]);
  const { body } = await stream(function* () {
    for (let at = 0; at < payload.length; at += 7919) yield payload.subarray(at, at + 7919);
  });
  const [file] = await server.database.db.documents.listFiles(body.documentId);
  const stored = await buffer(await server.blobs.read(file?.blobKey ?? ""));
  const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  assert.equal(digest(stored), digest(content));
});
