import assert from "node:assert/strict";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { pino } from "pino";
import { type ACompany, aCompany, until } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import type { Answered } from "./answered.ts";

const lines: Record<string, unknown>[] = [];
const answered: Answered[] = [];
let server: TestServer;
let company: ACompany;
let port: number;
before(async () => {
  server = await startTestServer({
    slowClients: { headSeconds: 1, stallSeconds: 1 },
    logger: pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) }),
    onAnswered: (answer) => answered.push(answer),
  });
  company = await aCompany(server);
  port = Number(new URL(await server.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
after(() => server.close());

/** The answer to bytes that are sent as they are; the connection is the service's to close. */
async function answerTo(bytes: string): Promise<{ status: number; requestId: string }> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write(bytes);
  const heard = await text(socket);
  return {
    status: Number(/^HTTP\/1\.1 (\d+) /.exec(heard)?.[1]),
    requestId: /^x-request-id: (\S+)\r$/im.exec(heard)?.[1] ?? "",
  };
}

const openConnections = () =>
  new Promise<number>((resolve) => server.app.server.getConnections((_, count) => resolve(count)));

const post = () =>
  `POST /v1/business-entities HTTP/1.1\r\nX-API-Key: ${company.key}\r\nContent-Type: application/json\r\n`;

const refusals: [what: string, bytes: () => string, status: number, told: Record<string, unknown>][] = [
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
];

for (const [what, bytes, status, told] of refusals) {
  test(`${what}: the id of the answer is in one line of the log, and it is counted once`, async () => {
    const answer = await answerTo(bytes());
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
      [{ ...told, statusCode: status }],
    );
  });
}
