// How fast bytes arrive by our chunked route, beside the reference implementation of the tus protocol and beside a bare
// pipe from HTTP to a file, measured in the same run. All are processes of their own that write to the same disk; this
// process sends to each of them in the same way: 8 MiB a request, in order, over one connection that stays open.
// Mind that tus acknowledges bytes the disk does not have yet; the bare pipe and we flush them first.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { anUploader, chunk, chunkBytes, ours, type Subject, send } from "./chunk-client.ts";
import { median } from "./median.ts";
import { tellFigure } from "./told-figures.ts";
import { flushDisk, startUploadService } from "./upload-service.ts";

const bytesPerTurn = 256 * 1024 * 1024;
/** 2 GiB for each subject. */
const rounds = 8;
const warmUpBytes = 128 * 1024 * 1024;
const uploadsAtOnce = 16;
const bytesOfEachAtOnce = 32 * 1024 * 1024;

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

/** From here on, VmHWM is the most that was in use since now: so says proc(5) of "5". */
const forgetPeak = (pid: number | undefined) => writeFile(`/proc/${pid}/clear_refs`, "5");

const service = await startUploadService();
const { assay, adminToken, folder } = service;
const { pid } = assay.child;
const peers: ChildProcess[] = [];
try {
  const tusPeer = await startPeer("tus.ts", join(folder, "tus"));
  const barePeer = await startPeer("bare-pipe.ts", join(folder, "bare"));
  peers.push(tusPeer.child, barePeer.child);
  const own = ours(assay.url, await anUploader(assay.url, adminToken));
  const subjects = [own, tus(tusPeer.url), bare(barePeer.url)];

  const idleMebibytes = await memoryMebibytes(pid, "VmRSS");
  await forgetPeak(pid);
  for (const subject of subjects) await timeUploads(subject, 1, warmUpBytes);
  const rates = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  const ratesAtOnce: number[] = [];
  let peakMebibytes = 0;
  // Turn by turn, so that a noisy minute falls on all of them.
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) {
      const seconds = await timeUploads(subject, 1, bytesPerTurn);
      rates.get(subject.name)?.push(megabytesPerSecond(bytesPerTurn, seconds));
    }
    peakMebibytes = Math.max(peakMebibytes, await memoryMebibytes(pid, "VmHWM"));
    const seconds = await timeUploads(own, uploadsAtOnce, bytesOfEachAtOnce);
    ratesAtOnce.push(megabytesPerSecond(uploadsAtOnce * bytesOfEachAtOnce, seconds));
  }
  const of = (name: string) => rates.get(name) ?? [];
  /** Within a round, since a machine is not equally fast in all of them; then the middle one. */
  const ratio = (some: number[], others: number[]) =>
    median(some.map((rate, round) => rate / (others[round] ?? Number.NaN))).toFixed(2);

  const mebibytes = (rounds * bytesPerTurn) / 1024 ** 2;
  console.log(`${mebibytes} MiB each, in requests of 8 MiB; median of ${rounds} turns; all figures in MB/s`);
  console.table(
    Object.fromEntries(
      [...rates, [`ours, ${uploadsAtOnce} at once`, ratesAtOnce] as const].map(([name, all]) => [
        name,
        { median: Math.round(median(all)), turns: all.map(Math.round).join(" ") },
      ]),
    ),
  );
  const tell = (figure: string, some: number[], name: string, others: number[], atLeast: number) => {
    const peer = { name, seen: Math.round(median(others)) };
    const seen = Math.round(median(some));
    tellFigure({ figure, seen, unit: "MB/s", peer, ratio: Number(ratio(some, others)), atLeast });
  };
  tell("one upload", of("ours"), "tus", of("tus"), 1);
  tell("one upload", of("ours"), "a bare pipe", of("bare pipe"), 0.8);
  tell(`${uploadsAtOnce} uploads at once`, ratesAtOnce, "one", of("ours"), 1);
  tellFigure({ figure: "growth of memory", seen: Math.round(peakMebibytes - idleMebibytes), unit: "MiB", below: 64 });
  console.log(`against tus:            ${ratio(of("ours"), of("tus"))} (bar: at least 1.0)`);
  console.log(`against the bare pipe:  ${ratio(of("ours"), of("bare pipe"))} (bar: at least 0.8)`);
  console.log(`${uploadsAtOnce} at once against one:  ${ratio(ratesAtOnce, of("ours"))} (bar: at least 1.0)`);
  console.log(
    `growth of our memory:   ${(peakMebibytes - idleMebibytes).toFixed(0)} MiB from ${idleMebibytes.toFixed(0)} MiB (bar: under 64)`,
  );
  console.log(
    `with ${uploadsAtOnce} at once:        ${((await memoryMebibytes(pid, "VmHWM")) - idleMebibytes).toFixed(0)} MiB`,
  );
} finally {
  for (const peer of peers) peer.kill("SIGTERM");
  await service.close();
}
