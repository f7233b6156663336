import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { peopleFile, withRoleMatrix } from "../../../tools/generated-docs.ts";
import { stepAt, totpCode } from "../people/totp.ts";
import { actingRoles } from "../tenancy/role.ts";
import {
  type ACompany,
  type APerson,
  aCompany,
  anInvitation,
  aPassword,
  aPerson,
  aSession,
  signInAs,
  unknownId,
} from "../testing/builders.ts";
import { describeApi } from "../testing/describe-api.ts";
import { type TestClock, testClock } from "../testing/test-clock.ts";
import { type Call, type Reply, startTestServer, type TestServer } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";
import { actions, rolesFor } from "./permissions.ts";

let server: TestServer;
let clock: TestClock;
let company: ACompany;
before(async () => {
  clock = testClock();
  server = await startTestServer({ clock });
  company = await aCompany(server);
});
after(() => server.close());

const ofCompany = (role = "company_owner", fields: { name?: string; email?: string; key?: string } = {}) =>
  aPerson(server, { key: company.key, role, ...fields });

const entriesOf = async (requestId: string | undefined) =>
  (await server.call(`/v1/admin/audit-log?about=${requestId}`, { admin: true })).body.entries;

/** Makes a change and commits it once another request has come to wait for it. */
async function held(change: (stores: Stores) => Promise<unknown>): Promise<{ release(): Promise<void> }> {
  const made = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const done = server.database.db.transaction(async (stores) => {
    await change(stores);
    made.resolve();
    await released.promise;
  });
  await Promise.race([made.promise, done]);
  return {
    async release() {
      const waits = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      await until(async () => (await server.database.query(waits)).length > 0);
      released.resolve();
      await done;
    },
  };
}
type Stores = Parameters<Parameters<typeof server.database.db.transaction>[0]>[0];

describe("roles", () => {
  test("docs/people.md has the matrix of roles and actions; npm run generate writes it", async () => {
    const page = await readFile(peopleFile, "utf8");
    assert.equal(page, withRoleMatrix(page));
  });

  interface Described {
    operationId: string;
    security: Record<string, unknown>[];
    description?: string;
  }
  const operations = async () => {
    const { paths } = (await describeApi()) as { paths: Record<string, Record<string, Described>> };
    return Object.entries(paths).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ url, method: method.toUpperCase(), ...operation })),
    );
  };

  test("every operation that is not public is an action of some role, and no other is", async () => {
    const closed = (await operations()).filter(({ security }) => security.length > 0);
    const named = new Set(actions.flatMap((action) => action.operations));
    assert.deepEqual([...named].sort(), closed.map(({ operationId }) => operationId).sort());
  });

  test("a person of each role may call exactly the operations that the matrix gives the role", async () => {
    // What ends the session or the person comes last.
    const last = ["signOut", "endSession", "changePassword", "switchOrganisation", "openClient", "closeClient"];
    const all = (await operations()).filter(({ security }) => security.length > 0);
    const sorted = [...all.filter((one) => !last.includes(one.operationId))];
    for (const role of actingRoles) {
      const isOfPartner = role === "consultant" || role.startsWith("partner");
      const key = isOfPartner ? company.partner.key : role === "operator" ? undefined : company.key;
      const memberRole = role === "consultant" ? "partner_owner" : role;
      const person = await aPerson(server, { ...(key !== undefined && { key }), role: memberRole });
      if (role === "consultant") {
        const opened = await person.call("/v1/session/client", {
          method: "PUT",
          body: { companyId: company.companyId },
        });
        assert.equal(opened.body.person.role, role, opened.text);
      }
      for (const { operationId, method, url } of sorted) {
        const path = url.replaceAll(/\{\w+\}/g, unknownId);
        const body = ["GET", "DELETE"].includes(method) ? {} : { body: {} };
        const reply = await person.call(path, { method: method as "GET", ...body });
        const isRefused = reply.status === 403 && /permit this operation|is for/.test(reply.text);
        assert.notEqual(reply.status, 401, `${role} ${operationId}: ${reply.text}`);
        assert.ok(reply.status < 500, `${role} ${operationId}: ${reply.text}`);
        assert.equal(!isRefused, rolesFor(operationId).has(role), `${role} ${operationId}: ${reply.text}`);
      }
    }
  });

  test("another role counts with the next request, and a removed person is signed out", async () => {
    const owner = await ofCompany();
    const other = await ofCompany("company_reviewer");
    const create = () => other.call("/v1/business-entities", { body: { name: "Branch" } });
    assert.equal((await create()).status, 201);
    const changed = await owner.call(`/v1/people/${other.membershipId}`, {
      ...{ method: "PATCH", body: { role: "company_reader" } },
    });
    assert.equal(changed.status, 204, changed.text);
    const refused = await create();
    assert.deepEqual([refused.status, refused.headers["x-error-code"]], [403, "not_permitted"]);
    assert.equal((await other.call("/v1/documents")).status, 200);
    assert.equal((await owner.call(`/v1/people/${other.membershipId}`, { method: "DELETE" })).status, 204);
    assert.equal((await other.call("/v1/documents")).status, 401);
    assert.equal((await signInAs(server, other.email)).status, 401);
  });

  test("the last owner can be neither removed nor given another role", async () => {
    const own = await aCompany(server);
    const owner = await aPerson(server, { key: own.key, role: "company_owner" });
    await aPerson(server, { key: own.key, role: "company_reviewer" });
    const url = `/v1/people/${owner.membershipId}`;
    assert.equal((await owner.call(url, { method: "PATCH", body: { role: "company_reader" } })).status, 422);
    assert.equal((await owner.call(url, { method: "DELETE" })).status, 422);
    const second = await aPerson(server, { key: own.key, role: "company_owner" });
    const [first, other] = await Promise.all(
      [owner, second].map((one) => one.call(`/v1/people/${one.membershipId}`, { method: "DELETE" })),
    );
    assert.deepEqual([first?.status, other?.status].sort(), [204, 422], "of two at the same time one stays");
  });

  test("the session of a key changes nothing about people once somebody else can", async () => {
    for (const kind of ["company", "partner"] as const) {
      const own = await aCompany(server);
      const key = kind === "company" ? own.key : own.partner.key;
      const cookie = await aSession(server, key);
      const call = (url: string, extra: Call = {}) =>
        server.call(url, { ...extra, headers: { cookie, "x-assay-session": "1" } });
      const roleOf = (name: string) => `${kind}_${name}`;
      const member = await aPerson(server, { key, role: roleOf(kind === "company" ? "reader" : "consultant") });
      const url = `/v1/people/${member.membershipId}`;
      const invite = () =>
        call("/v1/invitations", { body: { email: `${kind}@example.com`, name: "K", role: roleOf("owner") } });
      assert.equal((await call(`${url}/sessions`, { method: "DELETE" })).status, 204, "nobody else can yet");
      const invited = await invite();
      assert.equal(invited.status, 201, invited.text);
      await aPerson(server, { key, role: roleOf("owner") });
      const attempts = [
        await invite(),
        await call(`/v1/invitations/${invited.body.invitationId}`, { method: "DELETE" }),
        await call(url, { method: "PATCH", body: { role: roleOf("owner") } }),
        await call(`${url}/sessions`, { method: "DELETE" }),
        await call(`${url}/second-factor`, { method: "DELETE" }),
        await call(url, { method: "DELETE" }),
      ];
      for (const { status, headers } of attempts)
        assert.deepEqual([status, headers["x-error-code"]], [403, "not_permitted"], kind);
      assert.equal((await call("/v1/people")).body.people.length, 2);
    }
    await aPerson(server, { role: "operator" });
    await anInvitation(server, {}, { email: "by-token@example.com", role: "operator" });
  });

  test("a role of another kind of organisation is refused", async () => {
    const owner = await ofCompany();
    for (const role of ["operator", "partner_owner"]) {
      const body = { email: "b@example.com", name: "B", role };
      assert.equal((await owner.call("/v1/invitations", { body })).status, 422, role);
      const change = { method: "PATCH", body: { role } } as const;
      assert.equal((await owner.call(`/v1/people/${owner.membershipId}`, change)).status, 422, role);
    }
  });
});

