import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { seededRandom } from "../bench/queueing/seeded-random.ts";
import { until } from "../server/src/testing/until.ts";
import { type AssayProcess, aDataDirectory, startAssay, withoutLimits } from "./assay-process.ts";
import {
  type ACompany,
  aForm,
  aPartnerKey,
  call,
  onboardCompany,
  readAdminToken,
  send,
  submissionUrl,
} from "./company.ts";

const companies = 8;
const testsPerCompany = 240;
/** Each creates a review and a document, so two events. */
const submissionsPerCompany = 5;
const eventsPerCompany = testsPerCompany + 2 * submissionsPerCompany;
const kills = 10;
const callers = 8;
/** Shares of the receiver's failures; otherwise it responds with 200. */
const shares = { fails: 0.3, stalls: 0.05, closes: 0.05 };

const settings = {
  ASSAY_LOG_LEVEL: "warn",
  ASSAY_WEBHOOK_ALLOW_PRIVATE: "true",
  // The whole retry schedule takes less than half a minute.
  ASSAY_RETRY_SCALE: "0.0001",
  // The documents stay queued; processing-crash-drill.test.ts kills the service while it processes some.
  ASSAY_WORKER_CONCURRENCY: "0",
  ...withoutLimits,
};

interface Arrival {
  path: string;
  headers: Record<string, string>;
  body: string;
  isAnswered: boolean;
}

/** An unreliable webhook receiver. */
async function startUnreliableReceiver(
  random: () => number,
): Promise<{ server: Server; url: string; arrivals: Arrival[] }> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const arrival = { path: request.url ?? "", headers, body, isAnswered: false };
        arrivals.push(arrival);
        const fate = random();
        if (fate < shares.stalls) return;
        if (fate < shares.stalls + shares.closes) request.socket.destroy();
        else if (fate < shares.stalls + shares.closes + shares.fails) response.writeHead(500).end("not now");
        else {
          arrival.isAnswered = true;
          response.writeHead(200).end();
        }
      },
      () => undefined,
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return { server, url: `http://127.0.0.1:${address.port}`, arrivals };
}

type Body = Record<string, unknown>;

interface Registration {
  company: ACompany;
  secret: string;
  path: string;
  /** Ids of test events, and of the documents and reviews that were submitted. */
  tests: string[];
  documents: string[];
  reviews: string[];
}

async function onboard(assay: AssayProcess, dataDirectory: string, receiverUrl: string) {
  const partnerKey = await aPartnerKey(assay, await readAdminToken(dataDirectory));
  const all: Registration[] = [];
  for (let i = 0; i < companies; i++) {
    const company = await onboardCompany(assay, partnerKey, `Company ${i}`);
    const path = `/hooks/${i}`;
    const registration = { url: receiverUrl + path, eventTypes: ["document.submitted", "review.created"] };
    const { secret } = await call(`${assay.url}/v1/webhooks`, company.headers, registration, "PUT");
    all.push({ company, secret, path, tests: [], documents: [], reviews: [] });
  }
  return all;
}

interface Job {
  key: string;
  method: "POST";
  path: string;
  body: () => object;
  headers: Record<string, string>;
  done(answer: Body): void;
}

function jobsOf({ company, tests, documents, reviews }: Registration): Job[] {
  const job = (name: string, path: string, body: () => object, done: (answer: Body) => void): Job => ({
    ...{ key: name, method: "POST", path, body, done, headers: { ...company.headers, "idempotency-key": name } },
  });
  const form = () => aForm([{ name: "contract.txt", bytes: "The processor acts on instructions." }]);
  return [
    ...Array.from({ length: testsPerCompany }, (_, i) =>
      job(
        `test-${i}`,
        "/v1/webhooks/test",
        () => ({}),
        (answer) => tests.push(String(answer["id"])),
      ),
    ),
    ...Array.from({ length: submissionsPerCompany }, (_, i) =>
      job(`submission-${i}`, submissionUrl({ url: "" }, company, 1), form, (answer) => {
        documents.push(String(answer["documentId"]));
        reviews.push(String(answer["complianceReviewId"]));
      }),
    ),
  ];
}

