import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { after, test } from "node:test";
import { type AnUpload, chunkUrl, storedFiles } from "../testing/builders.ts";
import type { Reply } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";
import { anUploadFixture, chunkBytes, chunksOf } from "../testing/upload-fixture.ts";

const { server, company, address, put, statusOf, uploadOf, bytesOf } = await anUploadFixture();
after(() => server.close());

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
