import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import { aFile, chunkBytes, chunksSent, digest, inChunks, storedDigests, uploading } from "../../testing/uploading.ts";
import type { Assay, UploadProgress } from "../index.ts";

const formsSent = () =>
  uploading.service.requests.filter((request) => request.startsWith("POST /v1/documents/submit")).length;

test("a small file goes in one form, from a path, a File, named content or a stream", async () => {
  const bytes = Buffer.from("A small policy.");
  const files = [
    await aFile("small.txt", bytes),
    new File([bytes], "small.txt"),
    { name: "small.txt", content: new Blob([bytes]) },
    { name: "small.txt", stream: new Blob([bytes]).stream(), size: bytes.length },
  ];
  for (const file of files) {
    const { documents } = await uploading.assay.uploadDocuments([file], uploading.target);
    assert.deepEqual(
      documents.map(({ fileNames }) => fileNames),
      [["small.txt"]],
    );
    assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
  }
  assert.equal(formsSent(), 4);
  assert.deepEqual(chunksSent(), []);
});

test("a large file goes in chunks, in order and with digests, from a path, a File or a stream", async () => {
  const bytes = randomBytes(chunkBytes * 3 + 5);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
  }
  const digests: string[] = [];
  const client = uploading.service.connect({
    apiKey: uploading.key,
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
    uploading.service.requests.length = 0;
    const { documents } = await client.uploadDocuments([file], uploading.target, inChunks);
    assert.deepEqual(chunksSent(), [0, 1, 2, 3]);
    assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
  }
  assert.equal(digests.filter((one) => /^sha-256=:[\w+/]{43}=:$/.test(one)).length, 12);
});

test("several files become a document each, in one review, unless they are to be one", async () => {
  const files = ["a", "b", "c", "d"].map((name) => ({ name, content: new Blob([`Text of ${name}.`]) }));
  const separate = await uploading.assay.uploadDocuments(files, uploading.target);
  assert.deepEqual(
    separate.documents.map(({ fileNames }) => fileNames),
    [["a"], ["b"], ["c"], ["d"]],
  );
  const { documents } = await uploading.assay.listDocuments({ complianceReviewId: separate.complianceReviewId });
  assert.equal(documents.length, 4);
  for (const options of [{}, inChunks]) {
    const together = await uploading.assay.uploadDocuments(
      files,
      { ...uploading.target, isConsolidated: true },
      options,
    );
    assert.deepEqual(
      together.documents.map(({ fileNames }) => fileNames),
      [["a", "b", "c", "d"]],
    );
  }
});

test("documents are appended to a review, with a selection of items", async () => {
  const first = await uploading.assay.uploadDocuments([new File(["One."], "one.txt")], uploading.target);
  const { complianceReviewId } = first;
  const { items } = await uploading.assay.listControlItems(uploading.target.controlId ?? "");
  const selectedControlItemIds = items.slice(0, 2).map(({ id }) => id);
  for (const options of [{}, inChunks]) {
    const next = await uploading.assay.uploadDocuments(
      [new File(["Two."], "two.txt")],
      { complianceReviewId, selectedControlItemIds, auditLanguageId: "de" },
      options,
    );
    assert.equal(next.complianceReviewId, complianceReviewId);
    const result = await uploading.assay.getDocumentResult(next.documents[0]?.documentId ?? "");
    assert.deepEqual(
      result.complianceItems.map(({ controlItemId }) => controlItemId).sort(),
      selectedControlItemIds.sort(),
    );
  }
});

test("progress tells stored bytes and chunks, of every file and of all, to callbacks and to whoever walks along", async () => {
  const files = [2, 3].map((count) => ({ name: `${count}`, content: new Blob([randomBytes(chunkBytes * count)]) }));
  const told: UploadProgress[] = [];
  const walked: number[] = [];
  const upload = uploading.assay.uploadDocuments(files, uploading.target, {
    ...inChunks,
    onProgress: (progress) => told.push(progress),
  });
  for await (const { sentChunks } of upload) walked.push(sentChunks);
  await upload;
  assert.deepEqual(
    told.map(({ sentChunks }) => sentChunks),
    [0, 1, 2, 3, 4, 5],
  );
  assert.equal(walked.at(-1), 5);
  const last = told.at(-1);
  assert.deepEqual([last?.sentBytes, last?.totalBytes, last?.totalChunks], [5 * chunkBytes, 5 * chunkBytes, 5]);
  for (const file of last?.files ?? []) assert.match(file.documentId ?? "", /^[0-9A-Z]{26}$/);
  assert.ok((last?.resumeToken?.length ?? 0) < 600, "the token is small");
  assert.equal((await uploading.assay.getUploadStatus(last?.sessionId ?? "")).status, "completed");
});

test("lost connections and a service that is away for a moment do not end an upload", async () => {
  const bytes = randomBytes(chunkBytes * 5);
  let calls = 0;
  const client = uploading.service.connect({
    apiKey: uploading.key,
    fetch: async (url, init) => {
      calls += 1;
      if (calls % 3 === 0) throw new TypeError("fetch failed", { cause: new Error("ECONNRESET") });
      const answer = await fetch(url, init);
      // The chunk is stored, but its sender never hears of it.
      if (calls % 4 === 0) throw new TypeError("terminated");
      return answer;
    },
  });
  const { documents } = await client.uploadDocuments([new File([bytes], "lossy.bin")], uploading.target, inChunks);
  assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
});

test("bytes that change on their way are refused by the service and the upload fails with its reason", async () => {
  const client = uploading.service.connect({
    apiKey: uploading.key,
    fetch: (url, init) =>
      fetch(url, init?.method === "PUT" ? { ...init, body: Buffer.alloc(chunkBytes, 1) } : (init ?? {})),
  });
  const file = new File([randomBytes(chunkBytes)], "noisy.bin");
  await assert.rejects(client.uploadDocuments([file], uploading.target, inChunks), { status: 400, message: /digest/i });
});

test("what cannot be uploaded is told before anything is sent", async () => {
  const refused = (files: Parameters<Assay["uploadDocuments"]>[0], message: RegExp) =>
    assert.rejects(uploading.assay.uploadDocuments(files, uploading.target), { code: "invalid_file", message });
  await refused([], /no file/);
  await refused([join(uploading.folder, "absent.pdf")], /absent\.pdf cannot be read/);
  await refused([uploading.folder], /is not a file/);
  await refused([new File([], "empty.txt")], /empty\.txt is empty/);
  await refused([{ name: "short", stream: new Blob(["x"]).stream(), size: 5 }], /fewer bytes/);
  await refused([{ name: "long", stream: new Blob(["xxxx"]).stream(), size: 3 }], /more than the 3 bytes/);
  assert.deepEqual(uploading.service.requests, []);
});

test("a stream that is longer than it was said to be becomes no document", async () => {
  async function* pieces() {
    yield randomBytes(chunkBytes * 2);
    yield new Uint8Array(0);
    yield randomBytes(1);
  }
  const file = { name: "long.bin", stream: pieces(), size: chunkBytes * 2 };
  await assert.rejects(uploading.assay.uploadDocuments([file], uploading.target, inChunks), {
    code: "invalid_file",
    message: /long\.bin is a stream of more than the 131072 bytes/,
  });
  assert.ok(!chunksSent().includes(1), "the last chunk would have made a document of it");
});
