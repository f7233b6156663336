import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { keysFile, withScopeMatrix } from "../../../tools/generated-docs.ts";
import { type KeyScope, keyScopes } from "../tenancy/api-key.ts";
import { type ACompany, type APerson, aCompany, aPerson, aSession, unknownId } from "../testing/builders.ts";
import { describeApi } from "../testing/describe-api.ts";
import { type TestClock, testClock } from "../testing/test-clock.ts";
import { type Call, type Reply, startTestServer, type TestServer } from "../testing/test-server.ts";
import { scopedActions, scopesFor } from "./key-scopes.ts";

let server: TestServer;
let clock: TestClock;
let company: ACompany;
let owner: APerson;
let partnerOwner: APerson;
before(async () => {
  clock = testClock();
  server = await startTestServer({ clock, trustedProxies: ["127.0.0.1"] });
  company = await aCompany(server);
  owner = await aPerson(server, { key: company.key, role: "company_owner" });
  partnerOwner = await aPerson(server, { key: company.partner.key, role: "partner_owner", name: "Joan Clarke" });
});
after(() => server.close());

interface AKey {
  keyId: string;
  apiKey: string;
}
async function aKey(by: Pick<APerson, "call"> = owner, body: object = {}): Promise<AKey> {
  const reply = await by.call("/v1/keys", { body });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}
const readKey = async (by: APerson, keyId: string, query = "") =>
  (await by.call(`/v1/keys?limit=100${query}`)).body.keys.find((key: { keyId: string }) => key.keyId === keyId);
const update = (by: APerson, keyId: string, body: object) => by.call(`/v1/keys/${keyId}`, { method: "PATCH", body });
const rotate = (by: APerson, keyId: string, body: object = {}) => by.call(`/v1/keys/${keyId}/rotate`, { body });
const revoke = (by: APerson, keyId: string) => by.call(`/v1/keys/${keyId}`, { method: "DELETE" });
const statusOf = async (key: string, url = "/v1/documents", call: Call = {}) =>
  (await server.call(url, { ...call, key })).status;
const refusal = ({ status, headers }: Reply) => [status, headers["x-error-code"]];
const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString();

