import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, describe, test } from "node:test";
import { anUpload, aReview, chunkUrl, startUpload, storedFiles } from "../testing/builders.ts";
import { anUploadFixture, chunkBytes, chunksOf, refused } from "../testing/upload-fixture.ts";

const { server, company, target, put, statusOf, eventsOf, uploadOf, sendAll, bytesOf, cleanUp, clock, start } =
  await anUploadFixture();
after(() => server.close());

const hex = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const pending = { documentId: null, complianceReviewId: null, status: null, isComplete: false };

describe("chunks in order", () => {
  test("each chunk is counted, and the last creates the document", async () => {
    const bytes = randomBytes(2 * chunkBytes + 17);
    const upload = await uploadOf([bytes]);
    const [one, two, three] = chunksOf(bytes) as [Buffer, Buffer, Buffer];
    assert.deepEqual((await put(upload, 0, 0, one)).body, { receivedChunks: 1, totalChunks: 3, ...pending });
    assert.equal((await statusOf(upload)).status, "uploading");
    assert.deepEqual((await put(upload, 0, 1, two)).body, { receivedChunks: 2, totalChunks: 3, ...pending });
    assert.deepEqual((await statusOf(upload)).files[0].receivedChunks, [0, 1]);
    const { status, body } = await put(upload, 0, 2, three);
    assert.equal(status, 200);
    const { documentId, complianceReviewId, ...receipt } = body;
    assert.deepEqual(receipt, { receivedChunks: 3, totalChunks: 3, isComplete: true, status: "queued" });
    assert.ok((await bytesOf(documentId))[0]?.equals(bytes));

    const session = await statusOf(upload);
    assert.deepEqual([session.status, session.files[0].receivedChunks], ["completed", [0, 1, 2]]);
    const review = await server.call(`/v1/compliance-reviews/${complianceReviewId}`, { key: company.key });
    assert.equal(review.body.controlId, target.controlId);
    const result = await server.call(`/v1/documents/${documentId}/result`, { key: company.key });
    assert.deepEqual([result.body.fileName, result.body.childDocuments], ["0.bin", []]);
    assert.equal(result.body.complianceItems.length, target.itemIds.length);
    const { companyId } = company;
    assert.deepEqual(
      await server.database.query(
        "SELECT data - 'requestId' AS data FROM pgboss.job WHERE data ->> 'documentId' = $1",
        [documentId],
      ),
      [{ data: { companyId, documentId } }],
    );
    assert.deepEqual(await eventsOf(upload), [
      {
        type: "upload.completed",
        data: { companyId, complianceReviewId, sessionId: upload.sessionId, status: "completed" },
      },
    ]);
    const files = await server.database.db.documents.listFiles(documentId);
    assert.deepEqual(
      await server.database.query("SELECT * FROM unclaimed_blobs WHERE blob_key = ANY ($1)", [
        files.map((file) => file.blobKey),
      ]),
      [],
    );
  });

  test("each separate file creates a document with its last chunk, all in one review", async () => {
    const files = [randomBytes(chunkBytes + 1), randomBytes(3)];
    const upload = await uploadOf(files);
    await put(upload, 0, 0, files[0]?.subarray(0, chunkBytes) ?? Buffer.alloc(0));
    const second = await put(upload, 1, 0, files[1] ?? Buffer.alloc(0));
    assert.equal(second.body.isComplete, true);
    assert.equal((await statusOf(upload)).status, "uploading");
    assert.deepEqual(await eventsOf(upload), []);
    const first = await put(upload, 0, 1, files[0]?.subarray(chunkBytes) ?? Buffer.alloc(0));
    assert.equal((await statusOf(upload)).status, "completed");
    assert.notEqual(first.body.documentId, second.body.documentId);
    assert.equal(first.body.complianceReviewId, second.body.complianceReviewId);
    assert.deepEqual(await bytesOf(first.body.documentId), [files[0]]);
    assert.deepEqual(await bytesOf(second.body.documentId), [files[1]]);
    assert.equal((await eventsOf(upload)).length, 1);
    const reviews = await server.database.query(
      "SELECT 1 FROM events WHERE type = 'review.created' AND data ->> 'complianceReviewId' = $1",
      [first.body.complianceReviewId],
    );
    assert.equal(reviews.length, 1);
  });

  test("a consolidated session creates one document of all files with its last chunk", async () => {
    const files = [randomBytes(10), randomBytes(chunkBytes + 5)];
    const upload = await uploadOf(files, { isConsolidated: true });
    const long = await sendAll(upload, 1, files[1] ?? Buffer.alloc(0));
    assert.deepEqual(long.body, { receivedChunks: 2, totalChunks: 2, ...pending });
    const { body } = await put(upload, 0, 0, files[0] ?? Buffer.alloc(0));
    assert.deepEqual([body.isComplete, body.receivedChunks], [true, 1]);
    assert.deepEqual(await bytesOf(body.documentId), files);
    const { body: result } = await server.call(`/v1/documents/${body.documentId}/result`, { key: company.key });
    assert.deepEqual(
      result.childDocuments.map(({ fileName }: { fileName: string }) => fileName),
      ["0.bin", "1.bin"],
    );
    const again = await put(upload, 1, 0, files[1]?.subarray(0, chunkBytes) ?? Buffer.alloc(0));
    assert.equal(again.body.documentId, body.documentId, "every file of the session knows the document");
  });

  test("a session for a review appends to it", async () => {
    const review = await aReview(server, company, target);
    const upload = await startUpload(server, company, {
      files: [{ fileName: "a", fileSize: 3 }],
      complianceReviewId: review.id,
    });
    const { body } = await put(upload.body, 0, 0, Buffer.from("abc"));
    assert.equal(body.complianceReviewId, review.id);
  });

  test("language and items are those of the start request", async () => {
    const [item = ""] = target.itemIds;
    const upload = await uploadOf([Buffer.from("abc")], {
      auditLanguageId: "fr",
      selectedControlItemIds: JSON.stringify([item]),
    });
    const { body } = await put(upload, 0, 0, Buffer.from("abc"));
    const document = await server.database.db.documents.find(company.companyId, body.documentId);
    assert.equal(document?.auditLanguage, "fr");
    const { body: result } = await server.call(`/v1/documents/${body.documentId}/result`, { key: company.key });
    assert.deepEqual(
      result.complianceItems.map((one: { controlItemId: string }) => one.controlItemId),
      [item],
    );
  });

  test("the last chunk and its document commit together or not at all", async () => {
    const upload = await uploadOf([Buffer.from("abc")]);
    const { db } = server.database;
    const { transaction } = db;
    db.transaction = (work) =>
      transaction(async (stores) => {
        await work(stores);
        throw new Error("killed before the commit");
      });
    const counts = () =>
      server.database.query(
        "SELECT (SELECT count(*) FROM documents) AS d, (SELECT count(*) FROM pgboss.job) AS j, (SELECT count(*) FROM upload_chunks) AS c, (SELECT count(*) FROM events) AS e",
      );
    const before = await counts();
    assert.equal((await put(upload, 0, 0, Buffer.from("abc"))).status, 500);
    db.transaction = transaction;
    assert.deepEqual(await counts(), before);
    assert.deepEqual((await statusOf(upload)).files[0].receivedChunks, []);
    const { body } = await put(upload, 0, 0, Buffer.from("abc"));
    assert.deepEqual(await bytesOf(body.documentId), [Buffer.from("abc")]);
  });
});

