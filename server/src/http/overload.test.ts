import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { makeKey } from "../tenancy/api-key.ts";
import { aCompany, aForm, anUpload, aTarget, chunkUrl, putChunk, submit } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { type Reply, startTestServer, type TestServer, type TestServerOptions } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";

/** Requests beyond the concurrency limits. A blocked read keeps the service busy. */

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

async function withServer(options: TestServerOptions, use: (server: TestServer) => Promise<void>): Promise<void> {
  const admission = { queueTimeoutMs: 200, ...options.admission };
  const server = await startTestServer({ database, ...options, admission });
  try {
    await use(server);
  } finally {
    for (const cleanUp of cleanUps.splice(0)) cleanUp();
    await server.close();
  }
}

/** Clean-up of a failed test: blocked reads and open sockets would keep the server from closing. */
const cleanUps: (() => void)[] = [];

/** Blocks reads of business entities until `unblock`. */
function blockEntities(): { waiting(): number; unblock(): void } {
  const { entities } = database.db;
  const { list } = entities;
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  entities.list = async (...args) => {
    waiting += 1;
    await gate.promise;
    return list(...args);
  };
  const unblock = () => {
    entities.list = list;
    gate.resolve();
  };
  cleanUps.push(unblock);
  return { waiting: () => waiting, unblock };
}

const readEntities = (server: TestServer, key: string) => server.call("/v1/business-entities", { key });
const readReviews = (server: TestServer, key: string) => server.call("/v1/compliance-reviews", { key });

/** With a key that the process has cached: an unknown key counts as its address. */
async function aKnownCompany(server: TestServer) {
  const company = await aCompany(server);
  assert.equal((await readReviews(server, company.key)).status, 200);
  return company;
}

function assertRefused(reply: Reply, statusCode: 429 | 503, code: string): void {
  assert.equal(reply.status, statusCode, reply.text);
  assert.match(reply.headers["retry-after"] ?? "", /^[1-9]\d*$/);
  assert.equal(reply.headers["x-error-code"], code);
  assert.deepEqual(Object.keys(reply.body), ["error", "message", "statusCode"]);
  assert.equal(reply.body.statusCode, statusCode);
  for (const name of ["x-request-id", "ratelimit", "ratelimit-policy"]) assert.ok(reply.headers[name], name);
  assert.equal(reply.headers["cache-control"], "no-store");
}

test("a tenant at its concurrency limit is refused with 429 and Retry-After, and others are served", async () => {
  const shed: string[] = [];
  const onShed = (reason: string, requestClass: string) => shed.push(`${reason} ${requestClass}`);
  await withServer({ admission: { maxConcurrentRequestsPerTenant: 2 }, onShed }, async (server) => {
    const [busy, other] = [await aKnownCompany(server), await aKnownCompany(server)];
    const { unblock, waiting } = blockEntities();
    // The second starts beside the first, although others are active, because the first takes long.
    const held = [readEntities(server, busy.key), readEntities(server, busy.key)];
    await until(async () => waiting() === 2);
    assertRefused(await readReviews(server, busy.key), 429, "concurrency_limit_reached");
    assert.equal((await readReviews(server, other.key)).status, 200);
    assert.equal((await server.call("/health")).status, 200);
    assert.equal((await server.call("/v1/admin/partners", { admin: true })).status, 200);
    unblock();
    for (const one of held) assert.equal((await one).status, 200);
    assert.equal((await readReviews(server, busy.key)).status, 200);
    assert.deepEqual(shed, ["tenant_limit requests"]);
  });
});

test("keys of one company share its limit", async () => {
  await withServer({ admission: { maxConcurrentRequestsPerTenant: 1 } }, async (server) => {
    const { companyId, key } = await aKnownCompany(server);
    const made = await server.call(`/v1/admin/companies/${companyId}/keys`, { admin: true, body: {} });
    assert.equal((await readReviews(server, made.body.apiKey)).status, 200);
    const { unblock, waiting } = blockEntities();
    const held = readEntities(server, key);
    await until(async () => waiting() === 1);
    assertRefused(await readReviews(server, made.body.apiKey), 429, "concurrency_limit_reached");
    unblock();
    assert.equal((await held).status, 200);
  });
});

test("unknown keys have no limit of their own: they count as their address", async () => {
  await withServer({ admission: { maxConcurrentRequestsPerTenant: 1 } }, async (server) => {
    const { apiKeys } = database.db;
    const { findByHash } = apiKeys;
    const gate = Promise.withResolvers<void>();
    // Only the first look-up is blocked: a second one admitted by mistake is answered, and the test fails.
    apiKeys.findByHash = async (hash) => {
      apiKeys.findByHash = findByHash;
      await gate.promise;
      return findByHash(hash);
    };
    const unblock = () => {
      apiKeys.findByHash = findByHash;
      gate.resolve();
    };
    cleanUps.push(unblock);
    const held = readReviews(server, makeKey("company").plainText);
    assertRefused(await readReviews(server, makeKey("company").plainText), 429, "concurrency_limit_reached");
    unblock();
    assert.equal((await held).status, 401);
  });
});

