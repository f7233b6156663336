import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { anUploadFixture, chunkBytes, refused } from "../testing/upload-fixture.ts";

const { server, clock, statusOf, start, uploadOf } = await anUploadFixture();
after(() => server.close());

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
