import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { type ACompany, aCompany } from "../testing/builders.ts";
import { describedOperations } from "../testing/fuzz/described-operation.ts";
import { hostileText } from "../testing/fuzz/hostile-values.ts";
import { testClock } from "../testing/test-clock.ts";
import { type Call, startTestServer, type TestServer } from "../testing/test-server.ts";

/** What `fuzz.test.ts` does not send: large bodies, hostile credentials, and texts whose storage is checked. */

let server: TestServer;
let company: ACompany;
const clock = testClock();
before(async () => {
  server = await startTestServer({ clock });
  company = await aCompany(server);
});
after(() => server.close());

test("a body of 10 MB is refused before it is read completely", async () => {
  const payload = Buffer.alloc(10 * 1024 * 1024, 0x20);
  for (const { method, path, security } of (await describedOperations(server)).filter((one) => one.requestBody)) {
    // Each operation has its own minute, so that later ones do not only meet the rate limit.
    clock.advance(61);
    const isForAdministrator = security.some((scheme) => "administrator" in scheme);
    const { status } = await server.call(path.replaceAll(/\{\w+\}/g, company.companyId), {
      ...{ method, payload, headers: { "content-type": "application/json" } },
      ...(isForAdministrator ? { admin: true } : { key: company.key }),
    });
    assert.ok([400, 403, 413, 415].includes(status), `${method} ${path} answered ${status}`);
  }
});

async function assertRefused(url: string, call: Call): Promise<void> {
  const { status, text, body } = await server.call(url, call);
  assert.ok(status >= 400 && status < 500, `${call.method} ${url} answered ${status}: ${text}`);
  assert.deepEqual(Object.keys(body), ["error", "message", "statusCode"]);
}

test("no credential or idempotency key crashes the service", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(hostileText, fc.string({ maxLength: 300 })), async (text) => {
      const header = Buffer.from(text.toWellFormed(), "utf8")
        .toString("latin1")
        .replaceAll(/[^\t\x20-\xff]|\x7f/g, "?");
      await assertRefused("/v1/companies", { headers: { "x-api-key": header } });
      await assertRefused("/v1/admin/partners", { headers: { authorization: `Bearer ${header}` } });
      const headers = { "idempotency-key": header };
      await assertRefused("/v1/onboard", { key: company.partner.key, body: {}, headers });
    }),
    { numRuns: 50 },
  );
});

test("a body that has a member twice is refused, and changes nothing", async () => {
  const names = async () =>
    (await server.call("/v1/business-entities", { key: company.key })).body.businessEntities.map(
      ({ name }: { name: string }) => name,
    );
  const before = await names();
  const { status, body } = await server.call("/v1/business-entities", {
    ...{ method: "POST", key: company.key, headers: { "content-type": "application/json" } },
    payload: '{"name":"Seen by a proxy","na\\u006de":"Stored"}',
  });
  assert.equal(status, 400);
  assert.match(body.message, /twice/);
  assert.deepEqual(await names(), before);
});

test("text that looks like SQL is stored unchanged", async () => {
  const name = "Robert'); DROP TABLE companies; --";
  const { body } = await server.call("/v1/onboard", { key: company.partner.key, body: { name } });
  assert.equal((await server.call(`/v1/companies/${body.companyId}`, { key: body.companyApiKey })).body.name, name);
});
