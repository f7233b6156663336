import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, readlink } from "node:fs/promises";
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
/** Of all idle ones: those that never say a word. The others have asked something, and were answered. */
const silentShare = 0.6;
/** Much less than by default, so that the drill need not wait for long; and time enough to open the silent ones. */
const headSeconds = 6;
const stallSeconds = 4;

/** Somebody who keeps a connection. */
interface Caller {
  socket: Socket;
  heard: string;
  isOver: boolean;
}

let database: TestDatabase;
let service: DrillService;
const callers: Caller[] = [];

before(async () => {
  database = await createTestDatabase();
  service = await aDrillService({
    env: {
      DATABASE_URL: database.url,
      ASSAY_REQUEST_HEADERS_TIMEOUT_SECONDS: String(headSeconds),
      ASSAY_REQUEST_STALL_TIMEOUT_SECONDS: String(stallSeconds),
    },
    parts: apiAndWorker,
  });
});

after(async () => {
  for (const { socket } of callers) socket.destroy();
  await service?.stop();
  await database?.drop();
});

async function aCaller(): Promise<Caller> {
  const { port, hostname } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const caller = { socket, heard: "", isOver: false };
  callers.push(caller);
  socket.on("error", () => undefined);
  socket.setEncoding("utf8").on("data", (text) => {
    caller.heard += text;
  });
  socket.once("close", () => {
    caller.isOver = true;
  });
  await once(socket, "connect");
  return caller;
}

/** Fewer than a server that is busy may leave waiting to be let in, and than it takes a second to answer: these are no crowd. */
const atOnce = 100;

async function aCrowd(count: number, greet?: (crowd: Caller[]) => Promise<void>): Promise<Caller[]> {
  const crowd: Caller[] = [];
  while (crowd.length < count) {
    const next = await Promise.all(Array.from({ length: Math.min(atOnce, count - crowd.length) }, aCaller));
    await greet?.(next);
    crowd.push(...next);
  }
  return crowd;
}

/** Each asks for something over the connection it has, and is answered. */
async function askOnce(crowd: Caller[]): Promise<void> {
  for (const caller of crowd) {
    caller.heard = "";
    caller.socket.write("GET /v1/report-signing-key HTTP/1.1\r\nHost: assay\r\n\r\n");
  }
  await until(() => crowd.every(({ heard, isOver }) => isOver || /\r\n\r\n\{.*\}$/.test(heard)), 60);
  for (const { heard } of crowd) assert.match(heard, /^HTTP\/1\.1 200 OK\r\n/);
}

const areOver = (crowd: Caller[]) => until(() => crowd.every(({ isOver }) => isOver), 60);

/** What the process itself holds open, not what the system has taken in for it. */
async function socketsOf(pid: number | undefined): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const open = await Promise.all((await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => "")));
  return open.filter((target) => target.startsWith("socket:")).length;
}

test("5,000 idle connections and a hundred slow ones keep nobody else from being served; the slow and the silent are cut off with 408", async (context) => {
  const [slowOne, ...others] = await tenantsOf(service.url, 3);
  const load = startLoad(context, others, { url: service.url, documents: extent.documents });
  await load.more(1);
  const silentCount = extent.idleConnections * silentShare;
  const keptAlive = await aCrowd(extent.idleConnections - silentCount, askOnce);
  const silent = await aCrowd(silentCount);
  // Those that were let in last are held by the process a moment after they are connected.
  load.allow(4);
  await until(async () => (await socketsOf(service.process("api").child.pid)) >= extent.idleConnections, 5);
  const open = [...keptAlive, ...silent].filter(({ isOver }) => !isOver).length;
  context.diagnostic(`${open} connections open at once, ${silent.length} of them silent since they were opened`);
  assert.equal(open, extent.idleConnections);

  const head = `POST /v1/business-entities HTTP/1.1\r\nX-API-Key: ${slowOne?.key}\r\nContent-Type: application/json\r\n`;
  const slow = await aCrowd(slowClients);
  for (const [index, { socket }] of slow.entries()) {
    // Half of them are slow with their headers, half with their bodies.
    socket.write(index % 2 === 0 ? "GET /health HTTP/1.1\r\nX-Slow: " : `${head}Content-Length: 5000\r\n\r\n{"name": `);
  }
  const trickle = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write(" ");
  }, 1000);
  try {
    await load.more(2);
    await areOver([...slow, ...silent]);
  } finally {
    clearInterval(trickle);
  }
  // Bodies beyond what one company may have under way are refused before they are cut off.
  for (const { heard } of slow)
    assert.match(heard, /^(?:HTTP\/1\.1 429 [^{]*\{[^}]*\})?HTTP\/1\.1 408 Request Timeout\r\n/);
  for (const { heard } of silent) assert.match(heard, /^HTTP\/1\.1 408 Request Timeout\r\n/);
  // Whoever has done nothing wrong is still there, and is served over the connection kept.
  assert.equal(keptAlive.filter(({ isOver }) => isOver).length, 0);
  await askOnce(keptAlive.filter((_, index) => index % 40 === 0));

  await load.more(2);
  const blobs = await openDiskBlobStore(service.dataDirectory);
  await assertPromisesKept(context, load, { url: service.url, databaseUrl: database.url, blobs });
  assert.deepEqual(
    load.seen.filter(({ status }) => status < 200 || status > 202),
    [],
    "nobody noticed",
  );
});
