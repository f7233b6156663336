import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { type AService, startAService } from "../../testing/a-service.ts";
import type { Assay, UploadFile, UploadProgress, UploadTarget } from "../index.ts";

/** The test server's chunks are 64 KiB. */
const chunkBytes = 65_536;
const inChunks = { formUpToBytes: 0 };

let service: AService;
let folder: string;
let assay: Assay;
let key: string;
let target: UploadTarget;
before(async () => {
  service = await startAService();
  folder = await mkdtemp(join(tmpdir(), "assay-sdk-"));
  ({ assay, key, target } = await service.aCompany());
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  service.requests.length = 0;
});

const chunksSent = () =>
  service.requests.filter((request) => request.startsWith("PUT ")).map((one) => Number(one.split("/").at(-1)));
const formsSent = () => service.requests.filter((request) => request.startsWith("POST /v1/documents/submit")).length;

async function aFile(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** What the service keeps of a document's files. */
async function storedDigests(documentId: string): Promise<string[]> {
  const files = await service.server.database.db.documents.listStoredFiles(documentId);
  return Promise.all(
    files.map(async ({ id }) => {
      const hash = createHash("sha256");
      for await (const piece of await service.server.blobs.read(id)) hash.update(piece);
      return hash.digest("hex");
    }),
  );
}
const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A client whose connection ends when the given number of chunks has been sent. */
function breakingAfter(chunks: number) {
  const ending = new AbortController();
  let left = chunks;
  const client = service.connect({
    apiKey: key,
    fetch: (url, init) => {
      if (init?.method === "PUT" && left-- === 0) ending.abort(new Error("killed"));
      return fetch(url, init);
    },
  });
  return { client, signal: ending.signal };
}

test("a small file goes in one form, from a path, a File, named content or a stream", async () => {
  const bytes = Buffer.from("A small policy.");
  const files = [
    await aFile("small.txt", bytes),
    new File([bytes], "small.txt"),
    { name: "small.txt", content: new Blob([bytes]) },
    { name: "small.txt", stream: new Blob([bytes]).stream(), size: bytes.length },
  ];
  for (const file of files) {
    const { documents } = await assay.uploadDocuments([file], target);
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
  const client = service.connect({
    apiKey: key,
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
    service.requests.length = 0;
    const { documents } = await client.uploadDocuments([file], target, inChunks);
    assert.deepEqual(chunksSent(), [0, 1, 2, 3]);
    assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
  }
  assert.equal(digests.filter((one) => /^sha-256=:[\w+/]{43}=:$/.test(one)).length, 12);
});

test("several files become a document each, in one review, unless they are to be one", async () => {
  const files = ["a", "b", "c", "d"].map((name) => ({ name, content: new Blob([`Text of ${name}.`]) }));
  const separate = await assay.uploadDocuments(files, target);
  assert.deepEqual(
    separate.documents.map(({ fileNames }) => fileNames),
    [["a"], ["b"], ["c"], ["d"]],
  );
  const { documents } = await assay.listDocuments({ complianceReviewId: separate.complianceReviewId });
  assert.equal(documents.length, 4);
  for (const options of [{}, inChunks]) {
    const together = await assay.uploadDocuments(files, { ...target, isConsolidated: true }, options);
    assert.deepEqual(
      together.documents.map(({ fileNames }) => fileNames),
      [["a", "b", "c", "d"]],
    );
  }
});

test("documents are appended to a review, with a selection of items", async () => {
  const first = await assay.uploadDocuments([new File(["One."], "one.txt")], target);
  const { complianceReviewId } = first;
  const { items } = await assay.listControlItems(target.controlId ?? "");
  const selectedControlItemIds = items.slice(0, 2).map(({ id }) => id);
  for (const options of [{}, inChunks]) {
    const next = await assay.uploadDocuments(
      [new File(["Two."], "two.txt")],
      { complianceReviewId, selectedControlItemIds, auditLanguageId: "de" },
      options,
    );
    assert.equal(next.complianceReviewId, complianceReviewId);
    const result = await assay.getDocumentResult(next.documents[0]?.documentId ?? "");
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
  const upload = assay.uploadDocuments(files, target, { ...inChunks, onProgress: (progress) => told.push(progress) });
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
  assert.equal((await assay.getUploadStatus(last?.sessionId ?? "")).status, "completed");
});

test("an upload that was killed goes on from its token, and only what is missing travels", async () => {
  const bytes = randomBytes(chunkBytes * 6);
  const path = await aFile("killed.bin", bytes);
  const { client, signal } = breakingAfter(4);
  let resume: string | undefined;
  const onProgress = (progress: UploadProgress) => {
    resume = progress.resumeToken;
  };
  await assert.rejects(client.uploadDocuments([path], target, { ...inChunks, onProgress, signal }), {
    code: "aborted",
  });
  const sent = new Set(chunksSent());
  service.requests.length = 0;
  const told: number[] = [];
  const again = await assay.uploadDocuments([path], target, {
    resume,
    onProgress: ({ sentChunks }) => told.push(sentChunks),
  });
  assert.deepEqual(chunksSent(), [4, 5]);
  assert.ok(sent.size >= 4);
  assert.equal(told[0], 4, "progress begins where it was");
  assert.deepEqual(await storedDigests(again.documents[0]?.documentId ?? ""), [digest(bytes)]);

  service.requests.length = 0;
  const stream = { name: "killed.bin", stream: new Blob([bytes]).stream(), size: bytes.length };
  const repeated = await assay.uploadDocuments([stream], target, { resume });
  assert.deepEqual(repeated, again, "an upload that is complete is told again");
  assert.deepEqual(chunksSent(), [5], "the last chunk once more names the document");
});

test("several files go on from their token together", async () => {
  const files = await Promise.all(
    [1, 3, 4].map(async (count) => aFile(`${count}.bin`, randomBytes(chunkBytes * count))),
  );
  for (const isConsolidated of [false, true]) {
    const { client, signal } = breakingAfter(5);
    let resume: string | undefined;
    const onProgress = ({ resumeToken }: UploadProgress) => {
      resume = resumeToken;
    };
    const options = { ...inChunks, onProgress, filesAtOnce: 2 };
    const uploading = client.uploadDocuments(files, { ...target, isConsolidated }, { ...options, signal });
    await assert.rejects(uploading, { code: "aborted" });
    const { documents } = await assay.uploadDocuments(files, { ...target, isConsolidated }, { ...options, resume });
    const names = documents.map(({ fileNames }) => fileNames);
    assert.deepEqual(names, isConsolidated ? [["1.bin", "3.bin", "4.bin"]] : [["1.bin"], ["3.bin"], ["4.bin"]]);
  }
});

test("a session that has ended is started anew", async () => {
  const bytes = randomBytes(chunkBytes * 2);
  const { client, signal } = breakingAfter(1);
  let resume = "";
  const onProgress = ({ resumeToken = "" }: UploadProgress) => {
    resume = resumeToken;
  };
  const file = new File([bytes], "ended.bin");
  await assert.rejects(client.uploadDocuments([file], target, { ...inChunks, onProgress, signal }));
  const [, sessionId] = JSON.parse(Buffer.from(resume, "base64url").toString()) as [number, string];
  await assay.cancelUpload(sessionId);
  service.requests.length = 0;
  const { documents } = await assay.uploadDocuments([file], target, { ...inChunks, resume });
  assert.deepEqual(chunksSent(), [0, 1]);
  assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
});

test("a file that was changed meanwhile is not glued to its old half", async () => {
  const path = await aFile("changed.bin", randomBytes(chunkBytes * 3));
  const { client, signal } = breakingAfter(1);
  let resume: string | undefined;
  const onProgress = ({ resumeToken }: UploadProgress) => {
    resume = resumeToken;
  };
  await assert.rejects(client.uploadDocuments([path], target, { ...inChunks, onProgress, signal }));
  await utimes(path, 1, 1);
  await assert.rejects(assay.uploadDocuments([path], target, { resume }), {
    code: "resume_mismatch",
    message: /changed\.bin was changed/,
  });
  await assert.rejects(assay.uploadDocuments([path, path], target, { resume }), { code: "resume_mismatch" });
  await assert.rejects(assay.uploadDocuments([path], target, { resume: "x" }), { code: "resume_mismatch" });
});

/** The token of an upload that ended before the given number of chunks was sent, or with its last one. */
async function aToken(files: UploadFile[], chunks: number, given = target): Promise<string> {
  const { client, signal } = breakingAfter(chunks);
  let resume = "";
  const onProgress = ({ resumeToken = "" }: UploadProgress) => {
    resume = resumeToken;
  };
  await client.uploadDocuments(files, given, { ...inChunks, onProgress, signal }).catch(({ code }) => {
    assert.equal(code, "aborted");
  });
  service.requests.length = 0;
  return resume;
}

const named = (bytes: Buffer, name = "named.bin") => ({ name, content: new Blob([bytes]) });
const streamed = (bytes: Buffer) => ({ name: "named.bin", stream: new Blob([bytes]).stream(), size: bytes.length });

/** As versions before wrote it: without names, digests and target. */
function olderToken(token: string): string {
  const [version, sessionId, files, reviewId] = JSON.parse(Buffer.from(token, "base64url").toString());
  const older = [version, sessionId, files.map((file: unknown[]) => file.slice(0, 6)), reviewId];
  return Buffer.from(JSON.stringify(older)).toString("base64url");
}

test("content without a date is known again by what was stored of it, half sent or complete", async () => {
  const bytes = randomBytes(chunkBytes * 3);
  for (const chunks of [2, 9]) {
    const resume = await aToken([named(bytes)], chunks);
    for (const token of [resume, olderToken(resume)]) {
      for (const other of [named(randomBytes(bytes.length)), streamed(randomBytes(bytes.length))]) {
        await assert.rejects(assay.uploadDocuments([other], target, { ...inChunks, resume: token }), {
          code: "resume_mismatch",
          message: /named\.bin was changed/,
        });
      }
    }
    for (const same of [streamed(bytes), named(bytes)]) {
      const { documents } = await assay.uploadDocuments([same], target, { ...inChunks, resume });
      assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
    }
  }
});

test("only what is missing of content without a date travels", async () => {
  const bytes = randomBytes(chunkBytes * 3);
  for (const file of [named(bytes), streamed(bytes)]) {
    const resume = await aToken([named(bytes)], 2);
    await assay.uploadDocuments([file], target, { ...inChunks, resume });
    assert.deepEqual(chunksSent(), [2]);
  }
});

test("of files that become one document, each is known again before the rest is sent", async () => {
  const one = { ...target, isConsolidated: true };
  const [first, second] = [randomBytes(chunkBytes), randomBytes(chunkBytes * 3)];
  const sendingOne = { ...inChunks, filesAtOnce: 1 };
  const pair = (bytes: Buffer) => [named(bytes, "1"), named(second, "2")];
  const { client, signal } = breakingAfter(2);
  let resume: string | undefined;
  const onProgress = ({ resumeToken }: UploadProgress) => {
    resume = resumeToken;
  };
  await assert.rejects(client.uploadDocuments(pair(first), one, { ...sendingOne, onProgress, signal }));
  await assert.rejects(assay.uploadDocuments(pair(randomBytes(chunkBytes)), one, { ...sendingOne, resume }), {
    code: "resume_mismatch",
  });
  const { documents } = await assay.uploadDocuments(pair(first), one, { ...sendingOne, resume });
  assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(first), digest(second)]);
});

test("of files that became one document whose name was never heard, each is known again", async () => {
  const one = { ...target, isConsolidated: true };
  const [first, second] = [randomBytes(chunkBytes), randomBytes(chunkBytes)];
  const ending = new AbortController();
  let resume: string | undefined;
  let sent = 0;
  const client = service.connect({
    apiKey: key,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (init?.method === "PUT" && ++sent === 2) ending.abort(new Error("killed"));
      return answer;
    },
  });
  const onProgress = ({ resumeToken }: UploadProgress) => {
    resume = resumeToken;
  };
  const options = { ...inChunks, filesAtOnce: 1, onProgress, signal: ending.signal };
  await assert.rejects(client.uploadDocuments([named(first), named(second)], one, options), { code: "aborted" });
  const other = randomBytes(chunkBytes);
  for (const files of [
    [named(first), streamed(other)],
    [named(other), streamed(second)],
  ]) {
    await assert.rejects(assay.uploadDocuments(files, one, { ...inChunks, resume }), { code: "resume_mismatch" });
  }
  const { documents } = await assay.uploadDocuments([streamed(first), streamed(second)], one, { ...inChunks, resume });
  assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(first), digest(second)]);
});

