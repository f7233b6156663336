import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { expireUploads, removeUnclaimedBlobs } from "../submissions/end-upload.ts";
import {
  type ACompany,
  type AnUpload,
  type ATarget,
  aCompany,
  anUpload,
  aReview,
  aTarget,
  chunkUrl,
  putChunk,
  startUpload,
  storedFiles,
  unknownId,
  until,
} from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { type Reply, startTestServer, type TestServer } from "../testing/test-server.ts";

const chunkBytes = 65_536;

let server: TestServer;
let company: ACompany;
let target: ATarget;
let address: URL;
const clock = testClock();
before(async () => {
  server = await startTestServer({ clock });
  company = await aCompany(server);
  target = await aTarget(server, company.key);
  address = new URL(await server.app.listen({ port: 0, host: "127.0.0.1" }));
});
after(() => server.close());

const hex = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const digestOf = (bytes: Buffer) => `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`;
const chunksOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, i) =>
    bytes.subarray(i * chunkBytes, (i + 1) * chunkBytes),
  );
const put = (upload: AnUpload, file: number, index: number | string, bytes: Buffer, headers?: Record<string, string>) =>
  putChunk(server, company, upload, file, index, bytes, headers);
const statusOf = async ({ sessionId }: AnUpload) =>
  (await server.call(`/v1/documents/upload/${sessionId}/status`, { key: company.key })).body;
const cancel = ({ sessionId }: AnUpload, by = company) =>
  server.call(`/v1/documents/upload/${sessionId}`, { method: "DELETE", key: by.key });
const start = (body: Record<string, unknown>, headers?: Record<string, string>) =>
  startUpload(
    server,
    company,
    {
      businessEntityId: company.businessEntityId,
      complianceFrameworkId: target.frameworkId,
      controlId: target.controlId,
      files: [{ fileName: "a.pdf", fileSize: 5 }],
      ...body,
    },
    headers,
  );
const eventsOf = ({ sessionId }: AnUpload) =>
  server.database.query<{ type: string; data: object }>(
    "SELECT type, data FROM events WHERE data ->> 'sessionId' = $1 ORDER BY id",
    [sessionId],
  );

/** An upload of these files, none of it sent yet. */
const uploadOf = (files: Buffer[], fields: Record<string, unknown> = {}) =>
  anUpload(
    server,
    company,
    files.map((bytes, i) => ({ fileName: `${i}.bin`, fileSize: bytes.length })),
    fields,
  );

async function sendAll(upload: AnUpload, file: number, bytes: Buffer): Promise<Reply> {
  let last: Reply | undefined;
  for (const [index, chunk] of chunksOf(bytes).entries()) {
    last = await put(upload, file, index, chunk);
    assert.equal(last.status, 200, last.text);
  }
  assert.ok(last);
  return last;
}

async function bytesOf(documentId: string): Promise<Buffer[]> {
  const files = await server.database.db.documents.listFiles(documentId);
  return Promise.all(files.map(async ({ blobKey }) => buffer(await server.blobs.read(blobKey))));
}

async function refused(reply: Promise<Reply>, status: number, message: RegExp | string): Promise<void> {
  const { status: found, body, text } = await reply;
  assert.equal(found, status, text);
  assert.match(body.message, typeof message === "string" ? new RegExp(`^${message}`) : message);
}

const pending = { documentId: null, complianceReviewId: null, status: null, isComplete: false };