describe("a chunk that is sent again", () => {
  test("with the same bytes is 200 with the current state", async () => {
    const bytes = randomBytes(2 * chunkBytes);
    const upload = await uploadOf([bytes]);
    const [one = Buffer.alloc(0), two = Buffer.alloc(0)] = chunksOf(bytes);
    await put(upload, 0, 0, one);
    const again = await put(upload, 0, 0, one);
    assert.deepEqual([again.status, again.body], [200, { receivedChunks: 1, totalChunks: 2, ...pending }]);
    const last = await put(upload, 0, 1, two);
    for (const [index, chunk] of [one, two].entries()) {
      const after = await put(upload, 0, index, chunk);
      assert.deepEqual([after.status, after.body], [200, last.body], "also after completion, with the same documentId");
    }
    assert.ok((await bytesOf(last.body.documentId))[0]?.equals(bytes));
  });

  test("with different bytes is 422 chunk_differs and changes nothing, before completion and after", async () => {
    const bytes = randomBytes(chunkBytes + 4);
    const upload = await uploadOf([bytes]);
    await put(upload, 0, 0, bytes.subarray(0, chunkBytes));
    const different = await put(upload, 0, 0, randomBytes(chunkBytes));
    assert.deepEqual([different.status, different.headers["x-error-code"]], [422, "chunk_differs"]);
    const last = await put(upload, 0, 1, bytes.subarray(chunkBytes));
    for (const [index, size] of [chunkBytes, 4].entries()) {
      const after = await put(upload, 0, index, randomBytes(size));
      assert.deepEqual([after.status, after.headers["x-error-code"]], [422, "chunk_differs"]);
    }
    assert.ok((await bytesOf(last.body.documentId))[0]?.equals(bytes));
  });

  test("stores no second copy", async () => {
    const bytes = randomBytes(chunkBytes + 4);
    const upload = await uploadOf([bytes]);
    await put(upload, 0, 0, bytes.subarray(0, chunkBytes));
    const before = await storedFiles(server);
    await put(upload, 0, 0, bytes.subarray(0, chunkBytes));
    await put(upload, 0, 0, randomBytes(chunkBytes));
    assert.deepEqual(await storedFiles(server), before);
  });
});

