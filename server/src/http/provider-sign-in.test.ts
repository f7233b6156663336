import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { aCompany, aPerson, signInAs } from "../testing/builders.ts";
import { type OpenIdProvider, startOpenIdProvider } from "../testing/openid-provider.ts";
import { type TestClock, testClock } from "../testing/test-clock.ts";
import { type Reply, startTestServer, type TestServer } from "../testing/test-server.ts";

let provider: OpenIdProvider;
let server: TestServer;
let clock: TestClock;
before(async () => {
  provider = await startOpenIdProvider();
  clock = testClock();
  server = await startTestServer({ clock, operatorProvider: provider.settings() });
});
after(async () => {
  await server.close();
  await provider.close();
});

let subjects = 0;
/** A person of the provider whom nobody here knows yet. */
function aStranger(claims: Record<string, unknown> = {}) {
  subjects += 1;
  const subject = `subject-${subjects}`;
  const email = `${subject}@example.com`;
  return { subject, claims: { email, email_verified: true, name: "Grace Hopper", groups: ["operators"], ...claims } };
}
beforeEach(() => {
  provider.tamper = undefined;
  provider.signsWithOtherKey = false;
  provider.person = aStranger();
});

const cookiesOf = ({ headers }: Reply, name: string) =>
  new RegExp(`${name}=([\\w-]{43})`).exec(headers["set-cookie"] ?? "")?.[1];

async function begin(on: TestServer = server, providerId = "operator"): Promise<{ url: string; cookie: string }> {
  const reply = await on.call("/v1/session/provider", { body: { providerId } });
  assert.equal(reply.status, 200, reply.text);
  return { url: reply.body.url, cookie: `assay_sign_in=${cookiesOf(reply, "assay_sign_in")}` };
}

const finish = (response: string, cookie: string, on: TestServer = server) =>
  on.call("/v1/session/provider/response", { body: { response }, headers: { cookie } });

async function signInWithProvider(): Promise<Reply> {
  const { url, cookie } = await begin();
  return finish(await provider.visit(url), cookie);
}

const callAs = (signedIn: Reply, url: string, call: { method?: "POST" | "DELETE" | "PUT"; body?: unknown } = {}) =>
  server.call(url, {
    ...call,
    headers: { cookie: `assay_session=${cookiesOf(signedIn, "assay_session")}`, "x-assay-session": "1" },
  });

const entriesOf = async ({ headers }: Reply) => {
  const reply = await server.call(`/v1/admin/audit-log?about=${headers["x-request-id"]}`, { admin: true });
  return reply.body.entries as { action: string; actorName: string | null; details: Record<string, unknown> }[];
};

describe("a first sign-in with the operator's provider", () => {
  test("creates an account without a password, with the role of the group and the name in the audit log", async () => {
    const { email } = provider.person.claims;
    const reply = await signInWithProvider();
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.session.role, "admin");
    assert.equal(reply.body.session.hasProvider, true);
    assert.deepEqual(
      [reply.body.session.person.email, reply.body.session.person.name, reply.body.session.person.role],
      [email, "Grace Hopper", "operator"],
    );
    const entries = await entriesOf(reply);
    assert.deepEqual(entries.map(({ action }) => action).sort(), [
      ...["account.created", "account.provider_added", "person.joined", "session.started"],
    ]);
    assert.deepEqual(new Set(entries.map(({ actorName }) => actorName)), new Set(["Grace Hopper"]));
    assert.equal((await callAs(reply, "/v1/admin/partners")).status, 200);
    for (const password of ["", "correct horse battery"])
      assert.notEqual((await signInAs(server, String(email), password || " ")).status, 200);
  });

  test("returns the page that was named at the beginning; a page elsewhere is refused", async () => {
    const begun = await server.call("/v1/session/provider", { body: { providerId: "operator", page: "/system?x=1" } });
    const cookie = `assay_sign_in=${cookiesOf(begun, "assay_sign_in")}`;
    const reply = await finish(await provider.visit(begun.body.url), cookie);
    assert.equal(reply.body.page, "/system?x=1");
    assert.equal((await signInWithProvider()).body.page, null);
    for (const page of ["//evil.example", "/\\evil.example", "https://evil.example", "system", ""]) {
      const refused = await server.call("/v1/session/provider", { body: { providerId: "operator", page } });
      assert.equal(refused.status, 400, page);
    }
  });

  test("is followed by sign-ins to the same account, also with another address", async () => {
    const first = await signInWithProvider();
    provider.person.claims["email"] = "married@example.com";
    const second = await signInWithProvider();
    assert.equal(second.body.session.person.accountId, first.body.session.person.accountId);
    assert.deepEqual(
      (await entriesOf(second)).map(({ action }) => action),
      ["session.started"],
    );
  });

  test("takes claims from the userinfo endpoint if the ID token has none", async (t) => {
    const other = await startOpenIdProvider(undefined, { claimsIn: "userinfo" });
    t.after(() => other.close());
    const node = await startTestServer({ database: server.database, operatorProvider: other.settings() });
    t.after(() => node.close());
    other.person = aStranger();
    const { url, cookie } = await begin(node);
    const reply = await finish(await other.visit(url), cookie, node);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.session.person.email, other.person.claims["email"]);
  });

  test("ends the session that the browser had before", async () => {
    const before = await signInWithProvider();
    const { url, cookie } = await begin();
    const response = await provider.visit(url);
    const both = `${cookie}; assay_session=${cookiesOf(before, "assay_session")}`;
    assert.equal((await finish(response, both)).status, 200);
    assert.equal((await callAs(before, "/v1/session")).status, 401);
  });
});

