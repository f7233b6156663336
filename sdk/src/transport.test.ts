import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { Administration } from "./administration.ts";
import { AssayError } from "./assay-error.ts";
import { Assay, type ClientOptions } from "./index.ts";
import { People } from "./people.ts";
import { readRetryAfter, retryDelay } from "./retry.ts";

type Step = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that responds with the given steps; the last step repeats. */
async function aServer(...steps: Step[]) {
  const received: { method: string | undefined; headers: IncomingMessage["headers"]; at: number }[] = [];
  const server = createServer((request, response) => {
    received.push({ method: request.method, headers: request.headers, at: performance.now() });
    request.resume();
    (steps[received.length - 1] ?? steps.at(-1))?.(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    received,
    assay: new Assay({ baseUrl: `http://127.0.0.1:${port}/`, apiKey: "assay_company_x" }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const answer =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Step =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const disconnect: Step = (request) => request.socket.destroy();
const hang: Step = () => undefined;

test("with a session, calls send the session header and no key", async () => {
  const seen: Headers[] = [];
  const ofSession: ClientOptions = {
    baseUrl: "http://localhost",
    session: true,
    fetch: async (_url, init) => {
      seen.push(new Headers(init?.headers));
      return new Response("{}", { status: 200 });
    },
  };
  await new People(ofSession).signOut({ everywhere: true });
  await new Administration(ofSession).getSystem();
  for (const headers of seen)
    assert.deepEqual(
      [headers.get("x-assay-session"), headers.get("x-api-key"), headers.get("authorization")],
      ["1", null, null],
    );
});

test("a 429 is retried after Retry-After, not before", async () => {
  await using server = await aServer(answer(429, {}, { "retry-after": "1" }), answer(200, { status: "ok" }));
  assert.deepEqual(await server.assay.getHealth(), { status: "ok" });
  const [first, second] = server.received;
  assert.ok(first && second && second.at - first.at >= 1000, "the second attempt came too soon");
});

test("a Retry-After of more than two minutes is not waited for", async () => {
  await using server = await aServer(answer(429, { message: "Wait." }, { "retry-after": "3000" }));
  await assert.rejects(server.assay.getWebhook(), { status: 429, retryAfterSeconds: 3000, message: "Wait." });
  assert.equal(server.received.length, 1);
});

test("5xx and lost connections are retried, and a POST keeps its Idempotency-Key", async () => {
  await using server = await aServer(answer(503), disconnect, answer(500), answer(201, { companyId: "c" }));
  await server.assay.onboardCompany({ name: "Acme" });
  const keys = server.received.map(({ headers }) => headers["idempotency-key"]);
  assert.equal(keys.length, 4);
  assert.equal(new Set(keys).size, 1);
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
});

test("a request is retried after 408", async () => {
  await using server = await aServer(answer(408), answer(200, { limits: {} }));
  await server.assay.replaceBranding({});
  assert.equal(server.received.length, 2);
});

/** Counts the attempts of a call without a response, in virtual time. */
async function countAttempts(context: TestContext, call: (assay: Assay) => Promise<unknown>) {
  let now = 0;
  let attempts = 0;
  context.mock.method(performance, "now", () => now);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const assay = new Assay({
    baseUrl: "http://localhost",
    fetch: (_url, { signal } = {}) => {
      attempts += 1;
      return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  let error: unknown;
  call(assay).catch((caught: unknown) => {
    error = caught;
  });
  while (error === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
    now += 1000;
    context.mock.timers.tick(1000);
  }
  context.mock.reset();
  return { attempts, error, minutes: now / 60_000 };
}

test("a chunk, form or report that timed out is retried twice", async (context) => {
  const target = { complianceReviewId: "r" };
  for (const call of [
    (assay: Assay) => assay.getComplianceReviewReport("r", "pdf"),
    (assay: Assay) => assay.uploadDocuments([new File(["Text."], "a.txt")], target),
  ]) {
    const { attempts, error, minutes } = await countAttempts(context, call);
    assert.equal((error as AssayError).code, "timeout");
    assert.equal(attempts, 3);
    assert.ok(minutes > 15 && minutes < 17, `${minutes} minutes`);
  }
});

test("registerWebhook is not retried after a lost response, because its secret would be lost", async () => {
  const hook: Parameters<Assay["registerWebhook"]>[0] = {
    url: "https://partner.example/hook",
    eventTypes: ["review.created"],
  };
  for (const [step, code] of [
    [disconnect, "network"],
    [answer(503), "http_503"],
  ] as const) {
    await using server = await aServer(step, answer(200, { secret: null }));
    await assert.rejects(server.assay.registerWebhook(hook), { code });
    assert.equal(server.received.length, 1);
  }
  const registered = answer(200, { secret: "whsec_x" });
  await using server = await aServer(answer(429, {}, { "retry-after": "0" }), registered);
  assert.equal((await server.assay.registerWebhook(hook)).secret, "whsec_x");
});

test("the constructor refuses an invalid address and shows a valid one", () => {
  for (const baseUrl of [
    undefined,
    "",
    "assay.example.com",
    "localhost:8080",
    "ftp://a.example",
    "http://",
    "https://u:pw@a.example",
  ]) {
    assert.throws(() => new Assay({ baseUrl: baseUrl as string }), {
      name: "AssayError",
      code: "invalid_options",
      message: /^baseUrl is missing .* https:\/\/assay\.example\.com\.$/,
    });
  }
});

test("the constructor refuses a key that no header can contain, without showing it", () => {
  const baseUrl = "https://assay.example";
  for (const key of ["assay_company_\nx", "assay_company_\u2026", "assay_company_\u0001"]) {
    for (const construct of [
      () => new Assay({ baseUrl, apiKey: key }),
      () => new Administration({ baseUrl, adminToken: key }),
    ]) {
      assert.throws(
        construct,
        (error: AssayError) => error.code === "invalid_options" && !String(error.stack).includes("assay_company_"),
      );
    }
  }
});

test("white space around a key is removed", async () => {
  const sent: (string | null)[] = [];
  const options: ClientOptions = {
    baseUrl: "https://assay.example",
    fetch: async (_url, init) => {
      const headers = new Headers(init?.headers);
      sent.push(headers.get("x-api-key"), headers.get("authorization"));
      return Response.json({});
    },
  };
  await new Assay({ ...options, apiKey: "k\n" }).getWebhook();
  await new Administration({ ...options, adminToken: "\ufefft\r\n" }).getSystem();
  assert.deepEqual(sent, ["k", null, null, "Bearer t"]);
});

test("a request that is still in progress is retried", async () => {
  const working = answer(409, {}, { "x-error-code": "request_in_progress", "retry-after": "0" });
  await using server = await aServer(working, answer(201, { companyId: "c" }));
  assert.deepEqual(await server.assay.onboardCompany({ name: "Acme" }), { companyId: "c" });
});

test("a PATCH is not retried after 503", async () => {
  await using server = await aServer(answer(503, { message: "Later." }));
  await assert.rejects(server.assay.updateCompany("c", { city: "Wien" }), { status: 503, message: "Later." });
  assert.equal(server.received.length, 1);
});

test("a 422 is not retried", async () => {
  await using server = await aServer(answer(422, { message: "No." }, { "x-error-code": "unprocessable" }));
  await assert.rejects(server.assay.startUpload({ files: [] }), { code: "unprocessable", status: 422 });
  assert.equal(server.received.length, 1);
});

test("the number of retries is limited", async () => {
  await using server = await aServer(answer(500));
  await assert.rejects(server.assay.getHealth({ retries: 2 }), { status: 500 });
  assert.equal(server.received.length, 3);
});

test("a missing response is a timeout", async () => {
  await using server = await aServer(hang);
  await assert.rejects(server.assay.getHealth({ timeoutSeconds: 0.05, retries: 1 }), { code: "timeout", status: 0 });
  assert.equal(server.received.length, 2);
});

test("an abort ends a call that waits for its response or for its next attempt", async () => {
  for (const step of [hang, answer(429, {}, { "retry-after": "60" })]) {
    await using server = await aServer(step);
    const ending = new AbortController();
    const called = server.assay.getHealth({ signal: ending.signal });
    while (server.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    ending.abort(new Error("enough"));
    await assert.rejects(called, { code: "aborted", cause: new Error("enough") });
  }
});

test("an unreachable address is reported with the reason", async () => {
  const assay = new Assay({ baseUrl: "http://127.0.0.1:1", retries: 0 });
  await assert.rejects(assay.getHealth(), {
    code: "network",
    message: /^http:\/\/127\.0\.0\.1:1 cannot be reached: .*(ECONNREFUSED|bad port)/,
  });
});

test("a response that is not from the service is reported as such", async () => {
  const page: Step = (_request, response) => response.writeHead(200).end("<html>");
  await using server = await aServer(page);
  await assert.rejects(server.assay.getHealth(), { code: "invalid_response", message: /not JSON/ });
  const refused: Step = (_request, response) => response.writeHead(404).end("<html>");
  await using other = await aServer(refused);
  await assert.rejects(other.assay.getHealth(), { code: "http_404", message: "The service answered 404 Not Found" });
});

test("fetch can be injected", async () => {
  const asked: string[] = [];
  const administration = new Administration({
    baseUrl: "https://assay.example",
    adminToken: "t",
    fetch: async (url, init) => {
      asked.push(`${init?.method} ${url} ${new Headers(init?.headers).get("authorization")}`);
      return Response.json({ partners: [] });
    },
  });
  await administration.listPartners({ limit: 5 });
  assert.deepEqual(asked, ["GET https://assay.example/v1/admin/partners?limit=5 Bearer t"]);
});

test("pauses double, have jitter and stay below ten seconds", () => {
  const broken = new AssayError("network", "");
  const policy = { retries: 100, maxSeconds: 1000 };
  const delays = [0, 1, 2, 20].map(
    (attempt) => retryDelay(broken, { attempt, elapsedSeconds: 0, isIdempotent: true }, policy) ?? Number.NaN,
  );
  for (const [index, most] of [0.25, 0.5, 1, 10].entries()) {
    const delay = delays[index] ?? Number.NaN;
    assert.ok(delay >= most / 2 && delay <= most, `pause ${index} is ${delay}`);
  }
});

test("Retry-After is read as seconds and as a date", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  assert.equal(readRetryAfter("12", now), 12);
  assert.equal(readRetryAfter("Sun, 01 Mar 2026 12:00:30 GMT", now), 30);
  assert.equal(readRetryAfter("soon", now), undefined);
  assert.equal(readRetryAfter(null, now), undefined);
});
