import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { CompanyStore } from "../tenancy/company.ts";
import type { Client, Person } from "../tenancy/person.ts";
import type { PersonSession, SessionStore } from "../tenancy/session.ts";
import { toConsultant } from "../tenancy/sign-in.ts";
import type { PeopleStore } from "./account.ts";
import { lockOwn } from "./own-account.ts";

interface ClientDeps extends AuditDeps {
  db: Transactional<{ people: PeopleStore; sessions: SessionStore; companies: CompanyStore; audit: AuditLog }>;
}

type Origin = Omit<AuditContext, "actor">;

export const accessOff = () =>
  new AppError("client_access_off", "This company has switched off the access of its partner's people.");

/** From the next request on, the session reads, decides and submits in that company. The company's log says who came. */
export async function openClient(
  deps: ClientDeps,
  from: Origin,
  session: PersonSession,
  companyId: Id,
): Promise<Person> {
  return deps.db.transaction(async (stores) => {
    await lockOwn(stores.people, session);
    const { partnerId } = session.person;
    const company = partnerId && (await stores.companies.find({ companyId, partnerId }));
    if (!company) throw notFound("company");
    if (company.partnerAccessEndedAt !== undefined) throw accessOff();
    const client: Client = { companyId, isAccessible: true };
    if (session.person.client?.companyId !== companyId) {
      await recordChange(deps, stores.audit, from, session, session.person.client, "session.client_closed");
      await stores.sessions.setClient(session.id, companyId);
      await recordChange(deps, stores.audit, from, session, client, "session.client_opened");
    }
    return { ...session.person, client };
  });
}

/** Closing again, or what is not open, changes nothing. */
export async function closeClient(deps: ClientDeps, from: Origin, session: PersonSession): Promise<Person> {
  return deps.db.transaction(async ({ sessions, audit }) => {
    await sessions.setClient(session.id, undefined);
    await recordChange(deps, audit, from, session, session.person.client, "session.client_closed");
    return { ...session.person, client: undefined };
  });
}

async function recordChange(
  deps: AuditDeps,
  audit: AuditLog,
  from: Origin,
  { id, person }: PersonSession,
  client: Client | undefined,
  action: "session.client_opened" | "session.client_closed",
): Promise<void> {
  const actor = toConsultant({ ...person, client });
  if (actor !== undefined) await recordAuditEntry(deps, audit, { ...from, actor }, action, id);
}
