import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readConfig } from "../config.ts";
import { aPartner } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { type Call, startTestServer, type TestServer, type TestServerOptions } from "../testing/test-server.ts";

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

/** A server with this TRUST_PROXY. */
async function trusting(
  value: string | undefined,
  work: (server: TestServer) => Promise<void>,
  options: TestServerOptions = {},
): Promise<void> {
  const { trustedProxies } = readConfig(value === undefined ? {} : { TRUST_PROXY: value }, []);
  const server = await startTestServer({ database, trustedProxies, ...options });
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

/** The caller's address in the audit log, for a connection from `address` with this header. */
async function callerSeen(
  server: TestServer,
  remoteAddress: string,
  forwardedFor: string,
): Promise<string | undefined> {
  const headers = { "x-forwarded-for": forwardedFor };
  const call: Call = { admin: true, body: { name: "A" }, headers, remoteAddress };
  const answer = await server.call("/v1/admin/partners", call);
  assert.equal(answer.status, 201);
  const text = "SELECT address FROM audit_log WHERE request_id = $1";
  return (await database.query<{ address: string }>(text, [answer.headers["x-request-id"]]))[0]?.address;
}

const caller = "203.0.113.7";

test("a proxy network is trusted from its first to its last address, and no further", async () => {
  await trusting("10.1.0.0/16, 2001:db8:1::/48", async (server) => {
    for (const proxy of ["10.1.0.0", "10.1.255.255", "2001:db8:1::1", "2001:db8:1:ffff::1"])
      assert.equal(await callerSeen(server, proxy, caller), caller, proxy);
    for (const stranger of ["10.0.255.255", "10.2.0.0", "192.0.2.1", "2001:db8:2::1"])
      assert.equal(await callerSeen(server, stranger, caller), stranger);
  });
});

test("`uniquelocal`, as in the deployment files, trusts private networks and no others", async () => {
  await trusting("uniquelocal", async (server) => {
    for (const proxy of ["10.42.0.7", "172.18.0.3", "192.168.1.1", "fd00::7"])
      assert.equal(await callerSeen(server, proxy, caller), caller, proxy);
    for (const stranger of ["198.51.100.1", "172.32.0.1", "169.254.0.1", "2001:db8::1"])
      assert.equal(await callerSeen(server, stranger, caller), stranger);
  });
});

test("behind two proxies, addresses that the caller itself has added are not trusted", async () => {
  await trusting("10.0.0.1,10.0.0.2", async (server) => {
    const spoofed = `198.51.100.99, ${caller}, 10.0.0.2`;
    assert.equal(await callerSeen(server, "10.0.0.1", spoofed), caller);
    assert.equal(await callerSeen(server, "10.0.0.1", `10.0.0.2, ${caller}`), caller, "nor that it is a proxy");
    assert.equal(await callerSeen(server, caller, "198.51.100.99, 10.0.0.2"), caller, "nor past the proxies");
  });
});

test("requests without a key are counted by the forwarded address, whichever proxy forwards it", async () => {
  const statusFrom = async (server: TestServer, remoteAddress: string, forwardedFor: string) =>
    (await server.call("/v1/companies", { remoteAddress, headers: { "x-forwarded-for": forwardedFor } })).status;
  await trusting(
    "10.0.0.0/8",
    async (server) => {
      assert.deepEqual(
        [
          await statusFrom(server, "10.0.0.1", "203.0.113.21"),
          await statusFrom(server, "10.0.0.2", "203.0.113.21"),
          await statusFrom(server, "10.0.0.1", "203.0.113.21"),
          await statusFrom(server, "10.0.0.1", "198.51.100.99, 203.0.113.21"),
        ],
        [401, 401, 429, 429],
      );
      assert.equal(await statusFrom(server, "10.0.0.1", "203.0.113.22"), 401, "another caller is not touched");
    },
    { limits: { addressPerMinute: 2 } },
  );
  await trusting(
    undefined,
    async (server) => {
      const statuses = [];
      for (const made of ["203.0.113.31", "203.0.113.32", "203.0.113.33"])
        statuses.push(await statusFrom(server, "192.0.2.30", made));
      assert.deepEqual(statuses, [401, 401, 429], "nobody gets a new limit by making addresses up");
    },
    { limits: { addressPerMinute: 2 } },
  );
});

test("X-Forwarded-Proto is trusted from a trusted proxy only", async () => {
  const cookieBy = async (value: string | undefined, remoteAddress: string) => {
    let cookie = "";
    await trusting(value, async (server) => {
      const { key } = await aPartner(server);
      const headers = { "x-forwarded-proto": "https" };
      cookie =
        (await server.call("/v1/session", { body: { key }, headers, remoteAddress })).headers["set-cookie"] ?? "";
    });
    assert.match(cookie, /^(__Host-)?assay_session=/);
    return cookie;
  };
  assert.match(await cookieBy("uniquelocal", "10.0.0.1"), /; Secure/);
  assert.doesNotMatch(await cookieBy("uniquelocal", "192.0.2.1"), /Secure/);
  assert.doesNotMatch(await cookieBy(undefined, "10.0.0.1"), /Secure/);
});

test("whatever a trusted proxy forwards, the request is answered", async () => {
  await trusting("uniquelocal", async (server) => {
    for (const forwardedFor of ["", ",", "unknown", "_hidden", "1.2.3.4:5678", "[2001:db8::1]:80", "x".repeat(5000)]) {
      const headers = { "x-forwarded-for": forwardedFor, "x-forwarded-proto": "nonsense,," };
      const { status } = await server.call("/v1/companies", { remoteAddress: "10.0.0.1", headers });
      assert.equal(status, 401, forwardedFor.slice(0, 50));
    }
  });
});