describe("invitations", () => {
  test("the administrator token invites the first operator, who then administers under the own name", async () => {
    const operator = await aPerson(server, { role: "operator", name: "Grace Hopper" });
    const session = (await operator.call("/v1/session")).body;
    assert.deepEqual([session.role, session.person.role, session.person.name], ["admin", "operator", "Grace Hopper"]);
    const created = await operator.call("/v1/admin/partners", { body: { name: "New" } });
    assert.equal(created.status, 201, created.text);
    for (const entry of await entriesOf(created.headers["x-request-id"]))
      assert.deepEqual(
        [entry.actorTier, entry.actorName, entry.actorAccountId],
        ["admin", "Grace Hopper", operator.accountId],
      );
    assert.equal((await operator.call("/v1/documents")).status, 403);
  });

  test("a link is valid once", async () => {
    const token = await anInvitation(server, {}, { email: "once@example.com", role: "operator" });
    const read = () => server.call("/v1/invitations/read", { body: { token } });
    const { body } = await read();
    assert.deepEqual([body.email, body.role, body.organisationName], ["once@example.com", "operator", null]);
    const accept = () => server.call("/v1/invitations/accept", { body: { token, name: "O", password: aPassword } });
    const both = await Promise.all([accept(), accept()]);
    assert.equal(both.filter(({ status }) => status === 200).length, 1, both.map(({ text }) => text).join());
    assert.equal((await accept()).status, 404);
    assert.equal((await read()).status, 404);
  });

  test("an expired, withdrawn or replaced link looks like one that never existed", async () => {
    const owner = await ofCompany();
    const unknown = await server.call("/v1/invitations/read", { body: { token: "A".repeat(43) } });
    const read = async (token: string) => {
      const { status, text } = await server.call("/v1/invitations/read", { body: { token } });
      assert.deepEqual([status, text], [404, unknown.text]);
    };
    const invite = () => anInvitation(server, owner, { email: "late@example.com", role: "company_reader" });
    const replaced = await invite();
    const withdrawn = await invite();
    await read(replaced);
    const { invitations } = (await owner.call("/v1/invitations")).body;
    const [open] = invitations.filter((one: { email: string }) => one.email === "late@example.com");
    assert.equal((await owner.call(`/v1/invitations/${open.invitationId}`, { method: "DELETE" })).status, 204);
    await read(withdrawn);
    const expiring = await invite();
    clock.advance(7 * 24 * 3600);
    await read(expiring);
    assert.deepEqual((await aPersonList()).invitations, []);
    assert.ok((await server.database.db.people.removeExpiredInvitations(clock.now())) > 0);
  });

  const aPersonList = async () => {
    const cookie = await aSession(server, company.key);
    return (await server.call("/v1/invitations", { headers: { cookie } })).body;
  };

  test("an address with an account joins another organisation only with the account's password", async () => {
    const reader = await ofCompany("company_reader", { email: "auditor@example.com" });
    const other = await aCompany(server, { name: "Other AG" });
    const byKey = { cookie: await aSession(server, other.key) };
    const token = await anInvitation(server, byKey, { email: "Auditor@Example.com", role: "company_reader" });
    const accept = (password: string) =>
      server.call("/v1/invitations/accept", { body: { token, name: "Somebody Else", password } });
    assert.equal((await accept("another password entirely")).status, 401);
    assert.equal((await accept(aPassword)).status, 200);
    const { memberships, name } = (await reader.call("/v1/account")).body;
    assert.equal(name, "Ada Lovelace", "the account keeps its name");
    assert.deepEqual(
      memberships.map((one: { organisationName: string; isCurrent: boolean }) => [one.organisationName, one.isCurrent]),
      [
        ["Other AG", false],
        ["Acme GmbH", true],
      ],
    );
    const switched = await reader.call("/v1/session/organisation", {
      ...{ method: "PUT", body: { membershipId: memberships[0].membershipId } },
    });
    assert.deepEqual([switched.body.companyId, switched.body.name], [other.companyId, "Other AG"]);
    assert.equal((await reader.call(`/v1/companies/${other.companyId}`)).status, 200);
    assert.equal((await reader.call(`/v1/companies/${company.companyId}`)).status, 404);
    const foreign = await aPerson(server, { key: other.key, role: "company_owner" });
    const stolen = { method: "PUT", body: { membershipId: foreign.membershipId } } as const;
    assert.equal((await reader.call("/v1/session/organisation", stolen)).status, 404);
  });

  const acceptAs = (token: string, password = aPassword) =>
    server.call("/v1/invitations/accept", { body: { token, name: "Ada Lovelace", password } });

  test("the address of an account that no organisation has any longer begins anew, with another password", async () => {
    const owner = await ofCompany();
    const left = await ofCompany("company_reader");
    const begun = (await left.call("/v1/account/second-factor", { body: { password: aPassword } })).status;
    assert.equal(begun, 200);
    assert.equal((await owner.call(`/v1/people/${left.membershipId}`, { method: "DELETE" })).status, 204);
    const [{ count } = { count: -1 }] = await server.database.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM second_factors WHERE account_id = $1",
      [left.accountId],
    );
    assert.equal(count, 0, "the second factor has ended");
    const token = await anInvitation(server, owner, { email: left.email, role: "company_reader" });
    const accepted = await acceptAs(token, "purple monkey dishwasher");
    assert.equal(accepted.status, 200, accepted.text);
    assert.equal((await signInAs(server, left.email)).status, 401);
    const again = await signInAs(server, left.email, "purple monkey dishwasher");
    assert.notEqual(again.body.person.accountId, left.accountId);
  });

  test("invitations end with the right to invite of the person who made them", async () => {
    const owner = await ofCompany();
    const isValid = async (token: string) =>
      (await server.call("/v1/invitations/read", { body: { token } })).status === 200;
    const invited = { role: "company_owner" };
    for (const change of [{ method: "DELETE" }, { method: "PATCH", body: { role: "company_reviewer" } }] as const) {
      const other = await ofCompany();
      const token = await anInvitation(server, other, { ...invited, email: `by-${change.method}@example.com` });
      const own = await anInvitation(server, owner, { ...invited, email: `own-${change.method}@example.com` });
      assert.equal(await isValid(token), true);
      assert.equal((await owner.call(`/v1/people/${other.membershipId}`, change)).status, 204);
      assert.deepEqual([await isValid(token), await isValid(own)], [false, true], change.method);
    }
  });

  test("of two invitations of one new address that are accepted at the same time, none fails on our side", async () => {
    const other = await aCompany(server);
    const email = "twice@example.com";
    const tokens = [
      await anInvitation(server, await ofCompany(), { email, role: "company_reader" }),
      await anInvitation(server, { cookie: await aSession(server, other.key) }, { email, role: "company_reader" }),
    ];
    const waiting = await held(async ({ people }) => {
      const at = clock.now();
      const account = { id: server.nextId(), email, name: "Held", passwordHash: "scrypt$2$1$1$AA$AA", createdAt: at };
      await people.insertAccount({ ...account, hasPassword: true, passwordChangedAt: at, lastSignedInAt: undefined });
      const company = { organisation: other.companyId, partnerId: other.partner.partnerId, companyId: other.companyId };
      const membership = { id: server.nextId(), accountId: account.id, role: "company_reader", createdAt: at } as const;
      await people.insertMembership({ ...membership, ...company });
    });
    const accepted = acceptAs(tokens[0] ?? "");
    await waiting.release();
    const reply = await accepted;
    assert.equal(reply.status, 422, reply.text);
    const late = await acceptAs(tokens[1] ?? "");
    assert.equal(late.status, 401, "the account has another password");
  });

  test("an invitation that expires while it is accepted is not taken", async () => {
    const token = await anInvitation(server, {}, { email: "expires@example.com", role: "operator" });
    const hashed = hash("sha256", token, "buffer");
    const { people } = server.database.db;
    const at = clock.now();
    assert.equal(await people.takeInvitation(hashed, new Date(at.getTime() + 7 * 24 * 3600 * 1000)), undefined);
    assert.notEqual(await people.takeInvitation(hashed, at), undefined);
  });

  test("a weak password is refused alike for an address with an account and one without", async () => {
    const owner = await ofCompany();
    const known = await aPerson(server, { role: "operator" });
    const replies: Reply[] = [];
    for (const email of [known.email, "unknown-weak@example.com"])
      replies.push(
        await acceptAs(await anInvitation(server, owner, { email, role: "company_reader" }), "leavemealone"),
      );
    assert.deepEqual(
      replies.map(({ status, text }) => [status, text]),
      replies.map(() => [422, replies[1]?.text]),
    );
  });

  test("neither the token of a link nor a password is stored in clear text", async () => {
    const token = await anInvitation(server, {}, { email: "stored@example.com", role: "operator" });
    await aPerson(server, { role: "operator" });
    for (const table of ["invitations", "accounts", "account_sessions", "audit_log"]) {
      const rows = await server.database.query(
        `SELECT 1 FROM ${table} t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, $2) > 0`,
        [token, aPassword],
      );
      assert.deepEqual(rows, [], table);
    }
  });
});

