import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { utimes } from "node:fs/promises";
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
import type { UploadFile, UploadProgress, UploadTarget } from "../index.ts";

/** A client that aborts after the given number of chunks. */
function disconnectAfter(chunks: number) {
  const ending = new AbortController();
  let left = chunks;
  const client = fixture.service.connect({
    apiKey: fixture.key,
    fetch: (url, init) => {
      if (init?.method === "PUT" && left-- === 0) ending.abort(new Error("killed"));
      return fetch(url, init);
    },
  });
  return { client, signal: ending.signal };
}

test("an aborted upload resumes from its token and sends only missing chunks", async () => {
  const bytes = randomBytes(chunkBytes * 6);
  const path = await aFile("killed.bin", bytes);
  const { client, signal } = disconnectAfter(4);
  let resume: string | undefined;
  const onProgress = (progress: UploadProgress) => {
    resume = progress.resumeToken;
  };
  await assert.rejects(client.uploadDocuments([path], fixture.target, { ...inChunks, onProgress, signal }), {
    code: "aborted",
  });
  const sent = new Set(chunksSent());
  fixture.service.requests.length = 0;
  const reported: number[] = [];
  const again = await fixture.assay.uploadDocuments([path], fixture.target, {
    resume,
    onProgress: ({ sentChunks }) => reported.push(sentChunks),
  });
  assert.deepEqual(chunksSent(), [4, 5]);
  assert.ok(sent.size >= 4);
  assert.equal(reported[0], 4, "progress starts with the stored chunks");
  assert.deepEqual(await storedDigests(again.documents[0]?.documentId ?? ""), [digest(bytes)]);

  fixture.service.requests.length = 0;
  const stream = { name: "killed.bin", stream: new Blob([bytes]).stream(), size: bytes.length };
  const repeated = await fixture.assay.uploadDocuments([stream], fixture.target, { resume });
  assert.deepEqual(repeated, again, "resuming a complete upload returns its result");
  assert.deepEqual(chunksSent(), [5], "the last chunk is sent again to get the document's id");
});

test("an upload of several files resumes from its token", async () => {
  const files = await Promise.all(
    [1, 3, 4].map(async (count) => aFile(`${count}.bin`, randomBytes(chunkBytes * count))),
  );
  for (const isConsolidated of [false, true]) {
    const { client, signal } = disconnectAfter(5);
    let resume: string | undefined;
    const onProgress = ({ resumeToken }: UploadProgress) => {
      resume = resumeToken;
    };
    const options = { ...inChunks, onProgress, concurrentFiles: 2 };
    const broken = client.uploadDocuments(files, { ...fixture.target, isConsolidated }, { ...options, signal });
    await assert.rejects(broken, { code: "aborted" });
    const { documents } = await fixture.assay.uploadDocuments(
      files,
      { ...fixture.target, isConsolidated },
      { ...options, resume },
    );
    const names = documents.map(({ fileNames }) => fileNames);
    assert.deepEqual(names, isConsolidated ? [["1.bin", "3.bin", "4.bin"]] : [["1.bin"], ["3.bin"], ["4.bin"]]);
  }
});

test("a token whose session has ended starts a new upload", async () => {
  const bytes = randomBytes(chunkBytes * 2);
  const { client, signal } = disconnectAfter(1);
  let resume = "";
  const onProgress = ({ resumeToken = "" }: UploadProgress) => {
    resume = resumeToken;
  };
  const file = new File([bytes], "ended.bin");
  await assert.rejects(client.uploadDocuments([file], fixture.target, { ...inChunks, onProgress, signal }));
  const [, sessionId] = JSON.parse(Buffer.from(resume, "base64url").toString()) as [number, string];
  await fixture.assay.cancelUpload(sessionId);
  fixture.service.requests.length = 0;
  const { documents } = await fixture.assay.uploadDocuments([file], fixture.target, { ...inChunks, resume });
  assert.deepEqual(chunksSent(), [0, 1]);
  assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
});

test("a changed file is not resumed", async () => {
  const path = await aFile("changed.bin", randomBytes(chunkBytes * 3));
  const { client, signal } = disconnectAfter(1);
  let resume: string | undefined;
  const onProgress = ({ resumeToken }: UploadProgress) => {
    resume = resumeToken;
  };
  await assert.rejects(client.uploadDocuments([path], fixture.target, { ...inChunks, onProgress, signal }));
  await utimes(path, 1, 1);
  await assert.rejects(fixture.assay.uploadDocuments([path], fixture.target, { resume }), {
    code: "resume_mismatch",
    message: /changed\.bin was changed/,
  });
  await assert.rejects(fixture.assay.uploadDocuments([path, path], fixture.target, { resume }), {
    code: "resume_mismatch",
  });
  await assert.rejects(fixture.assay.uploadDocuments([path], fixture.target, { resume: "x" }), {
    code: "resume_mismatch",
  });
});

/** The token of an upload that was aborted after the given number of chunks, or that ended before. */
async function aToken(files: UploadFile[], chunks: number, target = fixture.target): Promise<string> {
  const { client, signal } = disconnectAfter(chunks);
  let resume = "";
  const onProgress = ({ resumeToken = "" }: UploadProgress) => {
    resume = resumeToken;
  };
  await client.uploadDocuments(files, target, { ...inChunks, onProgress, signal }).catch(({ code }) => {
    assert.equal(code, "aborted");
  });
  fixture.service.requests.length = 0;
  return resume;
}

