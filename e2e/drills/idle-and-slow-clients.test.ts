import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, readlink } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { until } from "../../server/src/testing/until.ts";
import { apiAndWorker, type DrillService, startDrillService } from "./drill-service.ts";
import { drillSize } from "./drill-size.ts";
import { assertGuarantees } from "./guarantees.ts";
import { createTenants, startSteadyLoad } from "./steady-load.ts";

const slowClients = 100;
/** Share of idle connections without any request. The others have sent one request before. */
const silentShare = 0.6;
/** Shorter than the default, so that the drill is short, but long enough to open all silent connections. */
const headersSeconds = 6;
const stallSeconds = 4;

/** An open connection. */
interface ClientConnection {
  socket: Socket;
  received: string;
  isClosed: boolean;
}

let database: TestDatabase;
let service: DrillService;
const connections: ClientConnection[] = [];

before(async () => {
  database = await createTestDatabase();
  service = await startDrillService({
    env: {
      DATABASE_URL: database.url,
      ASSAY_REQUEST_HEADERS_TIMEOUT_SECONDS: String(headersSeconds),
      ASSAY_REQUEST_STALL_TIMEOUT_SECONDS: String(stallSeconds),
    },
    parts: apiAndWorker,
  });
});

after(async () => {
  for (const { socket } of connections) socket.destroy();
  await service?.stop();
  await database?.drop();
});

async function openConnection(): Promise<ClientConnection> {
  const { port, hostname } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const connection = { socket, received: "", isClosed: false };
  connections.push(connection);
  socket.on("error", () => undefined);
  socket.setEncoding("utf8").on("data", (text) => {
    connection.received += text;
  });
  socket.once("close", () => {
    connection.isClosed = true;
  });
  await once(socket, "connect");
  return connection;
}

/** Fewer than the listen backlog of a busy server. */
const batchSize = 100;

async function openConnections(
  count: number,
  useBatch?: (batch: ClientConnection[]) => Promise<void>,
): Promise<ClientConnection[]> {
  const opened: ClientConnection[] = [];
  while (opened.length < count) {
    const next = await Promise.all(Array.from({ length: Math.min(batchSize, count - opened.length) }, openConnection));
    await useBatch?.(next);
    opened.push(...next);
  }
  return opened;
}

/** Sends one request on each connection and checks the response. */
async function sendRequests(batch: ClientConnection[]): Promise<void> {
  for (const connection of batch) {
    connection.received = "";
    connection.socket.write("GET /v1/report-signing-key HTTP/1.1\r\nHost: assay\r\n\r\n");
  }
  await until(() => batch.every(({ received, isClosed }) => isClosed || /\r\n\r\n\{.*\}$/.test(received)), 60);
  for (const { received } of batch) assert.match(received, /^HTTP\/1\.1 200 OK\r\n/);
}

const waitUntilClosed = (batch: ClientConnection[]) => until(() => batch.every(({ isClosed }) => isClosed), 60);

/** Counts the sockets that the process has accepted. */
async function countSockets(pid: number | undefined): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const open = await Promise.all((await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => "")));
  return open.filter((target) => target.startsWith("socket:")).length;
}

test("5,000 idle and 100 slow connections do not affect other clients; slow and silent ones are closed with 408", async (context) => {
  const [slowOne, ...others] = await createTenants(service.url, 3);
  const load = startSteadyLoad(context, others, { url: service.url, documents: drillSize.documents });
  await load.waitForMore(1);
  const silentCount = drillSize.idleConnections * silentShare;
  const keptAlive = await openConnections(drillSize.idleConnections - silentCount, sendRequests);
  const silent = await openConnections(silentCount);
  // The process accepts the last connections a moment after they are connected.
  load.allowMore(4);
  await until(async () => (await countSockets(service.process("api").child.pid)) >= drillSize.idleConnections, 5);
  const open = [...keptAlive, ...silent].filter(({ isClosed }) => !isClosed).length;
  context.diagnostic(`${open} open connections, ${silent.length} of them without a request`);
  assert.equal(open, drillSize.idleConnections);

  const head = `POST /v1/business-entities HTTP/1.1\r\nX-API-Key: ${slowOne?.key}\r\nContent-Type: application/json\r\n`;
  const slow = await openConnections(slowClients);
  for (const [index, { socket }] of slow.entries()) {
    // Half have slow headers, half have slow bodies.
    socket.write(index % 2 === 0 ? "GET /health HTTP/1.1\r\nX-Slow: " : `${head}Content-Length: 5000\r\n\r\n{"name": `);
  }
  const trickle = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write(" ");
  }, 1000);
  try {
    await load.waitForMore(2);
    await waitUntilClosed([...slow, ...silent]);
  } finally {
    clearInterval(trickle);
  }
  // Requests beyond the company's concurrency limit are refused with 429 before the timeout.
  for (const { received } of slow)
    assert.match(received, /^(?:HTTP\/1\.1 429 [^{]*\{[^}]*\})?HTTP\/1\.1 408 Request Timeout\r\n/);
  for (const { received } of silent) assert.match(received, /^HTTP\/1\.1 408 Request Timeout\r\n/);
  // Idle connections with an earlier request stay open and usable.
  assert.equal(keptAlive.filter(({ isClosed }) => isClosed).length, 0);
  await sendRequests(keptAlive.filter((_, index) => index % 40 === 0));

  await load.waitForMore(2);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertGuarantees(context, load, { url: service.url, databaseUrl: database.url, blobs });
  assert.deepEqual(
    load.responses.filter(({ status }) => status < 200 || status > 202),
    [],
    "other clients get no error",
  );
});
