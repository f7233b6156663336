// Throughput of chunked uploads, compared in the same run with the reference implementation of the tus protocol and with a
// bare pipe from HTTP to a file. Each is a separate process that writes to the same disk; this process sends to all of them
// alike: 8 MiB a request, in order, over one open connection. tus acknowledges before bytes are on disk; the bare pipe and
// Assay flush first.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { anUploader, assayClient, chunk, chunkBytes, type Subject, send } from "./chunk-client.ts";
import { reportFigure } from "./figures.ts";
import { median } from "./median.ts";
import { flushDisk, startUploadService } from "./upload-service.ts";

const bytesPerRound = 256 * 1024 * 1024;
/** 2 GiB for each subject. */
const rounds = 8;
const warmUpBytes = 128 * 1024 * 1024;
const concurrentUploads = 16;
const bytesPerConcurrentUpload = 32 * 1024 * 1024;

/** Seconds from the first chunk to the last acknowledgement. */
async function timeUploads(subject: Subject, count: number, sizeBytes: number): Promise<number> {
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const puts = await Promise.all(agents.map((agent) => subject.begin(agent, sizeBytes)));
  const startedAt = performance.now();
  await Promise.all(
    puts.map(async (put) => {
      for (let index = 0; index < sizeBytes / chunkBytes; index++) await put(index);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  for (const agent of agents) agent.destroy();
  await flushDisk();
  return seconds;
}

const megabytesPerSecond = (bytes: number, seconds: number): number => bytes / 1e6 / seconds;

function bare(url: string): Subject {
  let uploads = 0;
  return {
    name: "bare pipe",
    async begin(agent) {
      const path = `/${++uploads}`;
      return () => send(agent, "PUT", url + path, { "content-type": "application/octet-stream" }, chunk);
    },
  };
}

function tus(url: string): Subject {
  const version = { "tus-resumable": "1.0.0" };
  return {
    name: "tus",
    async begin(agent, sizeBytes) {
      const created = await send(agent, "POST", `${url}/files`, { ...version, "upload-length": sizeBytes }, undefined);
      const { location = "" } = created.headers;
      const type = { "content-type": "application/offset+octet-stream" };
      return (index) =>
        send(agent, "PATCH", location, { ...version, ...type, "upload-offset": index * chunkBytes }, chunk);
    },
  };
}

async function startPeer(file: string, directory: string): Promise<{ child: ChildProcess; url: string }> {
  await mkdir(directory);
  const child = spawn(process.execPath, [join(import.meta.dirname, "peers", file), directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
  return { child, url: line.toString().trim() };
}

async function memoryMebibytes(pid: number | undefined, name: "VmRSS" | "VmHWM"): Promise<number> {
  const kilobytes = new RegExp(`${name}:\\s+(\\d+)`).exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`no memory figure for process ${pid}`);
  return Number(kilobytes) / 1024;
}

/** Resets VmHWM to the current use; see "5" in proc(5). */
const resetPeak = (pid: number | undefined) => writeFile(`/proc/${pid}/clear_refs`, "5");

const service = await startUploadService();
const { assay, adminToken, folder } = service;
const { pid } = assay.child;
const peers: ChildProcess[] = [];
try {
  const tusPeer = await startPeer("tus.ts", join(folder, "tus"));
  const barePeer = await startPeer("bare-pipe.ts", join(folder, "bare"));
  peers.push(tusPeer.child, barePeer.child);
  const own = assayClient(assay.url, await anUploader(assay.url, adminToken));
  const subjects = [own, tus(tusPeer.url), bare(barePeer.url)];

  const idleMebibytes = await memoryMebibytes(pid, "VmRSS");
  await resetPeak(pid);
  for (const subject of subjects) await timeUploads(subject, 1, warmUpBytes);
  const rates = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  const concurrentRates: number[] = [];
  let peakMebibytes = 0;
  // Alternating, so that other load affects all of them.
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) {
      const seconds = await timeUploads(subject, 1, bytesPerRound);
      rates.get(subject.name)?.push(megabytesPerSecond(bytesPerRound, seconds));
    }
    peakMebibytes = Math.max(peakMebibytes, await memoryMebibytes(pid, "VmHWM"));
    const seconds = await timeUploads(own, concurrentUploads, bytesPerConcurrentUpload);
    concurrentRates.push(megabytesPerSecond(concurrentUploads * bytesPerConcurrentUpload, seconds));
  }
  const of = (name: string) => rates.get(name) ?? [];
  /** The median of the ratios of each round, because the machine's speed varies between rounds. */
  const ratio = (some: number[], others: number[]) =>
    median(some.map((rate, round) => rate / (others[round] ?? Number.NaN))).toFixed(2);

  const mebibytes = (rounds * bytesPerRound) / 1024 ** 2;
  console.log(`${mebibytes} MiB each, in requests of 8 MiB; median of ${rounds} rounds; all figures in MB/s`);
  console.table(
    Object.fromEntries(
      [...rates, [`Assay, ${concurrentUploads} concurrent`, concurrentRates] as const].map(([name, all]) => [
        name,
        { median: Math.round(median(all)), rounds: all.map(Math.round).join(" ") },
      ]),
    ),
  );
  const report = (figure: string, some: number[], name: string, others: number[], atLeast: number) => {
    const peer = { name, measured: Math.round(median(others)) };
    const measured = Math.round(median(some));
    reportFigure({ figure, measured, unit: "MB/s", peer, ratio: Number(ratio(some, others)), atLeast });
  };
  report("one upload", of("Assay"), "tus", of("tus"), 1);
  report("one upload", of("Assay"), "a bare pipe", of("bare pipe"), 0.8);
  report(`${concurrentUploads} concurrent uploads`, concurrentRates, "one", of("Assay"), 1);
  reportFigure({
    figure: "growth of memory",
    measured: Math.round(peakMebibytes - idleMebibytes),
    unit: "MiB",
    below: 64,
  });
  console.log(`against tus:            ${ratio(of("Assay"), of("tus"))} (bar: at least 1.0)`);
  console.log(`against the bare pipe:  ${ratio(of("Assay"), of("bare pipe"))} (bar: at least 0.8)`);
  console.log(
    `${concurrentUploads} concurrent against one:  ${ratio(concurrentRates, of("Assay"))} (bar: at least 1.0)`,
  );
  console.log(
    `growth of memory:       ${(peakMebibytes - idleMebibytes).toFixed(0)} MiB from ${idleMebibytes.toFixed(0)} MiB (bar: under 64)`,
  );
  console.log(
    `with ${concurrentUploads} concurrent:     ${((await memoryMebibytes(pid, "VmHWM")) - idleMebibytes).toFixed(0)} MiB`,
  );
} finally {
  for (const peer of peers) peer.kill("SIGTERM");
  await service.close();
}
