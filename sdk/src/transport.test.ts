import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { AssayError } from "./assay-error.ts";
import { Assay } from "./index.ts";
import { readRetryAfter, retryDelay } from "./retry.ts";

type Step = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers as it is told, step by step; the last step is for all that come after it. */
async function aServer(...steps: Step[]) {
  const seen: { method: string | undefined; headers: IncomingMessage["headers"]; at: number }[] = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method, headers: request.headers, at: performance.now() });
    request.resume();
    (steps[seen.length - 1] ?? steps.at(-1))?.(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    seen,
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
const cutOff: Step = (request) => request.socket.destroy();
const silence: Step = () => undefined;

test("in a page of the service, calls carry no key but the proof that goes with its cookie", async () => {
  const seen: Headers[] = [];
  const assay = new Assay({
    baseUrl: "http://localhost",
    session: true,
    fetch: async (_url, init) => {
      seen.push(new Headers(init?.headers));
      return new Response("{}", { status: 200 });
    },
  });
  await assay.signOut({ everywhere: true });
  await assay.admin.getSystem();
  for (const headers of seen)
    assert.deepEqual(
      [headers.get("x-assay-session"), headers.get("x-api-key"), headers.get("authorization")],
      ["1", null, null],
    );
});

test("a 429 is tried again after Retry-After, and not before", async () => {
  await using server = await aServer(answer(429, {}, { "retry-after": "1" }), answer(200, { status: "ok" }));
  assert.deepEqual(await server.assay.getHealth(), { status: "ok" });
  const [first, second] = server.seen;
  assert.ok(first && second && second.at - first.at >= 1000, "the second try came too soon");
});

test("a Retry-After that is too long to sit through is handed to the caller", async () => {
  await using server = await aServer(answer(429, { message: "Wait." }, { "retry-after": "3000" }));
  await assert.rejects(server.assay.getWebhook(), { status: 429, retryAfterSeconds: 3000, message: "Wait." });
  assert.equal(server.seen.length, 1);
});

test("5xx and broken connections are tried again, and a POST keeps its Idempotency-Key", async () => {
  await using server = await aServer(answer(503), cutOff, answer(500), answer(201, { companyId: "c" }));
  await server.assay.onboardCompany({ name: "Acme" });
  const keys = server.seen.map(({ headers }) => headers["idempotency-key"]);
  assert.equal(keys.length, 4);
  assert.equal(new Set(keys).size, 1);
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
});

test("a body that stalled and was cut off by the service is sent again", async () => {
  await using server = await aServer(answer(408), answer(200, { limits: {} }));
  await server.assay.admin.replaceLimits("p", {});
  assert.equal(server.seen.length, 2);
});

/** Counts the tries of a call that is never answered, in a time of its own. */
async function triesInVain(context: TestContext, call: (assay: Assay) => Promise<unknown>) {
  let now = 0;
  let tries = 0;
  context.mock.method(performance, "now", () => now);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const assay = new Assay({
    baseUrl: "http://localhost",
    fetch: (_url, { signal } = {}) => {
      tries += 1;
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
  return { tries, error, minutes: now / 60_000 };
}

test("a chunk, form or report that timed out is tried again twice, and not for ever", async (context) => {
  const target = { complianceReviewId: "r" };
  for (const call of [
    (assay: Assay) => assay.getComplianceReviewReport("r", "pdf"),
    (assay: Assay) => assay.uploadDocuments([new File(["Text."], "a.txt")], target),
  ]) {
    const { tries, error, minutes } = await triesInVain(context, call);
    assert.equal((error as AssayError).code, "timeout");
    assert.equal(tries, 3);
    assert.ok(minutes > 15 && minutes < 17, `${minutes} minutes`);
  }
});

test("a webhook's registration whose answer was lost is not repeated, as its secret would never be told", async () => {
  const hook = { url: "https://partner.example/hook", eventTypes: ["review.created"] };
  for (const [step, code] of [
    [cutOff, "network"],
    [answer(503), "http_503"],
  ] as const) {
    await using server = await aServer(step, answer(200, { secret: null }));
    await assert.rejects(server.assay.registerWebhook(hook), { code });
    assert.equal(server.seen.length, 1);
  }
  const told = answer(200, { secret: "whsec_x" });
  await using server = await aServer(answer(429, {}, { "retry-after": "0" }), told);
  assert.equal((await server.assay.registerWebhook(hook)).secret, "whsec_x");
});

test("an address that is none is refused at once, with the form it should have", () => {
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

test("a key that no header can carry is refused at once, and not shown", () => {
  const baseUrl = "https://assay.example";
  for (const key of ["assay_company_\nx", "assay_company_\u2026", "assay_company_\u0001"]) {
    for (const options of [{ apiKey: key }, { adminToken: key }]) {
      assert.throws(
        () => new Assay({ baseUrl, ...options }),
        (error: AssayError) => error.code === "invalid_options" && !String(error.stack).includes("assay_company_"),
      );
    }
  }
});

test("white space around a key is not part of it", async () => {
  const sent: (string | null)[] = [];
  const assay = new Assay({
    ...{ baseUrl: "https://assay.example", apiKey: "k\n", adminToken: "\ufefft\r\n" },
    fetch: async (_url, init) => {
      const headers = new Headers(init?.headers);
      sent.push(headers.get("x-api-key"), headers.get("authorization"));
      return Response.json({});
    },
  });
  await assay.getWebhook();
  await assay.admin.getSystem();
  assert.deepEqual(sent, ["k", null, null, "Bearer t"]);
});

test("a request that is still being worked on is waited for", async () => {
  const working = answer(409, {}, { "x-error-code": "request_in_progress", "retry-after": "0" });
  await using server = await aServer(working, answer(201, { companyId: "c" }));
  assert.deepEqual(await server.assay.onboardCompany({ name: "Acme" }), { companyId: "c" });
});

test("a PATCH that may have been carried out is not sent twice", async () => {
  await using server = await aServer(answer(503, { message: "Later." }));
  await assert.rejects(server.assay.updateCompany("c", { city: "Wien" }), { status: 503, message: "Later." });
  assert.equal(server.seen.length, 1);
});

test("refusals are not tried again", async () => {
  await using server = await aServer(answer(422, { message: "No." }, { "x-error-code": "unprocessable" }));
  await assert.rejects(server.assay.startUpload({ files: [] }), { code: "unprocessable", status: 422 });
  assert.equal(server.seen.length, 1);
});

test("tries end after as many as allowed", async () => {
  await using server = await aServer(answer(500));
  await assert.rejects(server.assay.getHealth({ retries: 2 }), { status: 500 });
  assert.equal(server.seen.length, 3);
});

test("a server that says nothing is a timeout", async () => {
  await using server = await aServer(silence);
  await assert.rejects(server.assay.getHealth({ timeoutSeconds: 0.05, retries: 1 }), { code: "timeout", status: 0 });
  assert.equal(server.seen.length, 2);
});

test("an abort ends a call that waits for its answer, and one that waits for its next try", async () => {
  for (const step of [silence, answer(429, {}, { "retry-after": "60" })]) {
    await using server = await aServer(step);
    const ending = new AbortController();
    const called = server.assay.getHealth({ signal: ending.signal });
    while (server.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    ending.abort(new Error("enough"));
    await assert.rejects(called, { code: "aborted", cause: new Error("enough") });
  }
});

test("nobody at the address is told as such, with the reason", async () => {
  const assay = new Assay({ baseUrl: "http://127.0.0.1:1", retries: 0 });
  await assert.rejects(assay.getHealth(), {
    code: "network",
    message: /^http:\/\/127\.0\.0\.1:1 cannot be reached: .*(ECONNREFUSED|bad port)/,
  });
});

test("an answer that is not the service's is told as such", async () => {
  const page: Step = (_request, response) => response.writeHead(200).end("<html>");
  await using server = await aServer(page);
  await assert.rejects(server.assay.getHealth(), { code: "invalid_response", message: /not JSON/ });
  const refused: Step = (_request, response) => response.writeHead(404).end("<html>");
  await using other = await aServer(refused);
  await assert.rejects(other.assay.getHealth(), { code: "http_404", message: "The service answered 404 Not Found" });
});

test("fetch can be injected", async () => {
  const asked: string[] = [];
  const assay = new Assay({
    baseUrl: "https://assay.example",
    adminToken: "t",
    fetch: async (url, init) => {
      asked.push(`${init?.method} ${url} ${new Headers(init?.headers).get("authorization")}`);
      return Response.json({ partners: [] });
    },
  });
  await assay.admin.listPartners({ limit: 5 });
  assert.deepEqual(asked, ["GET https://assay.example/v1/admin/partners?limit=5 Bearer t"]);
});

test("pauses double, have jitter and stay below ten seconds", () => {
  const broken = new AssayError("network", "");
  const policy = { retries: 100, forSeconds: 1000 };
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