test("a token is for its files' names and its target, and older ones without them are accepted", async () => {
  const bytes = randomBytes(chunkBytes * 2);
  const name = "Überprüfung 契約.bin";
  const resume = await aToken([named(bytes, name)], 1);
  const refused = (file: UploadFile, given: UploadTarget, message: RegExp) =>
    assert.rejects(assay.uploadDocuments([file], given, { ...inChunks, resume }), { code: "resume_mismatch", message });
  await refused(named(bytes, "other.bin"), target, /has Überprüfung 契約\.bin where other\.bin is given/);
  await refused(named(bytes, name), { ...target, auditLanguageId: "de" }, /another target/);
  await refused(named(bytes, name), { complianceReviewId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }, /another target/);
  assert.deepEqual(service.requests, [], "nothing is asked of the service");
  const again = await assay.uploadDocuments([named(bytes, name)], { ...target, isConsolidated: false }, { resume });
  const older = await assay.uploadDocuments([named(bytes, "other.bin")], target, { resume: olderToken(resume) });
  assert.equal(older.documents[0]?.documentId, again.documents[0]?.documentId);
});

test("lost connections and a service that is away for a moment do not end an upload", async () => {
  const bytes = randomBytes(chunkBytes * 5);
  let calls = 0;
  const client = service.connect({
    apiKey: key,
    fetch: async (url, init) => {
      calls += 1;
      if (calls % 3 === 0) throw new TypeError("fetch failed", { cause: new Error("ECONNRESET") });
      const answer = await fetch(url, init);
      // The chunk is stored, but its sender never hears of it.
      if (calls % 4 === 0) throw new TypeError("terminated");
      return answer;
    },
  });
  const { documents } = await client.uploadDocuments([new File([bytes], "lossy.bin")], target, inChunks);
  assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
});

