import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { type ACompany, aCompany } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";

let server: TestServer;
let company: ACompany;
let port: number;

before(async () => {
  server = await startTestServer({ slowClients: { headersSeconds: 1, stallSeconds: 1 } });
  company = await aCompany(server);
  port = Number(new URL(await server.app.listen({ port: 0, host: "127.0.0.1" })).port);
});

after(() => server.close());

interface Caller {
  socket: Socket;
  received(): string;
  hasEnded(): boolean;
}

async function call(text: string, isStubborn = false): Promise<Caller> {
  // Does not close its end when the server does.
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: isStubborn });
  let received = "";
  let hasEnded = false;
  socket.setEncoding("utf8").on("data", (more) => {
    received += more;
  });
  socket
    .on("error", () => undefined)
    .on("close", () => {
      hasEnded = true;
    });
  await once(socket, "connect");
  socket.write(text);
  return { socket, received: () => received, hasEnded: () => hasEnded };
}

/** Keeps sending single bytes, whatever the server answers. */
function trickle(socket: Socket, byte: string): NodeJS.Timeout {
  return setInterval(() => socket.writable && socket.write(byte), 100);
}

async function isCutOff({ received, hasEnded, socket }: Caller, timer?: NodeJS.Timeout): Promise<void> {
  try {
    await until(async () => hasEnded());
  } finally {
    clearInterval(timer);
    socket.destroy();
  }
  assert.match(received(), /^HTTP\/1\.1 408 Request Timeout\r\n/);
  assert.match(received(), /x-request-id: /i);
  const body = JSON.parse(received().slice(received().indexOf("\r\n\r\n")));
  assert.deepEqual(Object.keys(body).toSorted(), ["error", "message", "statusCode"]);
}

test("headers that arrive byte by byte are refused with 408, and the connection is closed", async () => {
  const caller = await call("GET /health HTTP/1.1\r\nX-Slow: ", true);
  await isCutOff(caller, trickle(caller.socket, "x"));
});

test("a silent connection is refused with 408", async () => {
  await isCutOff(await call(""));
});

const head = () =>
  `POST /v1/business-entities HTTP/1.1\r\nX-API-Key: ${company.key}\r\nContent-Type: application/json\r\n`;

test("a stalled body is refused with 408", async () => {
  await isCutOff(await call(`${head()}Content-Length: 1000\r\n\r\n{"name": `));
});

test("a body that arrives byte by byte is refused with 408", async () => {
  const caller = await call(`${head()}Content-Length: 1000\r\n\r\n{"name": `, true);
  await isCutOff(caller, trickle(caller.socket, " "));
});

test("a body that arrives slowly but steadily is accepted, however long it takes", async () => {
  const piece = " ".repeat(600);
  const pieces = 15;
  const body = `{"name": "Steady"${piece.repeat(pieces)}}`;
  const caller = await call(`${head()}Content-Length: ${body.length}\r\n\r\n`);
  let at = 0;
  const timer = setInterval(() => {
    caller.socket.write(body.slice(at, at + 600));
    at += 600;
    if (at >= body.length) clearInterval(timer);
  }, 200);
  await until(async () => caller.received().includes("\r\n\r\n"));
  caller.socket.destroy();
  assert.match(caller.received(), /^HTTP\/1\.1 201 /);
});
