import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import {
  aFile,
  chunkBytes,
  chunksSent,
  digest,
  fixture,
  inChunks,
  storedDigests,
} from "../../testing/upload-fixture.ts";
import type { Assay, UploadProgress } from "../index.ts";

const formsSent = () =>
  fixture.service.requests.filter((request) => request.startsWith("POST /v1/documents/submit")).length;

test("a small file is sent as a form, from a path, a File, named content or a stream", async () => {
  const bytes = Buffer.from("A small policy.");
  const files = [
    await aFile("small.txt", bytes),
    new File([bytes], "small.txt"),
    { name: "small.txt", content: new Blob([bytes]) },
    { name: "small.txt", stream: new Blob([bytes]).stream(), size: bytes.length },
  ];
  for (const file of files) {
    const { documents } = await fixture.assay.uploadDocuments([file], fixture.target);
    assert.deepEqual(
      documents.map(({ fileNames }) => fileNames),
      [["small.txt"]],
    );
    assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
  }
  assert.equal(formsSent(), 4);
  assert.deepEqual(chunksSent(), []);
});

test("a large file is sent in chunks with digests, in order, from a path, a File or a stream", async () => {
  const bytes = randomBytes(chunkBytes * 3 + 5);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
  }
  const digests: string[] = [];
  const client = fixture.service.connect({
    apiKey: fixture.key,
    fetch: (url, init) => {
      digests.push(new Headers(init?.headers).get("content-digest") ?? "");
      return fetch(url, init);
    },
  });
  for (const file of [
    await aFile("large.bin", bytes),
    new File([bytes], "large.bin"),
    { name: "large.bin", stream: pieces(), size: bytes.length },
  ]) {
    fixture.service.requests.length = 0;
    const { documents } = await client.uploadDocuments([file], fixture.target, inChunks);
    assert.deepEqual(chunksSent(), [0, 1, 2, 3]);
    assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
  }
  assert.equal(digests.filter((one) => /^sha-256=:[\w+/]{43}=:$/.test(one)).length, 12);
});

test("each file becomes a document of one review, or all become one document", async () => {
  const files = ["a", "b", "c", "d"].map((name) => ({ name, content: new Blob([`Text of ${name}.`]) }));
  const separate = await fixture.assay.uploadDocuments(files, fixture.target);
  assert.deepEqual(
    separate.documents.map(({ fileNames }) => fileNames),
    [["a"], ["b"], ["c"], ["d"]],
  );
  const { documents } = await fixture.assay.listDocuments({ complianceReviewId: separate.complianceReviewId });
  assert.equal(documents.length, 4);
  for (const options of [{}, inChunks]) {
    const together = await fixture.assay.uploadDocuments(files, { ...fixture.target, isConsolidated: true }, options);
    assert.deepEqual(
      together.documents.map(({ fileNames }) => fileNames),
      [["a", "b", "c", "d"]],
    );
  }
});

test("documents are appended to a review, with a selection of items", async () => {
  const first = await fixture.assay.uploadDocuments([new File(["One."], "one.txt")], fixture.target);
  const { complianceReviewId } = first;
  const { items } = await fixture.assay.listControlItems(fixture.target.controlId ?? "");
  const selectedControlItemIds = items.slice(0, 2).map(({ id }) => id);
  for (const options of [{}, inChunks]) {
    const next = await fixture.assay.uploadDocuments(
      [new File(["Two."], "two.txt")],
      { complianceReviewId, selectedControlItemIds, auditLanguageId: "de" },
      options,
    );
    assert.equal(next.complianceReviewId, complianceReviewId);
    const result = await fixture.assay.getDocumentResult(next.documents[0]?.documentId ?? "");
    assert.deepEqual(
      result.complianceItems.map(({ controlItemId }) => controlItemId).sort(),
      selectedControlItemIds.sort(),
    );
  }
});

test("facts about the entity are sent with a form and with chunks", async () => {
  for (const options of [{}, inChunks])
    await assert.rejects(
      fixture.assay.uploadDocuments(
        [new File(["Facts."], "f.txt")],
        { ...fixture.target, facts: { isNoFact: true } },
        options,
      ),
      /facts\.isNoFact is not a condition of any control/,
    );
});

