import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { beginErasure } from "../erasure/erase-company.ts";
import { aCompany } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { openAuthenticator } from "./authenticate.ts";
import { revokeKey } from "./revoke-key.ts";

/** A node that hears nothing from the others, on a clock that stands still: only what it does itself can end a key. */
let server: TestServer;
const clock = testClock();
before(async () => {
  server = await startTestServer({ clock });
});
after(() => server.close());

const context = { actor: { tier: "admin" }, address: undefined, requestId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" } as const;
const noLimit = () => undefined;

function aDeafNode() {
  const { db } = server.database;
  const authenticator = openAuthenticator({ apiKeys: db.apiKeys, clock, onTouchFailed: assert.ifError });
  return { authenticator, deps: { db, clock, ids: { next: () => server.nextId() }, authenticator } };
}

test("the node that revokes a key forgets it with the revocation", async () => {
  const { key } = await aCompany(server);
  const { authenticator, deps } = aDeafNode();
  const known = await authenticator.authenticate(key, noLimit);
  assert.ok(known);
  assert.deepEqual(authenticator.authenticate(key, noLimit), known, "remembered");
  await revokeKey(deps, context, known.id);
  assert.equal(await authenticator.authenticate(key, noLimit), undefined);
});

test("the node that begins to erase a company forgets its keys with it", async () => {
  const { key, companyId } = await aCompany(server);
  const { authenticator, deps } = aDeafNode();
  assert.ok(await authenticator.authenticate(key, noLimit));
  await beginErasure(deps, context, companyId);
  assert.equal(await authenticator.authenticate(key, noLimit), undefined);
});
