import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { pino } from "pino";
import { type ACompany, aCompany, anUpload, chunkUrl } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";
import type { RequestOutcome } from "./request-outcome.ts";

const lines: Record<string, unknown>[] = [];
const answered: RequestOutcome[] = [];
let server: TestServer;
let company: ACompany;
let chunk: string;
let port: number;
before(async () => {
  server = await startTestServer({
    slowClients: { headersSeconds: 1, stallSeconds: 1 },
    logger: pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) }),
    onRequestEnded: (answer) => answered.push(answer),
  });
  company = await aCompany(server);
  const { sessionId, files } = await anUpload(server, company, [{ fileName: "a", fileSize: 10_000 }]);
  chunk = chunkUrl(sessionId, files[0]?.fileId ?? "", 0);
  port = Number(new URL(await server.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
after(() => server.close());

/** Sends raw bytes and reads until the service closes the connection. */
async function answerTo(bytes: string, isEnded: boolean): Promise<{ status: number; requestId: string }> {
  const socket = connect({ port, host: "127.0.0.1" });
  if (isEnded) socket.end(bytes);
  else socket.write(bytes);
  const answer = await text(socket);
  return {
    status: Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]),
    requestId: /^x-request-id: (\S+)\r$/im.exec(answer)?.[1] ?? "",
  };
}

const openConnections = () =>
  new Promise<number>((resolve) => server.app.server.getConnections((_, count) => resolve(count)));

const octets = "Content-Type: application/octet-stream\r\n";
const chunkRoute = "/v1/documents/upload/:sessionId/files/:fileId/chunks/:chunkIndex";
const post = () =>
  `POST /v1/business-entities HTTP/1.1\r\nX-API-Key: ${company.key}\r\nContent-Type: application/json\r\n`;

const refusals: [
  what: string,
  bytes: () => string,
  status: number,
  labels: Record<string, unknown>,
  isEnded?: boolean,
][] = [
  ["what is no HTTP", () => "nonsense\r\n\r\n", 400, { method: "_OTHER", route: "unknown" }],
  [
    "headers that are too large",
    () => `GET / HTTP/1.1\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`,
    ...([431, { method: "_OTHER", route: "unknown" }] as const),
  ],
  [
    "an expectation that cannot be met",
    () => "GET /health HTTP/1.1\r\nExpect: foo\r\nConnection: close\r\n\r\n",
    ...([417, { method: "GET", route: "unknown" }] as const),
  ],
  ["headers that do not end", () => "GET /health HTTP/1.1\r\nX-Slow: ", 408, { method: "_OTHER", route: "unknown" }],
  [
    "a body that does not end",
    () => `${post()}Content-Length: 1000\r\n\r\n{"name": `,
    ...([408, { method: "POST", route: "/v1/business-entities" }] as const),
  ],
  [
    "a body that is cut short",
    () => `${post()}Content-Length: 1000\r\n\r\n{"name": `,
    ...([400, { method: "POST", route: "/v1/business-entities" }, true] as const),
  ],
  [
    "a chunk that is cut short",
    () => `PUT ${chunk} HTTP/1.1\r\nX-API-Key: ${company.key}\r\n${octets}Content-Length: 10000\r\n\r\nThe first`,
    ...([400, { method: "PUT", route: chunkRoute }, true] as const),
  ],
];

for (const [what, bytes, status, labels, isEnded = false] of refusals) {
  test(`${what}: its request id is in one log line, and it is counted once`, async () => {
    const answer = await answerTo(bytes(), isEnded);
    assert.equal(answer.status, status);
    assert.match(answer.requestId, /^[0-9A-Z]{26}$/);
    const linesOf = () => lines.filter(({ requestId }) => requestId === answer.requestId);
    await until(async () => linesOf().length > 0 && (await openConnections()) === 0);
    assert.deepEqual(
      linesOf().map(({ msg, statusCode }) => [msg, statusCode]),
      [["request", status]],
    );
    const counted = answered.filter(({ requestId }) => requestId === answer.requestId);
    assert.deepEqual(
      counted.map(({ method, route, statusCode }) => ({ method, route, statusCode })),
      [{ ...labels, statusCode: status }],
    );
  });
}

test("a request whose client disconnects during the body is logged and counted", async () => {
  const before = answered.length;
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write(`${post()}Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n{"name": `);
  // From here on the request is in progress.
  await once(socket, "data");
  socket.resetAndDestroy();
  await until(async () => (await openConnections()) === 0 && answered.length > before);
  const counted = answered.slice(before).map(({ route, statusCode }) => [route, statusCode]);
  assert.deepEqual(counted, [["/v1/business-entities", 400]]);
  assert.equal(lines.at(-1)?.["requestId"], answered.at(-1)?.requestId);
});
