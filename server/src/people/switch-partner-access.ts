import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { notFound } from "../platform/app-error.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { Company, CompanyStore } from "../tenancy/company.ts";
import type { PeopleStore } from "./account.ts";
import { lockManaged } from "./invite-person.ts";

interface SwitchDeps extends AuditDeps {
  db: Transactional<{ people: PeopleStore; companies: CompanyStore; audit: AuditLog }>;
}

/**
 * Counts with the next request of each of the partner's people. A key switches only until the company has an owner, because
 * the partner was shown the company's first key.
 */
export async function switchPartnerAccess(
  deps: SwitchDeps,
  context: AuditContext<CompanyActor>,
  isOn: boolean,
): Promise<Company> {
  return deps.db.transaction(async ({ people, companies, audit }) => {
    await lockManaged(people, context.actor);
    const company = await companies.lock(context.actor.companyId);
    if (company === undefined) throw notFound("company");
    if (isOn === (company.partnerAccessEndedAt === undefined)) return company;
    const partnerAccessEndedAt = isOn ? undefined : deps.clock.now();
    await companies.setPartnerAccess(company.id, partnerAccessEndedAt);
    await recordAuditEntry(deps, audit, context, "company.partner_access_changed", company.id, { isOn });
    return { ...company, partnerAccessEndedAt };
  });
}
