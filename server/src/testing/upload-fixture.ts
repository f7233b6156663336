import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { expireUploads, removeUnclaimedBlobs } from "../submissions/end-upload.ts";
import {
  type ACompany,
  type AnUpload,
  type ATarget,
  aCompany,
  anUpload,
  aTarget,
  putChunk,
  startUpload,
} from "./builders.ts";
import { type TestClock, testClock } from "./test-clock.ts";
import { type Reply, startTestServer, type TestServer } from "./test-server.ts";

export const chunkBytes = 65_536;

export const chunksOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, i) =>
    bytes.subarray(i * chunkBytes, (i + 1) * chunkBytes),
  );

export async function refused(reply: Promise<Reply>, status: number, message: RegExp | string): Promise<void> {
  const { status: found, body, text } = await reply;
  assert.equal(found, status, text);
  assert.match(body.message, typeof message === "string" ? new RegExp(`^${message}`) : message);
}

/** A listening server, a company, a control to submit against, and operations on uploads. */
export interface UploadFixture {
  server: TestServer;
  company: ACompany;
  target: ATarget;
  clock: TestClock;
  address: URL;
  put(
    upload: AnUpload,
    file: number,
    index: number | string,
    bytes: Buffer,
    headers?: Record<string, string>,
  ): Promise<Reply>;
  statusOf(upload: AnUpload): Promise<Reply["body"]>;
  cancel(upload: AnUpload, by?: ACompany): Promise<Reply>;
  start(body: Record<string, unknown>, headers?: Record<string, string>): Promise<Reply>;
  eventsOf(upload: AnUpload): Promise<{ type: string; data: object }[]>;
  /** A started upload of these files, without any chunk. */
  uploadOf(files: Buffer[], fields?: Record<string, unknown>): Promise<AnUpload>;
  sendAll(upload: AnUpload, file: number, bytes: Buffer): Promise<Reply>;
  bytesOf(documentId: string): Promise<Buffer[]>;
  /** As the scheduled job does. */
  cleanUp(on?: TestServer): Promise<number>;
}

export async function anUploadFixture(): Promise<UploadFixture> {
  const clock = testClock();
  const server = await startTestServer({ clock });
  const company = await aCompany(server);
  const target = await aTarget(server, company.key);
  const address = new URL(await server.app.listen({ port: 0, host: "127.0.0.1" }));

  const put = (
    upload: AnUpload,
    file: number,
    index: number | string,
    bytes: Buffer,
    headers?: Record<string, string>,
  ) => putChunk(server, company, upload, file, index, bytes, headers);
  const statusOf = async ({ sessionId }: AnUpload) =>
    (await server.call(`/v1/documents/upload/${sessionId}/status`, { key: company.key })).body;
  const cancel = ({ sessionId }: AnUpload, by = company) =>
    server.call(`/v1/documents/upload/${sessionId}`, { method: "DELETE", key: by.key });
  const start = (body: Record<string, unknown>, headers?: Record<string, string>) =>
    startUpload(
      server,
      company,
      {
        businessEntityId: company.businessEntityId,
        complianceFrameworkId: target.frameworkId,
        controlId: target.controlId,
        files: [{ fileName: "a.pdf", fileSize: 5 }],
        ...body,
      },
      headers,
    );
  const eventsOf = ({ sessionId }: AnUpload) =>
    server.database.query<{ type: string; data: object }>(
      "SELECT type, data FROM events WHERE data ->> 'sessionId' = $1 ORDER BY id",
      [sessionId],
    );

  const uploadOf = (files: Buffer[], fields: Record<string, unknown> = {}) =>
    anUpload(
      server,
      company,
      files.map((bytes, i) => ({ fileName: `${i}.bin`, fileSize: bytes.length })),
      fields,
    );

  async function sendAll(upload: AnUpload, file: number, bytes: Buffer): Promise<Reply> {
    let last: Reply | undefined;
    for (const [index, chunk] of chunksOf(bytes).entries()) {
      last = await put(upload, file, index, chunk);
      assert.equal(last.status, 200, last.text);
    }
    assert.ok(last);
    return last;
  }

  async function bytesOf(documentId: string): Promise<Buffer[]> {
    const files = await server.database.db.documents.listFiles(documentId);
    return Promise.all(files.map(async ({ blobKey }) => buffer(await server.blobs.read(blobKey))));
  }

  async function cleanUp(on: TestServer = server): Promise<number> {
    const deps = {
      db: on.database.db,
      blobs: on.blobs,
      clock,
      ids: { next: on.nextId },
      leftoverSeconds: 10 * 365 * 86_400,
    };
    const ended = await expireUploads(deps);
    await removeUnclaimedBlobs(deps);
    return ended;
  }

  return {
    server,
    company,
    target,
    clock,
    address,
    put,
    statusOf,
    cancel,
    start,
    eventsOf,
    uploadOf,
    sendAll,
    bytesOf,
    cleanUp,
  };
}