test("bytes that change on their way are refused by the service and the upload fails with its reason", async () => {
  const client = service.connect({
    apiKey: key,
    fetch: (url, init) =>
      fetch(url, init?.method === "PUT" ? { ...init, body: Buffer.alloc(chunkBytes, 1) } : (init ?? {})),
  });
  const file = new File([randomBytes(chunkBytes)], "noisy.bin");
  await assert.rejects(client.uploadDocuments([file], target, inChunks), { status: 400, message: /digest/i });
});

test("what cannot be uploaded is told before anything is sent", async () => {
  const refused = (files: Parameters<Assay["uploadDocuments"]>[0], message: RegExp) =>
    assert.rejects(assay.uploadDocuments(files, target), { code: "invalid_file", message });
  await refused([], /no file/);
  await refused([join(folder, "absent.pdf")], /absent\.pdf cannot be read/);
  await refused([folder], /is not a file/);
  await refused([new File([], "empty.txt")], /empty\.txt is empty/);
  await refused([{ name: "short", stream: new Blob(["x"]).stream(), size: 5 }], /fewer bytes/);
  await refused([{ name: "long", stream: new Blob(["xxxx"]).stream(), size: 3 }], /more than the 3 bytes/);
  assert.deepEqual(service.requests, []);
});

test("a stream that is longer than it was said to be becomes no document", async () => {
  async function* pieces() {
    yield randomBytes(chunkBytes * 2);
    yield new Uint8Array(0);
    yield randomBytes(1);
  }
  const file = { name: "long.bin", stream: pieces(), size: chunkBytes * 2 };
  await assert.rejects(assay.uploadDocuments([file], target, inChunks), {
    code: "invalid_file",
    message: /long\.bin is a stream of more than the 131072 bytes/,
  });
  assert.ok(!chunksSent().includes(1), "the last chunk would have made a document of it");
});
