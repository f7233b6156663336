// Uploads through the SDK, from a file and with digests, compared in the same run with the plain client of bench:upload; and
// the memory of the command line for a file of 2 GiB.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { open, readFile, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { Assay } from "../sdk/src/index.ts";
import { anUploader, assayClient, chunk, chunkBytes, type Subject } from "./chunk-client.ts";
import { reportFigure } from "./figures.ts";
import { median } from "./median.ts";
import { flushDisk, startUploadService } from "./upload-service.ts";

const bytesPerRound = 256 * 1024 * 1024;
const rounds = 8;
const largeBytes = 2 * 1024 ** 3;

const megabytesPerSecond = (seconds: number): number => bytesPerRound / 1e6 / seconds;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  await flushDisk();
  return seconds;
}

/** Peak memory of a process, sampled while it runs. */
async function peakMebibytes(child: ChildProcess): Promise<number> {
  let peak = 0;
  const sampling = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, 50);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(sampling);
  if (code !== 0) throw new Error(`assay ended with ${code}`);
  return peak;
}

const service = await startUploadService();
const { assay, adminToken, folder } = service;
try {
  // One company for all of them: beside another active company, admission limits concurrent chunks.
  const company = await anUploader(assay.url, adminToken);
  const plain = assayClient(assay.url, company);
  const digested = assayClient(assay.url, company, true);
  const sdk = new Assay({ baseUrl: assay.url, apiKey: company.companyApiKey });
  const { target } = company;

  const path = join(folder, "file");
  await writeFile(path, "");
  const file = await open(path, "w");
  for (let written = 0; written < bytesPerRound; written += chunkBytes) await file.write(chunk);
  await file.close();

  const throughPlain = async (client: Subject) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // Includes the start of the session, as for the SDK.
    const seconds = await timed(async () => {
      const put = await client.begin(agent, bytesPerRound);
      for (let index = 0; index < bytesPerRound / chunkBytes; index++) await put(index);
    });
    agent.destroy();
    return megabytesPerSecond(seconds);
  };
  const throughSdk = async () => megabytesPerSecond(await timed(() => sdk.uploadDocuments([path], target)));

  const subjects = {
    "the plain client": () => throughPlain(plain),
    "the plain client, with digests": () => throughPlain(digested),
    "the SDK, from a file, with digests": throughSdk,
  };
  const rates = Object.values(subjects).map(() => [] as number[]);
  for (const subject of Object.values(subjects)) await subject();
  // Alternating, so that other load affects all of them.
  for (let round = 0; round < rounds; round++) {
    for (const [index, subject] of Object.values(subjects).entries()) rates[index]?.push(await subject());
  }
  const [own = [], ownDigested = [], sdkRates = []] = rates;
  const ratio = (others: number[]) =>
    median(sdkRates.map((rate, round) => rate / (others[round] ?? Number.NaN))).toFixed(2);
  console.log(`${(rounds * bytesPerRound) / 1024 ** 2} MiB each; median of ${rounds} rounds; all figures in MB/s`);
  console.table(
    Object.fromEntries(
      Object.keys(subjects).map((name, index) => [
        name,
        { median: Math.round(median(rates[index] ?? [])), rounds: (rates[index] ?? []).map(Math.round).join(" ") },
      ]),
    ),
  );
  const sdkFigure = { figure: "through the SDK", measured: Math.round(median(sdkRates)), unit: "MB/s" };
  const plainPeer = (name: string, others: number[]) => ({
    peer: { name, measured: Math.round(median(others)) },
    ratio: Number(ratio(others)),
  });
  reportFigure({ ...sdkFigure, ...plainPeer("the plain client", own), atLeast: 0.9 });
  reportFigure({ ...sdkFigure, ...plainPeer("the plain client with digests", ownDigested) });
  console.log(`the SDK against it:                 ${ratio(own)} (bar: at least 0.9)`);
  console.log(`the SDK against it, with digests:   ${ratio(ownDigested)}`);

  const large = join(folder, "large");
  const sparse = await open(large, "w");
  await sparse.truncate(largeBytes);
  await sparse.close();
  const command = join(import.meta.dirname, "../cli/bin/assay.mjs");
  // The first command after a change of its sources compiles them; tools/set-up.mjs does the same.
  await promisify(execFile)(process.execPath, [command, "--version"]);
  const child = spawn(process.execPath, [command, "submit", large, "--control", company.controlCode], {
    env: {
      PATH: process.env["PATH"],
      ASSAY_URL: assay.url,
      ASSAY_API_KEY: company.companyApiKey,
      ASSAY_CONFIG_DIR: join(folder, "config"),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const submitMebibytes = Math.round(await peakMebibytes(child));
  reportFigure({ figure: "memory of assay submit for 2 GiB", measured: submitMebibytes, unit: "MiB", below: 143 });
  console.log(`memory of assay submit, 2 GiB:      ${submitMebibytes} MiB at most (bar: under 150 MB)`);
} finally {
  await service.close();
}
