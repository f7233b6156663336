import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { beginErasure } from "../erasure/erase-company.ts";
import { aCompany } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { openAuthenticator } from "./authenticate.ts";
import { revokeKey } from "./revoke-key.ts";

/** The clock is stopped and nodes receive no notifications, so a key can only be dropped by the node's own action. */
let server: TestServer;
const clock = testClock();
before(async () => {
  server = await startTestServer({ clock });
});
after(() => server.close());

const context = { actor: { tier: "admin" }, address: undefined, requestId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" } as const;
const noLimit = () => undefined;

function anIsolatedNode() {
  const { db } = server.database;
  const authenticator = openAuthenticator({ apiKeys: db.apiKeys, clock, onTouchFailed: assert.ifError });
  return { authenticator, deps: { db, clock, ids: { next: () => server.nextId() }, authenticator } };
}

test("the node that revokes a key drops it from its cache", async () => {
  const { key } = await aCompany(server);
  const { authenticator, deps } = anIsolatedNode();
  const known = await authenticator.authenticate(key, noLimit);
  assert.ok(known);
  assert.deepEqual(authenticator.authenticate(key, noLimit), known, "cached");
  await revokeKey(deps, context, known.id);
  assert.equal(await authenticator.authenticate(key, noLimit), undefined);
});

test("the node that starts to erase a company drops its keys from the cache", async () => {
  const { key, companyId } = await aCompany(server);
  const { authenticator, deps } = anIsolatedNode();
  assert.ok(await authenticator.authenticate(key, noLimit));
  await beginErasure(deps, context, companyId);
  assert.equal(await authenticator.authenticate(key, noLimit), undefined);
});