describe("signing in", () => {
  test("an unknown address and a wrong password give the same answer, and both are logged", async () => {
    const person = await ofCompany();
    const wrong = await signInAs(server, person.email, "not the password");
    const unknown = await signInAs(server, "nobody@example.com", "not the password");
    assert.deepEqual([wrong.status, wrong.text], [401, unknown.text]);
    assert.deepEqual([unknown.status, unknown.headers["set-cookie"]], [401, undefined]);
    const names = (reply: typeof wrong) => Object.keys(reply.headers).sort();
    assert.deepEqual(names(wrong), names(unknown));
    const [entry] = await entriesOf(wrong.headers["x-request-id"]);
    assert.deepEqual([entry.action, entry.subjectName], ["session.refused", "Ada Lovelace"]);
    assert.equal((await entriesOf(unknown.headers["x-request-id"])).length, 1);
  });

  test("an address is accepted in any case of letters, and a session is named with its start in the log", async () => {
    const person = await ofCompany("company_owner", { name: "Katherine Johnson" });
    const again = await signInAs(server, ` ${person.email.toUpperCase()} `);
    assert.equal(again.status, 200, again.text);
    assert.match(
      again.headers["set-cookie"] ?? "",
      /^assay_session=[\w-]{43}; Path=\/v1; .*HttpOnly; SameSite=Strict$/,
    );
    const [entry] = await entriesOf(again.headers["x-request-id"]);
    assert.deepEqual([entry.action, entry.actorName], ["session.started", "Katherine Johnson"]);
  });

  test("a password that is replaced while it is compared lets nobody in, and proves nothing", async () => {
    const person = await ofCompany();
    const other = await aPerson(server, { role: "operator" });
    const invited = { email: person.email, role: "operator" };
    const token = await anInvitation(server, other, invited);
    const factor = "/v1/account/second-factor";
    const begun = (await person.call(factor, { body: { password: aPassword } })).status;
    assert.equal(begun, 200);
    const body = { currentPassword: aPassword, newPassword: "purple monkey dishwasher" };
    const attempts: [number, () => ReturnType<typeof signInAs>][] = [
      [401, () => signInAs(server, person.email)],
      [422, () => person.call("/v1/account/password", { method: "PUT", body })],
      [422, () => person.call(factor, { body: { password: aPassword } })],
      [422, () => person.call(`${factor}/remove`, { body: { password: aPassword } })],
      [422, () => server.call("/v1/invitations/accept", { body: { token, name: "A", password: aPassword } })],
    ];
    const { passwordHash = "" } = (await server.database.db.people.findAccount(person.accountId)) ?? {};
    for (const [expected, attempt] of attempts) {
      const change = await held(({ people }) =>
        people.setPassword(person.accountId, "scrypt$2$1$1$AA$AA", clock.now()),
      );
      const reply = attempt();
      await change.release();
      const { status, text } = await reply;
      assert.equal(status, expected, `${attempt}: ${text}`);
      await server.database.db.people.setPassword(person.accountId, passwordHash, clock.now());
    }
  });

  test("who is removed while signing in or changing the account gets 401", async () => {
    const owner = await ofCompany();
    const attempts = [
      (person: APerson) => signInAs(server, person.email),
      (person: APerson) => person.call("/v1/account/second-factor", { body: { password: aPassword } }),
      (person: APerson) =>
        person.call("/v1/session/organisation", { method: "PUT", body: { membershipId: person.membershipId } }),
    ];
    for (const attempt of attempts) {
      const person = await ofCompany("company_reader");
      const removal = await held(async ({ people }) => {
        await people.lockMembers(company.companyId);
        await people.lockAccount(person.accountId);
        await people.removeMembership({ ...person, id: person.membershipId }, company.companyId);
      });
      const reply = attempt(person);
      await removal.release();
      const { status, text } = await reply;
      assert.equal(status, 401, `${attempt}: ${text}`);
    }
    assert.equal((await owner.call("/v1/session")).status, 200);
  });

  test("attempts are counted by account and by address before the password is compared", async (t) => {
    const strict = await startTestServer({ database: server.database, clock, limits: { signInPerMinute: 3 } });
    t.after(() => strict.close());
    const person = await ofCompany();
    const attempt = (email: string, password: string, remoteAddress: string) =>
      signInAs(strict, email, password, { remoteAddress });
    // Accepting the invitation and signing in counted, too.
    clock.advance(15 * 60);
    for (let at = 1; at <= 3; at++) assert.equal((await attempt(person.email, "wrong", "192.0.2.1")).status, 401);
    clock.advance(60);
    const blocked = await attempt(person.email, aPassword, "192.0.2.1");
    assert.equal(blocked.status, 429, "also with the right password");
    assert.match(blocked.body.message, /this account/);
    assert.ok(Number(blocked.headers["retry-after"]) > 60);
    assert.equal((await attempt(person.email, aPassword, "192.0.2.9")).status, 200, "from elsewhere it is let in");
    for (let at = 1; at <= 3; at++) assert.equal((await attempt("no@example.com", "x", "198.51.100.1")).status, 401);
    clock.advance(60);
    const unknown = await attempt("no@example.com", "x", "198.51.100.1");
    assert.equal(unknown.status, 429, "an unknown account is counted alike");
    assert.equal((await person.call("/v1/documents")).status, 200, "sessions go on");
    clock.advance(15 * 60);
    for (let at = 0; at < 30; at++)
      assert.equal((await attempt(person.email, "wrong", `192.0.2.${100 + (at % 10)}`)).status, 401);
    const everywhere = await attempt(person.email, aPassword, "192.0.2.9");
    assert.equal(everywhere.status, 429, "ten times as many from everywhere");
    const change = { currentPassword: aPassword, newPassword: "purple monkey dishwasher" };
    const byCookie = { cookie: person.cookie, "x-assay-session": "1" };
    const changed = await strict.call("/v1/account/password", { method: "PUT", body: change, headers: byCookie });
    assert.equal(changed.status, 204, "who is signed in is counted apart");
    clock.advance(15 * 60);
    assert.equal((await attempt(person.email, change.newPassword, "192.0.2.9")).status, 200);
    for (const email of ["a@example.com", "b@example.com"]) await attempt(email, "x", "192.0.2.9");
    assert.equal((await attempt("c@example.com", "x", "192.0.2.9")).status, 429, "one address, many accounts");
  });

  test("no page of another origin can sign a person in or accept an invitation", async () => {
    const headers = { "sec-fetch-site": "cross-site" };
    const person = await ofCompany();
    assert.equal((await signInAs(server, person.email, aPassword, { headers })).status, 403);
    const body = { token: "A".repeat(43), name: "A", password: aPassword };
    assert.equal((await server.call("/v1/invitations/accept", { body, headers })).status, 403);
  });

  test("a person's session ends when idle, by signing out, and everywhere", async () => {
    const person = await ofCompany();
    const second = (await signInAs(server, person.email)).headers["set-cookie"]?.split(";")[0] ?? "";
    const isIn = async (cookie: string) =>
      (await server.call("/v1/session", { headers: { cookie, "x-assay-background": "1" } })).status === 200;
    assert.equal((await person.call("/v1/session?everywhere=true", { method: "DELETE" })).status, 204);
    assert.deepEqual([await isIn(person.cookie), await isIn(second)], [false, false]);
    const third = (await signInAs(server, person.email)).headers["set-cookie"]?.split(";")[0] ?? "";
    clock.advance(29 * 60);
    assert.equal(await isIn(third), true);
    clock.advance(60);
    assert.equal(await isIn(third), false);
    const now = clock.now();
    await server.database.db.sessions.removeEnded(now, new Date(now.getTime() - 1_800_000));
    assert.deepEqual(await server.database.query("SELECT 1 FROM account_sessions"), []);
  });
});