describe("management", () => {
  test("an owner issues, labels, lists and revokes keys of the own company", async () => {
    const { keyId, apiKey } = await aKey(owner, { label: " Build server ", scopes: ["submit", "read"] });
    const { prefix, lastFour, createdAt, ...rest } = await readKey(owner, keyId);
    assert.deepEqual(rest, {
      ...{
        keyId,
        tier: "company",
        label: "Build server",
        scopes: ["read", "submit"],
        networks: [],
        issuedBy: "company",
      },
      ...{ expiresAt: null, revokedAt: null, lastUsedAt: null },
    });
    assert.ok(apiKey.startsWith(prefix) && apiKey.endsWith(lastFour) && createdAt === clock.now().toISOString());
    assert.equal(await statusOf(apiKey), 200);
    const cleared = await update(owner, keyId, { label: null, scopes: ["webhooks", "all"] });
    assert.deepEqual([cleared.body.label, cleared.body.scopes], [null, ["all"]], cleared.text);
    assert.equal((await revoke(owner, keyId)).status, 204);
    assert.equal(await statusOf(apiKey), 401);
    assert.equal((await revoke(owner, keyId)).status, 204, "twice is no error");
    assert.equal((await update(owner, keyId, { label: "A" })).status, 422);
    assert.equal((await rotate(owner, keyId)).status, 422);
    assert.equal((await readKey(owner, keyId)).revokedAt, clock.now().toISOString());
  });

  test("keys that were there have the scope all and work from everywhere", async () => {
    const { keys } = (await owner.call("/v1/keys")).body;
    const first = keys.find(({ issuedBy }: { issuedBy: string }) => issuedBy === "partner");
    assert.deepEqual([first.scopes, first.networks, first.label], [["all"], [], null]);
  });

  test("a rotated key is valid until the stated time beside the new one, which has its restrictions", async () => {
    const restrictions = { label: "Robot", scopes: ["read"], networks: ["127.0.0.0/8"] };
    const { keyId, apiKey } = await aKey(owner, restrictions);
    const until = later(1200);
    const rotated = (await rotate(owner, keyId, { oldKeyValidUntil: until })).body;
    assert.equal(rotated.oldKeyValidUntil, until);
    const { label, scopes, networks, expiresAt } = await readKey(owner, rotated.keyId);
    assert.deepEqual({ label, scopes, networks, expiresAt }, { ...restrictions, expiresAt: null });
    assert.deepEqual([await statusOf(apiKey), await statusOf(rotated.apiKey)], [200, 200]);
    clock.advance(1200);
    assert.deepEqual([await statusOf(apiKey), await statusOf(rotated.apiKey)], [401, 200]);
  });

  test("the overlap is a day by default, never beyond the key's own end, and may be none", async () => {
    const unlimited = await aKey();
    assert.equal((await rotate(owner, unlimited.keyId)).body.oldKeyValidUntil, later(24 * 3600));
    const ending = await aKey(owner, { expiresAt: later(60) });
    assert.equal((await rotate(owner, ending.keyId)).body.oldKeyValidUntil, later(60));
    const at = await aKey();
    assert.equal((await rotate(owner, at.keyId, { oldKeyValidUntil: later(0) })).status, 201);
    assert.equal(await statusOf(at.apiKey), 401);
    const past = await rotate(owner, unlimited.keyId, { oldKeyValidUntil: later(-1) });
    assert.deepEqual([past.status, /oldKeyValidUntil/.test(past.text)], [422, true]);
    assert.equal((await owner.call("/v1/keys", { body: { expiresAt: later(-1) } })).status, 422);
  });

  test("a changed scope or network counts with the next request", async () => {
    const { keyId, apiKey } = await aKey();
    assert.equal(await statusOf(apiKey), 200);
    await update(owner, keyId, { scopes: ["webhooks"] });
    assert.equal(await statusOf(apiKey), 403);
    await update(owner, keyId, { scopes: ["all"], networks: ["10.0.0.0/8"] });
    assert.equal(await statusOf(apiKey), 403);
    await update(owner, keyId, { networks: [] });
    assert.equal(await statusOf(apiKey), 200);
  });

  test("bad input names the field", async () => {
    for (const [body, field] of [
      [{ scopes: [] }, "scopes"],
      [{ scopes: ["write"] }, "scopes"],
      [{ networks: ["10.0.0.0/8", "home"] }, "networks[1]"],
      [{ label: " " }, "label"],
      [{ label: "a".repeat(101) }, "label"],
      [{ expiresAt: "soon" }, "expiresAt"],
    ] as const) {
      const reply = await owner.call("/v1/keys", { body });
      assert.deepEqual([reply.status, reply.text.includes(field)], [400, true], reply.text);
    }
  });

  test("keys manage keys only until their organisation has an owner; reviewers, readers and consultants never", async () => {
    const own = await aCompany(server);
    const issued = await server.call("/v1/keys", { key: own.key, body: {} });
    assert.equal(issued.status, 201, issued.text);
    const ofOwn = `/v1/keys/${issued.body.keyId}`;
    await aPerson(server, { key: own.key, role: "company_owner" });
    const consultant = await aPerson(server, { key: own.partner.key, role: "partner_consultant" });
    const refused = [
      await server.call("/v1/keys", { key: own.key, body: {} }),
      await server.call(ofOwn, { key: own.key, method: "PATCH", body: { label: "A" } }),
      await server.call(`${ofOwn}/rotate`, { key: own.key, body: {} }),
      await server.call(ofOwn, { key: own.key, method: "DELETE" }),
      await (await aPerson(server, { key: own.key, role: "company_reviewer" })).call("/v1/keys", { body: {} }),
      await consultant.call("/v1/keys", { body: { companyId: own.companyId } }),
    ];
    await consultant.call("/v1/session/client", { method: "PUT", body: { companyId: own.companyId } });
    refused.push(await consultant.call("/v1/keys"), await consultant.call("/v1/keys", { body: {} }));
    for (const reply of refused) assert.deepEqual(refusal(reply), [403, "not_permitted"], reply.text);
    assert.equal((await server.call("/v1/keys", { key: own.key })).status, 200, "it may still look");
  });

  test("a repeated request with the same Idempotency-Key issues one key", async () => {
    const headers = { "idempotency-key": "issue-once" };
    const [first, again] = [
      await owner.call("/v1/keys", { body: {}, headers }),
      await owner.call("/v1/keys", { body: {}, headers }),
    ];
    assert.deepEqual(again.body, first.body);
  });
});

