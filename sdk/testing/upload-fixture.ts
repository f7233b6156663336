import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach } from "node:test";
import type { Assay, UploadTarget } from "../src/index.ts";
import { startTestService, type TestService } from "./test-service.ts";

/** The test server's chunks are 64 KiB. */
export const chunkBytes = 65_536;
export const inChunks = { maxFormBytes: 0 };

export interface UploadFixture {
  service: TestService;
  folder: string;
  assay: Assay;
  key: string;
  target: UploadTarget;
}

/** A service with a company, for all tests of a file. */
export const fixture = {} as UploadFixture;

before(async () => {
  const service = await startTestService();
  const folder = await mkdtemp(join(tmpdir(), "assay-sdk-"));
  Object.assign(fixture, { service, folder, ...(await service.aCompany()) });
});
after(async () => {
  await fixture.service.close();
  await rm(fixture.folder, { recursive: true });
});
beforeEach(() => {
  fixture.service.requests.length = 0;
});

export const chunksSent = () =>
  fixture.service.requests.filter((request) => request.startsWith("PUT ")).map((one) => Number(one.split("/").at(-1)));

export async function aFile(name: string, bytes: Buffer): Promise<string> {
  const path = join(fixture.folder, name);
  await writeFile(path, bytes);
  return path;
}

/** Digests of a document's files as the service stores them. */
export async function storedDigests(documentId: string): Promise<string[]> {
  const { server } = fixture.service;
  const files = await server.database.db.documents.listStoredFiles(documentId);
  return Promise.all(
    files.map(async ({ id }) => {
      const hash = createHash("sha256");
      for await (const piece of await server.blobs.read(id)) hash.update(piece);
      return hash.digest("hex");
    }),
  );
}
export const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
