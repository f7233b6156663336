import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aCompany, aTarget, submit } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let second: TestServer;
before(async () => {
  server = await startTestServer({ limits: { submissionsPerHour: 2, companyPerMinute: 50 } });
  second = await startTestServer({
    ...{ limits: { submissionsPerHour: 2, companyPerMinute: 50 }, database: server.database, folder: server.folder },
  });
});
after(async () => {
  await second.close();
  await server.close();
});

test("a key reads whose it is, its limits and what every node has left of them", async () => {
  const company = await aCompany(server);
  const { controlId } = await aTarget(server, company.key);
  const fields = { businessEntityId: company.businessEntityId, controlId };
  const read = async (node: TestServer, key = company.key) => (await node.call("/v1/me", { key })).body;
  const before = await read(server);
  assert.deepEqual([before.tier, before.companyId], ["company", company.companyId]);
  assert.deepEqual(before.limits.submissions, { allowed: 2, remaining: 2, secondsToReset: 3600 });
  assert.equal(before.limits.requests.allowed, 50);
  assert.ok(before.limits.requests.remaining < 50);
  const submitted = await submit(server, company, fields);
  assert.equal(submitted.status, 202, submitted.text);
  for (const node of [server, second]) assert.equal((await read(node)).limits.submissions.remaining, 1);
  const partner = await read(server, company.partner.key);
  assert.deepEqual([partner.tier, partner.companyName, partner.limits.submissions], ["partner", null, null]);
  assert.equal(before.partnerName, partner.partnerName);
});

test("the answer to a submission states the submission quota beside the key's limit", async () => {
  const company = await aCompany(server);
  const { controlId } = await aTarget(server, company.key);
  const fields = { businessEntityId: company.businessEntityId, controlId };
  const quotaOf = async () => {
    const { status, headers } = await submit(server, company, fields);
    assert.match(headers["ratelimit-policy"] ?? "", /^"company";q=50;w=60, "submissions";q=2;w=3600$/);
    return [status, /, "submissions";r=(\d+);t=\d+$/.exec(headers["ratelimit"] ?? "")?.[1]];
  };
  assert.deepEqual(await quotaOf(), [202, "1"]);
  assert.deepEqual(await quotaOf(), [202, "0"]);
  assert.deepEqual(await quotaOf(), [429, "0"]);
});