describe("a partner and the keys of its companies", () => {
  test("a partner's owner reissues a key, which the company sees by name in its log", async () => {
    const { keyId } = await aKey(owner, { label: "Lost" });
    assert.ok(await readKey(partnerOwner, keyId, `&companyId=${company.companyId}`));
    const rotated = await rotate(partnerOwner, keyId, { oldKeyValidUntil: later(0) });
    assert.equal(rotated.status, 201, rotated.text);
    assert.equal(await statusOf(rotated.body.apiKey), 200);
    assert.equal((await readKey(owner, rotated.body.keyId)).issuedBy, "partner");
    const seen = (await owner.call("/v1/audit-log?action=api_key")).body.entries.slice(0, 2);
    assert.deepEqual(
      seen.map((entry: Record<string, unknown>) => [
        entry["action"],
        entry["actorTier"],
        entry["actorName"],
        entry["address"],
      ]),
      [
        ["api_key.rotated", "partner", "Joan Clarke", null],
        ["api_key.issued", "partner", "Joan Clarke", null],
      ],
    );
    const issued = await aKey(partnerOwner, { companyId: company.companyId, scopes: ["submit"] });
    assert.deepEqual((await readKey(owner, issued.keyId)).scopes, ["submit"]);
    assert.equal((await readKey(partnerOwner, issued.keyId)) === undefined, true, "not among the partner's own");
    assert.equal((await revoke(partnerOwner, issued.keyId)).status, 204);
  });

  test("what a partner's key does is named after the partner in the company's log", async () => {
    const own = await aCompany(server);
    const issued = await server.call("/v1/keys", { key: own.partner.key, body: { companyId: own.companyId } });
    assert.equal(issued.status, 201, issued.text);
    const [entry] = (await server.call("/v1/audit-log?action=api_key", { key: own.key })).body.entries;
    assert.deepEqual(
      [entry.subjectId, entry.actorTier, entry.actorName, entry.actorKeyId],
      [issued.body.keyId, "partner", "Consultancy", null],
    );
  });

  test("while the company has switched the partner's access off, the partner can neither see nor change its keys", async () => {
    const { keyId } = await aKey();
    await owner.call("/v1/access", { method: "PUT", body: { isOn: false } });
    const refused = [
      await partnerOwner.call(`/v1/keys?companyId=${company.companyId}`),
      await partnerOwner.call("/v1/keys", { body: { companyId: company.companyId } }),
      await update(partnerOwner, keyId, { label: "A" }),
      await rotate(partnerOwner, keyId),
      await revoke(partnerOwner, keyId),
    ];
    for (const reply of refused) assert.deepEqual(refusal(reply), [403, "client_access_off"], reply.text);
    assert.equal((await partnerOwner.call("/v1/keys")).status, 200);
    await owner.call("/v1/access", { method: "PUT", body: { isOn: true } });
  });

  test("keys of another partner, of its companies and of the own partner look like unknown ones", async () => {
    const stranger = await aCompany(server);
    const foreign = (await server.call("/v1/keys", { key: stranger.key, body: {} })).body;
    const ofPartner = await aKey(partnerOwner);
    const pairs: [APerson, string][] = [
      [owner, foreign.keyId],
      [partnerOwner, foreign.keyId],
      [owner, ofPartner.keyId],
    ];
    for (const [person, keyId] of pairs)
      for (const attempt of [
        (id: string) => update(person, id, { label: "A" }),
        (id: string) => rotate(person, id),
        (id: string) => revoke(person, id),
      ]) {
        const [known, unknown] = [await attempt(keyId), await attempt(unknownId)];
        assert.deepEqual([known.status, known.text], [404, unknown.text]);
      }
    for (const person of [owner, partnerOwner])
      for (const companyId of [stranger.companyId, unknownId, "malformed"]) {
        assert.equal((await person.call(`/v1/keys?companyId=${companyId}`)).status, 404);
        assert.equal((await person.call("/v1/keys", { body: { companyId } })).status, 404);
      }
    assert.equal(await statusOf(foreign.apiKey), 200);
  });
});

