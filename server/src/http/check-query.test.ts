import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aCompany } from "../testing/builders.ts";
import { type Call, startTestServer, type TestServer } from "../testing/test-server.ts";

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

test("an unknown parameter is refused, and the message names the known ones", async () => {
  const refusal = async (url: string, by: Call) => {
    const { status, body, text } = await server.call(url, by);
    assert.equal(status, 400, text);
    return body.message;
  };
  const { key } = await aCompany(server);
  assert.equal(
    await refusal("/v1/documents?complianceReview=1&limit=2", { key }),
    '"complianceReview" is no query parameter of this operation; known are businessEntityId, complianceLevel, complianceReviewId, controlId, cursor, limit, name, sort, status, subject, submittedAfter, submittedBefore',
  );
  const none = "is no query parameter: this operation takes none";
  assert.equal(await refusal("/v1/compliance-frameworks?x=%00", { key }), `"x" ${none}`);
  assert.equal(
    await refusal("/v1/business-entities?__proto__=1", { key, method: "POST", body: {} }),
    `"__proto__" ${none}`,
  );
  assert.equal(await refusal(`/v1/webhooks?${"a".repeat(5000)}`, { key }), `"${"a".repeat(60)}" ${none}`);
});

test("a parameter is checked after the key, and not outside of the API", async () => {
  assert.equal((await server.call("/v1/documents?x=1")).status, 401);
  assert.equal((await server.call("/health?probe=1")).status, 200);
});
