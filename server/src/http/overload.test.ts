import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { aCompany, aForm, anUpload, aTarget, chunkUrl, putChunk, submit, until } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { type Reply, startTestServer, type TestServer, type TestServerOptions } from "../testing/test-server.ts";

/** More is asked of the service than it takes on at the same time. What holds it up is a read that does not end. */

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

async function withServer(options: TestServerOptions, use: (server: TestServer) => Promise<void>): Promise<void> {
  const admission = { waitMilliseconds: 200, ...options.admission };
  const server = await startTestServer({ database, ...options, admission });
  try {
    await use(server);
  } finally {
    for (const end of toEnd.splice(0)) end();
    await server.close();
  }
}

/** What a test that fails leaves held up or open. The server would wait for it before it closes, and the next test for ever. */
const toEnd: (() => void)[] = [];

/** From here on, reading business entities waits until it is let go on. */
function holdUpEntities(): { waiting(): number; letGo(): void } {
  const { entities } = database.db;
  const { list } = entities;
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  entities.list = async (...args) => {
    waiting += 1;
    await gate.promise;
    return list(...args);
  };
  const letGo = () => {
    entities.list = list;
    gate.resolve();
  };
  toEnd.push(letGo);
  return { waiting: () => waiting, letGo };
}

const readEntities = (server: TestServer, key: string) => server.call("/v1/business-entities", { key });
const readReviews = (server: TestServer, key: string) => server.call("/v1/compliance-reviews", { key });

/** Whose key this process has seen to be valid: before that its caller counts as an address. */
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

test("a tenant that has its share at once is refused more with 429 and Retry-After, and others are served", async () => {
  const shed: string[] = [];
  const onShed = (reason: string, lane: string) => shed.push(`${reason} ${lane}`);
  await withServer({ admission: { requestsAtOncePerTenant: 2 }, onShed }, async (server) => {
    const [busy, other] = [await aKnownCompany(server), await aKnownCompany(server)];
    const { letGo, waiting } = holdUpEntities();
    // The second begins, although others are there, because the first takes long.
    const held = [readEntities(server, busy.key), readEntities(server, busy.key)];
    await until(async () => waiting() === 2);
    assertRefused(await readReviews(server, busy.key), 429, "too_many_at_once");
    assert.equal((await readReviews(server, other.key)).status, 200);
    assert.equal((await server.call("/health")).status, 200);
    assert.equal((await server.call("/v1/admin/partners", { admin: true })).status, 200);
    letGo();
    for (const one of held) assert.equal((await one).status, 200);
    assert.equal((await readReviews(server, busy.key)).status, 200);
    assert.deepEqual(shed, ["tenant_share requests"]);
  });
});

test("keys of one company share what the company is given", async () => {
  await withServer({ admission: { requestsAtOncePerTenant: 1 } }, async (server) => {
    const { companyId, key } = await aKnownCompany(server);
    const made = await server.call(`/v1/admin/companies/${companyId}/keys`, { admin: true, body: {} });
    assert.equal((await readReviews(server, made.body.apiKey)).status, 200);
    const { letGo, waiting } = holdUpEntities();
    const held = readEntities(server, key);
    await until(async () => waiting() === 1);
    assertRefused(await readReviews(server, made.body.apiKey), 429, "too_many_at_once");
    letGo();
    assert.equal((await held).status, 200);
  });
});

test("made-up keys have no share of their own: they count as their address", async () => {
  await withServer({ admission: { requestsAtOncePerTenant: 1 } }, async (server) => {
    const { apiKeys } = database.db;
    const { findByHash } = apiKeys;
    const gate = Promise.withResolvers<void>();
    // The first only: a second that is let in by mistake is answered, and the test fails instead of waiting for it.
    apiKeys.findByHash = async (hash) => {
      apiKeys.findByHash = findByHash;
      await gate.promise;
      return findByHash(hash);
    };
    const letGo = () => {
      apiKeys.findByHash = findByHash;
      gate.resolve();
    };
    toEnd.push(letGo);
    const held = readReviews(server, "made-up-1");
    assertRefused(await readReviews(server, "made-up-2"), 429, "too_many_at_once");
    letGo();
    assert.equal((await held).status, 401);
  });
});

test("when all places are taken, whoever comes is refused with 503 and Retry-After, and /health still answers", async () => {
  await withServer({ admission: { requestsAtOnce: 2, requestsAtOncePerTenant: 1 } }, async (server) => {
    const companies = [await aKnownCompany(server), await aKnownCompany(server), await aKnownCompany(server)];
    const { letGo, waiting } = holdUpEntities();
    const held = companies.slice(0, 2).map(({ key }) => readEntities(server, key));
    await until(async () => waiting() === 2);
    assertRefused(await readReviews(server, companies[2]?.key ?? ""), 503, "overloaded");
    assert.equal((await server.call("/health")).status, 200);
    letGo();
    for (const one of held) assert.equal((await one).status, 200);
    assert.equal((await readReviews(server, companies[2]?.key ?? "")).status, 200);
  });
});

test("a burst beyond the share is served in full, if one after the other", async () => {
  await withServer({ admission: { requestsAtOncePerTenant: 1, waitMilliseconds: 60_000 } }, async (server) => {
    const { key } = await aKnownCompany(server);
    const replies = await Promise.all(Array.from({ length: 20 }, () => readReviews(server, key)));
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  });
});

function connectTo(address: URL): Socket {
  const socket = connect(Number(address.port), address.hostname);
  toEnd.push(() => socket.destroy());
  return socket;
}

/** Sends the beginning of a request that has a long body. */
async function begin(address: URL, head: string, key: string): Promise<Socket> {
  const socket = connectTo(address);
  await once(socket, "connect");
  socket.write(`${head} HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-length: 65536\r\n`);
  return socket;
}

test("uploads that trickle in take no place of a read, and one that breaks off gives its place back", async () => {
  const admission = { requestsAtOncePerTenant: 1, transfersAtOncePerTenant: 1, waitMilliseconds: 60_000 };
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

test("an upload that takes long does not hold up the next one of its company, though others are there", async () => {
  await withServer({ admission: { transfersAtOncePerTenant: 2, waitMilliseconds: 60_000 } }, async (server) => {
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

test("what a caller has walked away from counts until it is done", async () => {
  await withServer({ admission: { requestsAtOncePerTenant: 1 } }, async (server) => {
    const address = new URL(await server.app.listen({ port: 0, host: "127.0.0.1" }));
    const { key } = await aKnownCompany(server);
    const { letGo, waiting } = holdUpEntities();
    const socket = connectTo(address);
    socket.write(`GET /v1/business-entities HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\n\r\n`);
    await until(async () => waiting() === 1);
    socket.destroy();
    assertRefused(await readReviews(server, key), 429, "too_many_at_once");
    letGo();
    assert.equal((await readReviews(server, key)).status, 200);
  });
});
