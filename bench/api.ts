// How much our answers cost beside the least that a database-backed answer can cost, measured in the same run.
// Peers: a bare Fastify route that does one primary-key read with a named statement and returns the same JSON, and
// one without any database. All are processes of their own, on the same PostgreSQL, loaded from this one.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import autocannon from "autocannon";
import { aDataDirectory, startAssay } from "../e2e/assay-process.ts";

const connections = 64;
const secondsPerRun = 6;
const rounds = 3;
const unlimited = "1000000000";

interface Figures {
  requestsPerSecond: number;
  p99Milliseconds: number;
}

async function measure(url: string, headers: Record<string, string>, seconds: number): Promise<Figures> {
  const result = await autocannon({ url, connections, duration: seconds, headers });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { requestsPerSecond: result.requests.average, p99Milliseconds: result.latency.p99 };
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
  if (kilobytes === undefined) throw new Error(`no memory figure for process ${pid}`);
  return Number(kilobytes) / 1024;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const data = await aDataDirectory();
const settings = {
  ASSAY_DATA_DIR: data.path,
  ASSAY_RATE_PARTNER_PER_MINUTE: unlimited,
  ASSAY_RATE_COMPANY_PER_MINUTE: unlimited,
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

  const subjects: [name: string, url: string, headers: Record<string, string>][] = [
    ["ours", `${assay.url}/v1/companies/${companyId}`, { "x-api-key": companyApiKey }],
    ["bare read", `${peer.url}/read/${companyId}`, {}],
    ["no database", `${peer.url}/fixed`, {}],
  ];
  for (const [, url, headers] of subjects) await measure(url, headers, 3);
  const figures = new Map<string, Figures[]>(subjects.map(([name]) => [name, []]));
  // Turn by turn, so that a noisy minute falls on all of them.
  for (let round = 0; round < rounds; round++) {
    for (const [name, url, headers] of subjects) figures.get(name)?.push(await measure(url, headers, secondsPerRun));
  }
  const of = (name: string): Figures => ({
    requestsPerSecond: median((figures.get(name) ?? []).map((one) => one.requestsPerSecond)),
    p99Milliseconds: median((figures.get(name) ?? []).map((one) => one.p99Milliseconds)),
  });
  const [ours, bare, fixed] = [of("ours"), of("bare read"), of("no database")];
  console.log(
    `GET /v1/companies/{id}, ${connections} connections, median of ${rounds} runs of ${secondsPerRun} s each`,
  );
  console.table({ ours, "bare read": bare, "no database": fixed });
  console.log(
    `requests/s against the bare read: ${(ours.requestsPerSecond / bare.requestsPerSecond).toFixed(2)} (bar: at least 0.7)`,
  );
  console.log(
    `p99 against the bare read:        ${(ours.p99Milliseconds / bare.p99Milliseconds).toFixed(2)} (bar: under 2)`,
  );
  console.log(`requests/s against no database:   ${(ours.requestsPerSecond / fixed.requestsPerSecond).toFixed(2)}`);
  console.log(`idle memory of the Node process:  ${idle.toFixed(0)} MB (bar: under 200)`);
} finally {
  for (const child of children) child.kill("SIGTERM");
  await assay.ended;
  await data.remove();
}
