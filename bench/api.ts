// One read over HTTP, compared in the same run with a bare Fastify route that reads one row by primary key with a named
// statement and returns the same JSON, and with one without a database. All are separate processes on the same PostgreSQL.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import autocannon from "autocannon";
import { aDataDirectory, startAssay, withoutLimits } from "../e2e/assay-process.ts";
import { type Bar, reportFigure } from "./figures.ts";
import { median } from "./median.ts";

const connections = 64;
// Many short rounds, so that other programs disturb all subjects alike.
const secondsPerRun = 1;
const rounds = 25;
// Until Node has optimised hot code: after 2 s, the CPU time per request still fell by a third.
const warmUpSeconds = 8;

/** Linux counts CPU time in ticks of a hundredth of a second. */
const microsecondsPerTick = 10_000;

interface Subject {
  name: string;
  pid: number | undefined;
  url: string;
  headers: Record<string, string>;
}

interface Figures {
  requestsPerSecond: number;
  p99Milliseconds: number;
  /** Of the Node process only, without PostgreSQL. */
  cpuMicrosecondsPerRequest: number;
}

async function measure({ url, headers, pid }: Subject, seconds: number): Promise<Figures> {
  const before = await cpuTicks(pid);
  const result = await autocannon({ url, connections, duration: seconds, headers });
  const ticks = (await cpuTicks(pid)) - before;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  const { total } = result.requests;
  return {
    requestsPerSecond: total / result.duration,
    p99Milliseconds: result.latency.p99,
    cpuMicrosecondsPerRequest: (ticks * microsecondsPerTick) / total,
  };
}

async function cpuTicks(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // utime and stime; the process name before them may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<Record<string, string>> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Record<string, string>;
}

async function startPeer(databaseUrl: string, companyId: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "peers", "bare-fastify.ts"), databaseUrl, companyId],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
  return { child, url: line.toString().trim() };
}

function rssMegabytes(pid: number | undefined, status: string): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`no memory figure of process ${pid}`);
  return Number(kilobytes) / 1024;
}

const data = await aDataDirectory();
const settings = {
  ASSAY_DATA_DIR: data.path,
  ...withoutLimits,
};
const assay = await startAssay(settings, [], join(data.path, "assay.log"));
const children: ChildProcess[] = [assay.child];
try {
  const idle = rssMegabytes(assay.child.pid, await readFile(`/proc/${assay.child.pid}/status`, "utf8"));
  const token = (await readFile(join(data.path, "admin-token"), "utf8")).trim();
  const { apiKey } = await post(
    `${assay.url}/v1/admin/partners`,
    { authorization: `Bearer ${token}` },
    { name: "Bench" },
  );
  const onboarded = await post(
    `${assay.url}/v1/onboard`,
    { "x-api-key": apiKey ?? "" },
    { name: "Acme", city: "Wien", country: "AT" },
  );
  const { companyId = "", companyApiKey = "" } = onboarded;
  const socket = (await readFile(join(data.path, "postgres", "postmaster.pid"), "utf8")).split("\n")[4];
  const password = (await readFile(join(data.path, "postgres-password"), "utf8")).trim();
  const databaseUrl = `postgresql://assay:${password}@localhost/assay?host=${encodeURIComponent(socket ?? "")}`;
  const peer = await startPeer(databaseUrl, companyId);
  children.push(peer.child);

  const url = `${assay.url}/v1/companies/${companyId}`;
  const ours: Subject = { name: "ours", pid: assay.child.pid, url, headers: { "x-api-key": companyApiKey } };
  const ofPeer = { pid: peer.child.pid, headers: {} };
  const bare: Subject = { ...ofPeer, name: "bare read", url: `${peer.url}/read/${companyId}` };
  const fixed: Subject = { ...ofPeer, name: "no database", url: `${peer.url}/fixed` };
  const subjects = [ours, bare, fixed];
  // The service last: by then the partner is no longer active, so that the company is not throttled.
  for (const subject of subjects.toReversed()) await measure(subject, warmUpSeconds);
  const figures = new Map<Subject, Figures[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < rounds; round++) {
    // The order alternates, so that no subject always follows the same one.
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed())
      figures.get(subject)?.push(await measure(subject, secondsPerRun));
  }
  const all = (subject: Subject, figure: keyof Figures): number[] =>
    (figures.get(subject) ?? []).map((one) => one[figure]);
  // Ratios within each round, then their median: a slow minute slows both.
  const ratios = (peerOf: Subject, figure: keyof Figures): number[] =>
    all(ours, figure).map((value, round) => value / (all(peerOf, figure)[round] ?? Number.NaN));
  const report = (what: string, peerOf: Subject, figure: keyof Figures, unit: string, bar: Bar = {}) => {
    const values = ratios(peerOf, figure);
    const range = `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
    const shownBar = Object.entries(bar).map(([kind, limit]) => `, bar: ${kind} ${limit}`);
    console.log(`${`${what} against ${peerOf.name}`.padEnd(42)} ${median(values).toFixed(2)} (${range})${shownBar}`);
    const peer = { name: peerOf.name, measured: median(all(peerOf, figure)) };
    reportFigure({ figure: what, measured: median(all(ours, figure)), unit, peer, ratio: median(values), ...bar });
  };

  console.log(
    `GET /v1/companies/{id}, ${connections} connections, ${rounds} alternating rounds of ${secondsPerRun} s after a warm-up of ${warmUpSeconds} s; medians`,
  );
  console.table(
    Object.fromEntries(
      subjects.map((subject) => [
        subject.name,
        {
          "requests/s": Math.round(median(all(subject, "requestsPerSecond"))),
          "p99 ms": median(all(subject, "p99Milliseconds")),
          "CPU µs per request": Math.round(median(all(subject, "cpuMicrosecondsPerRequest"))),
        },
      ]),
    ),
  );
  console.log("Ratio to the peer within each round: median (lowest to highest)");
  report("throughput", bare, "requestsPerSecond", "requests/s", { atLeast: 0.65 });
  report("p99", bare, "p99Milliseconds", "ms", { below: 2 });
  report("CPU of a request", bare, "cpuMicrosecondsPerRequest", "µs");
  report("throughput", fixed, "requestsPerSecond", "requests/s");
  reportFigure({ figure: "memory of the idle service process", measured: Math.round(idle), unit: "MB", below: 200 });
  console.log(`idle memory of the Node process: ${idle.toFixed(0)} MB, bar: under 200`);
} finally {
  for (const child of children) child.kill("SIGTERM");
  await assay.ended;
  await data.remove();
}
