import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach } from "node:test";
import type { Assay, UploadTarget } from "../src/index.ts";
import { type AService, startAService } from "./a-service.ts";

/** The test server's chunks are 64 KiB. */
export const chunkBytes = 65_536;
export const inChunks = { formUpToBytes: 0 };

export interface Uploading {
  service: AService;
  folder: string;
  assay: Assay;
  key: string;
  target: UploadTarget;
}

/** A service with a company that uploads, there from before the first test of a file until after its last one. */
export const uploading = {} as Uploading;

before(async () => {
  const service = await startAService();
  const folder = await mkdtemp(join(tmpdir(), "assay-sdk-"));
  Object.assign(uploading, { service, folder, ...(await service.aCompany()) });
});
after(async () => {
  await uploading.service.close();
  await rm(uploading.folder, { recursive: true });
});
beforeEach(() => {
  uploading.service.requests.length = 0;
});

export const chunksSent = () =>
  uploading.service.requests
    .filter((request) => request.startsWith("PUT "))
    .map((one) => Number(one.split("/").at(-1)));

export async function aFile(name: string, bytes: Buffer): Promise<string> {
  const path = join(uploading.folder, name);
  await writeFile(path, bytes);
  return path;
}

/** What the service keeps of a document's files. */
export async function storedDigests(documentId: string): Promise<string[]> {
  const { server } = uploading.service;
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