describe("a response is refused", () => {
  const assertRefused = async (reply: Reply, reason: string) => {
    assert.deepEqual([reply.status, reply.headers["x-error-code"]], [401, "unauthenticated"], reply.text);
    assert.equal(reply.headers["set-cookie"], undefined);
    const entries = await entriesOf(reply);
    assert.deepEqual(
      entries.map(({ action, details }) => [action, details["reason"]]),
      [["session.refused", reason]],
    );
    const found = await server.database.db.people.findByEmail(String(provider.person.claims["email"]));
    assert.equal(found, undefined, "no account is made");
  };

  test("with another nonce", async () => {
    const { url, cookie } = await begin();
    const forged = new URL(url);
    forged.searchParams.set("nonce", "another");
    await assertRefused(await finish(await provider.visit(forged.href), cookie), "oauth_jwt_claim_comparison_failed");
  });

  test("with another audience, another issuer, and after its time", async () => {
    for (const [change, reason] of [
      [{ aud: "other" }, "oauth_jwt_claim_comparison_failed"],
      [{ aud: ["assay", "other"] }, "oauth_jwt_claim_comparison_failed"],
      [{ iss: "https://login.example.com" }, "oauth_jwt_claim_comparison_failed"],
      [{ exp: 1_000_000_000 }, "oauth_jwt_timestamp_check_failed"],
    ] as const) {
      provider.tamper = (claims) => ({ ...claims, ...change });
      await assertRefused(await signInWithProvider(), reason);
    }
  });

  test("with another state", async () => {
    const { url, cookie } = await begin();
    const response = new URLSearchParams(await provider.visit(url));
    response.set("state", "another");
    await assertRefused(await finish(response.toString(), cookie), "oauth_invalid_response");
  });

  test("with a code that was used", async () => {
    const { url, cookie } = await begin();
    const response = await provider.visit(url);
    assert.equal((await finish(response, cookie)).status, 200);
    provider.person = aStranger();
    await assertRefused(await finish(response, cookie), "not_begun");
    // In a sign-in of one's own, with the state that belongs to it.
    const own = await begin();
    const replayed = new URLSearchParams(response);
    replayed.set("state", new URL(own.url).searchParams.get("state") ?? "");
    await assertRefused(await finish(replayed.toString(), own.cookie), "oauth_response_body_error");
  });

  test("in a browser that did not begin, and after ten minutes", async () => {
    const { url, cookie } = await begin();
    const response = await provider.visit(url);
    const other = await begin();
    await assertRefused(await finish(response, other.cookie), "oauth_invalid_response");
    await assertRefused(await finish(response, ""), "not_begun");
    clock.advance(600);
    await assertRefused(await finish(response, cookie), "not_begun");
  });

  test("signed with a key that the provider does not publish", async () => {
    provider.signsWithOtherKey = true;
    await assertRefused(await signInWithProvider(), "oauth_invalid_response");
  });

  test("when the provider itself refuses", async () => {
    const { url, cookie } = await begin();
    const state = new URL(url).searchParams.get("state") ?? "";
    const response = new URLSearchParams({ error: "access_denied", state, iss: provider.issuer });
    await assertRefused(await finish(response.toString(), cookie), "oauth_authorization_response_error");
  });

  test("with a request of a page of another origin", async () => {
    const { url, cookie } = await begin();
    const response = await provider.visit(url);
    const reply = await server.call("/v1/session/provider/response", {
      ...{ body: { response }, headers: { cookie, "sec-fetch-site": "cross-site" } },
    });
    assert.deepEqual([reply.status, reply.headers["x-error-code"]], [403, "not_same_origin"]);
  });
});

test("keys that the provider has just replaced count at once", async () => {
  assert.equal((await signInWithProvider()).status, 200);
  provider.rotateKeys();
  provider.person = aStranger();
  const reply = await signInWithProvider();
  assert.equal(reply.status, 200, reply.text);
});