const named = (bytes: Buffer, name = "named.bin") => ({ name, content: new Blob([bytes]) });
const streamed = (bytes: Buffer) => ({ name: "named.bin", stream: new Blob([bytes]).stream(), size: bytes.length });

/** As written on pages without Web Crypto. */
function withoutDigests(token: string): string {
  const [version, sessionId, files, ...rest] = JSON.parse(Buffer.from(token, "base64url").toString());
  const changed = [version, sessionId, files.map((file: unknown[]) => file.with(7, null)), ...rest];
  return Buffer.from(JSON.stringify(changed)).toString("base64url");
}

test("content without a modification time is compared with its stored chunks", async () => {
  const bytes = randomBytes(chunkBytes * 3);
  for (const chunks of [2, 9]) {
    const resume = await aToken([named(bytes)], chunks);
    for (const token of [resume, withoutDigests(resume)]) {
      for (const other of [named(randomBytes(bytes.length)), streamed(randomBytes(bytes.length))]) {
        await assert.rejects(fixture.assay.uploadDocuments([other], fixture.target, { ...inChunks, resume: token }), {
          code: "resume_mismatch",
          message: /named\.bin was changed/,
        });
      }
    }
    for (const same of [streamed(bytes), named(bytes)]) {
      const { documents } = await fixture.assay.uploadDocuments([same], fixture.target, { ...inChunks, resume });
      assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(bytes)]);
    }
  }
});

test("only missing chunks of content without a modification time are sent", async () => {
  const bytes = randomBytes(chunkBytes * 3);
  for (const file of [named(bytes), streamed(bytes)]) {
    const resume = await aToken([named(bytes)], 2);
    await fixture.assay.uploadDocuments([file], fixture.target, { ...inChunks, resume });
    assert.deepEqual(chunksSent(), [2]);
  }
});

test("every complete file of a consolidated upload is compared before the rest is sent", async () => {
  const one = { ...fixture.target, isConsolidated: true };
  const [first, second] = [randomBytes(chunkBytes), randomBytes(chunkBytes * 3)];
  const sendingOne = { ...inChunks, concurrentFiles: 1 };
  const pair = (bytes: Buffer) => [named(bytes, "1"), named(second, "2")];
  const { client, signal } = disconnectAfter(2);
  let resume: string | undefined;
  const onProgress = ({ resumeToken }: UploadProgress) => {
    resume = resumeToken;
  };
  await assert.rejects(client.uploadDocuments(pair(first), one, { ...sendingOne, onProgress, signal }));
  await assert.rejects(fixture.assay.uploadDocuments(pair(randomBytes(chunkBytes)), one, { ...sendingOne, resume }), {
    code: "resume_mismatch",
  });
  const { documents } = await fixture.assay.uploadDocuments(pair(first), one, { ...sendingOne, resume });
  assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(first), digest(second)]);
});

test("every file of a complete consolidated upload is compared when the response with its id was lost", async () => {
  const one = { ...fixture.target, isConsolidated: true };
  const [first, second] = [randomBytes(chunkBytes), randomBytes(chunkBytes)];
  const ending = new AbortController();
  let resume: string | undefined;
  let sent = 0;
  const client = fixture.service.connect({
    apiKey: fixture.key,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (init?.method === "PUT" && ++sent === 2) ending.abort(new Error("killed"));
      return answer;
    },
  });
  const onProgress = ({ resumeToken }: UploadProgress) => {
    resume = resumeToken;
  };
  const options = { ...inChunks, concurrentFiles: 1, onProgress, signal: ending.signal };
  await assert.rejects(client.uploadDocuments([named(first), named(second)], one, options), { code: "aborted" });
  const other = randomBytes(chunkBytes);
  for (const files of [
    [named(first), streamed(other)],
    [named(other), streamed(second)],
  ]) {
    await assert.rejects(fixture.assay.uploadDocuments(files, one, { ...inChunks, resume }), {
      code: "resume_mismatch",
    });
  }
  const { documents } = await fixture.assay.uploadDocuments([streamed(first), streamed(second)], one, {
    ...inChunks,
    resume,
  });
  assert.deepEqual(await storedDigests(documents[0]?.documentId ?? ""), [digest(first), digest(second)]);
});

test("a token is valid only for its file names and its target", async () => {
  const bytes = randomBytes(chunkBytes * 2);
  const name = "Überprüfung 契約.bin";
  const resume = await aToken([named(bytes, name)], 1);
  const refused = (file: UploadFile, target: UploadTarget, message: RegExp) =>
    assert.rejects(fixture.assay.uploadDocuments([file], target, { ...inChunks, resume }), {
      code: "resume_mismatch",
      message,
    });
  await refused(named(bytes, "other.bin"), fixture.target, /has Überprüfung 契約\.bin instead of other\.bin/);
  await refused(named(bytes, name), { ...fixture.target, auditLanguageId: "de" }, /another target/);
  await refused(named(bytes, name), { complianceReviewId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }, /another target/);
  assert.deepEqual(fixture.service.requests, [], "nothing is sent to the service");
  const target = { ...fixture.target, isConsolidated: false };
  const { documents } = await fixture.assay.uploadDocuments([named(bytes, name)], target, { resume });
  assert.equal(documents.length, 1, "an absent and a false isConsolidated are the same target");
});