test("2,000 events reach an unreliable receiver while the service is killed ten times", async (context) => {
  const seed = Number(process.env["ASSAY_DRILL_SEED"] ?? randomInt(2 ** 31));
  const random = seededRandom(seed).next;
  const data = await aDataDirectory();
  const receiver = await startUnreliableReceiver(random);
  const start = () => startAssay({ ...settings, ASSAY_DATA_DIR: data.path });
  let assay = await start();
  let restarting = Promise.resolve();
  let isOver = false;
  try {
    const all = await onboard(assay, data.path, receiver.url);
    // A request that was interrupted by a kill is repeated with the same Idempotency-Key, so it has no effect twice.
    const jobs = all.flatMap(jobsOf).toSorted(() => random() - 0.5);
    const jobCount = jobs.length;
    let done = 0;
    let isDown = false;
    let killed = 0;

    async function kill(): Promise<void> {
      isDown = true;
      killed += 1;
      await wait(random() * 50);
      assay.child.kill("SIGKILL");
      await assay.ended;
      assay = await start();
      isDown = false;
    }

    async function work(): Promise<void> {
      while (done < jobCount && !isOver) {
        await restarting;
        const job = jobs.shift();
        if (job === undefined) {
          await wait(20);
          continue;
        }
        const answer = await send(job.method, assay.url + job.path, job.headers, job.body()).catch(() => undefined);
        const body = (await answer?.json().catch(() => undefined)) as Body | undefined;
        if (answer?.ok && body !== undefined) {
          job.done(body);
          done += 1;
          // The kills happen in the first nine tenths, so that requests follow the last one.
          if (killed < kills && done >= ((killed + 1) * 0.9 * jobCount) / kills && !isDown) {
            restarting = kill();
            // The workers await it; it must not be an unhandled rejection.
            restarting.catch(() => undefined);
          }
        } else {
          // The connection was lost, the service has just restarted, or the first attempt still counts as in progress: up to half a
          // minute after a crash.
          assert.ok(
            answer === undefined || body === undefined || [409, 429, 503].includes(answer.status),
            JSON.stringify(body),
          );
          jobs.push(job);
          await wait(100);
        }
      }
    }
    await Promise.all(Array.from({ length: callers }, work));
    await restarting;
    assert.equal(killed, kills);

    const readAll = () => Promise.all(all.map(({ company }) => call(`${assay.url}/v1/webhooks`, company.headers)));
    await until(async () => {
      const webhooks = await readAll();
      return webhooks.every(({ recentDeliveries: { total, delivered, failed } }) => total === delivered + failed);
    }, 180);

    let attempts = 0;
    for (const [index, { recentDeliveries, isActive }] of (await readAll()).entries()) {
      const registered = all[index];
      assert.ok(registered && isActive);
      const own = receiver.arrivals.filter(({ path }) => path === registered.path);
      attempts += own.length;
      const bodies = new Map<string, string>();
      for (const { headers, body } of own) {
        const event = new Webhook(registered.secret).verify(body, headers) as { data: { companyId: string } };
        assert.equal(event.data.companyId, registered.company.companyId, "an event went to another company");
        const id = headers["webhook-id"] ?? "";
        assert.equal(bodies.get(id) ?? body, body, "each id belongs to one event");
        bodies.set(id, body);
      }
      const events = [...bodies.values()].map(
        (body) => JSON.parse(body) as { type: string; data: Record<string, string> },
      );
      const idsOf = (type: string, id: string) =>
        events
          .filter((event) => event.type === type)
          .map((event) => event.data[id] ?? "")
          .toSorted();
      const testIds = [...bodies].filter(([, body]) => body.includes('"webhook.test"')).map(([id]) => id);
      assert.deepEqual(testIds.toSorted(), registered.tests.toSorted(), "every test event arrived");
      assert.deepEqual(idsOf("document.submitted", "documentId"), registered.documents.toSorted());
      assert.deepEqual(idsOf("review.created", "complianceReviewId"), registered.reviews.toSorted());
      assert.equal(bodies.size, eventsPerCompany);

      const answered = new Set(own.filter((one) => one.isAnswered).map(({ headers }) => headers["webhook-id"]));
      assert.deepEqual(
        [recentDeliveries.total, recentDeliveries.delivered, recentDeliveries.failed],
        [eventsPerCompany, answered.size, eventsPerCompany - answered.size],
        "the counts match the receiver's",
      );
    }
    assert.equal(attempts, receiver.arrivals.length, "all requests went to registered addresses");
    context.diagnostic(`${attempts} attempts for ${companies * eventsPerCompany} events; ASSAY_DRILL_SEED=${seed}`);
  } catch (error) {
    context.diagnostic(`ASSAY_DRILL_SEED=${seed} repeats these kills`);
    throw error;
  } finally {
    isOver = true;
    await restarting.catch(() => undefined);
    assay.child.kill("SIGKILL");
    await assay.ended;
    receiver.server.closeAllConnections();
    receiver.server.close();
    await data.remove();
  }
});
