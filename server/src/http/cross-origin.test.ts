import assert from "node:assert/strict";
import { test } from "node:test";
import { aCompany } from "../testing/builders.ts";
import { startTestServer } from "../testing/test-server.ts";

const origin = "https://app.example.com";
const allowOf = ({ headers }: { headers: Record<string, string | undefined> }) =>
  headers["access-control-allow-origin"];

test("pages of an allowed origin may call the API with a key; others, and by default all, may not", async (t) => {
  const [server, closed] = [await startTestServer({ allowedOrigins: [origin] }), await startTestServer()];
  t.after(() => Promise.all([server.close(), closed.close()]));
  const { key } = await aCompany(server);
  const call = (from: string | undefined) =>
    server.call("/v1/documents", { key, headers: from === undefined ? {} : { origin: from } });
  const allowed = await call(origin);
  assert.deepEqual([allowed.status, allowOf(allowed)], [200, origin]);
  assert.match(allowed.headers["access-control-expose-headers"] ?? "", /ratelimit/);
  assert.equal(allowed.headers["access-control-allow-credentials"], undefined);
  for (const from of [undefined, "https://example.com", `${origin}.evil.example`, "http://app.example.com", "null"]) {
    const answer = await call(from);
    assert.deepEqual([answer.status, allowOf(answer)], [200, undefined], from);
    assert.match(answer.headers["vary"] ?? "", /origin/);
  }
  const refused = await server.call("/v1/documents", { headers: { origin } });
  assert.deepEqual([refused.status, allowOf(refused)], [401, origin], "a page can read why it is refused");
  assert.equal(allowOf(await closed.call("/health", { headers: { origin } })), undefined);
});

test("a preflight is answered without a key, and counts against no limit", async (t) => {
  const server = await startTestServer({ allowedOrigins: [origin] });
  t.after(() => server.close());
  const preflight = (from: string) =>
    server.call("/v1/documents/submit", {
      method: "OPTIONS",
      headers: { origin: from, "access-control-request-method": "POST", "access-control-request-headers": "x-api-key" },
    });
  const answer = await preflight(origin);
  assert.deepEqual([answer.status, allowOf(answer), answer.headers["ratelimit"]], [204, origin, undefined]);
  assert.match(answer.headers["access-control-allow-headers"] ?? "", /x-api-key/);
  assert.match(answer.headers["access-control-allow-methods"] ?? "", /POST/);
  const refused = await preflight("https://example.com");
  assert.deepEqual([refused.status === 204, allowOf(refused)], [false, undefined]);
});