for (const type of ["application/octet-stream", "text/plain", "application/pdf", "application/x-www-form-urlencoded"]) {
  test(`a chunk of type ${type} is stored unchanged`, async () => {
    const bytes = Buffer.from('{"a":1}');
    const upload = await uploadOf([bytes]);
    const { body } = await put(upload, 0, 0, bytes, { "content-type": type });
    assert.deepEqual(await bytesOf(body.documentId), [bytes]);
  });
}

test("a chunk without a content type is stored unchanged", async () => {
  const bytes = Buffer.from("abc");
  const upload = await uploadOf([bytes]);
  const url = chunkUrl(upload.sessionId, upload.files[0]?.fileId ?? "", 0);
  const { body } = await server.call(url, { method: "PUT", key: company.key, payload: bytes });
  assert.deepEqual(await bytesOf(body.documentId), [bytes]);
});

describe("a sha256 given at the start", () => {
  const bytes = randomBytes(2 * chunkBytes + 9);
  const start = (sha256: string, size = bytes.length) =>
    anUpload(server, company, [{ fileName: "a", fileSize: size, sha256 }]);

  test("that matches is accepted, also when chunks are sent twice", async () => {
    const upload = await start(hex(bytes));
    for (const [index, chunk] of chunksOf(bytes).entries()) {
      await put(upload, 0, index, chunk);
      const again = await put(upload, 0, index, chunk);
      assert.equal(again.status, 200);
    }
    assert.equal((await statusOf(upload)).status, "completed");
  });

  test("that does not match is 422; the file restarts, its bytes are removed, and the right ones are accepted", async () => {
    const upload = await start(hex(bytes));
    const wrong = Buffer.from(bytes);
    wrong.writeUInt8(wrong.readUInt8(5) ^ 1, 5);
    const chunks = chunksOf(wrong);
    for (const [index, chunk] of chunks.slice(0, -1).entries()) await put(upload, 0, index, chunk);
    const before = (await storedFiles(server)).length;
    const last = await put(upload, 0, 2, chunks[2] ?? Buffer.alloc(0));
    assert.deepEqual([last.status, last.headers["x-error-code"]], [422, "checksum_mismatch"]);
    const status = await statusOf(upload);
    assert.deepEqual([status.status, status.files[0].receivedChunks], ["uploading", []]);
    await cleanUp();
    assert.equal((await storedFiles(server)).length, before - 2);
    await refused(
      put(upload, 0, 1, chunks[1] ?? Buffer.alloc(0)),
      422,
      "Send the chunks in order; the next one is 0\\.",
    );
    const { body } = await sendAll(upload, 0, bytes);
    assert.ok((await bytesOf(body.documentId))[0]?.equals(bytes));
  });

  test("is checked for a file of one chunk, too", async () => {
    const upload = await start(hex(Buffer.from("abc")), 3);
    assert.equal((await put(upload, 0, 0, Buffer.from("abd"))).status, 422);
    assert.equal((await put(upload, 0, 0, Buffer.from("abc"))).body.isComplete, true);
  });
});

