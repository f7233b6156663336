import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type ACompany,
  type APerson,
  aCompany,
  aDocument,
  aForm,
  aPerson,
  aReview,
  aTarget,
  unknownId,
} from "../testing/builders.ts";
import { type TestClock, testClock } from "../testing/test-clock.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let clock: TestClock;
let company: ACompany;
let owner: APerson;
before(async () => {
  clock = testClock();
  server = await startTestServer({ clock });
  company = await aCompany(server, { name: "Client GmbH" });
  owner = await aPerson(server, { key: company.key, role: "company_owner" });
});
after(() => server.close());

const open = (person: APerson, companyId: string) =>
  person.call("/v1/session/client", { method: "PUT", body: { companyId } });
const close = (person: APerson) => person.call("/v1/session/client", { method: "DELETE" });
const switchAccess = (by: APerson, isOn: boolean) => by.call("/v1/access", { method: "PUT", body: { isOn } });

const aConsultant = async (of: ACompany, { name = "Grace Hopper", role = "partner_consultant" } = {}) => {
  const person = await aPerson(server, { key: of.partner.key, role, name });
  const opened = await open(person, of.companyId);
  assert.equal(opened.status, 200, opened.text);
  return person;
};

interface Entry {
  action: string;
  subjectId: string;
  actorTier: string;
  actorName: string;
  actorAccountId: string | null;
  address: string | null;
}
const entriesBy = async (reader: APerson, accountId: string): Promise<Entry[]> =>
  (await reader.call("/v1/audit-log?limit=100")).body.entries.filter(
    (entry: Entry) => entry.actorAccountId === accountId,
  );

test("a person of the partner opens a client's work, reads and submits there, and goes back", async () => {
  const document = await aDocument(server, company);
  const person = await aPerson(server, { key: company.partner.key, role: "partner_consultant" });
  assert.equal((await person.call(`/v1/documents/${document}`)).status, 403);
  const { body } = await open(person, company.companyId);
  assert.deepEqual([body.role, body.name, body.person.role], ["company", "Client GmbH", "consultant"]);
  assert.deepEqual(body.client, { companyId: company.companyId, name: "Client GmbH", isAccessible: true });
  assert.deepEqual((await person.call("/v1/session")).body, body);
  assert.equal((await person.call(`/v1/documents/${document}`)).status, 200);
  assert.equal((await person.call("/v1/companies")).status, 403, "not both at the same time");
  const { controlId } = await aTarget(server, company.key);
  const form = aForm([{ name: "contract.txt", content: "The processor shall …" }]);
  const target = `businessEntityId=${company.businessEntityId}&controlId=${controlId}`;
  const submitted = await person.call(`/v1/documents/submit?${target}`, form);
  assert.equal(submitted.status, 202, submitted.text);
  assert.equal(
    (await server.call(`/v1/documents/${submitted.body.documentId}`, { key: company.key })).status,
    200,
    "the document is the company's",
  );
  const back = (await close(person)).body;
  assert.deepEqual([back.role, back.client, back.person.role], ["partner", null, "partner_consultant"]);
  assert.equal((await person.call(`/v1/documents/${document}`)).status, 403);
  assert.equal((await person.call("/v1/companies")).status, 200);
});

test("a consultant manages neither people, webhooks nor the profile, deletes nothing and reads no audit log", async () => {
  const consultant = await aConsultant(company, { role: "partner_owner" });
  const document = await aDocument(server, company);
  const refused = [
    await consultant.call("/v1/people"),
    await consultant.call("/v1/invitations", { body: { email: "a@example.com", name: "A", role: "company_owner" } }),
    await consultant.call("/v1/webhooks"),
    await consultant.call(`/v1/companies/${company.companyId}`, { method: "PATCH", body: { city: "Linz" } }),
    await consultant.call(`/v1/documents/${document}`, { method: "DELETE" }),
    await consultant.call("/v1/audit-log"),
    await consultant.call("/v1/access"),
    await switchAccess(consultant, true),
  ];
  for (const reply of refused)
    assert.deepEqual([reply.status, reply.headers["x-error-code"]], [403, "not_permitted"], reply.text);
});

test("a key of the partner opens nothing", async () => {
  const call = { method: "PUT", body: { companyId: company.companyId } } as const;
  assert.equal((await server.call("/v1/session/client", { ...call, key: company.partner.key })).status, 401);
  const signedIn = await server.call("/v1/session", { body: { key: company.partner.key } });
  const cookie = signedIn.headers["set-cookie"]?.split(";", 1)[0] ?? "";
  const headers = { cookie, "x-assay-session": "1" };
  const reply = await server.call("/v1/session/client", { ...call, headers });
  assert.deepEqual([reply.status, reply.headers["x-error-code"]], [403, "not_permitted"]);
  assert.equal((await server.call("/v1/documents", { headers: { cookie } })).status, 403);
});