test("progress reports stored bytes and chunks per file and in total, by callback and by iteration", async () => {
  const files = [2, 3].map((count) => ({ name: `${count}`, content: new Blob([randomBytes(chunkBytes * count)]) }));
  const reported: UploadProgress[] = [];
  const iterated: number[] = [];
  const upload = fixture.assay.uploadDocuments(files, fixture.target, {
    ...inChunks,
    onProgress: (progress) => reported.push(progress),
  });
  for await (const { sentChunks } of upload) iterated.push(sentChunks);
  await upload;
  assert.deepEqual(
    reported.map(({ sentChunks }) => sentChunks),
    [0, 1, 2, 3, 4, 5],
  );
  assert.equal(iterated.at(-1), 5);
  const last = reported.at(-1);
  assert.deepEqual([last?.sentBytes, last?.totalBytes, last?.totalChunks], [5 * chunkBytes, 5 * chunkBytes, 5]);
  for (const file of last?.files ?? []) assert.match(file.documentId ?? "", /^[0-9A-Z]{26}$/);
  assert.ok((last?.resumeToken?.length ?? 0) < 600, "the token is small");
  assert.equal((await fixture.assay.getUploadStatus(last?.sessionId ?? "")).status, "completed");
});

test("lost connections and lost responses do not end an upload", async () => {
  const bytes = randomBytes(chunkBytes * 5);
  let calls = 0;
  const client = fixture.service.connect({
    apiKey: fixture.key,
    fetch: async (url, init) => {
      calls += 1;
      if (calls % 3 === 0) throw new TypeError("fetch failed", { cause: new Error("ECONNRESET") });
      const answer = await fetch(url, init);
      // The chunk is stored, but its response is lost.
      if (calls % 4 === 0) throw new TypeError("terminated");
      return answer;
    },
  });
  const { documents } = await client.uploadDocuments([new File([bytes], "lossy.bin")], fixture.target, inChunks);
  assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
});

test("bytes that change in transit are refused by the service, and the upload fails with its reason", async () => {
  const client = fixture.service.connect({
    apiKey: fixture.key,
    fetch: (url, init) =>
      fetch(url, init?.method === "PUT" ? { ...init, body: Buffer.alloc(chunkBytes, 1) } : (init ?? {})),
  });
  const file = new File([randomBytes(chunkBytes)], "noisy.bin");
  await assert.rejects(client.uploadDocuments([file], fixture.target, inChunks), { status: 400, message: /digest/i });
});

test("an invalid file is refused before anything is sent", async () => {
  const refused = (files: Parameters<Assay["uploadDocuments"]>[0], message: RegExp) =>
    assert.rejects(fixture.assay.uploadDocuments(files, fixture.target), { code: "invalid_file", message });
  await refused([], /no file/);
  await refused([join(fixture.folder, "absent.pdf")], /absent\.pdf cannot be read/);
  await refused([fixture.folder], /is not a file/);
  await refused([new File([], "empty.txt")], /empty\.txt is empty/);
  await refused([{ name: "short", stream: new Blob(["x"]).stream(), size: 5 }], /fewer bytes/);
  await refused([{ name: "long", stream: new Blob(["xxxx"]).stream(), size: 3 }], /more than the 3 bytes/);
  assert.deepEqual(fixture.service.requests, []);
});

test("a stream that is longer than its declared size creates no document", async () => {
  async function* pieces() {
    yield randomBytes(chunkBytes * 2);
    yield new Uint8Array(0);
    yield randomBytes(1);
  }
  const file = { name: "long.bin", stream: pieces(), size: chunkBytes * 2 };
  await assert.rejects(fixture.assay.uploadDocuments([file], fixture.target, inChunks), {
    code: "invalid_file",
    message: /long\.bin is a stream of more than the 131072 bytes/,
  });
  assert.ok(!chunksSent().includes(1), "the last chunk, which would create the document, is not sent");
});