describe("POST /v1/documents/upload/start", () => {
  test("answers 201 with the session, its expiry and the chunks of each file", async () => {
    const { status, body, headers } = await start({
      files: [
        { fileName: "a.pdf", fileSize: 5 },
        { fileName: "Vertrag – 契約.pdf", fileSize: 2 * chunkBytes + 1, sha256: null },
      ],
    });
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body).sort(), ["expiresAt", "files", "sessionId"]);
    assert.equal(body.expiresAt, new Date(clock.now().getTime() + 86_400_000).toISOString());
    assert.equal(headers["location"], `/v1/documents/upload/${body.sessionId}/status`);
    assert.deepEqual(
      body.files.map(({ fileId: _, ...file }: { fileId: string }) => file),
      [
        { fileName: "a.pdf", chunkSizeBytes: chunkBytes, totalChunks: 1 },
        { fileName: "Vertrag – 契約.pdf", chunkSizeBytes: chunkBytes, totalChunks: 3 },
      ],
    );
  });

  test("the status then shows a pending session without chunks", async () => {
    const upload = await uploadOf([Buffer.alloc(5)]);
    const [file] = upload.files;
    assert.deepEqual(await statusOf(upload), {
      sessionId: upload.sessionId,
      status: "pending",
      expiresAt: upload.expiresAt,
      files: [{ fileId: file?.fileId, fileName: "0.bin", receivedChunks: [], totalChunks: 1 }],
    });
  });

  test("accepts 100 files", async () => {
    const files = Array.from({ length: 100 }, (_, i) => ({ fileName: `${i}`, fileSize: 1 }));
    assert.equal((await start({ files })).body.files.length, 100);
  });

  test("accepts a file of 2^52 bytes in at most 10,000 chunks", async () => {
    const { status, body } = await start({ files: [{ fileName: "a", fileSize: 2 ** 52 }] });
    assert.equal(status, 201);
    assert.ok(body.files[0].totalChunks <= 10_000);
    assert.ok(body.files[0].totalChunks * body.files[0].chunkSizeBytes >= 2 ** 52);
  });

  const file = { fileName: "a", fileSize: 1 };
  for (const [what, body, message] of [
    ["no files", { files: undefined }, /^files is required/],
    ["an empty list", { files: [] }, /^files/],
    ["101 files", { files: Array.from({ length: 101 }, () => file) }, /^files .*100/],
    ["files that are no list", { files: "a.pdf" }, /^files/],
    ["a file of 0 bytes", { files: [{ ...file, fileSize: 0 }] }, /fileSize/],
    ["a negative size", { files: [{ ...file, fileSize: -1 }] }, /fileSize/],
    ["half a byte", { files: [{ ...file, fileSize: 1.5 }] }, /fileSize/],
    ["2^53 bytes", { files: [{ ...file, fileSize: 2 ** 53 }] }, /fileSize/],
    ["a size that is a text", { files: [{ ...file, fileSize: "5" }] }, /fileSize/],
    ["no size", { files: [{ fileName: "a" }] }, /fileSize is required/],
    ["no name", { files: [{ fileSize: 1 }] }, /fileName is required/],
    ["an empty name", { files: [{ ...file, fileName: "" }] }, /fileName/],
    ["a name over 255 bytes", { files: [{ ...file, fileName: "ü".repeat(128) }] }, /fileName .*255 bytes/],
    ["a name that shows another extension", { files: [{ ...file, fileName: "a\u202efdp.exe" }] }, /U\+202E/],
    ["a name with a NUL", { files: [{ ...file, fileName: "a\0b" }] }, /fileName|characters/],
    ["a name with half a character", { files: [{ ...file, fileName: "\ud800" }] }, /fileName|characters/],
    ["a sha256 in upper case", { files: [{ ...file, sha256: "A".repeat(64) }] }, /sha256/],
    ["a short sha256", { files: [{ ...file, sha256: "a".repeat(63) }] }, /sha256/],
    ["a field of a file that is not known", { files: [{ ...file, size: 1 }] }, /size/],
    ["a field that is not known", { isMerged: true }, /isMerged/],
    ["isConsolidated that is a text", { isConsolidated: "yes" }, /isConsolidated/],
    ["a selection that is a list itself", { selectedControlItemIds: [] }, /selectedControlItemIds/],
  ] as const) {
    test(`${what} is 400 and starts nothing`, async () => {
      const count = () => server.database.query("SELECT count(*) FROM upload_sessions");
      const before = await count();
      await refused(start(body), 400, message);
      assert.deepEqual(await count(), before);
    });
  }

  test("the same Idempotency-Key and body return the same session", async () => {
    const headers = { "idempotency-key": "start-1" };
    const first = await start({}, headers);
    assert.equal((await start({}, headers)).text, first.text);
    assert.equal((await start({ isConsolidated: true }, headers)).status, 422);
  });
});
