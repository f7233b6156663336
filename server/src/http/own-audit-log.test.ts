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
  subjectKind: string | null;
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

const linesOf = (text: string) => text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));

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

test("the own log is exported as JSON Lines with the entries and members of the list", async () => {
  for (const key of [one.key, one.partner.key]) {
    const { status, headers, text } = await server.call("/v1/audit-log/export", { key });
    assert.equal(status, 200, text);
    assert.equal(headers["content-type"], "application/jsonl");
    assert.match(headers["content-disposition"] ?? "", /filename="audit-log \d{4}-\d\d-\d\d\.jsonl"/);
    assert.deepEqual(linesOf(text), await entriesOf(key));
  }
  const filtered = await server.call("/v1/audit-log/export?action=business_entity", { key: one.key });
  assert.deepEqual(linesOf(filtered.text), await entriesOf(one.key, "action=business_entity"));
  assert.equal((await server.call("/v1/audit-log/export?since=2100-01-01T00:00:00Z", { key: one.key })).text, "");
  assert.equal((await server.call("/v1/audit-log/export?since=yesterday", { key: one.key })).status, 400);
});

test("the administrator exports the whole log, however long it is, or what a filter leaves", async () => {
  await server.database.query(
    `INSERT INTO audit_log (id, at, actor_tier, action, subject_id, details, request_id)
     SELECT '01JZZZZZZZZZZZZZZZZZ' || lpad(n::text, 6, '0'), '2025-07-01', 'system', 'retention.applied', $1, '{}', 'r'
       FROM generate_series(1, 2500) n`,
    [one.companyId],
  );
  const exported = async (query: string) =>
    linesOf((await server.call(`/v1/admin/audit-log/export?${query}`, { admin: true })).text) as Entry[];
  const all = await exported("");
  const [counted] = await server.database.query<{ count: number }>("SELECT count(*)::int FROM audit_log");
  assert.equal(all.length, counted?.count);
  assert.deepEqual(
    all.map(({ id }) => id),
    [...new Set(all.map(({ id }) => id))].toSorted().reverse(),
  );
  assert.equal((await exported("actorTier=system&action=retention")).length, 2500);
  assert.ok((await exported(`about=${other.companyId}`)).every(({ subjectKind }) => subjectKind !== "partner"));
  assert.equal((await server.call("/v1/admin/audit-log/export", { key: one.key })).status, 403);
});

test("the administrator's log names subjects and actors that still exist", async () => {
  const onboarded = (await allEntries()).find(({ action }) => action === "company.onboarded");
  assert.ok(onboarded?.subjectName && onboarded.actorName);
  assert.equal(onboarded.subjectKind, "company");
});