describe("POST /v1/documents/upload/start", () => {
  test("answers 201 with the session, its end and the plan of each file", async () => {
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

  test("takes 100 files", async () => {
    const files = Array.from({ length: 100 }, (_, i) => ({ fileName: `${i}`, fileSize: 1 }));
    assert.equal((await start({ files })).body.files.length, 100);
  });

  test("takes a file of 2^53 - 1 bytes in at most 10,000 chunks", async () => {
    const { status, body } = await start({ files: [{ fileName: "a", fileSize: Number.MAX_SAFE_INTEGER }] });
    assert.equal(status, 201);
    assert.ok(body.files[0].totalChunks <= 10_000);
    assert.ok(body.files[0].totalChunks * body.files[0].chunkSizeBytes >= Number.MAX_SAFE_INTEGER);
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

  test("the same Idempotency-Key and body answer with the same session", async () => {
    const headers = { "idempotency-key": "start-1" };
    const first = await start({}, headers);
    assert.equal((await start({}, headers)).text, first.text);
    assert.equal((await start({ isConsolidated: true }, headers)).status, 422);
  });
});

describe("chunks in order", () => {
  test("each is counted, and the last makes the document", async () => {
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
      await server.database.query("SELECT data FROM pgboss.job WHERE data ->> 'documentId' = $1", [documentId]),
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

  test("separate files make one document each, by their own last chunk, all in one review", async () => {
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

  test("a consolidated session makes one document, by the session's last chunk, with all files", async () => {
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

  test("the language and the items are those chosen at the start", async () => {
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

  test("the last chunk and what it makes commit together or not at all", async () => {
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

  test("leaves no second copy on disk", async () => {
    const bytes = randomBytes(chunkBytes + 4);
    const upload = await uploadOf([bytes]);
    await put(upload, 0, 0, bytes.subarray(0, chunkBytes));
    const before = await storedFiles(server);
    await put(upload, 0, 0, bytes.subarray(0, chunkBytes));
    await put(upload, 0, 0, randomBytes(chunkBytes));
    assert.deepEqual(await storedFiles(server), before);
  });
});

describe("a chunk that is refused stores nothing", () => {
  let upload: AnUpload;
  const bytes = randomBytes(3 * chunkBytes);
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = chunksOf(bytes);
  let before_: { files: string[]; status: unknown };
  before(async () => {
    upload = await uploadOf([bytes]);
    await put(upload, 0, 0, first);
    before_ = { files: await storedFiles(server), status: await statusOf(upload) };
  });
  const nothingStored = async () => {
    assert.deepEqual({ files: await storedFiles(server), status: await statusOf(upload) }, before_);
  };

  for (const [index, status, message] of [
    ["2", 422, "Chunks come in order; the next one is 1\\."],
    ["3", 422, "Chunks come in order; the next one is 1\\."],
    ["2147483647", 422, "Chunks come in order; the next one is 1\\."],
    ["2147483648", 400, "chunkIndex must be a whole number"],
    ["99999999999999999999", 400, "chunkIndex must be a whole number"],
    ["-1", 400, "chunkIndex must be a whole number"],
    ["1.0", 400, "chunkIndex must be a whole number"],
    ["1e0", 400, "chunkIndex must be a whole number"],
    ["0x1", 400, "chunkIndex must be a whole number"],
    ["one", 400, "chunkIndex must be a whole number"],
    ["%20", 400, "chunkIndex must be a whole number"],
    ["%00", 400, "chunkIndex must be a whole number"],
  ] as const) {
    test(`the index ${index} is ${status}`, async () => {
      await refused(put(upload, 0, index, second), status, message);
      await nothingStored();
    });
  }

  for (const [what, payload, headers] of [
    ["an empty body", Buffer.alloc(0), {}],
    ["a byte too few", second.subarray(1), {}],
    ["a byte too many", Buffer.concat([second, Buffer.from("x")]), {}],
    ["twice as many", Buffer.concat([second, second]), {}],
    ["fewer than Content-Length says", second.subarray(1), { "content-length": String(chunkBytes) }],
    ["more than Content-Length says", Buffer.concat([second, second]), { "content-length": String(chunkBytes) }],
    ["the right bytes under a wrong Content-Length", second, { "content-length": String(chunkBytes - 1) }],
  ] as const) {
    test(`${what} is 400`, async () => {
      await refused(put(upload, 0, 1, payload, headers), 400, `This chunk must have exactly ${chunkBytes} bytes`);
      await nothingStored();
    });
  }

  test("a re-sent chunk of the wrong length is 400, too", async () => {
    await refused(put(upload, 0, 0, first.subarray(1)), 400, "This chunk must have exactly");
    await nothingStored();
  });

  for (const [what, digest, message] of [
    ["a Content-Digest that does not match", digestOf(first), "The chunk's bytes do not match its Content-Digest"],
    ["a Content-Digest without colons", "sha-256=abc", "Content-Digest must be in the form"],
    ["a Content-Digest that is too short", "sha-256=:YWJj:", "Content-Digest must be in the form"],
    ["a Content-Digest of another kind", "md5=:1B2M2Y8AsgTpgAmY7PhCfg==:", "Content-Digest must be in the form"],
    ["an empty Content-Digest", "", "Content-Digest must be in the form"],
  ] as const) {
    test(`${what} is 400`, async () => {
      await refused(put(upload, 0, 1, second, { "content-digest": digest }), 400, message);
      await nothingStored();
    });
  }

  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "multipart/form-data; boundary=x",
    "multipart/mixed",
  ]) {
    test(`the type ${type} is 415`, async () => {
      await refused(put(upload, 0, 1, second, { "content-type": type }), 415, /application\/octet-stream/);
      await nothingStored();
    });
  }

  test("ids that are foreign, unknown or malformed are 404, byte for byte alike", async () => {
    const stranger = await aCompany(server);
    const foreign = await anUpload(server, stranger, [{ fileName: "a", fileSize: chunkBytes }]);
    const other = await uploadOf([Buffer.alloc(chunkBytes)]);
    const own = upload.files[0]?.fileId ?? "";
    const ask = async (sessionId: string, fileId: string) => {
      const url = chunkUrl(sessionId, fileId, 0);
      const { status, text } = await server.call(url, { method: "PUT", key: company.key, payload: first });
      assert.equal(status, 404);
      return text;
    };
    const sessions = [foreign.sessionId, unknownId, "malformed"];
    const files = [foreign.files[0]?.fileId ?? "", unknownId, "malformed", other.files[0]?.fileId ?? ""];
    const ofSessions = await Promise.all(sessions.map((id) => ask(id, foreign.files[0]?.fileId ?? own)));
    const ofFiles = await Promise.all(files.map((id) => ask(upload.sessionId, id)));
    assert.deepEqual([new Set(ofSessions).size, new Set(ofFiles).size], [1, 1]);
    for (const url of ["/status", ""]) {
      const answers = await Promise.all(
        sessions.map((id) =>
          server.call(`/v1/documents/upload/${id}${url}`, { method: url === "" ? "DELETE" : "GET", key: company.key }),
        ),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [404, 404, 404],
      );
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    }
  });

  test("and the right bytes are still taken afterwards", async () => {
    const { status } = await put(upload, 0, 1, second, { "content-digest": digestOf(second) });
    assert.equal(status, 200);
    const [, , third = Buffer.alloc(0)] = chunksOf(bytes);
    const both = `sha-512=:${Buffer.alloc(64).toString("base64")}:, ${digestOf(third)}`;
    const { body } = await put(upload, 0, 2, third, { "content-digest": both });
    assert.ok((await bytesOf(body.documentId))[0]?.equals(bytes));
    await refused(put(upload, 0, 3, second), 422, "The file is whole: its last chunk is 2\\.");
  });
});

for (const type of ["application/octet-stream", "text/plain", "application/pdf", "application/x-www-form-urlencoded"]) {
  test(`a chunk of type ${type} is taken as the bytes it is`, async () => {
    const bytes = Buffer.from('{"a":1}');
    const upload = await uploadOf([bytes]);
    const { body } = await put(upload, 0, 0, bytes, { "content-type": type });
    assert.deepEqual(await bytesOf(body.documentId), [bytes]);
  });
}

test("a chunk without a type is taken as the bytes it is", async () => {
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

  test("that the whole file matches lets it through, also when chunks are sent twice", async () => {
    const upload = await start(hex(bytes));
    for (const [index, chunk] of chunksOf(bytes).entries()) {
      await put(upload, 0, index, chunk);
      const again = await put(upload, 0, index, chunk);
      assert.equal(again.status, 200);
    }
    assert.equal((await statusOf(upload)).status, "completed");
  });

  test("that it does not match is 422; the file starts anew, its bytes are removed, and the right ones are taken", async () => {
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
    await refused(put(upload, 0, 1, chunks[1] ?? Buffer.alloc(0)), 422, "Chunks come in order; the next one is 0\\.");
    const { body } = await sendAll(upload, 0, bytes);
    assert.ok((await bytesOf(body.documentId))[0]?.equals(bytes));
  });

  test("is checked for a file of one chunk, too", async () => {
    const upload = await start(hex(Buffer.from("abc")), 3);
    assert.equal((await put(upload, 0, 0, Buffer.from("abd"))).status, 422);
    assert.equal((await put(upload, 0, 0, Buffer.from("abc"))).body.isComplete, true);
  });
});

describe("at the same time", () => {
  test("equal chunks are all 200, and one counts", async () => {
    const bytes = randomBytes(chunkBytes + 1);
    const upload = await uploadOf([bytes]);
    for (const [index, chunk] of chunksOf(bytes).entries()) {
      const replies = await Promise.all(Array.from({ length: 6 }, () => put(upload, 0, index, chunk)));
      assert.deepEqual(
        replies.map(({ status }) => status),
        Array(6).fill(200),
      );
      assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
    }
    const [{ documents } = { documents: "" }] = await server.database.query<{ documents: string }>(
      "SELECT count(DISTINCT document_id) AS documents FROM upload_files WHERE session_id = $1",
      [upload.sessionId],
    );
    assert.equal(documents, "1");
    assert.ok(!(await storedFiles(server)).some((path) => path.includes("incoming")));
  });

  test("of different chunks exactly one wins, and its bytes are those of the document", async () => {
    const tries = Array.from({ length: 4 }, () => randomBytes(chunkBytes));
    const upload = await uploadOf([tries[0] ?? Buffer.alloc(0)]);
    const replies = await Promise.all(tries.map((bytes) => put(upload, 0, 0, bytes)));
    const winners = replies.flatMap(({ status }, i) => (status === 200 ? [i] : []));
    assert.equal(winners.length, 1);
    for (const { status, headers } of replies)
      if (status !== 200) assert.deepEqual([status, headers["x-error-code"]], [422, "chunk_differs"]);
    const winner = winners[0] ?? 0;
    assert.deepEqual(await bytesOf(replies[winner]?.body.documentId), [tries[winner]]);
    assert.ok(!(await storedFiles(server)).some((path) => path.includes("incoming")));
  });

  test("the last chunks of a session's files make one review, and the session ends once", async () => {
    const files = Array.from({ length: 5 }, () => randomBytes(5));
    const upload = await uploadOf(files);
    const replies = await Promise.all(files.map((bytes, i) => put(upload, i, 0, bytes)));
    assert.deepEqual(
      replies.map(({ body }) => body.isComplete),
      Array(5).fill(true),
    );
    assert.equal(new Set(replies.map(({ body }) => body.complianceReviewId)).size, 1);
    assert.equal((await eventsOf(upload)).length, 1);
  });

  test("the last chunks of a consolidated session make one document", async () => {
    const files = Array.from({ length: 5 }, () => randomBytes(5));
    const upload = await uploadOf(files, { isConsolidated: true });
    const replies = await Promise.all(files.map((bytes, i) => put(upload, i, 0, bytes)));
    const complete = replies.filter(({ body }) => body.isComplete);
    assert.equal(complete.length, 1);
    assert.deepEqual(await bytesOf(complete[0]?.body.documentId), files);
  });
});

describe("over a real connection", () => {
  /** A request whose body has only begun. */
  async function begin(upload: AnUpload, index: number, bytes: Buffer): Promise<Socket> {
    const socket = connect(Number(address.port), address.hostname);
    const before = (await storedFiles(server)).length;
    socket.write(
      `PUT ${chunkUrl(upload.sessionId, upload.files[0]?.fileId ?? "", index)} HTTP/1.1\r\nhost: x\r\nx-api-key: ${company.key}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    );
    socket.write(bytes.subarray(0, bytes.length / 2));
    await until(async () => (await storedFiles(server)).length > before);
    return socket;
  }
  const answerOn = (socket: Socket) =>
    new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString())));

  test("a hung connection does not block a retry, and is answered as a repetition when it goes on", async () => {
    const bytes = randomBytes(chunkBytes);
    const upload = await uploadOf([bytes]);
    const hung = await begin(upload, 0, bytes);
    const { status, body } = await put(upload, 0, 0, bytes);
    assert.deepEqual([status, body.isComplete], [200, true]);
    const answer = answerOn(hung);
    hung.write(bytes.subarray(bytes.length / 2));
    assert.match(await answer, /^HTTP\/1\.1 200 OK/);
    hung.destroy();
    assert.deepEqual(await bytesOf(body.documentId), [bytes]);
    await until(async () => !(await storedFiles(server)).some((path) => path.includes("incoming")));
  });

  test("a hung connection that goes on with other bytes is 422", async () => {
    const bytes = randomBytes(chunkBytes);
    const upload = await uploadOf([bytes]);
    const hung = await begin(upload, 0, bytes);
    await put(upload, 0, 0, bytes);
    const answer = answerOn(hung);
    hung.write(randomBytes(chunkBytes / 2));
    assert.match(await answer, /^HTTP\/1\.1 422 /);
    hung.destroy();
  });

  test("a hung connection does not block cancelling, and its chunk is then 410", async () => {
    const bytes = randomBytes(chunkBytes);
    const upload = await uploadOf([bytes]);
    const hung = await begin(upload, 0, bytes);
    assert.equal((await cancel(upload)).status, 204);
    const answer = answerOn(hung);
    hung.write(bytes.subarray(bytes.length / 2));
    assert.match(await answer, /^HTTP\/1\.1 410 /);
    hung.destroy();
    await until(async () => !(await storedFiles(server)).some((path) => path.includes("incoming")));
  });

  test("an aborted connection leaves nothing behind, and the chunk can be sent again", async () => {
    const bytes = randomBytes(chunkBytes);
    const upload = await uploadOf([bytes]);
    const before = await storedFiles(server);
    const socket = await begin(upload, 0, bytes);
    socket.destroy();
    await until(async () => (await storedFiles(server)).length === before.length);
    assert.deepEqual((await statusOf(upload)).files[0].receivedChunks, []);
    assert.equal((await put(upload, 0, 0, bytes)).status, 200);
  });

  /** Sent without a Content-Length, in pieces. */
  async function stream(upload: AnUpload, index: number, bytes: Buffer) {
    const url = new URL(chunkUrl(upload.sessionId, upload.files[0]?.fileId ?? "", index), address);
    const answer = await fetch(url, {
      method: "PUT",
      headers: { "x-api-key": company.key, "content-type": "application/octet-stream" },
      body: ReadableStream.from(
        (function* () {
          for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
        })(),
      ),
      duplex: "half",
    } as RequestInit);
    return { status: answer.status, body: (await answer.json()) as { message?: string; isComplete?: boolean } };
  }

  for (const [what, size] of [
    ["too few", chunkBytes - 1],
    ["one too many", chunkBytes + 1],
    ["far too many", 20 * 1024 * 1024],
    ["no", 0],
  ] as const) {
    test(`a body without a length and ${what} bytes is 400, and the answer arrives`, async () => {
      const upload = await uploadOf([Buffer.alloc(chunkBytes)]);
      const before = await storedFiles(server);
      const { status, body } = await stream(upload, 0, Buffer.alloc(size));
      assert.equal(status, 400);
      assert.match(body.message ?? "", /must have exactly 65536 bytes/);
      assert.deepEqual(await storedFiles(server), before);
    });
  }

  test("a body without a length and the right bytes is taken", async () => {
    const upload = await uploadOf([Buffer.alloc(chunkBytes)]);
    const { status, body } = await stream(upload, 0, Buffer.alloc(chunkBytes));
    assert.deepEqual([status, body.isComplete], [200, true]);
  });
});

/** What the job does. */
async function cleanUp(on: TestServer = server): Promise<number> {
  const deps = {
    db: on.database.db,
    blobs: on.blobs,
    clock,
    ids: { next: on.nextId },
    leftoverSeconds: 10 * 365 * 86_400,
  };
  const ended = await expireUploads(deps);
  await removeUnclaimedBlobs(deps);
  return ended;
}

const day = 86_400;

describe("a session that ends", () => {
  test("by the clock is expired to the second, without any job having run: chunks are 410, the status can be read", async () => {
    const bytes = randomBytes(chunkBytes + 1);
    const upload = await uploadOf([bytes]);
    clock.advance(day - 1);
    assert.equal((await put(upload, 0, 0, bytes.subarray(0, chunkBytes))).status, 200);
    assert.equal((await statusOf(upload)).status, "uploading");
    clock.advance(1);
    await refused(
      put(upload, 0, 1, bytes.subarray(chunkBytes)),
      410,
      "The upload session has expired; start a new one",
    );
    await refused(put(upload, 0, 0, bytes.subarray(0, chunkBytes)), 410, "The upload session has expired");
    const status = await statusOf(upload);
    assert.deepEqual([status.status, status.files[0].receivedChunks], ["expired", [0]]);
    await cleanUp();
    await refused(put(upload, 0, 1, bytes.subarray(chunkBytes)), 410, "The upload session has expired");
    assert.equal((await statusOf(upload)).status, "expired");
  });

  test("by completion never expires: its chunks answer 200 with the same document", async () => {
    const bytes = randomBytes(5);
    const upload = await uploadOf([bytes]);
    const { body } = await put(upload, 0, 0, bytes);
    clock.advance(30 * day);
    await cleanUp();
    const again = await put(upload, 0, 0, bytes);
    assert.deepEqual([again.status, again.body.documentId], [200, body.documentId]);
    assert.equal((await statusOf(upload)).status, "completed");
    assert.deepEqual(await bytesOf(body.documentId), [bytes]);
  });

  test("half done by expiry answers 410 even for its complete files; their documents stay, the other bytes go", async () => {
    const files = [randomBytes(5), randomBytes(chunkBytes + 1)];
    const upload = await uploadOf(files);
    const { body } = await put(upload, 0, 0, files[0] ?? Buffer.alloc(0));
    await put(upload, 1, 0, files[1]?.subarray(0, chunkBytes) ?? Buffer.alloc(0));
    const before = (await storedFiles(server)).length;
    clock.advance(day);
    await refused(put(upload, 0, 0, files[0] ?? Buffer.alloc(0)), 410, "The upload session has expired");
    clock.advance(120);
    await cleanUp();
    assert.deepEqual(await bytesOf(body.documentId), [files[0]]);
    assert.equal((await storedFiles(server)).length, before - 1);
    assert.equal((await server.call(`/v1/documents/${body.documentId}/result`, { key: company.key })).status, 200);
  });

  test("by cancelling is 204, also the second time; chunks are 410, the status can be read, its bytes go", async () => {
    const bytes = randomBytes(chunkBytes + 1);
    const upload = await uploadOf([bytes]);
    const before = await storedFiles(server);
    await put(upload, 0, 0, bytes.subarray(0, chunkBytes));
    for (const _ of [1, 2]) {
      const { status, text } = await cancel(upload);
      assert.deepEqual([status, text], [204, ""]);
    }
    await refused(put(upload, 0, 1, bytes.subarray(chunkBytes)), 410, "The upload session was cancelled");
    assert.equal((await statusOf(upload)).status, "cancelled");
    await cleanUp();
    assert.deepEqual(await storedFiles(server), before);
    clock.advance(day + 120);
    assert.equal((await statusOf(upload)).status, "cancelled", "it stays cancelled");
    await cleanUp();
    assert.deepEqual(await eventsOf(upload), []);
  });

  test("by cancelling keeps the documents it had completed", async () => {
    const files = [randomBytes(5), randomBytes(6)];
    const upload = await uploadOf(files);
    const { body } = await put(upload, 0, 0, files[0] ?? Buffer.alloc(0));
    assert.equal((await cancel(upload)).status, 204);
    await cleanUp();
    assert.deepEqual(await bytesOf(body.documentId), [files[0]]);
  });

  test("a completed session cannot be cancelled: 422", async () => {
    const upload = await uploadOf([Buffer.from("abc")]);
    await put(upload, 0, 0, Buffer.from("abc"));
    await refused(cancel(upload), 422, "The upload session is complete");
  });

  test("an expired session cannot be cancelled: 410", async () => {
    const upload = await uploadOf([Buffer.from("abc")]);
    clock.advance(day);
    await refused(cancel(upload), 410, "The upload session has expired");
  });

  test("by expiry is told once, however many nodes look at the same time, and all its bytes go", async () => {
    await cleanUp();
    const before = await storedFiles(server);
    const uploads: AnUpload[] = [];
    for (let i = 0; i < 8; i++) {
      const upload = await uploadOf([randomBytes(chunkBytes + 1), randomBytes(5)], { isConsolidated: true });
      await put(upload, 0, 0, randomBytes(chunkBytes));
      await put(upload, 1, 0, randomBytes(5));
      uploads.push(upload);
    }
    clock.advance(day);
    const ended = await Promise.all([cleanUp(), cleanUp(), cleanUp()]);
    assert.equal(
      ended.reduce((sum, one) => sum + one, 0),
      8,
    );
    clock.advance(61);
    await Promise.all([cleanUp(), cleanUp()]);
    assert.deepEqual(await storedFiles(server), before);
    for (const upload of uploads) {
      const { sessionId } = upload;
      assert.deepEqual(await eventsOf(upload), [
        { type: "upload.expired", data: { companyId: company.companyId, sessionId, status: "expired" } },
      ]);
      const entries = await server.database.query(
        "SELECT actor_tier FROM audit_log WHERE action = 'upload.expired' AND subject_id = $1",
        [sessionId],
      );
      assert.deepEqual(entries, [{ actor_tier: "system" }]);
    }
    assert.deepEqual(
      await server.database.query("SELECT * FROM unclaimed_blobs WHERE remove_after <= $1", [clock.now()]),
      [],
    );
  });

  test("goes forward only, and the database sees to it", async () => {
    const set = ({ sessionId }: AnUpload, status: string) =>
      server.database.query("UPDATE upload_sessions SET status = $2 WHERE id = $1", [sessionId, status]);
    const states = ["pending", "uploading", "completed", "expired", "cancelled"];
    for (const ended of ["completed", "expired", "cancelled"]) {
      const upload = await uploadOf([Buffer.from("abc")]);
      await set(upload, "uploading");
      await assert.rejects(set(upload, "pending"), /cannot go from uploading to pending/);
      await set(upload, ended);
      for (const status of states.filter((one) => one !== ended))
        await assert.rejects(set(upload, status), /cannot go from/);
    }
  });
});

describe("bytes that belong to no document", () => {
  test("of a submission that a crash cut off are removed when its time has passed, and not before", async () => {
    const { db } = server.database;
    const key = server.nextId();
    await db.unclaimedBlobs.add({ key, upload: "" }, new Date(clock.now().getTime() + 3_600_000));
    await server.blobs.put(
      key,
      (async function* () {
        yield Buffer.from("left behind");
      })(),
    );
    await cleanUp();
    assert.equal((await buffer(await server.blobs.read(key))).toString(), "left behind");
    clock.advance(3600);
    await cleanUp();
    await assert.rejects(server.blobs.read(key));
    assert.equal(await db.unclaimedBlobs.isWanted(key), false);
  });

  test("are not removed under a document that is just claiming them", async () => {
    const { db } = server.database;
    const key = server.nextId();
    await db.unclaimedBlobs.add({ key, upload: "" }, clock.now());
    await server.blobs.put(
      key,
      (async function* () {
        yield Buffer.from("claimed");
      })(),
    );
    const claiming = await db.begin();
    await claiming.stores.unclaimedBlobs.claim([key]);
    const removing = cleanUp();
    await until(async () => {
      const waiting = await server.database.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return waiting.length > 0;
    });
    await claiming.commit();
    await removing;
    assert.equal((await buffer(await server.blobs.read(key))).toString(), "claimed");
  });

  test("are still noted down when they could not be removed, and do not keep others from being removed", async () => {
    const { db } = server.database;
    const [key, other] = [server.nextId(), server.nextId()];
    for (const one of [key, other]) await db.unclaimedBlobs.add({ key: one, upload: "" }, clock.now());
    const { remove } = server.blobs;
    server.blobs.remove = (blob) => (blob.key === key ? Promise.reject(new Error("the disk is gone")) : remove(blob));
    await assert.rejects(cleanUp(), /1 blobs could not be removed yet/);
    server.blobs.remove = remove;
    assert.equal(await db.unclaimedBlobs.isWanted(key), true);
    assert.equal(await db.unclaimedBlobs.isWanted(other), false);
    await cleanUp();
    assert.equal(await db.unclaimedBlobs.isWanted(key), false);
  });
});
