import type { AuditContext, PartnerActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { notFound } from "../platform/app-error.ts";
import { type ReferenceStore, refuseTakenReference } from "../platform/external-reference.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { Company, CompanyStore } from "./company.ts";

interface SetReferenceDeps extends AuditDeps {
  db: Transactional<{ companies: CompanyStore; references: ReferenceStore; audit: AuditLog }>;
}

/** By the partner only: a company that could set it would learn from the refusal that another client has it. */
export async function setCompanyReference(
  deps: SetReferenceDeps,
  context: AuditContext<PartnerActor>,
  companyId: Id,
  reference: string | undefined,
): Promise<Company> {
  const { partnerId } = context.actor;
  return deps.db.transaction(async ({ companies, references, audit }) => {
    const company = await companies.lock(companyId);
    if (company === undefined || company.partnerId !== partnerId) throw notFound("company");
    const externalReference = reference ?? null;
    if (externalReference === company.externalReference) return company;
    if (reference !== undefined)
      await refuseTakenReference(references.lock, { kind: "company", ownerId: partnerId, reference });
    const updatedAt = deps.clock.now();
    await companies.setReference(companyId, externalReference, updatedAt);
    const updatedFields = ["externalReference"];
    await recordAuditEntry(deps, audit, context, "company.updated", companyId, { updatedFields });
    return { ...company, externalReference, updatedAt };
  });
}
