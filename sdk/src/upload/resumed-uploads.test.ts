import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { utimes } from "node:fs/promises";
import { test } from "node:test";
import { aFile, chunkBytes, chunksSent, digest, inChunks, storedDigests, uploading } from "../../testing/uploading.ts";
import type { UploadFile, UploadProgress, UploadTarget } from "../index.ts";

/** A client whose connection ends when the given number of chunks has been sent. */
function breakingAfter(chunks: number) {
  const ending = new AbortController();
  let left = chunks;
  const client = uploading.service.connect({
    apiKey: uploading.key,
    fetch: (url, init) => {
      if (init?.method === "PUT" && left-- === 0) ending.abort(new Error("killed"));
      return fetch(url, init);
    },
  });
  return { client, signal: ending.signal };
}

test("an upload that was killed goes on from its token, and only what is missing travels", async () => {
  const bytes = randomBytes(chunkBytes * 6);
  const path = await aFile("killed.bin", bytes);
  const { client, signal } = breakingAfter(4);
  let resume: string | undefined;
  const onProgress = (progress: UploadProgress) => {
    resume = progress.resumeToken;
  };
  await assert.rejects(client.uploadDocuments([path], uploading.target, { ...inChunks, onProgress, signal }), {
    code: "aborted",
  });
  const sent = new Set(chunksSent());
  uploading.service.requests.length = 0;
  const told: number[] = [];
  const again = await uploading.assay.uploadDocuments([path], uploading.target, {
    resume,
    onProgress: ({ sentChunks }) => told.push(sentChunks),
  });
  assert.deepEqual(chunksSent(), [4, 5]);
  assert.ok(sent.size >= 4);
  assert.equal(told[0], 4, "progress begins where it was");
  assert.deepEqual(await storedDigests(again.documents[0]?.documentId ?? ""), [digest(bytes)]);

  uploading.service.requests.length = 0;
  const stream = { name: "killed.bin", stream: new Blob([bytes]).stream(), size: bytes.length };
  const repeated = await uploading.assay.uploadDocuments([stream], uploading.target, { resume });
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
    const broken = client.uploadDocuments(files, { ...uploading.target, isConsolidated }, { ...options, signal });
    await assert.rejects(broken, { code: "aborted" });
    const { documents } = await uploading.assay.uploadDocuments(
      files,
      { ...uploading.target, isConsolidated },
      { ...options, resume },
    );
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
  await assert.rejects(client.uploadDocuments([file], uploading.target, { ...inChunks, onProgress, signal }));
  const [, sessionId] = JSON.parse(Buffer.from(resume, "base64url").toString()) as [number, string];
  await uploading.assay.cancelUpload(sessionId);
  uploading.service.requests.length = 0;
  const { documents } = await uploading.assay.uploadDocuments([file], uploading.target, { ...inChunks, resume });
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
  await assert.rejects(client.uploadDocuments([path], uploading.target, { ...inChunks, onProgress, signal }));
  await utimes(path, 1, 1);
  await assert.rejects(uploading.assay.uploadDocuments([path], uploading.target, { resume }), {
    code: "resume_mismatch",
    message: /changed\.bin was changed/,
  });
  await assert.rejects(uploading.assay.uploadDocuments([path, path], uploading.target, { resume }), {
    code: "resume_mismatch",
  });
  await assert.rejects(uploading.assay.uploadDocuments([path], uploading.target, { resume: "x" }), {
    code: "resume_mismatch",
  });
});

/** The token of an upload that ended before the given number of chunks was sent, or with its last one. */
async function aToken(files: UploadFile[], chunks: number, given = uploading.target): Promise<string> {
  const { client, signal } = breakingAfter(chunks);
  let resume = "";
  const onProgress = ({ resumeToken = "" }: UploadProgress) => {
    resume = resumeToken;
  };
  await client.uploadDocuments(files, given, { ...inChunks, onProgress, signal }).catch(({ code }) => {
    assert.equal(code, "aborted");
  });
  uploading.service.requests.length = 0;
  return resume;
}

