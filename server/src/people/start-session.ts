import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import type { Person } from "../tenancy/person.ts";
import { tierOfRole } from "../tenancy/role.ts";
import { newSecret, type PersonSession, type SessionSettings, type SessionStore } from "../tenancy/session.ts";
import { endEarlier, toPersonActor } from "../tenancy/sign-in.ts";
import type { Account, Membership, PeopleStore } from "./account.ts";

/** The browser that signs in. */
export interface SigningBrowser {
  /** Its User-Agent. */
  browser: string | undefined;
  /** The session that it had before. */
  earlierSecret: string | undefined;
}

interface StartDeps extends AuditDeps {
  settings: SessionSettings;
}

interface StartStores {
  people: PeopleStore;
  sessions: SessionStore;
  audit: AuditLog;
}

const maxBrowserLength = 200;

/** Starts the session of a person who has proved who it is. `details` says how, for the audit log. */
export async function startSession(
  deps: StartDeps,
  stores: StartStores,
  from: Omit<AuditContext, "actor">,
  given: SigningBrowser & { account: Account; membership: Membership; details: Record<string, unknown> },
): Promise<{ session: PersonSession; secret: string }> {
  const { account, membership, browser, earlierSecret, details } = given;
  const { role, partnerId, companyId } = membership;
  const person: Person = {
    ...{ accountId: account.id, membershipId: membership.id, email: account.email, name: account.name },
    ...{ role, partnerId, companyId, overrides: {}, isSuspended: false, client: undefined },
  };
  const { secret, base } = newSecret(deps);
  const context = { ...from, actor: toPersonActor(person) };
  await endEarlier(deps, stores, context, earlierSecret);
  await stores.sessions.insertOfPerson({
    ...base,
    ...{ accountId: person.accountId, membershipId: person.membershipId },
    ...{ address: from.address, browser: browser?.slice(0, maxBrowserLength) },
  });
  await stores.people.noteSignIn(account.id, base.createdAt);
  await recordAuditEntry(deps, stores.audit, context, "session.started", base.id, details);
  return { session: { ...base, tier: tierOfRole(role), person, providerOrganisation: undefined }, secret };
}
