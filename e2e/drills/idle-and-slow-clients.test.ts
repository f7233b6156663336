import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { openDiskBlobStore } from "../../server/src/blobs/disk-blob-store.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { until } from "../assay-process.ts";
import { extent } from "./drill-extent.ts";
import { aDrillService, apiAndWorker, type DrillService } from "./drill-service.ts";
import { assertPromisesKept } from "./kept-promises.ts";
import { startLoad, tenantsOf } from "./steady-load.ts";

const slowClients = 100;
/** Much less than by default, so that the drill need not wait for long. */
const cutOffSeconds = 4;

let database: TestDatabase;
let service: DrillService;
const sockets: Socket[] = [];

before(async () => {
  database = await createTestDatabase();
  service = await aDrillService({
    env: {
      DATABASE_URL: database.url,
      ASSAY_REQUEST_HEAD_SECONDS: String(cutOffSeconds),
      ASSAY_REQUEST_STALL_SECONDS: String(cutOffSeconds),
    },
    parts: apiAndWorker,
  });
});

after(async () => {
  for (const socket of sockets) socket.destroy();
  await service?.stop();
  await database?.drop();
});

async function aConnection(): Promise<Socket> {
  const { port, hostname } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

/** What each was told, once it has been hung up on. */
async function lastWords(all: Socket[]): Promise<string[]> {
  const callers = all.map((socket) => {
    const caller = { heard: "", isOver: false };
    socket.setEncoding("utf8").on("data", (text) => {
      caller.heard += text;
    });
    socket.once("close", () => {
      caller.isOver = true;
    });
    return caller;
  });
  await until(() => callers.every(({ isOver }) => isOver), 60);
  return callers.map(({ heard }) => heard);
}

test("5,000 idle connections and a hundred slow ones keep nobody else from being served, and are cut off with 408", async (context) => {
  const [slowOne, ...others] = await tenantsOf(service.url, 3);
  const load = startLoad(context, others, { url: service.url, documents: extent.documents });
  await load.more(1);
  for (let opened = 0; opened < extent.idleConnections; opened += 100)
    await Promise.all(Array.from({ length: 100 }, aConnection));
  const open = sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === "open").length;
  context.diagnostic(`${sockets.length} connections made, ${open} of them open at once`);

  const head = `POST /v1/business-entities HTTP/1.1\r\nX-API-Key: ${slowOne?.key}\r\nContent-Type: application/json\r\n`;
  const slow = await Promise.all(Array.from({ length: slowClients }, aConnection));
  for (const [index, socket] of slow.entries()) {
    // Half of them are slow with their headers, half with their bodies.
    socket.write(index % 2 === 0 ? "GET /health HTTP/1.1\r\nX-Slow: " : `${head}Content-Length: 5000\r\n\r\n{"name": `);
  }
  const trickle = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write(" ");
  }, 1000);
  try {
    const told = await lastWords(slow);
    // Bodies beyond what one company may have under way are refused before they are cut off.
    for (const words of told)
      assert.match(words, /^(?:HTTP\/1\.1 429 [^{]*\{[^}]*\})?HTTP\/1\.1 408 Request Timeout\r\n/);
  } finally {
    clearInterval(trickle);
  }
  await load.more(2);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertPromisesKept(context, load, { url: service.url, databaseUrl: database.url, blobs });
  assert.deepEqual(
    load.seen.filter(({ status }) => status < 200 || status > 202),
    [],
    "nobody noticed",
  );
});
