import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { test } from "node:test";
import { openDiskBlobStore } from "../server/src/blobs/disk-blob-store.ts";
import { assayCommand } from "./assay-command.ts";
import { type AssayProcess, aDataDirectory, aFreePort, startAssay, until, withoutLimits } from "./assay-process.ts";

const chunkBytes = 8 * 1024 * 1024;

/** Mostly holes, with a mark in every chunk: no two are the same, and the disk has little to do. */
async function aLargeFile(path: string, sizeBytes: number): Promise<number> {
  const file = await open(path, "w");
  const totalChunks = Math.ceil(sizeBytes / chunkBytes);
  for (let index = 0; index < totalChunks; index++) await file.write(`chunk ${index} `, index * chunkBytes);
  await file.truncate(sizeBytes);
  await file.close();
  return totalChunks;
}

/** The service's own count of chunks that were answered with 200, from its log. */
function storedChunks({ output }: AssayProcess): number {
  return output()
    .split("\n")
    .filter((line) => /"method":"PUT".*"route":"[^"]*chunks[^"]*".*"statusCode":200/.test(line)).length;
}

/** Lines come in the order in which they were written: with this one, all before it are there. */
const healthLines = ({ output }: AssayProcess) => output().split('"route":"/health"').length;

async function aWorkplace(sizeBytes: number) {
  const data = await aDataDirectory();
  const folder = await mkdtemp(join(tmpdir(), "assay-cli-"));
  const port = String(await aFreePort());
  const settings = {
    PORT: port,
    ASSAY_DATA_DIR: data.path,
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
  /** Where chunks lie: those that count, and apart from them those on their way. */
  const chunkFiles = async () => {
    const entries = await readdir(join(data.path, "blobs"), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return {
      kept: files.filter(({ parentPath }) => !parentPath.includes("incoming")),
      incoming: files.filter(({ parentPath }) => parentPath.includes("incoming")),
    };
  };
  return {
    ...{ assay, service, startService, file, totalChunks, folder },
    /** How many chunks count, once what was on its way has ended and its lines are in the log. */
    async settledChunks() {
      await until(async () => (await chunkFiles()).incoming.length === 0, 30);
      const asked = healthLines(service);
      await fetch(`${service.url}/health`);
      await until(() => healthLines(service) > asked, 10);
      return (await chunkFiles()).kept.length;
    },
    /** That what the service keeps is the file, byte for byte. */
    async checkStored() {
      const blobs = await openDiskBlobStore(data.path);
      const [id = ""] = (await chunkFiles()).kept.map(({ parentPath }) => parentPath.split("/").at(-1) ?? "");
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

test("a command that is killed in the middle of 300 MB and run again sends only the missing chunks", async () => {
  const workplace = await aWorkplace(300_000_000);
  const { assay, service, file, totalChunks, folder, settledChunks, checkStored, clear } = workplace;
  try {
    const killed = assay.start("submit", file, "--control", "DPA");
    await until(() => storedChunks(service) >= totalChunks / 3, 60);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const kept = await settledChunks();
    const before = storedChunks(service);
    assert.ok(kept < totalChunks, "the upload was over before the kill");

    const again = await assay.run("submit", file, "--control", "DPA", "--json");
    assert.equal(again.exitCode, 0, again.stderr);
    assert.match(again.stderr, /Resuming the upload that was cut off/);
    assert.equal(JSON.parse(again.stdout).documents.length, 1);
    // Its log is complete when it has stopped.
    service.child.kill("SIGTERM");
    await service.ended;
    assert.equal(storedChunks(service) - before, totalChunks - kept, "exactly what is missing travels");
    await checkStored();
    assert.deepEqual(await readdir(join(folder, "uploads")), [], "a finished upload leaves nothing to resume");
  } finally {
    service.child.kill("SIGTERM");
    await service.ended;
    await clear();
  }
});

test("a service that is killed and started again meanwhile does not end an upload", async () => {
  const { assay, service: first, startService, file, totalChunks, checkStored, clear } = await aWorkplace(150_000_000);
  let service = first;
  try {
    const uploading = assay.start("submit", file, "--control", "DPA", "--json");
    await until(() => storedChunks(first) >= totalChunks / 3, 60);
    first.child.kill("SIGKILL");
    await first.ended;
    const before = storedChunks(first);
    assert.ok(before < totalChunks, "the upload was over before the kill");
    service = await startService();
    const { exitCode, stdout, stderr } = await uploading.ended;
    assert.equal(exitCode, 0, stderr);
    assert.equal(JSON.parse(stdout).documents.length, 1);
    service.child.kill("SIGTERM");
    await service.ended;
    // The last lines of a log are lost with the process that was killed: more were stored before than it could tell.
    const sent = before + storedChunks(service);
    assert.ok(sent <= totalChunks + 1, `${sent} chunks of ${totalChunks} were sent`);
    await checkStored();
  } finally {
    service.child.kill("SIGTERM");
    await service.ended;
    await clear();
  }
});