describe("access follows the groups", () => {
  test("a person in no group with a role gets no account", async () => {
    for (const groups of [[], ["others"], "operator", undefined]) {
      provider.person = aStranger({ groups });
      const reply = await signInWithProvider();
      assert.equal(reply.status, 401, reply.text);
      assert.match(reply.body.message, /gives you no access here/);
      assert.equal((await entriesOf(reply))[0]?.details["reason"], "no_role");
    }
  });

  test("a person who has lost the group is removed at the next attempt, with all sessions", async () => {
    const first = await signInWithProvider();
    provider.person.claims["groups"] = ["others"];
    const refused = await signInWithProvider();
    assert.equal(refused.status, 401);
    assert.deepEqual((await entriesOf(refused)).map(({ action }) => action).sort(), [
      ...["person.removed", "session.refused"],
    ]);
    assert.equal((await callAs(first, "/v1/session")).status, 401);
    // Back in the group the person begins with a new account.
    provider.person.claims["groups"] = ["operators"];
    const again = await signInWithProvider();
    assert.equal(again.status, 200, again.text);
    assert.notEqual(again.body.session.person.accountId, first.body.session.person.accountId);
  });
});

describe("an account that exists already", () => {
  test("is the person's if it belongs to the operator only", async () => {
    const { email } = provider.person.claims as { email: string };
    const person = await aPerson(server, { role: "operator", email });
    const reply = await signInWithProvider();
    assert.equal(reply.body.session.person.accountId, person.accountId, reply.text);
    assert.equal((await signInAs(server, email)).status, 200, "the password stays");
  });

  test("of another organisation is not taken over, and the answer does not say that there is one", async () => {
    const company = await aCompany(server);
    const { email } = provider.person.claims as { email: string };
    await aPerson(server, { key: company.key, role: "company_owner", email });
    const taken = await signInWithProvider();
    provider.person = aStranger({ groups: [] });
    const other = await signInWithProvider();
    assert.deepEqual([taken.status, taken.body], [other.status, other.body]);
    assert.equal((await entriesOf(taken))[0]?.details["reason"], "address_taken");
  });

  test("is not found by an address that the provider has not verified", async () => {
    const known = await aPerson(server, { role: "operator" });
    for (const email_verified of [false, undefined, "true"]) {
      provider.person = aStranger({ email: known.email, email_verified });
      const reply = await signInWithProvider();
      assert.equal(reply.status, 401, reply.text);
      assert.equal((await entriesOf(reply))[0]?.details["reason"], "no_verified_email");
    }
  });
});

test("a session of a provider does not go on in another organisation of the account", async () => {
  const first = await signInWithProvider();
  const company = await aCompany(server);
  const { accountId } = first.body.session.person;
  const membershipId = server.nextId();
  await server.database.db.people.insertMembership({
    ...{ id: membershipId, accountId, role: "company_owner", createdAt: clock.now() },
    ...{ organisation: company.companyId, partnerId: company.partner.partnerId, companyId: company.companyId },
  });
  const reply = await callAs(first, "/v1/session/organisation", { method: "PUT", body: { membershipId } });
  assert.deepEqual([reply.status, reply.headers["x-error-code"]], [403, "not_permitted"], reply.text);
});

test("signing out says where the session at the provider is ended", async () => {
  const signedIn = await signInWithProvider();
  const reply = await callAs(signedIn, "/v1/session/end", { method: "POST" });
  assert.equal(reply.status, 200, reply.text);
  const url = new URL(reply.body.url);
  assert.equal(url.origin, provider.issuer);
  assert.equal(url.searchParams.get("post_logout_redirect_uri"), "http://localhost/portal/sign-in");
  assert.equal((await fetch(url)).status, 200, "the provider accepts the ID token");
  assert.equal((await callAs(signedIn, "/v1/session")).status, 401);
  const person = await aPerson(server, { role: "operator" });
  const own = await person.call("/v1/session/end", { method: "POST" });
  assert.deepEqual([own.status, own.body], [200, { url: null }]);
});

test("a sign-in page names the operator's provider, and only that one can be begun with", async () => {
  const { body } = await server.call("/v1/session/providers");
  assert.deepEqual(body, { providers: [{ providerId: "operator", name: "Example Login" }] });
  const unknown = await server.call("/v1/session/provider", { body: { providerId: server.nextId() } });
  assert.equal(unknown.status, 404);
});

test("a provider that cannot be reached is named in the answer", async (t) => {
  const gone = await startOpenIdProvider();
  await gone.close();
  const node = await startTestServer({ database: server.database, operatorProvider: gone.settings() });
  t.after(() => node.close());
  const reply = await node.call("/v1/session/provider", { body: { providerId: "operator" } });
  assert.equal(reply.status, 503, reply.text);
  assert.match(reply.body.message, /Example Login cannot be reached/);
});

test("what was begun and not answered is removed", async () => {
  await begin();
  const { challenges } = server.database.db;
  clock.advance(600);
  assert.ok((await challenges.removeExpired(clock.now())) > 0);
  assert.equal(await challenges.removeExpired(clock.now()), 0);
});
