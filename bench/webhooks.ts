// Events per second that reach a receiver, compared with a bare loop of signed undici posts with the same concurrency; and
// the time from the transaction that completes a document to the receiver. Service, loop and receiver are separate
// processes; events are recorded by the service's own function, in the same database.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startAssay, withoutLimits } from "../e2e/assay-process.ts";
import { recordEvent } from "../server/src/events/event.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { encryptionKeyBytes, makeEncryption } from "../server/src/platform/encryption.ts";
import { idSource } from "../server/src/platform/ids.ts";
import { openDatabase } from "../server/src/postgres/database.ts";
import { openQueue } from "../server/src/postgres/pg-boss-queue.ts";
import { until } from "../server/src/testing/until.ts";
import { startBenchDatabase } from "./bench-database.ts";
import { reportFigure } from "./figures.ts";
import { median } from "./median.ts";
import { quantile } from "./queueing/quantiles.ts";

/** The service sends 16 concurrent requests to one endpoint. */
const endpoints = 4;
const concurrency = endpoints * 16;
const rounds = 5;
const eventsPerRound = 8000;
/** The first posts of each round open connections. */
const skipped = 500;
const timedEvents = 500;
const pauseMilliseconds = 20;
const adminToken = "bench-administrator-token-0123456789";

const now = () => performance.timeOrigin + performance.now();

async function startPeer(
  file: string,
  ...args: string[]
): Promise<{ child: ChildProcess; line: () => Promise<string> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "peers", file), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const line = async () => String((await once(child.stdout ?? child, "data"))[0]).trim();
  return { child, line };
}

async function call(method: string, url: string, headers: Record<string, string>, body?: object) {
  const answer = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

const database = await startBenchDatabase();
const children: ChildProcess[] = [];
try {
  const receiver = await startPeer("webhook-receiver.ts");
  children.push(receiver.child);
  const receiverUrl = await receiver.line();
  const bare = await startPeer("bare-posts.ts", `${receiverUrl}/bare`, String(concurrency));
  children.push(bare.child);
  const assay = await startAssay(
    {
      DATABASE_URL: database.url,
      ASSAY_DATA_DIR: join(database.dataDirectory, "assay"),
      ASSAY_ADMIN_TOKEN: adminToken,
      ASSAY_WEBHOOK_ALLOW_PRIVATE: "true",
      ...withoutLimits,
    },
    [],
    join(database.dataDirectory, "assay.log"),
  );
  children.push(assay.child);

  const { apiKey } = await call(
    "POST",
    `${assay.url}/v1/admin/partners`,
    { authorization: `Bearer ${adminToken}` },
    { name: "Bench" },
  );
  const companyIds: string[] = [];
  for (let i = 0; i < endpoints; i++) {
    const company = await call("POST", `${assay.url}/v1/onboard`, { "x-api-key": apiKey }, { name: `Company ${i}` });
    const webhook = { url: `${receiverUrl}/ours/${i}`, eventTypes: ["document.completed"] };
    await call("PUT", `${assay.url}/v1/webhooks`, { "x-api-key": company.companyApiKey }, webhook);
    companyIds.push(company.companyId);
  }

  const queue = await openQueue({ url: database.url, isWorker: false, onError: console.error });
  const encryption = makeEncryption(Buffer.alloc(encryptionKeyBytes));
  const db = openDatabase({ url: database.url, encryption, queue, poolSize: 2, onIdleError: console.error });
  const deps = { clock: systemClock, ids: idSource(systemClock) };
  const complete = (events: typeof db.events, index: number) => {
    const companyId = companyIds[index % endpoints] ?? "";
    const documentId = deps.ids.next();
    const what = { companyId, documentId, complianceReviewId: deps.ids.next(), status: "completed" };
    return recordEvent(deps, events, "document.completed", what);
  };

  const arrived = async () => Number(await call("GET", `${receiverUrl}/count`, {}));
  /** Events per second, from the first that counts to the last. */
  async function rateOfArrivals(): Promise<number> {
    const arrivals = (await call("GET", receiverUrl, {})) as [string, number][];
    await call("DELETE", receiverUrl, {});
    const times = arrivals.map(([, at]) => at).toSorted((a, b) => a - b);
    const first = times[skipped] ?? Number.NaN;
    return ((times.length - skipped - 1) / ((times.at(-1) ?? Number.NaN) - first)) * 1000;
  }

  const rates: { bare: number; ours: number }[] = [];
  // Alternating, so that other load affects both. The first round is warm-up.
  for (let round = 0; round <= rounds; round++) {
    bare.child.stdin?.write(`${eventsPerRound}\n`);
    await bare.line();
    const bareRate = await rateOfArrivals();
    // One commit for all events: then the service only delivers.
    await db.transaction(async ({ events }) => {
      for (let i = 0; i < eventsPerRound; i++) await complete(events, i);
    });
    await until(async () => (await arrived()) >= eventsPerRound, 120);
    const ownRate = await rateOfArrivals();
    if (round > 0) rates.push({ bare: bareRate, ours: ownRate });
    // Outcomes are recorded before the bare loop starts.
    await wait(1000);
  }

  const startedAt = new Map<string, number>();
  for (let i = 0; i < timedEvents; i++) {
    const start = now();
    const id = await db.transaction(({ events }) => complete(events, i));
    startedAt.set(id, start);
    await wait(pauseMilliseconds);
  }
  await until(async () => (await arrived()) >= timedEvents, 60);
  const arrivals = (await call("GET", receiverUrl, {})) as [string, number][];
  const milliseconds = arrivals.map(([id, at]) => at - (startedAt.get(id) ?? Number.NaN));

  const ratio = quantile(
    rates.map((rate) => rate.ours / rate.bare),
    0.5,
  );
  console.log(
    `${eventsPerRound} events a round to ${endpoints} endpoints, ${concurrency} concurrent posts; events/s by round`,
  );
  console.table(
    rates.map(({ bare, ours }) => ({
      bare: Math.round(bare),
      ours: Math.round(ours),
      ratio: (ours / bare).toFixed(2),
    })),
  );
  const middleRate = (key: "bare" | "ours") => Math.round(median(rates.map((rate) => rate[key])));
  const peer = { name: "the bare loop", measured: middleRate("bare") };
  reportFigure({ figure: "delivered", measured: middleRate("ours"), unit: "events/s", peer, ratio, atLeast: 0.4 });
  reportFigure({ figure: "completion to receiver, p50", measured: quantile(milliseconds, 0.5), unit: "ms", below: 50 });
  reportFigure({
    figure: "completion to receiver, p99",
    measured: quantile(milliseconds, 0.99),
    unit: "ms",
    below: 500,
  });
  console.log(`against the bare loop:    ${ratio.toFixed(2)} (bar: at least 0.4)`);
  console.log(
    `completion to receiver:   p50 ${quantile(milliseconds, 0.5).toFixed(1)} ms (bar: under 50), p99 ${quantile(milliseconds, 0.99).toFixed(1)} ms (bar: under 500)`,
  );
  await db.close();
  await queue.close();
} finally {
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(
    children.map((child) => child.exitCode === null && child.signalCode === null && once(child, "close")),
  );
  await database.close();
}
