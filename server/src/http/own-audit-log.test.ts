import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ACompany, aCompany } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

interface Entry {
  id: string;
  action: string;
  actorTier: string;
  actorKeyId: string | null;
  partnerId: string | null;
  companyId: string | null;
  subjectId: string;
  subjectName: string | null;
  actorName: string | null;
  address: string | null;
}

let server: TestServer;
let one: ACompany;
let other: ACompany;
before(async () => {
  server = await startTestServer();
  [one, other] = [await aCompany(server), await aCompany(server)];
  for (const { key } of [one, other])
    assert.equal((await server.call("/v1/business-entities", { key, body: { name: "Warehouse" } })).status, 201);
});
after(() => server.close());

async function entriesOf(key: string, query = ""): Promise<Entry[]> {
  const { status, body, text } = await server.call(`/v1/audit-log?${query}`, { key });
  assert.equal(status, 200, text);
  return body.entries;
}

const allEntries = async (): Promise<Entry[]> =>
  (await server.call("/v1/admin/audit-log", { admin: true })).body.entries;

test("a company sees exactly the entries that it made or that are about it, with names", async () => {
  for (const company of [one, other]) {
    const { companyId } = company;
    const seen = await entriesOf(company.key);
    const expected = (await allEntries()).filter(
      (entry) => entry.companyId === companyId || entry.subjectId === companyId,
    );
    assert.deepEqual(
      seen.map(({ id }) => id),
      expected.map(({ id }) => id),
    );
    const created = seen.find(
      ({ action, actorTier }) => action === "business_entity.created" && actorTier === "company",
    );
    assert.deepEqual([created?.subjectName, created?.actorName], ["Warehouse", "Acme GmbH"]);
    for (const entry of seen)
      if (entry.actorTier !== "company")
        assert.deepEqual([entry.address, entry.actorKeyId], [null, null], entry.action);
  }
});

test("a partner sees its own entries, and neither what its companies do nor another partner", async () => {
  const { partnerId, key } = one.partner;
  const seen = await entriesOf(key);
  assert.ok(seen.some(({ action }) => action === "company.onboarded"));
  for (const { subjectId, partnerId: of, actorTier, action } of seen) {
    assert.ok(subjectId === partnerId || of === partnerId, action);
    assert.ok(actorTier !== "company", action);
  }
});

test("the own log is filtered by action and time, and closed to others", async () => {
  const found = await entriesOf(one.key, "action=business_entity");
  assert.ok(found.length > 0 && found.every(({ action }) => action.startsWith("business_entity.")));
  assert.deepEqual(await entriesOf(one.key, "since=2100-01-01T00:00:00Z"), []);
  assert.deepEqual(await entriesOf(one.key, "until=2000-01-01T00:00:00Z"), []);
  assert.equal((await server.call("/v1/audit-log?since=yesterday", { key: one.key })).status, 400);
  assert.equal((await server.call("/v1/audit-log")).status, 401);
});

test("the administrator's log names subjects and actors that still exist", async () => {
  const onboarded = (await allEntries()).find(({ action }) => action === "company.onboarded");
  assert.ok(onboarded?.subjectName && onboarded.actorName);
});