test("a company of another partner looks like an unknown one, and people of companies open none", async () => {
  const stranger = await aCompany(server);
  const person = await aPerson(server, { key: company.partner.key, role: "partner_owner" });
  const [foreign, unknown, malformed] = [
    await open(person, stranger.companyId),
    await open(person, unknownId),
    await open(person, "malformed"),
  ];
  assert.deepEqual([foreign.status, foreign.text], [404, unknown.text]);
  assert.equal(foreign.text, malformed.text);
  assert.equal((await person.call("/v1/session")).body.client, null);
  assert.deepEqual((await open(owner, company.companyId)).status, 403);
});

test("a session that holds a company of another partner reads nothing of it", async () => {
  const stranger = await aCompany(server);
  const consultant = await aConsultant(company);
  await server.database.query("UPDATE account_sessions SET client_id = $1 WHERE account_id = $2", [
    stranger.companyId,
    consultant.accountId,
  ]);
  assert.equal((await consultant.call("/v1/documents")).status, 403);
  assert.deepEqual((await consultant.call("/v1/session")).body.client, null);
});

test("one client's documents are not readable while another client is open", async () => {
  const other = await aCompany(server, { partner: company.partner });
  const document = await aDocument(server, company);
  const consultant = await aConsultant(company);
  await open(consultant, other.companyId);
  const [foreign, unknown] = [
    await consultant.call(`/v1/documents/${document}`),
    await consultant.call(`/v1/documents/${unknownId}`),
  ];
  assert.deepEqual([foreign.status, foreign.text], [404, unknown.text]);
  const actions = (await entriesBy(owner, consultant.accountId)).map(({ action }) => action);
  assert.deepEqual(actions, ["session.client_closed", "session.client_opened"], "nothing of it was read");
});

test("switched off, the partner's people are refused at once, and can go back; switched on, they read again", async () => {
  const consultant = await aConsultant(company);
  assert.equal((await switchAccess(owner, false)).body.isOn, false);
  const refused = [
    await consultant.call("/v1/documents"),
    await consultant.call("/v1/me"),
    await open(consultant, company.companyId),
  ];
  for (const reply of refused)
    assert.deepEqual([reply.status, reply.headers["x-error-code"]], [403, "client_access_off"], reply.text);
  assert.equal((await consultant.call("/v1/session")).body.client.isAccessible, false);
  assert.equal((await switchAccess(owner, true)).body.isOn, true);
  assert.equal((await consultant.call("/v1/documents")).status, 200);
  await switchAccess(owner, false);
  assert.equal((await close(consultant)).status, 200);
  assert.equal((await consultant.call("/v1/companies")).status, 200);
  assert.equal((await server.call("/v1/documents", { key: company.key })).status, 200, "keys are not concerned");
  await switchAccess(owner, true);
});

test("who is removed from the partner is signed out; who moves to another organisation leaves the client", async () => {
  const consultant = await aConsultant(company);
  const partnerOwner = await aPerson(server, { key: company.partner.key, role: "partner_owner" });
  const removed = await partnerOwner.call(`/v1/people/${consultant.membershipId}`, { method: "DELETE" });
  assert.equal(removed.status, 204, removed.text);
  assert.equal((await consultant.call("/v1/documents")).status, 401);

  const moving = await aConsultant(company);
  await moving.call("/v1/session/organisation", { method: "PUT", body: { membershipId: moving.membershipId } });
  assert.equal((await moving.call("/v1/session")).body.client, null);
  assert.equal((await moving.call("/v1/documents")).status, 403);
});

test("the work of a company that is being erased is closed", async () => {
  const leaving = await aCompany(server, { partner: company.partner });
  const consultant = await aConsultant(leaving);
  await server.call(`/v1/admin/companies/${leaving.companyId}`, { method: "DELETE", admin: true });
  assert.equal((await consultant.call("/v1/documents")).status, 403);
  assert.equal((await open(consultant, leaving.companyId)).status, 404);
});

