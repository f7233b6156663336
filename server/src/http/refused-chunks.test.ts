import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type AnUpload, aCompany, anUpload, chunkUrl, storedFiles, unknownId } from "../testing/builders.ts";
import { anUploadFixture, chunkBytes, chunksOf, refused } from "../testing/upload-fixture.ts";

const { server, company, put, statusOf, uploadOf, bytesOf } = await anUploadFixture();
after(() => server.close());

const digestOf = (bytes: Buffer) => `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`;

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
    ["2", 422, "Send the chunks in order; the next one is 1\\."],
    ["3", 422, "Send the chunks in order; the next one is 1\\."],
    ["2147483647", 422, "Send the chunks in order; the next one is 1\\."],
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

  test("foreign, unknown and malformed ids are 404 with identical bodies", async () => {
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

  test("and the right bytes are still accepted afterwards", async () => {
    const { status } = await put(upload, 0, 1, second, { "content-digest": digestOf(second) });
    assert.equal(status, 200);
    const [, , third = Buffer.alloc(0)] = chunksOf(bytes);
    const both = `sha-512=:${Buffer.alloc(64).toString("base64")}:, ${digestOf(third)}`;
    const { body } = await put(upload, 0, 2, third, { "content-digest": both });
    assert.ok((await bytesOf(body.documentId))[0]?.equals(bytes));
    await refused(put(upload, 0, 3, second), 422, "The file is complete: its last chunk is 2\\.");
  });
});
