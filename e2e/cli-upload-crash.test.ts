import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { test } from "node:test";
import { openDiskBlobStore } from "../server/src/blobs/disk-blob-store.ts";
import { until } from "../server/src/testing/until.ts";
import { assayCommand } from "./assay-command.ts";
import { type AssayProcess, aFreePort, startAssay, withoutLimits } from "./assay-process.ts";
import { aServiceStorage } from "./service-database.ts";

const chunkBytes = 8 * 1024 * 1024;

/** A sparse file with different text in each chunk, which is quick to write. */
async function aLargeFile(path: string, sizeBytes: number): Promise<number> {
  const file = await open(path, "w");
  const totalChunks = Math.ceil(sizeBytes / chunkBytes);
  for (let index = 0; index < totalChunks; index++) await file.write(`chunk ${index} `, index * chunkBytes);
  await file.truncate(sizeBytes);
  await file.close();
  return totalChunks;
}

/** Counts the chunks with status 200 in the service's log. */
function countStoredChunks({ output }: AssayProcess): number {
  return output()
    .split("\n")
    .filter((line) => /"method":"PUT".*"route":"[^"]*chunks[^"]*".*"statusCode":200/.test(line)).length;
}

/** Log lines arrive in order: after a health line, all earlier lines have arrived. */
const countHealthLines = ({ output }: AssayProcess) => output().split('"route":"/health"').length;

async function startFixture(sizeBytes: number) {
  const data = await aServiceStorage();
  const folder = await mkdtemp(join(tmpdir(), "assay-cli-"));
  const port = String(await aFreePort());
  const settings = {
    PORT: port,
    ...data.settings,
    ASSAY_WORKER_CONCURRENCY: "0",
    ...withoutLimits,
  };
  const file = join(folder, "large.bin");
  const env = { ASSAY_URL: `http://127.0.0.1:${port}`, ASSAY_DATA_DIR: data.path, ASSAY_CONFIG_DIR: folder };
  const assay = assayCommand(env);
  const startService = () => startAssay(settings);
  const service = await startService();
  const totalChunks = await aLargeFile(file, sizeBytes);
  const partner = await assay.run("admin", "partners", "create", "Consultancy", "--save");
  assert.equal(partner.exitCode, 0, partner.stderr);
  const company = await assay.run("onboard", "Acme GmbH");
  assert.equal(company.exitCode, 0, company.stderr);
  /** Files of stored and of incoming chunks. */
  const listChunkFiles = async () => {
    const entries = await readdir(join(data.path, "blobs"), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return {
      stored: files.filter(({ parentPath }) => !parentPath.includes("incoming")),
      incoming: files.filter(({ parentPath }) => parentPath.includes("incoming")),
    };
  };
  return {
    ...{ assay, service, startService, file, totalChunks, folder },
    /** The number of stored chunks, once no chunk is in flight and the log is complete. */
    async settledChunks() {
      await until(async () => (await listChunkFiles()).incoming.length === 0, 30);
      const linesBefore = countHealthLines(service);
      await fetch(`${service.url}/health`);
      await until(() => countHealthLines(service) > linesBefore, 10);
      return (await listChunkFiles()).stored.length;
    },
    /** Compares the stored bytes with the file. */
    async checkStored() {
      const blobs = await openDiskBlobStore(data.path);
      const [id = ""] = (await listChunkFiles()).stored.map(({ parentPath }) => parentPath.split("/").at(-1) ?? "");
      const [sent, stored] = [createHash("sha256"), createHash("sha256")];
      await pipeline(createReadStream(file), sent);
      for await (const piece of await blobs.read(id)) stored.update(piece);
      assert.equal(stored.digest("hex"), sent.digest("hex"));
    },
    async clear() {
      await rm(folder, { recursive: true });
      await data.remove();
    },
  };
}

test("a command that is killed during an upload and run again sends only the missing chunks", async () => {
  const fixture = await startFixture(300_000_000);
  const { assay, service, file, totalChunks, folder, settledChunks, checkStored, clear } = fixture;
  try {
    const killed = assay.start("submit", file, "--control", "DPA");
    await until(() => countStoredChunks(service) >= totalChunks / 3, 60);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const stored = await settledChunks();
    const before = countStoredChunks(service);
    assert.ok(stored < totalChunks, "the upload was over before the kill");

    const again = await assay.run("submit", file, "--control", "DPA", "--json");
    assert.equal(again.exitCode, 0, again.stderr);
    assert.match(again.stderr, /Resuming the interrupted upload/);
    assert.equal(JSON.parse(again.stdout).documents.length, 1);
    // The log is complete when the service has stopped.
    service.child.kill("SIGTERM");
    await service.ended;
    assert.equal(countStoredChunks(service) - before, totalChunks - stored, "only missing chunks are sent");
    await checkStored();
    assert.deepEqual(await readdir(join(folder, "uploads")), [], "the resume token is removed after the upload");
  } finally {
    service.child.kill("SIGTERM");
    await service.ended;
    await clear();
  }
});

test("an upload continues after the service was killed and restarted", async () => {
  const {
    assay,
    service: first,
    startService,
    file,
    totalChunks,
    checkStored,
    clear,
  } = await startFixture(150_000_000);
  let service = first;
  try {
    const uploading = assay.start("submit", file, "--control", "DPA", "--json");
    await until(() => countStoredChunks(first) >= totalChunks / 3, 60);
    first.child.kill("SIGKILL");
    await first.ended;
    const before = countStoredChunks(first);
    assert.ok(before < totalChunks, "the upload was over before the kill");
    service = await startService();
    const { exitCode, stdout, stderr } = await uploading.ended;
    assert.equal(exitCode, 0, stderr);
    assert.equal(JSON.parse(stdout).documents.length, 1);
    service.child.kill("SIGTERM");
    await service.ended;
    // A killed process loses its last log lines, so that more chunks were stored than it logged.
    const sent = before + countStoredChunks(service);
    assert.ok(sent <= totalChunks + 1, `${sent} chunks of ${totalChunks} were sent`);
    await checkStored();
  } finally {
    service.child.kill("SIGTERM");
    await service.ended;
    await clear();
  }
});