test("each read is in the audit log once per person, subject and hour, and names the person to the company", async () => {
  const [document, other] = [await aDocument(server, company), await aDocument(server, company)];
  const review = await aReview(server, company);
  const consultant = await aConsultant(company, { name: "Katherine Johnson" });
  for (const url of ["", "/result", "/record", "/predecessor", "/result"])
    await consultant.call(`/v1/documents/${document}${url}`);
  await consultant.call(`/v1/documents/${other}`);
  await consultant.call(`/v1/documents/${unknownId}`);
  await consultant.call(`/v1/compliance-reviews/${review.id}`);
  await consultant.call(`/v1/compliance-reviews/${review.id}/report?format=csv`);
  await consultant.call("/v1/documents");
  await consultant.call("/v1/dashboard");
  const entries = await entriesBy(owner, consultant.accountId);
  assert.deepEqual(
    entries
      .map(({ action, subjectId }) => [action, subjectId])
      .reverse()
      .slice(1),
    [
      ["document.read", document],
      ["document.read", other],
      ["review.read", review.id],
      ["company.read", company.companyId],
    ],
  );
  for (const { actorTier, actorName, address } of entries)
    assert.deepEqual([actorTier, actorName, address], ["partner", "Katherine Johnson", null]);
});

test("a comparison counts as a read of both documents", async () => {
  const [document, earlier] = [await aDocument(server, company), await aDocument(server, company)];
  const consultant = await aConsultant(company);
  await consultant.call(`/v1/documents/${document}/compare?with=${earlier}`);
  const read = (await entriesBy(owner, consultant.accountId))
    .filter(({ action }) => action === "document.read")
    .map(({ subjectId }) => subjectId);
  assert.deepEqual(read.sort(), [document, earlier].sort());
});

test("the partner reads what its people did at a client, and not what the company's people did", async () => {
  const consultant = await aConsultant(company);
  await consultant.call(`/v1/documents/${await aDocument(server, company)}`);
  const partnerOwner = await aPerson(server, { key: company.partner.key, role: "partner_owner" });
  const actions = (await entriesBy(partnerOwner, consultant.accountId)).map(({ action }) => action);
  assert.deepEqual(actions.slice(0, 2), ["document.read", "session.client_opened"]);
  const { text } = await partnerOwner.call("/v1/audit-log?limit=100");
  assert.ok(!text.includes(owner.accountId) && !text.includes("partner_access_changed"));
});

test("what a consultant does with the own account stays out of the company's log", async () => {
  const consultant = await aConsultant(company);
  await consultant.call("/v1/account/sessions");
  await consultant.call("/v1/session/organisation", { method: "PUT", body: { membershipId: consultant.membershipId } });
  await consultant.call("/v1/session?everywhere=true", { method: "DELETE" });
  const actions = (await entriesBy(owner, consultant.accountId)).map(({ action }) => action);
  assert.deepEqual(actions, ["session.client_opened"]);
});

test("a company sees who of its partner has access, and the switch is its owner's", async () => {
  const own = await aCompany(server);
  const byKey = { key: own.key };
  const off = await server.call("/v1/access", { method: "PUT", ...byKey, body: { isOn: false } });
  assert.equal(off.status, 200, "a key, while there is no owner");
  const [ownOwner, reader] = [
    await aPerson(server, { key: own.key, role: "company_owner" }),
    await aPerson(server, { key: own.key, role: "company_reader" }),
  ];
  const person = await aPerson(server, { key: own.partner.key, role: "partner_consultant", name: "Hedy Lamarr" });
  const { body } = await reader.call("/v1/access");
  assert.deepEqual([body.isOn, body.partnerName, body.offSince], [false, "Consultancy", clock.now().toISOString()]);
  assert.deepEqual(body.consultants, [
    { accountId: person.accountId, name: "Hedy Lamarr", role: "partner_consultant" },
  ]);
  const refusals = [
    await switchAccess(reader, true),
    await server.call("/v1/access", { method: "PUT", ...byKey, body: { isOn: true } }),
  ];
  for (const reply of refusals)
    assert.deepEqual([reply.status, reply.headers["x-error-code"]], [403, "not_permitted"], reply.text);
  const first = await switchAccess(ownOwner, true);
  const again = await switchAccess(ownOwner, true);
  const entriesOf = async (requestId: string | undefined) =>
    (await server.call(`/v1/admin/audit-log?about=${requestId}`, { admin: true })).body.entries;
  const [entry] = await entriesOf(first.headers["x-request-id"]);
  assert.deepEqual([entry.action, entry.details], ["company.partner_access_changed", { isOn: true }]);
  assert.deepEqual(await entriesOf(again.headers["x-request-id"]), []);
});

test("a read is logged again an hour after it was logged", async () => {
  const document = await aDocument(server, company);
  const consultant = await aConsultant(company);
  for (const seconds of [0, 1700, 1700, 201]) {
    clock.advance(seconds);
    assert.equal((await consultant.call(`/v1/documents/${document}`)).status, 200);
  }
  const reader = await aPerson(server, { key: company.key, role: "company_owner" });
  const reads = (await entriesBy(reader, consultant.accountId)).filter(({ action }) => action === "document.read");
  assert.equal(reads.length, 2);
});