test("at the concurrency limit of the process requests are refused with 503 and Retry-After, and /health still answers", async () => {
  await withServer({ admission: { maxConcurrentRequests: 2, maxConcurrentRequestsPerTenant: 1 } }, async (server) => {
    const companies = [await aKnownCompany(server), await aKnownCompany(server), await aKnownCompany(server)];
    const { unblock, waiting } = blockEntities();
    const held = companies.slice(0, 2).map(({ key }) => readEntities(server, key));
    await until(async () => waiting() === 2);
    assertRefused(await readReviews(server, companies[2]?.key ?? ""), 503, "overloaded");
    assert.equal((await server.call("/health")).status, 200);
    unblock();
    for (const one of held) assert.equal((await one).status, 200);
    assert.equal((await readReviews(server, companies[2]?.key ?? "")).status, 200);
  });
});

test("a burst beyond the limit is served completely, one request after the other", async () => {
  await withServer({ admission: { maxConcurrentRequestsPerTenant: 1, queueTimeoutMs: 60_000 } }, async (server) => {
    const { key } = await aKnownCompany(server);
    const replies = await Promise.all(Array.from({ length: 20 }, () => readReviews(server, key)));
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  });
});

function connectTo(address: URL): Socket {
  const socket = connect(Number(address.port), address.hostname);
  cleanUps.push(() => socket.destroy());
  return socket;
}

/** Sends a request with an incomplete body. */
async function begin(address: URL, head: string, key: string): Promise<Socket> {
  const socket = connectTo(address);
  await once(socket, "connect");
  socket.write(`${head} HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-length: 65536\r\n`);
  return socket;
}

test("slow uploads do not block reads, and an aborted upload is released", async () => {
  const admission = { maxConcurrentRequestsPerTenant: 1, maxConcurrentTransfersPerTenant: 1, queueTimeoutMs: 60_000 };
  await withServer({ admission }, async (server) => {
    const address = new URL(await server.app.listen({ port: 0, host: "127.0.0.1" }));
    const company = await aKnownCompany(server);
    const upload = await anUpload(server, company, [{ fileName: "a.bin", fileSize: 65_536 }]);
    const { key } = company;
    const url = chunkUrl(upload.sessionId, upload.files[0]?.fileId ?? "", 0);
    const chunk = await begin(address, `PUT ${url}`, key);
    chunk.write("content-type: application/octet-stream\r\n\r\nthe beginning");
    assert.equal((await readReviews(server, key)).status, 200);
    chunk.destroy();
    const { controlId } = await aTarget(server, key);
    const fields = { businessEntityId: company.businessEntityId, controlId };
    const form = await begin(address, `POST /v1/documents/submit?${new URLSearchParams(fields)}`, key);
    const { headers, payload } = aForm([{ name: "a.txt", content: "text" }]);
    form.write(`content-type: ${headers["content-type"]}\r\n\r\n`);
    form.write(payload.subarray(0, 20));
    form.destroy();
    const json = await begin(address, "POST /v1/business-entities", key);
    json.write('content-type: application/json\r\n\r\n{"name": ');
    json.destroy();
    assert.equal((await putChunk(server, company, upload, 0, 0, Buffer.alloc(65_536))).status, 200);
    assert.equal((await submit(server, company, fields)).status, 202);
    assert.equal((await readReviews(server, key)).status, 200);
  });
});

test("a slow upload does not block the next one of its company while others are active", async () => {
  await withServer({ admission: { maxConcurrentTransfersPerTenant: 2, queueTimeoutMs: 60_000 } }, async (server) => {
    const address = new URL(await server.app.listen({ port: 0, host: "127.0.0.1" }));
    const company = await aKnownCompany(server);
    await aKnownCompany(server);
    const fileSize = 65_536;
    const upload = await anUpload(server, company, [
      { fileName: "slow.bin", fileSize },
      { fileName: "quick.bin", fileSize },
    ]);
    const slow = await begin(
      address,
      `PUT ${chunkUrl(upload.sessionId, upload.files[0]?.fileId ?? "", 0)}`,
      company.key,
    );
    slow.write("content-type: application/octet-stream\r\n\r\nthe beginning");
    assert.equal((await putChunk(server, company, upload, 1, 0, Buffer.alloc(fileSize))).status, 200);
    slow.destroy();
  });
});

test("a request counts until it is done, also when its client has disconnected", async () => {
  await withServer({ admission: { maxConcurrentRequestsPerTenant: 1 } }, async (server) => {
    const address = new URL(await server.app.listen({ port: 0, host: "127.0.0.1" }));
    const { key } = await aKnownCompany(server);
    const { unblock, waiting } = blockEntities();
    const socket = connectTo(address);
    socket.write(`GET /v1/business-entities HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\n\r\n`);
    await until(async () => waiting() === 1);
    socket.destroy();
    assertRefused(await readReviews(server, key), 429, "concurrency_limit_reached");
    unblock();
    await until(async () => (await readReviews(server, key)).status === 200);
  });
});
