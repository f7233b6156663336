import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test("a documented parameter with the NUL character is refused by name", async () => {
  for (const [url, name] of [
    ["/v1/admin/companies?search=a%00b", "search"],
    ["/v1/admin/companies?search=a&search=%00", "search"],
    ["/v1/admin/audit-log?about=%00", "about"],
    ["/v1/admin/audit-log?action=company%00", "action"],
  ] as const) {
    const { status, body, text } = await server.call(url, { admin: true });
    assert.equal(status, 400, text);
    assert.match(body.message, new RegExp(`^${name} must`), url);
  }
});

test("an undocumented parameter may contain anything", async () => {
  assert.equal((await server.call("/v1/admin/companies?x=%00", { admin: true })).status, 200);
});
