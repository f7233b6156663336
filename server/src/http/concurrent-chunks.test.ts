import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { after, describe, test } from "node:test";
import { type AnUpload, chunkUrl, storedFiles } from "../testing/builders.ts";
import type { Reply } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";
import { anUploadFixture, chunkBytes, chunksOf } from "../testing/upload-fixture.ts";

const { server, company, address, put, statusOf, cancel, eventsOf, uploadOf, bytesOf } = await anUploadFixture();
after(() => server.close());

describe("at the same time", () => {
  test("equal chunks are all answered with 200, and one is stored", async () => {
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

  test("of different chunks exactly one is stored, and the document has its bytes", async () => {
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

  test("the last chunks of a session's files create one review, and the session completes once", async () => {
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

  test("the last chunks of a consolidated session create one document", async () => {
    const files = Array.from({ length: 5 }, () => randomBytes(5));
    const upload = await uploadOf(files, { isConsolidated: true });
    const replies = await Promise.all(files.map((bytes, i) => put(upload, i, 0, bytes)));
    const complete = replies.filter(({ body }) => body.isComplete);
    assert.equal(complete.length, 1);
    assert.deepEqual(await bytesOf(complete[0]?.body.documentId), files);
  });
});

describe("over a real connection", () => {
  /** A request with an incomplete body. */
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
  const respondOnSocket = (socket: Socket) =>
    new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString())));

  test("a hung connection does not block a retry, and is answered as a repetition when it resumes", async () => {
    const bytes = randomBytes(chunkBytes);
    const upload = await uploadOf([bytes]);
    const hung = await begin(upload, 0, bytes);
    const { status, body } = await put(upload, 0, 0, bytes);
    assert.deepEqual([status, body.isComplete], [200, true]);
    const answer = respondOnSocket(hung);
    hung.write(bytes.subarray(bytes.length / 2));
    assert.match(await answer, /^HTTP\/1\.1 200 OK/);
    hung.destroy();
    assert.deepEqual(await bytesOf(body.documentId), [bytes]);
    await until(async () => !(await storedFiles(server)).some((path) => path.includes("incoming")));
  });

  test("a hung connection that resumes with different bytes is 422", async () => {
    const bytes = randomBytes(chunkBytes);
    const upload = await uploadOf([bytes]);
    const hung = await begin(upload, 0, bytes);
    await put(upload, 0, 0, bytes);
    const answer = respondOnSocket(hung);
    hung.write(randomBytes(chunkBytes / 2));
    assert.match(await answer, /^HTTP\/1\.1 422 /);
    hung.destroy();
  });

  test("a hung connection does not block cancelling, and its chunk is then 410", async () => {
    const bytes = randomBytes(chunkBytes);
    const upload = await uploadOf([bytes]);
    const hung = await begin(upload, 0, bytes);
    assert.equal((await cancel(upload)).status, 204);
    const answer = respondOnSocket(hung);
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

  /** Sent chunked, without a Content-Length. */
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

  test("a body without a length and with the right bytes is accepted", async () => {
    const upload = await uploadOf([Buffer.alloc(chunkBytes)]);
    const { status, body } = await stream(upload, 0, Buffer.alloc(chunkBytes));
    assert.deepEqual([status, body.isComplete], [200, true]);
  });
});

const wait = { prefer: "wait" };

/** A file of four chunks, half of the first one sent. */
async function aChunkOnItsWay({ hasSha256 = false } = {}) {
  const bytes = randomBytes(3 * chunkBytes + 7);
  const [first = bytes, second = bytes, third = bytes, fourth = bytes] = chunksOf(bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const file = { fileName: "a.bin", fileSize: bytes.length, ...(hasSha256 && { sha256 }) };
  const upload = await uploadOf([bytes], { files: [file] });
  const before = await storedFiles(server);
  const socket = connect(Number(address.port), address.hostname);
  socket.write(
    `PUT ${chunkUrl(upload.sessionId, upload.files[0]?.fileId ?? "", 0)} HTTP/1.1\r\nhost: x\r\nx-api-key: ${company.key}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${first.length}\r\n\r\n`,
  );
  socket.write(first.subarray(0, first.length / 2));
  await until(async () => (await storedFiles(server)).length === before.length + 1);
  return { bytes, upload, first, second, third, fourth, socket, before };
}

/** Sends a later chunk; resolves when its first bytes have arrived. */
async function sendAhead(upload: AnUpload, chunk: Buffer, index = 1): Promise<{ reply: Promise<Reply> }> {
  const before = (await storedFiles(server)).length;
  const reply = put(upload, 0, index, chunk, wait);
  await until(async () => (await storedFiles(server)).length > before);
  return { reply };
}

const respondOnSocket = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString())));

test("chunks with Prefer: wait are received while the previous one is in flight, and are stored in order", async () => {
  const { bytes, upload, first, second, third, fourth, socket } = await aChunkOnItsWay();
  const { reply: secondReply } = await sendAhead(upload, second);
  const { reply: thirdReply } = await sendAhead(upload, third, 2);
  assert.deepEqual((await statusOf(upload)).files[0].receivedChunks, []);
  const answer = respondOnSocket(socket);
  socket.write(first.subarray(first.length / 2));
  assert.match(await answer, /^HTTP\/1\.1 200 OK/);
  for (const [reply, received] of [
    [secondReply, 2],
    [thirdReply, 3],
  ] as const) {
    const { status, body } = await reply;
    assert.deepEqual([status, body.receivedChunks], [200, received]);
  }
  const last = await put(upload, 0, 3, fourth, wait);
  assert.deepEqual(await bytesOf(last.body.documentId), [bytes]);
  socket.destroy();
});

test("a chunk without Prefer: wait is 422 at once, and so is one after a gap or after more than two in-flight chunks", async () => {
  const { upload, second, third, fourth, socket } = await aChunkOnItsWay();
  assert.equal((await put(upload, 0, 1, second)).status, 422);
  assert.equal((await put(upload, 0, 1, second, { prefer: "return=minimal" })).status, 422);
  assert.equal((await put(upload, 0, 2, third, wait)).status, 422);
  const ahead = [await sendAhead(upload, second), await sendAhead(upload, third, 2)];
  assert.equal((await put(upload, 0, 3, fourth, wait)).status, 422);
  socket.destroy();
  for (const { reply } of ahead) assert.equal((await reply).status, 422);
});

test("a chunk with Prefer: wait is 422 when no previous chunk is in flight", async () => {
  const bytes = randomBytes(2 * chunkBytes);
  const upload = await uploadOf([bytes]);
  const reply = await put(upload, 0, 1, bytes.subarray(chunkBytes), wait);
  assert.deepEqual([reply.status, reply.headers["x-error-code"]], [422, "chunk_out_of_order"]);
});

test("when the previous chunk fails, the waiting one is 422, and neither is stored", async () => {
  const { upload, second, socket, before } = await aChunkOnItsWay();
  const { reply } = await sendAhead(upload, second);
  socket.destroy();
  const { status, headers } = await reply;
  assert.deepEqual([status, headers["x-error-code"]], [422, "chunk_out_of_order"]);
  await until(async () => (await storedFiles(server)).length === before.length);
});

test("a retry of a hung chunk lets the waiting one proceed", async () => {
  const { upload, first, second, socket } = await aChunkOnItsWay();
  const { reply } = await sendAhead(upload, second);
  assert.equal((await put(upload, 0, 0, first)).status, 200);
  const { status, body } = await reply;
  assert.deepEqual([status, body.receivedChunks], [200, 2]);
  socket.destroy();
});

test("a file with a sha256 accepts its chunks strictly in sequence", async () => {
  const { upload, first, second, socket } = await aChunkOnItsWay({ hasSha256: true });
  assert.equal((await put(upload, 0, 1, second, wait)).status, 422);
  const answer = respondOnSocket(socket);
  socket.write(first.subarray(first.length / 2));
  assert.match(await answer, /^HTTP\/1\.1 200 OK/);
  assert.equal((await put(upload, 0, 1, second)).status, 200);
  socket.destroy();
});
