import assert from "node:assert/strict";
import fc from "fast-check";
import { stepAt, totpCode } from "../../people/totp.ts";
import type { Clock } from "../../platform/clock.ts";
import { type ACompany, type APerson, anInvitation, aPassword, aPerson, aSession, signInAs } from "../builders.ts";
import type { TestServer } from "../test-server.ts";
import type { Operation } from "./described-operation.ts";
import type { Hints } from "./hostile-values.ts";

/** People and sessions for the operations that a key cannot call. */
export interface FuzzedPeople {
  /** Cookies by operation: some end the session or the account's other sessions, so they have their own. */
  cookies: Record<string, string[]>;
  /** An owner of the company; for every other operation of people. */
  ownerCookies: string[];
  companyId: string;
  membershipIds: string[];
  invitationIds: string[];
  invitationTokens: string[];
  ownSessionIds: string[];
  guardedAccountId: string;
  ownMembershipId: string;
  emails: string[];
  codes: string[];
}

export async function fuzzedPeople(server: TestServer, clock: Clock, company: ACompany): Promise<FuzzedPeople> {
  const person = (role: string, key = company.key) => aPerson(server, { key, role });
  const owner = await person("company_owner");
  const sessionsOf = async ({ email }: APerson, count: number) => {
    const replies = await Promise.all(Array.from({ length: count }, () => signInAs(server, email)));
    return replies.map(({ headers }) => headers["set-cookie"]?.split(";", 1)[0] ?? "");
  };
  const leaving = await person("company_reader");
  const changing = await person("company_reader");
  const [confirming, removing, guarded, alsoGuarded] = await Promise.all(
    [1, 2, 3, 4].map(() => person("company_reader")),
  );
  assert.ok(confirming && removing && guarded && alsoGuarded);
  const code = await codeOf(server, clock, confirming);
  for (const one of [removing, guarded, alsoGuarded]) {
    const confirmed = await one.call("/v1/account/second-factor", {
      ...{ method: "PUT", body: { code: await codeOf(server, clock, one) } },
    });
    assert.equal(confirmed.status, 200, confirmed.text);
  }
  const tokens = await Promise.all(
    ["one@example.com", "two@example.com", "three@example.com"].map((name) =>
      anInvitation(server, owner, { email: `${company.companyId}-${name}`, role: "company_reader" }),
    ),
  );
  await sessionsOf(leaving, 4);
  const { body: invited } = await owner.call("/v1/invitations");
  const { body: own } = await leaving.call("/v1/account/sessions");
  const consultant = await person("partner_owner", company.partner.key);
  const [companyCookies, leavingCookies] = await Promise.all([
    Promise.all(Array.from({ length: 3 }, () => aSession(server, company.key))),
    sessionsOf(leaving, 3),
  ]);
  return {
    cookies: {
      signOut: companyCookies,
      endSession: leavingCookies,
      endOwnSession: [leaving.cookie],
      changePassword: [changing.cookie],
      beginSecondFactor: [changing.cookie],
      confirmSecondFactor: [confirming.cookie],
      removeSecondFactor: [removing.cookie],
      openClient: [consultant.cookie],
      closeClient: [consultant.cookie],
    },
    ownerCookies: [owner.cookie, ...(await sessionsOf(owner, 1))],
    companyId: company.companyId,
    membershipIds: [guarded.membershipId, guarded.membershipId, (await person("company_reader")).membershipId],
    invitationIds: (invited.invitations as { invitationId: string }[]).map(({ invitationId }) => invitationId),
    invitationTokens: tokens,
    ownSessionIds: (own.sessions as { sessionId: string; isCurrent: boolean }[])
      .filter(({ isCurrent }) => !isCurrent)
      .map(({ sessionId }) => sessionId),
    guardedAccountId: alsoGuarded.accountId,
    ownMembershipId: owner.membershipId,
    emails: [owner.email],
    codes: [code],
  };
}

async function codeOf(server: TestServer, clock: Clock, person: APerson): Promise<string> {
  const begun = await person.call("/v1/account/second-factor", { body: { password: aPassword } });
  assert.equal(begun.status, 200, begun.text);
  const factor = await server.database.db.secondFactors.find(person.accountId);
  assert.ok(factor);
  return totpCode(factor.secret, stepAt(clock.now()));
}

export const cookiesFor = ({ operationId }: Operation, people: FuzzedPeople): string[] =>
  people.cookies[operationId] ?? people.ownerCookies;

/** What only a person or a link knows. */
export function hintsOfPeople(
  { operationId }: Operation,
  world: { people: FuzzedPeople; linkTokens: string[] },
): Hints {
  const { people, linkTokens } = world;
  const isSignIn = operationId === "signInWithPassword";
  const isInvitation = operationId === "invitePerson";
  return {
    token: fc.constantFrom(...(operationId === "openReviewLink" ? linkTokens : people.invitationTokens)),
    ...{ password: fc.constant(aPassword), currentPassword: fc.constant(aPassword) },
    newPassword: fc.constant("another correct horse"),
    code: isSignIn ? fc.constant(undefined) : fc.constantFrom(...people.codes),
    ...(isSignIn && { email: fc.constantFrom(...people.emails) }),
    ...(isInvitation && { email: fc.nat(1000).map((number) => `invited-${number}@example.com`) }),
    membershipId: fc.constant(people.ownMembershipId),
    ...(operationId === "openClient" && { companyId: fc.constant(people.companyId) }),
    role: fc.constantFrom("company_reader", "company_owner"),
  };
}