describe("the own account", () => {
  test("another password ends all other sessions and no longer lets the old one in", async () => {
    const person = await ofCompany();
    const elsewhere = (await signInAs(server, person.email)).headers["set-cookie"]?.split(";")[0] ?? "";
    const change = (currentPassword: string, newPassword: string) =>
      person.call("/v1/account/password", { method: "PUT", body: { currentPassword, newPassword } });
    assert.equal((await change("wrong password", "purple monkey dishwasher")).status, 422);
    const weak = await change(aPassword, "password12345");
    assert.match(weak.body.message, /most common/);
    assert.equal((await change(aPassword, "purple monkey dishwasher")).status, 204);
    assert.equal((await person.call("/v1/session")).status, 200);
    assert.equal((await server.call("/v1/session", { headers: { cookie: elsewhere } })).status, 401);
    assert.equal((await signInAs(server, person.email)).status, 401);
    assert.equal((await signInAs(server, person.email, "purple monkey dishwasher")).status, 200);
  });

  test("sessions are listed with their browser, and ended one by one, by their person or an owner", async () => {
    const person = await ofCompany("company_reader");
    const second = await signInAs(server, person.email, aPassword, { headers: { "user-agent": "Firefox" } });
    const cookie = second.headers["set-cookie"]?.split(";")[0] ?? "";
    const { sessions } = (await person.call("/v1/account/sessions")).body;
    assert.deepEqual(
      sessions.map((one: { browser: string; isCurrent: boolean; address: string }) => [
        one.browser,
        one.isCurrent,
        one.address,
      ]),
      [
        ["Firefox", false, "127.0.0.1"],
        ["lightMyRequest", true, "127.0.0.1"],
      ],
    );
    const stranger = await ofCompany("company_reader");
    const url = `/v1/account/sessions/${sessions[0].sessionId}`;
    assert.equal((await stranger.call(url, { method: "DELETE" })).status, 404);
    assert.equal((await person.call(url, { method: "DELETE" })).status, 204);
    assert.equal((await server.call("/v1/session", { headers: { cookie } })).status, 401);
    const owner = await ofCompany();
    assert.equal((await owner.call(`/v1/people/${person.membershipId}/sessions`, { method: "DELETE" })).status, 204);
    assert.equal((await person.call("/v1/session")).status, 401);
  });

  test("a session that was opened with a key has no account", async () => {
    const cookie = await aSession(server, company.key);
    const reply = await server.call("/v1/account", { headers: { cookie } });
    assert.deepEqual([reply.status, reply.headers["x-error-code"]], [403, "not_permitted"]);
    assert.equal((await server.call("/v1/people", { key: company.key })).status, 401, "keys are for programs");
  });
});

