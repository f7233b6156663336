import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { makeKey } from "../tenancy/api-key.ts";
import { aCompany, aPartner } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../testing/test-server.ts";

let database: TestDatabase;
const clock = testClock();
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

async function withServer(options: TestServerOptions, use: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startTestServer({ database, clock, ...options });
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

const statuses = async (server: TestServer, key: string, count: number) => {
  const found: number[] = [];
  for (let i = 0; i < count; i++) found.push((await server.call("/v1/compliance-frameworks", { key })).status);
  return found;
};

test("a key over its tier's limit gets 429 with Retry-After until the next minute; other keys are unaffected", async () => {
  await withServer({ limits: { partnerPerMinute: 4 } }, async (server) => {
    const partner = await aPartner(server);
    assert.deepEqual(await statuses(server, partner.key, 5), [200, 200, 200, 200, 429]);
    clock.advance(20);
    const refused = await server.call("/v1/compliance-frameworks", { key: partner.key });
    assert.equal(refused.headers["retry-after"], "40");
    assert.equal(refused.headers["ratelimit"], '"partner";r=0;t=40');
    assert.equal(refused.body.error, "Too Many Requests");
    assert.deepEqual(await statuses(server, (await aPartner(server)).key, 1), [200]);
    clock.advance(40);
    assert.deepEqual(await statuses(server, partner.key, 1), [200]);
  });
});

test("every answer carries RateLimit-Policy and RateLimit", async () => {
  await withServer({}, async (server) => {
    const { key } = await aCompany(server);
    const answers = [
      await server.call("/v1/business-entities", { key }),
      await server.call("/v1/business-entities", { key: "unknown" }),
      await server.call("/v1/nowhere"),
      await server.call("/health"),
      await server.call("/v1/admin/partners", { admin: true }),
      await server.call("/v1/admin/partners", { key }),
      await server.call("/v1/onboard", { key, body: {} }),
    ];
    for (const { headers, status } of answers) {
      assert.match(headers["ratelimit-policy"] ?? "", /^"\w+";q=\d+;w=60$/, String(status));
      assert.match(headers["ratelimit"] ?? "", /^"\w+";r=\d+;t=\d+$/, String(status));
    }
  });
});

test("a request of the wrong tier counts against the key", async () => {
  await withServer({ limits: { companyPerMinute: 2 } }, async (server) => {
    const { key } = await aCompany(server);
    const found: number[] = [];
    for (let i = 0; i < 3; i++) found.push((await server.call("/v1/admin/partners", { key })).status);
    assert.deepEqual(found, [403, 403, 429]);
  });
});

test("remaining counts down to zero", async () => {
  await withServer({ limits: { companyPerMinute: 3 } }, async (server) => {
    const { key } = await aCompany(server);
    const left: (string | undefined)[] = [];
    for (let i = 0; i < 3; i++) left.push((await server.call("/v1/business-entities", { key })).headers["ratelimit"]);
    assert.deepEqual(left, ['"company";r=2;t=60', '"company";r=1;t=60', '"company";r=0;t=60']);
  });
});

test("the limit holds across nodes on one database", async () => {
  await withServer({ limits: { partnerPerMinute: 10 } }, async (one) => {
    await withServer({ limits: { partnerPerMinute: 10 } }, async (two) => {
      const { key } = await aPartner(one);
      const calls = Array.from({ length: 30 }, (_, i) =>
        (i % 2 === 0 ? one : two).call("/v1/compliance-frameworks", { key }),
      );
      const allowed = (await Promise.all(calls)).filter(({ status }) => status === 200);
      assert.equal(allowed.length, 10);
    });
  });
});

test("nodes that reserve points in batches never exceed the limit", async () => {
  await withServer({ limits: { partnerPerMinute: 600 } }, async (one) => {
    await withServer({ limits: { partnerPerMinute: 600 } }, async (two) => {
      const { key } = await aPartner(one);
      let allowed = 0;
      for (let round = 0; round < 14; round++) {
        const calls = Array.from({ length: 50 }, (_, i) =>
          (i % 3 === 0 ? one : two).call("/v1/compliance-frameworks", { key }),
        );
        allowed += (await Promise.all(calls)).filter(({ status }) => status === 200).length;
      }
      assert.ok(allowed <= 600, `${allowed} were allowed`);
      assert.ok(allowed >= 590, `only ${allowed} were allowed: more than a batch was wasted`);
    });
  });
});

test("calls without a valid key are counted by address, and a guess is refused before it is looked up", async () => {
  await withServer({ limits: { addressPerMinute: 3 } }, async (server) => {
    const used = await aPartner(server);
    const unused = await aPartner(server);
    const from = (remoteAddress: string, key: string) =>
      server.call("/v1/compliance-frameworks", { key, remoteAddress });
    assert.equal((await from("192.0.2.1", used.key)).status, 200);
    const guesses = [];
    for (let i = 0; i < 4; i++) guesses.push((await from("192.0.2.1", makeKey("company").plainText)).status);
    assert.deepEqual(guesses, [401, 401, 401, 429]);
    const { findByHash } = database.db.apiKeys;
    let lookUps = 0;
    database.db.apiKeys.findByHash = (hash) => {
      lookUps += 1;
      return findByHash(hash);
    };
    assert.equal((await from("192.0.2.1", makeKey("company").plainText)).status, 429);
    assert.equal((await from("192.0.2.1", unused.key)).status, 429);
    assert.equal(lookUps, 0);
    database.db.apiKeys.findByHash = findByHash;
    assert.equal(
      (await from("192.0.2.1", used.key)).status,
      200,
      "a key that this node knows to be valid is still accepted",
    );
    assert.equal((await from("192.0.2.2", unused.key)).status, 200, "another address is not touched");
    assert.equal((await server.call("/health", { remoteAddress: "192.0.2.1" })).status, 200);
  });
});

test("bad requests that are no guesses do not lock out a valid key that the node has not seen yet", async () => {
  await withServer({ limits: { addressPerMinute: 3 } }, async (server) => {
    const { key } = await aPartner(server);
    const from = (given?: string) =>
      server.call("/v1/compliance-frameworks", {
        ...(given !== undefined && { key: given }),
        remoteAddress: "192.0.2.3",
      });
    const bad = [undefined, "assay_company_typo", `${key}x`, undefined];
    for (const [at, given] of bad.entries()) assert.equal((await from(given)).status, at < 3 ? 401 : 429);
    assert.equal((await from(key)).status, 200);
  });
});

test("addresses of one IPv6 network count as one caller", async () => {
  await withServer({ limits: { addressPerMinute: 2 } }, async (server) => {
    const from = async (remoteAddress: string) => (await server.call("/v1/companies", { remoteAddress })).status;
    assert.deepEqual(
      [await from("2001:db8::1"), await from("2001:db8::ffff:2"), await from("2001:db8:0:0:1::3")],
      [401, 401, 429],
    );
    assert.equal(await from("2001:db8:0:1::1"), 401);
  });
});

test("the caller's address comes from the proxy only where the proxy is trusted", async () => {
  const addressSeenBy = async (server: TestServer) => {
    const headers = { "x-forwarded-for": "203.0.113.7" };
    const answer = await server.call("/v1/admin/partners", { admin: true, body: { name: "A" }, headers });
    const text = "SELECT address FROM audit_log WHERE request_id = $1";
    return (await database.query<{ address: string }>(text, [answer.headers["x-request-id"]]))[0]?.address;
  };
  await withServer({}, async (server) => assert.equal(await addressSeenBy(server), "127.0.0.1"));
  await withServer({ trustedProxies: ["127.0.0.1"] }, async (server) =>
    assert.equal(await addressSeenBy(server), "203.0.113.7"),
  );
});
