import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { type ACompany, aCompanyOf, adminTokenIn, aForm, aPartnerKey, call, send, submissionUrl } from "./a-company.ts";
import { type AssayProcess, aDataDirectory, startAssay, until, withoutLimits } from "./assay-process.ts";
import { seeded } from "./seeded.ts";

const companies = 8;
const testsPerCompany = 240;
/** Each makes a review and a document, and so two events. */
const submissionsPerCompany = 5;
const eventsPerCompany = testsPerCompany + 2 * submissionsPerCompany;
const kills = 10;
const callers = 8;
/** Of what the receiver does; otherwise it answers with 200. */
const shares = { fails: 0.3, stalls: 0.05, closes: 0.05 };

const settings = {
  ASSAY_LOG_LEVEL: "warn",
  ASSAY_WEBHOOK_ALLOW_PRIVATE: "true",
  // The whole schedule in under half a minute.
  ASSAY_RETRY_SCALE: "0.0001",
  ...withoutLimits,
};

interface Arrival {
  path: string;
  headers: Record<string, string>;
  body: string;
  isAnswered: boolean;
}

/** An endpoint as bad as they come. */
async function aBadReceiver(random: () => number): Promise<{ server: Server; url: string; arrivals: Arrival[] }> {
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

interface Hooked {
  company: ACompany;
  secret: string;
  path: string;
  /** Ids of test events, and of the documents and reviews that were submitted. */
  tests: string[];
  documents: string[];
  reviews: string[];
}

async function onboard(assay: AssayProcess, dataDirectory: string, receiverUrl: string) {
  const partnerKey = await aPartnerKey(assay, await adminTokenIn(dataDirectory));
  const all: Hooked[] = [];
  for (let i = 0; i < companies; i++) {
    const company = await aCompanyOf(assay, partnerKey, `Company ${i}`);
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

function jobsOf({ company, tests, documents, reviews }: Hooked): Job[] {
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
      job(`submission-${i}`, submissionUrl({ url: "" }, company), form, (answer) => {
        documents.push(String(answer["documentId"]));
        reviews.push(String(answer["complianceReviewId"]));
      }),
    ),
  ];
}

test("2,000 events reach a receiver that fails, stalls and hangs up while the service is killed ten times", async (context) => {
  const seed = Number(process.env["ASSAY_DRILL_SEED"] ?? randomInt(2 ** 31));
  const random = seeded(seed);
  const data = await aDataDirectory();
  const receiver = await aBadReceiver(random);
  const start = () => startAssay({ ...settings, ASSAY_DATA_DIR: data.path });
  let assay = await start();
  let restarting = Promise.resolve();
  let isOver = false;
  try {
    const all = await onboard(assay, data.path, receiver.url);
    // Taken from in turn and put back when a kill came between; a retry has the same key and so does no work twice.
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
          // The kills fall into the first nine tenths, so that there is always something left to do after them.
          if (killed < kills && done >= ((killed + 1) * 0.9 * jobCount) / kills && !isDown) {
            restarting = kill();
            // Whoever waits for it hears of it.
            restarting.catch(() => undefined);
          }
        } else {
          // Cut off, refused by a service that has only just come back, or its first try still counts as running: half a
          // minute after a crash.
          assert.ok(
            answer === undefined || body === undefined || [409, 429, 503].includes(answer.status),
            JSON.stringify(body),
          );
          jobs.push(job);
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
      const hooked = all[index];
      assert.ok(hooked && isActive);
      const own = receiver.arrivals.filter(({ path }) => path === hooked.path);
      attempts += own.length;
      const bodies = new Map<string, string>();
      for (const { headers, body } of own) {
        const event = new Webhook(hooked.secret).verify(body, headers) as { data: { companyId: string } };
        assert.equal(event.data.companyId, hooked.company.companyId, "an event went to another company");
        const id = headers["webhook-id"] ?? "";
        assert.equal(bodies.get(id) ?? body, body, "one id stands for one event");
        bodies.set(id, body);
      }
      const events = [...bodies.values()].map(
        (body) => JSON.parse(body) as { type: string; data: Record<string, string> },
      );
      const told = (type: string, id: string) =>
        events
          .filter((event) => event.type === type)
          .map((event) => event.data[id] ?? "")
          .toSorted();
      const testIds = [...bodies].filter(([, body]) => body.includes('"webhook.test"')).map(([id]) => id);
      assert.deepEqual(testIds.toSorted(), hooked.tests.toSorted(), "every test event arrived");
      assert.deepEqual(told("document.submitted", "documentId"), hooked.documents.toSorted());
      assert.deepEqual(told("review.created", "complianceReviewId"), hooked.reviews.toSorted());
      assert.equal(bodies.size, eventsPerCompany);

      const answered = new Set(own.filter((one) => one.isAnswered).map(({ headers }) => headers["webhook-id"]));
      assert.deepEqual(
        [recentDeliveries.total, recentDeliveries.delivered, recentDeliveries.failed],
        [eventsPerCompany, answered.size, eventsPerCompany - answered.size],
        "the counts are what the receiver saw",
      );
    }
    assert.equal(attempts, receiver.arrivals.length, "nothing went to an address that nobody registered");
    context.diagnostic(`${attempts} attempts for ${companies * eventsPerCompany} events; ASSAY_DRILL_SEED=${seed}`);
  } catch (error) {
    context.diagnostic(`ASSAY_DRILL_SEED=${seed} repeats this choice of moments`);
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
