import assert from "node:assert/strict";
import { createHash, randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { test } from "node:test";
import { seededRandom } from "../bench/queueing/seeded-random.ts";
import { openDiskBlobStore } from "../server/src/blobs/disk-blob-store.ts";
import { type AssayProcess, startAssay, withoutLimits } from "./assay-process.ts";
import { aCompany, call, readAdminToken } from "./company.ts";
import { aServiceStorage } from "./service-database.ts";

const chunkSizeBytes = 65_536;
const totalChunks = 200;
const kills = 20;
/** One kill per this many chunks; the rest is sent without kills. */
const chunksPerKill = 9;
/** Longer than a chunk takes, so that kills hit every step of receiving a chunk and the time between two. */
const maxDelayMilliseconds = 25;

const settings = {
  ASSAY_LOG_LEVEL: "warn",
  ASSAY_CHUNK_SIZE_BYTES: String(chunkSizeBytes),
  // The document itself is not processed.
  ASSAY_WORKER_CONCURRENCY: "0",
  ...withoutLimits,
};

interface Kill {
  /** The service is killed during or shortly after this chunk. */
  atChunk: number;
  delayMilliseconds: number;
  /** Only half of the chunk is sent, so that the service waits for bytes when it is killed. */
  isHalfSent: boolean;
}

function planKills(random: () => number): Kill[] {
  return Array.from({ length: kills }, (_, round) => ({
    atChunk: round * chunksPerKill + Math.floor(random() * chunksPerKill),
    delayMilliseconds: random() * maxDelayMilliseconds,
    isHalfSent: random() < 0.3,
  }));
}

interface Upload {
  key: string;
  sessionId: string;
  fileId: string;
}

async function startUpload(assay: AssayProcess, dataDirectory: string, bytes: Buffer): Promise<Upload> {
  const company = await aCompany(assay, await readAdminToken(dataDirectory));
  const { key, businessEntityId, frameworkId: complianceFrameworkId, controlId } = company;
  const session = await call(`${assay.url}/v1/documents/upload/start`, company.headers, {
    // With a checksum, so that the hash of the whole file must survive every kill, too.
    files: [{ fileName: "file", fileSize: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") }],
    ...{ businessEntityId, complianceFrameworkId, controlId },
  });
  assert.equal(session.files[0].totalChunks, totalChunks);
  return { key, sessionId: session.sessionId, fileId: session.files[0].fileId };
}

/** The response, or undefined if the connection was lost. */
async function putChunk(
  { url }: AssayProcess,
  agent: Agent,
  { key, sessionId, fileId }: Upload,
  index: number,
  chunk: Buffer,
  isHalfSent: boolean,
): Promise<{ isComplete: boolean; documentId: string | null } | undefined> {
  const put = request(`${url}/v1/documents/upload/${sessionId}/files/${fileId}/chunks/${index}`, {
    method: "PUT",
    agent,
    headers: { "x-api-key": key, "content-type": "application/octet-stream", "content-length": chunk.length },
  });
  const answered = once(put, "response") as Promise<[IncomingMessage]>;
  if (isHalfSent) put.write(chunk.subarray(0, chunk.length / 2));
  else put.end(chunk);
  try {
    const [answer] = await answered;
    const body = (await json(answer)) as { isComplete: boolean; documentId: string | null };
    assert.equal(answer.statusCode, 200, JSON.stringify(body));
    return body;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return undefined;
  }
}

test("an upload resumes after kill -9 at twenty random moments and ends with the right bytes", async (context) => {
  const seed = Number(process.env["ASSAY_DRILL_SEED"] ?? randomInt(2 ** 31));
  const data = await aServiceStorage();
  const start = () => startAssay({ ...settings, ...data.settings });
  let assay = await start();
  try {
    const bytes = randomBytes(totalChunks * chunkSizeBytes);
    const upload = await startUpload(assay, data.path, bytes);
    const planned = planKills(seededRandom(seed).next);
    let documentId: string | null = null;
    let acknowledged = 0;
    let next = 0;
    while (documentId === null) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const kill = planned.shift();
      let timer: NodeJS.Timeout | undefined;
      while (next < totalChunks) {
        const isHit = kill !== undefined && timer === undefined && next >= kill.atChunk;
        if (isHit) timer = setTimeout(() => assay.child.kill("SIGKILL"), kill.delayMilliseconds);
        // On a fast machine, the upload waits for the kill.
        if (kill !== undefined && next >= kill.atChunk + chunksPerKill) await assay.ended;
        const chunk = bytes.subarray(next * chunkSizeBytes, (next + 1) * chunkSizeBytes);
        const receipt = await putChunk(assay, agent, upload, next, chunk, isHit && kill.isHalfSent);
        if (receipt === undefined) break;
        next += 1;
        acknowledged = next;
        documentId = receipt.documentId;
      }
      agent.destroy();
      if (documentId !== null) break;
      assert.ok(timer !== undefined, `the upload failed without a kill at chunk ${next}:\n${assay.output()}`);
      await assay.ended;
      assay = await start();
      const url = `${assay.url}/v1/documents/upload/${upload.sessionId}/status`;
      const { files } = await call(url, { "x-api-key": upload.key });
      const received: number[] = files[0].receivedChunks;
      assert.deepEqual(received, [...received.keys()]);
      assert.ok(
        received.length >= acknowledged,
        `${acknowledged} chunks were acknowledged, ${received.length} are stored`,
      );
      assert.ok(received.length <= acknowledged + 1, "unsent chunks count as received");
      next = received.length;
    }
    assert.equal(planned.length, 0, "the upload was over before the last kill");

    const { documents } = await call(`${assay.url}/v1/documents`, { "x-api-key": upload.key });
    assert.deepEqual(
      documents.map((one: { documentId: string }) => one.documentId),
      [documentId],
    );
    assay.child.kill("SIGTERM");
    assert.equal(await assay.ended, 0);

    const blobs = await openDiskBlobStore(data.path);
    const stored = createHash("sha256");
    for await (const piece of await blobs.read(upload.fileId)) stored.update(piece);
    assert.equal(stored.digest("hex"), createHash("sha256").update(bytes).digest("hex"));

    const removed = await blobs.removeLeftovers(new Date(Date.now() + 60_000), async () => true);
    const entries = await readdir(join(data.path, "blobs"), { recursive: true, withFileTypes: true });
    assert.equal(entries.filter((entry) => entry.isFile()).length, totalChunks);
    context.diagnostic(`${removed} chunks were interrupted while they were received`);
  } catch (error) {
    context.diagnostic(`ASSAY_DRILL_SEED=${seed} repeats these kills`);
    throw error;
  } finally {
    assay.child.kill("SIGKILL");
    await assay.ended;
    await data.remove();
  }
});