describe("a second factor", () => {
  interface AFactor {
    person: APerson;
    secret: string;
    recoveryCodes: string[];
  }
  const codeOf = (secret: string, offset = 0) => totpCode(fromBase32(secret), stepAt(clock.now()) + offset);

  async function aFactor(role = "company_reviewer"): Promise<AFactor> {
    const person = await ofCompany(role);
    const url = "/v1/account/second-factor";
    const { body } = await person.call(url, { body: { password: aPassword } });
    const confirmed = await person.call(url, { method: "PUT", body: { code: codeOf(body.secret) } });
    assert.equal(confirmed.status, 200, confirmed.text);
    return { person, secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes };
  }
  const signInWith = (person: APerson, code: string) =>
    server.call("/v1/session/password", { body: { email: person.email, password: aPassword, code } });

  test("counts once it is confirmed, then signing in needs a code, and other sessions have ended", async () => {
    const person = await ofCompany();
    const url = "/v1/account/second-factor";
    assert.equal((await person.call(url, { body: { password: "not the password" } })).status, 422);
    const { body } = await person.call(url, { body: { password: aPassword } });
    assert.ok(body.uri.includes(`secret=${body.secret}`));
    const second = await signInAs(server, person.email);
    assert.equal(second.status, 200, "not confirmed yet");
    const wrong = await person.call(url, { method: "PUT", body: { code: codeOf(body.secret, 5) } });
    assert.equal(wrong.status, 422);
    const confirmed = await person.call(url, { method: "PUT", body: { code: codeOf(body.secret) } });
    assert.equal(confirmed.body.recoveryCodes.length, 10);
    const cookie = second.headers["set-cookie"]?.split(";")[0] ?? "";
    assert.equal((await server.call("/v1/session", { headers: { cookie } })).status, 401);
    const account = (await person.call("/v1/account")).body;
    assert.deepEqual([account.hasSecondFactor, account.recoveryCodesLeft], [true, 10]);
    const { people } = (await person.call("/v1/people")).body;
    assert.equal(people.find((one: APerson) => one.accountId === person.accountId).hasSecondFactor, true);
    assert.equal((await person.call(url, { body: { password: aPassword } })).status, 422, "not replaced by a session");
    const without = await signInAs(server, person.email);
    assert.deepEqual([without.status, without.headers["x-error-code"]], [401, "second_factor_required"]);
    const guessed = await signInAs(server, person.email, "not the password");
    assert.equal(guessed.headers["x-error-code"], "unauthenticated", "who does not know the password learns nothing");
  });

  test("a code is accepted once, also of two requests at the same time", async () => {
    const { person, secret } = await aFactor();
    assert.equal((await signInWith(person, codeOf(secret))).status, 401, "used to confirm");
    clock.advance(30);
    const both = await Promise.all([signInWith(person, codeOf(secret)), signInWith(person, codeOf(secret))]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
    const refused = both.find(({ status }) => status === 401);
    assert.equal(refused?.headers["x-error-code"], "second_factor_required");
    const [entry] = await entriesOf(refused?.headers["x-request-id"]);
    assert.deepEqual([entry.action, entry.details.by, entry.subjectName], ["session.refused", "code", "Ada Lovelace"]);
  });

  test("each recovery code is accepted once, and none is stored in clear text", async () => {
    const { person, recoveryCodes, secret } = await aFactor();
    const [first = "", second = ""] = recoveryCodes;
    assert.equal((await signInWith(person, first.toLowerCase().replaceAll("-", " "))).status, 200);
    assert.equal((await signInWith(person, first)).status, 401);
    assert.equal((await person.call("/v1/account")).body.recoveryCodesLeft, 9);
    const stranger = await aFactor();
    assert.equal((await signInWith(stranger.person, second)).status, 401, "of another account");
    for (const table of ["second_factors", "recovery_codes", "audit_log"]) {
      const found = await server.database.query(`SELECT 1 FROM ${table} t WHERE strpos(t::text, $1) > 0`, [second]);
      assert.deepEqual(found, [], table);
    }
    const [stored] = await server.database.query<{ secret: Buffer }>(
      "SELECT secret FROM second_factors WHERE account_id = $1",
      [person.accountId],
    );
    assert.ok(!stored?.secret.includes(fromBase32(secret)), "the secret is encrypted");
  });

  test("attempts with wrong codes are counted by account", async (t) => {
    const strict = await startTestServer({ database: server.database, clock, limits: { signInPerMinute: 3 } });
    t.after(() => strict.close());
    const { person, secret } = await aFactor();
    clock.advance(15 * 60);
    const attempt = (code: string) =>
      strict.call("/v1/session/password", { body: { email: person.email, password: aPassword, code } });
    for (let at = 1; at <= 3; at++) assert.equal((await attempt("000000")).status, 401);
    clock.advance(60);
    const blocked = await attempt(codeOf(secret));
    assert.deepEqual([blocked.status, /this account/.test(blocked.text)], [429, true]);
  });

  test("attempts to confirm it are counted by account, and it can be confirmed for a quarter of an hour", async (t) => {
    const strict = await startTestServer({ database: server.database, clock, limits: { signInPerMinute: 3 } });
    t.after(() => strict.close());
    const person = await ofCompany("company_reader");
    const url = "/v1/account/second-factor";
    const { secret } = (await person.call(url, { body: { password: aPassword } })).body;
    const headers = { cookie: person.cookie, "x-assay-session": "1" };
    const confirm = (code: string) => strict.call(url, { method: "PUT", body: { code }, headers });
    // Beginning counted, too.
    for (let at = 1; at <= 2; at++) assert.equal((await confirm("000000")).status, 422);
    assert.equal((await confirm(codeOf(secret))).status, 429);
    clock.advance(15 * 60);
    const late = await confirm(codeOf(secret));
    assert.deepEqual([late.status, /begin with a new one/.test(late.text)], [422, true]);
  });

  test("nobody resets the own one without the password", async () => {
    const owner = (await aFactor("company_owner")).person;
    const reply = await owner.call(`/v1/people/${owner.membershipId}/second-factor`, { method: "DELETE" });
    assert.deepEqual([reply.status, reply.body.message], [422, "Remove your own with your password."]);
    const operator = await aPerson(server, { role: "operator" });
    const url = "/v1/account/second-factor";
    const { secret } = (await operator.call(url, { body: { password: aPassword } })).body;
    await operator.call(url, { method: "PUT", body: { code: codeOf(secret) } });
    const own = `/v1/admin/accounts/${operator.accountId}/second-factor`;
    assert.equal((await operator.call(own, { method: "DELETE" })).status, 422);
    assert.equal((await operator.call("/v1/account")).body.hasSecondFactor, true);
  });

  test("the password removes it, and an owner or the operator resets it for somebody who has lost it", async () => {
    const { person } = await aFactor();
    const remove = (password: string) => person.call("/v1/account/second-factor/remove", { body: { password } });
    assert.equal((await remove("not the password")).status, 422);
    assert.equal((await remove(aPassword)).status, 204);
    assert.equal((await signInAs(server, person.email)).status, 200);

    const owner = await ofCompany();
    const lost = (await aFactor()).person;
    const url = `/v1/people/${lost.membershipId}/second-factor`;
    const reset = await owner.call(url, { method: "DELETE" });
    assert.equal(reset.status, 204, reset.text);
    const [entry] = await entriesOf(reset.headers["x-request-id"]);
    assert.deepEqual([entry.action, entry.subjectId], ["account.second_factor_reset", lost.accountId]);
    assert.equal((await lost.call("/v1/session")).status, 401, "the person's sessions end");
    assert.equal((await signInAs(server, lost.email)).status, 200);
    assert.equal((await owner.call(url, { method: "DELETE" })).status, 404);
    const stranger = await aPerson(server, { key: (await aCompany(server)).key, role: "company_owner" });
    assert.equal((await stranger.call(url, { method: "DELETE" })).status, 404);
  });

  test("an owner cannot weaken an account that belongs to another organisation, too; the operator can reset it", async () => {
    const { person } = await aFactor("company_reader");
    const other = await aCompany(server);
    const owner = await aPerson(server, { key: other.key, role: "company_owner" });
    const token = await anInvitation(server, owner, { email: person.email, role: "company_reader" });
    await server.call("/v1/invitations/accept", { body: { token, name: "A", password: aPassword } });
    const { people } = (await owner.call("/v1/people")).body;
    const { membershipId } = people.find((one: APerson) => one.accountId === person.accountId);
    assert.equal((await owner.call(`/v1/people/${membershipId}/second-factor`, { method: "DELETE" })).status, 422);
    const url = `/v1/admin/accounts/${person.accountId}/second-factor`;
    assert.equal((await server.call(url, { method: "DELETE", admin: true })).status, 204);
    assert.equal((await signInAs(server, person.email)).status, 200);
  });
});

/** The inverse of what a person types into an app. */
function fromBase32(text: string): Buffer {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

describe("separation", () => {
  test("people and invitations of another organisation are indistinguishable from unknown ones", async () => {
    const stranger = await aCompany(server);
    const foreign = await aPerson(server, { key: stranger.key, role: "company_owner" });
    await anInvitation(server, foreign, { email: "foreign@example.com", role: "company_reader" });
    const [invitation] = (await foreign.call("/v1/invitations")).body.invitations;
    const callers = [
      await ofCompany(),
      await aPerson(server, { role: "operator" }),
      await aPerson(server, { key: company.partner.key, role: "partner_owner" }),
    ];
    const roleOf = ["company_reader", "operator", "partner_owner"];
    for (const [at, caller] of callers.entries()) {
      const change = { method: "PATCH", body: { role: roleOf[at] } } as const;
      const attempts = (membershipId: string, invitationId: string) =>
        Promise.all([
          caller.call(`/v1/people/${membershipId}`, change),
          caller.call(`/v1/people/${membershipId}`, { method: "DELETE" }),
          caller.call(`/v1/people/${membershipId}/sessions`, { method: "DELETE" }),
          caller.call(`/v1/invitations/${invitationId}`, { method: "DELETE" }),
        ]);
      const [foreigns, unknowns, malformed] = [
        await attempts(foreign.membershipId, invitation.invitationId),
        await attempts(unknownId, unknownId),
        await attempts("malformed", "malformed"),
      ];
      for (const [index, reply] of foreigns.entries()) {
        assert.deepEqual([reply.status, reply.text], [404, unknowns[index]?.text]);
        assert.equal(reply.text, malformed[index]?.text);
      }
      const listed = `${(await caller.call("/v1/people")).text}${(await caller.call("/v1/invitations")).text}`;
      for (const secret of [foreign.email, foreign.accountId, "foreign@example.com"])
        assert.ok(!listed.includes(secret));
    }
    assert.equal((await foreign.call("/v1/session")).status, 200);
  });

  test("a person's documents are those of the own company only", async () => {
    const stranger = await aCompany(server);
    const person = await ofCompany();
    assert.equal((await person.call(`/v1/companies/${stranger.companyId}`)).status, 404);
    assert.equal((await person.call(`/v1/companies/${company.companyId}`)).status, 200);
    assert.equal((await person.call("/v1/companies")).status, 403);
    const me = (await person.call("/v1/me")).body;
    assert.deepEqual([me.companyId, me.keyId, me.accountId], [company.companyId, null, person.accountId]);
  });

  test("a change by cookie without the same-origin proof is refused", async () => {
    const person = await ofCompany();
    const body = { email: "x@example.com", name: "X", role: "company_reader" };
    const reply = await server.call("/v1/invitations", { body, headers: { cookie: person.cookie } });
    assert.deepEqual([reply.status, reply.headers["x-error-code"]], [403, "not_same_origin"]);
  });

  test("neither a partner nor a company learns who acted for the other", async () => {
    const person = await aPerson(server, { role: "operator", name: "Margaret Hamilton" });
    await person.call(`/v1/admin/companies/${company.companyId}/quotas`, {
      method: "PUT",
      body: { waitingDocuments: 7 },
    });
    const owner = await ofCompany();
    const { text } = await owner.call("/v1/audit-log");
    assert.match(text, /quotas\.replaced/);
    assert.ok(!text.includes("Margaret Hamilton") && !text.includes(person.accountId));
  });
});
