import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
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