describe("scopes", () => {
  test("docs/keys.md has the matrix of scopes and actions; npm run generate writes it", async () => {
    const page = await readFile(keysFile, "utf8");
    assert.equal(page, withScopeMatrix(page));
  });

  interface Described {
    operationId: string;
    security: Record<string, unknown>[];
  }
  const operations = async () => {
    const { paths } = (await describeApi()) as { paths: Record<string, Record<string, Described>> };
    return Object.entries(paths).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ url, method: method.toUpperCase(), ...operation })),
    );
  };
  /** What no key may read but one with all scopes. */
  const onlyAll = ["listKeys"];

  test("each row names operations that exist, and every operation that keys read is in one", async () => {
    const all = await operations();
    const known = new Set(all.map(({ operationId }) => operationId));
    const named = scopedActions.flatMap((action) => action.operations);
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    );
    assert.equal(named.length, new Set(named).size, "an operation is in one row");
    const read = all.filter(({ method, security }) => method === "GET" && security.some((one) => "apiKey" in one));
    const missing = read.map(({ operationId }) => operationId).filter((name) => !named.includes(name));
    assert.deepEqual(missing, onlyAll);
  });

  test("a key of each scope may call exactly the operations that the matrix gives the scope", async () => {
    // What ends the session comes last.
    const all = (await operations()).filter(({ operationId }) => !["signOut", "endSession"].includes(operationId));
    const ofKeys = all.filter(({ security }) => security.some((one) => "apiKey" in one || "session" in one));
    assert.ok(ofKeys.length > 60);
    for (const by of [owner, partnerOwner])
      for (const scope of keyScopes) {
        const { apiKey } = await aKey(by, { scopes: [scope] });
        const cookie = await aSession(server, apiKey);
        for (const { operationId, method, url, security } of ofKeys) {
          const path = url.replaceAll(/\{\w+\}/g, unknownId);
          const body = ["GET", "DELETE"].includes(method) ? {} : { body: {} };
          const call = { method: method as "GET", ...body };
          const isOfSession = !security.some((one) => "apiKey" in one);
          const reply = await server.call(path, {
            ...call,
            ...(isOfSession ? { headers: { cookie, "x-assay-session": "1" } } : { key: apiKey }),
          });
          const what = `${scope} ${operationId}: ${reply.text}`;
          assert.ok(reply.status !== 401 && reply.status < 500, what);
          // Of the wrong tier, or for people: refused before the scope counts.
          if (/This operation (needs a \w+ key|is for people)/.test(reply.text)) continue;
          const isRefused = reply.status === 403 && /This key's scope, \w+, does not permit/.test(reply.text);
          assert.equal(!isRefused, scopesFor(operationId).has(scope), what);
        }
      }
  });

  test("a key with two scopes may do what either permits, and the message names both", async () => {
    const { apiKey } = await aKey(owner, { scopes: ["webhooks", "submit"] });
    assert.equal(await statusOf(apiKey, "/v1/webhooks/deliveries"), 200);
    const refused = await server.call("/v1/documents", { key: apiKey });
    assert.deepEqual(refusal(refused), [403, "not_permitted"]);
    assert.match(
      refused.body.message,
      /scopes, submit and webhooks, do not permit this operation, which needs read or all/,
    );
  });

  test("a key that may only submit uploads a file in chunks", async () => {
    const { apiKey } = await aKey(owner, { scopes: ["submit" satisfies KeyScope] });
    const { frameworks } = (await server.call("/v1/compliance-frameworks", { key: apiKey })).body;
    const [control] = frameworks[0].controls;
    const started = await server.call("/v1/documents/upload/start", {
      key: apiKey,
      body: {
        ...{ files: [{ fileName: "a.txt", fileSize: 5 }], businessEntityId: company.businessEntityId },
        ...{ complianceFrameworkId: frameworks[0].id, controlId: control.id },
      },
    });
    assert.equal(started.status, 201, started.text);
    const status = `/v1/documents/upload/${started.body.sessionId}/status`;
    assert.equal(await statusOf(apiKey, status), 200);
    assert.equal(await statusOf(apiKey, "/v1/documents"), 403);
  });
});

describe("networks", () => {
  const from = (address: string): Call => ({ headers: { "x-forwarded-for": address } });

  test("a restricted key works from its networks only, by the address that a trusted proxy forwards", async () => {
    const { apiKey } = await aKey(owner, { networks: ["203.0.113.0/24", "2001:db8::/32"] });
    for (const address of ["203.0.113.7", "::ffff:203.0.113.7", "2001:db8::7"])
      assert.equal(await statusOf(apiKey, "/v1/documents", from(address)), 200, address);
    for (const address of ["203.0.114.7", "2001:db9::7", "203.0.113.7, 198.51.100.1"]) {
      const reply = await server.call("/v1/documents", { key: apiKey, ...from(address) });
      assert.deepEqual(refusal(reply), [403, "not_permitted"], address);
      assert.match(reply.body.message, /certain networks only/);
    }
    assert.equal(await statusOf(apiKey), 403);
  });

  test("neither signing in with a restricted key nor its session works from elsewhere", async () => {
    const { apiKey } = await aKey(owner, { networks: ["203.0.113.7"] });
    const signIn = (address: string) => server.call("/v1/session", { body: { key: apiKey }, ...from(address) });
    assert.deepEqual(refusal(await signIn("203.0.113.8")), [403, "not_permitted"]);
    const signedIn = await signIn("203.0.113.7");
    const cookie = signedIn.headers["set-cookie"]?.split(";", 1)[0] ?? "";
    const call = (url: string, address: string) =>
      server.call(url, { headers: { cookie, "x-forwarded-for": address } });
    for (const url of ["/v1/documents", "/v1/session", "/v1/people"]) {
      assert.equal((await call(url, "203.0.113.7")).status, 200, url);
      assert.deepEqual(refusal(await call(url, "203.0.113.8")), [403, "not_permitted"], url);
    }
  });
});