const named = (bytes: Buffer, name = "named.bin") => ({ name, content: new Blob([bytes]) });
const streamed = (bytes: Buffer) => ({ name: "named.bin", stream: new Blob([bytes]).stream(), size: bytes.length });

/** As versions before wrote it: without names, digests and uploading.target. */
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
        await assert.rejects(
          uploading.assay.uploadDocuments([other], uploading.target, { ...inChunks, resume: token }),
          {
            code: "resume_mismatch",
            message: /named\.bin was changed/,
          },
        );
      }
    }
    for (const same of [streamed(bytes), named(bytes)]) {
      const { documents } = await uploading.assay.uploadDocuments([same], uploading.target, { ...inChunks, resume });
      assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
    }
  }
});

test("only what is missing of content without a date travels", async () => {
  const bytes = randomBytes(chunkBytes * 3);
  for (const file of [named(bytes), streamed(bytes)]) {
    const resume = await aToken([named(bytes)], 2);
    await uploading.assay.uploadDocuments([file], uploading.target, { ...inChunks, resume });
    assert.deepEqual(chunksSent(), [2]);
  }
});

test("of files that become one document, each is known again before the rest is sent", async () => {
  const one = { ...uploading.target, isConsolidated: true };
  const [first, second] = [randomBytes(chunkBytes), randomBytes(chunkBytes * 3)];
  const sendingOne = { ...inChunks, filesAtOnce: 1 };
  const pair = (bytes: Buffer) => [named(bytes, "1"), named(second, "2")];
  const { client, signal } = breakingAfter(2);
  let resume: string | undefined;
  const onProgress = ({ resumeToken }: UploadProgress) => {
    resume = resumeToken;
  };
  await assert.rejects(client.uploadDocuments(pair(first), one, { ...sendingOne, onProgress, signal }));
  await assert.rejects(uploading.assay.uploadDocuments(pair(randomBytes(chunkBytes)), one, { ...sendingOne, resume }), {
    code: "resume_mismatch",
  });
  const { documents } = await uploading.assay.uploadDocuments(pair(first), one, { ...sendingOne, resume });
  assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(first), digest(second)]);
});

test("of files that became one document whose name was never heard, each is known again", async () => {
  const one = { ...uploading.target, isConsolidated: true };
  const [first, second] = [randomBytes(chunkBytes), randomBytes(chunkBytes)];
  const ending = new AbortController();
  let resume: string | undefined;
  let sent = 0;
  const client = uploading.service.connect({
    apiKey: uploading.key,
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
    await assert.rejects(uploading.assay.uploadDocuments(files, one, { ...inChunks, resume }), {
      code: "resume_mismatch",
    });
  }
  const { documents } = await uploading.assay.uploadDocuments([streamed(first), streamed(second)], one, {
    ...inChunks,
    resume,
  });
  assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(first), digest(second)]);
});

test("a token is for its files' names and its target, and older ones without them are accepted", async () => {
  const bytes = randomBytes(chunkBytes * 2);
  const name = "Überprüfung 契約.bin";
  const resume = await aToken([named(bytes, name)], 1);
  const refused = (file: UploadFile, given: UploadTarget, message: RegExp) =>
    assert.rejects(uploading.assay.uploadDocuments([file], given, { ...inChunks, resume }), {
      code: "resume_mismatch",
      message,
    });
  await refused(named(bytes, "other.bin"), uploading.target, /has Überprüfung 契約\.bin where other\.bin is given/);
  await refused(named(bytes, name), { ...uploading.target, auditLanguageId: "de" }, /another target/);
  await refused(named(bytes, name), { complianceReviewId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }, /another target/);
  assert.deepEqual(uploading.service.requests, [], "nothing is asked of the service");
  const again = await uploading.assay.uploadDocuments(
    [named(bytes, name)],
    { ...uploading.target, isConsolidated: false },
    { resume },
  );
  const older = await uploading.assay.uploadDocuments([named(bytes, "other.bin")], uploading.target, {
    resume: olderToken(resume),
  });
  assert.equal(older.documents[0]?.documentId, again.documents[0]?.documentId);
});
