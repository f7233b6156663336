import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ACompany, aCompany } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let company: ACompany;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
});
after(() => server.close());

const create = (body: unknown) => server.call("/v1/business-entities", { key: company.key, body });
const patch = (id: string, body: unknown) =>
  server.call(`/v1/business-entities/${id}`, { method: "PATCH", key: company.key, body });
const read = async (id: string) => (await server.call(`/v1/business-entities/${id}`, { key: company.key })).body;

test("the id of a created entity is an object with time and random that rebuild the id in Location", async () => {
  const { status, body, headers } = await create({ name: "Branch", description: "Sales" });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body).sort(), ["id", "name"]);
  assert.deepEqual(Object.keys(body.id).sort(), ["random", "time"]);
  assert.match(body.id.random, /^[A-Za-z0-9+/]{14}==$/);

  const id = headers["location"]?.replace("/v1/business-entities/", "") ?? "";
  const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  let number =
    (BigInt(new Date(body.id.time).getTime()) << 80n) +
    BigInt(`0x${Buffer.from(body.id.random, "base64").toString("hex")}`);
  let rebuilt = "";
  for (let i = 0; i < 26; i++, number /= 32n) rebuilt = alphabet[Number(number % 32n)] + rebuilt;
  assert.equal(rebuilt, id);
  assert.equal((await read(id)).name, "Branch");
});

test("a later entity is not approved until the administrator approves it", async () => {
  const { headers } = await create({ name: "Second" });
  const id = headers["location"]?.split("/").at(-1) ?? "";
  const before = await read(id);
  assert.deepEqual(
    [before.isApproved, before.isArchived, before.description, before.updatedAt],
    [false, false, null, null],
  );
  const decided = await server.call(`/v1/admin/business-entities/${id}`, {
    method: "PATCH",
    admin: true,
    body: { isApproved: true, isArchived: true },
  });
  assert.equal(decided.status, 200);
  const after = await read(id);
  assert.deepEqual([after.isApproved, after.isArchived], [true, true]);
  assert.notEqual(after.updatedAt, null);
});

test("a rename returns the id in two parts, and a null name changes nothing", async () => {
  const id = company.businessEntityId;
  const { status, body } = await patch(id, { name: "Renamed" });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), ["businessEntityId", "message"]);
  assert.deepEqual(Object.keys(body.businessEntityId).sort(), ["random", "time"]);
  await patch(id, { name: null });
  await patch(id, {});
  assert.equal((await read(id)).name, "Renamed");
});

test("name is required and unknown fields are refused", async () => {
  assert.equal((await create({})).body.message, "name is required");
  assert.equal((await create({ name: "A", isApproved: true })).body.message, "isApproved is not a known field");
  assert.equal((await patch(company.businessEntityId, { isArchived: true })).status, 400);
});

test("the list holds the company's entities, newest first", async () => {
  const own = await aCompany(server);
  await server.call("/v1/business-entities", { key: own.key, body: { name: "Later" } });
  const { body } = await server.call("/v1/business-entities", { key: own.key });
  assert.deepEqual(
    body.businessEntities.map((entity: { name: string }) => entity.name),
    ["Later", "Acme GmbH"],
  );
});

test("business entities are for company keys", async () => {
  const { key } = company.partner;
  assert.equal((await server.call("/v1/business-entities", { key })).status, 403);
  assert.equal((await server.call("/v1/business-entities", { key, body: { name: "A" } })).status, 403);
});

test("a description is changed and cleared", async () => {
  const id = company.businessEntityId;
  await patch(id, { description: "Sales in Austria" });
  assert.equal((await read(id)).description, "Sales in Austria");
  await patch(id, { name: "Branch" });
  assert.equal((await read(id)).description, "Sales in Austria");
  await patch(id, { description: null });
  assert.equal((await read(id)).description, null);
});
