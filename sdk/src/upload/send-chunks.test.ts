import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import type { Assay, UploadProgress, UploadTarget } from "../index.ts";

/** Large enough that the next chunk is sent before the response. */
const chunkBytes = 2 * 1024 * 1024;
const chunkCount = 5;
const bytes = randomBytes(chunkBytes * chunkCount - 7);

let service: TestService;
let folder: string;
let path: string;
let assay: Assay;
let key: string;
let target: UploadTarget;
before(async () => {
  service = await startTestService({ upload: { chunkSizeBytes: chunkBytes } });
  ({ assay, key, target } = await service.aCompany());
  folder = await mkdtemp(join(tmpdir(), "assay-sdk-"));
  path = join(folder, "large.bin");
  await writeFile(path, bytes);
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const inChunks = { maxFormBytes: 0 };
const aStream = () => ({ name: "large.bin", stream: new Blob([bytes]).stream(), size: bytes.length });

async function assertStored(documentId = "", content = bytes): Promise<void> {
  const [file] = await service.server.database.db.documents.listStoredFiles(documentId);
  const hash = createHash("sha256");
  for await (const piece of await service.server.blobs.read(file?.id ?? "")) hash.update(piece);
  assert.equal(hash.digest("hex"), createHash("sha256").update(content).digest("hex"));
}

/** A client that sends every chunk through `put`. */
const connectWith = (put: (index: number, init: RequestInit, send: () => Promise<Response>) => Promise<Response>) =>
  service.connect({
    apiKey: key,
    fetch: (url, init = {}) => {
      const send = () => fetch(url, init);
      return init.method === "PUT" ? put(Number(String(url).split("/").at(-1)), init, send) : send();
    },
  });

test("at most three chunks are in flight", async () => {
  for (const file of [path, new File([bytes], "large.bin"), aStream()]) {
    const inFlight = new Set<number>();
    const sent: number[] = [];
    const third = Promise.withResolvers<void>();
    let maxInFlight = 0;
    const client = connectWith(async (index, _init, send) => {
      sent.push(index);
      inFlight.add(index);
      maxInFlight = Math.max(maxInFlight, inFlight.size);
      if (inFlight.size === 3) third.resolve();
      const answer = await send();
      // Delays the first response until two more chunks were sent.
      await third.promise;
      inFlight.delete(index);
      return answer;
    });
    const { documents } = await client.uploadDocuments([file], target, inChunks);
    assert.equal(maxInFlight, 3);
    assert.deepEqual(sent, [0, 1, 2, 3, 4]);
    await assertStored(documents[0]?.documentId);
  }
});

test("files of any number of chunks arrive intact, also when the buffer is reused", async () => {
  for (const count of [1, 2, 3, 4, 5, 3, 1, 4]) {
    const part = join(folder, "part.bin");
    const size = chunkBytes * count - 7 * count;
    await writeFile(part, bytes.subarray(0, size));
    const { documents } = await assay.uploadDocuments([part], target, inChunks);
    await assertStored(documents[0]?.documentId, bytes.subarray(0, size));
  }
});

test("a stored chunk is reported while the next one is in flight", async () => {
  for (const file of [path, new File([bytes], "large.bin"), aStream()]) {
    const first = Promise.withResolvers<void>();
    const client = connectWith(async (index, _init, send) => {
      if (index === 1) await first.promise;
      return send();
    });
    const onProgress = ({ sentChunks }: UploadProgress) => sentChunks > 0 && first.resolve();
    const { documents } = await client.uploadDocuments([file], target, { ...inChunks, onProgress });
    await assertStored(documents[0]?.documentId);
  }
});

test("a refused chunk ends the upload although the next one hangs", async () => {
  const second = Promise.withResolvers<void>();
  const client = connectWith(async (index, init) => {
    if (index > 0) {
      second.resolve();
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    }
    await new Response(init.body).bytes();
    await second.promise;
    const headers = { "x-error-code": "upload_session_ended" };
    return Response.json({ message: "The session has ended." }, { status: 410, headers });
  });
  await assert.rejects(client.uploadDocuments([path], target, inChunks), { code: "upload_session_ended" });
});

test("a chunk that is refused as out of order is sent again, and the rest one at a time", async () => {
  for (const file of [path, new File([bytes], "large.bin"), aStream()]) {
    let refused = 0;
    let inFlight = 0;
    let maxInFlight = 0;
    const client = connectWith(async (_index, init, send) => {
      if (new Headers(init.headers).get("prefer") === "wait") {
        refused += 1;
        await new Response(init.body).bytes();
        const headers = { "x-error-code": "chunk_out_of_order" };
        return Response.json({ message: "Chunks come in order." }, { status: 422, headers });
      }
      maxInFlight = Math.max(maxInFlight, ++inFlight);
      return send().finally(() => {
        inFlight -= 1;
      });
    });
    const { documents } = await client.uploadDocuments([file], target, inChunks);
    assert.ok(refused >= 1 && refused <= 3, "two chunks may have been sent before the first response");
    assert.equal(maxInFlight, 1);
    await assertStored(documents[0]?.documentId);
  }
});

test("a lost connection with three chunks in flight does not end an upload", async () => {
  for (const file of [path, aStream()]) {
    const lost = new Set<number>();
    const client = connectWith(async (index, _init, send) => {
      const answer = await send();
      // The chunk is stored or waits, but its response is lost.
      if (index === 0 || index === 4 || lost.has(index)) return answer;
      lost.add(index);
      throw new TypeError("terminated");
    });
    const { documents } = await client.uploadDocuments([file], target, inChunks);
    assert.equal(lost.size, 3);
    await assertStored(documents[0]?.documentId);
  }
});

test("an upload that was aborted with several chunks in flight resumes from the stored ones", async () => {
  const ending = new AbortController();
  let resume: string | undefined;
  let acknowledged = 0;
  const onProgress = ({ resumeToken, sentChunks }: UploadProgress) => {
    resume = resumeToken;
    acknowledged = sentChunks;
  };
  const client = connectWith((index, _init, send) => {
    if (index === 3) ending.abort(new Error("killed"));
    return send();
  });
  const killed = client.uploadDocuments([path], target, { ...inChunks, onProgress, signal: ending.signal });
  await assert.rejects(killed, { code: "aborted" });
  assert.ok(acknowledged >= 1, "at most two chunks are sent ahead");
  const reported: number[] = [];
  const { documents } = await assay.uploadDocuments([path], target, {
    resume,
    onProgress: ({ sentChunks }) => reported.push(sentChunks),
  });
  assert.ok((reported[0] ?? 0) >= acknowledged, "acknowledged chunks are not sent again");
  await assertStored(documents[0]?.documentId);
});
