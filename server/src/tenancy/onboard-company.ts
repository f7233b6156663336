import type { AuditContext, PartnerActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError } from "../platform/app-error.ts";
import { type ReferenceStore, refuseTakenReference } from "../platform/external-reference.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { ApiKeyStore } from "./api-key.ts";
import { type BusinessEntityStore, newEntity } from "./business-entity.ts";
import type { Company, CompanyProfile, CompanyStore } from "./company.ts";
import { addKey } from "./issue-key.ts";

interface OnboardDeps extends AuditDeps {
  db: Transactional<{
    companies: CompanyStore;
    entities: BusinessEntityStore;
    references: ReferenceStore;
    apiKeys: ApiKeyStore;
    audit: AuditLog;
  }>;
  isLegalNameRequired: boolean;
}

export type OnboardingForm = Pick<CompanyProfile, "name"> &
  Partial<CompanyProfile> & { externalReference?: string | undefined };

export interface Onboarded {
  companyId: Id;
  businessEntityId: Id;
  companyApiKey: string;
}

/** "Creates a company with its first business entity and a company key.", all three in one transaction. */
export async function onboardCompany(
  deps: OnboardDeps,
  context: AuditContext<PartnerActor>,
  form: OnboardingForm,
): Promise<Onboarded> {
  if (deps.isLegalNameRequired && form.legalName === undefined) {
    throw new AppError("invalid_request", "legalName is required");
  }
  const company: Company = {
    id: deps.ids.next(),
    partnerId: context.actor.partnerId,
    name: form.name,
    legalName: form.legalName ?? form.name,
    country: form.country ?? null,
    taxId: form.taxId ?? null,
    phone: form.phone ?? null,
    address: form.address ?? null,
    postalCode: form.postalCode ?? null,
    city: form.city ?? null,
    externalReference: form.externalReference ?? null,
    createdAt: deps.clock.now(),
    updatedAt: undefined,
    partnerAccessEndedAt: undefined,
  };
  // The first entity is approved, because the partner vouches for the company.
  const entity = newEntity(deps, company.id, { name: company.name, description: null, isApproved: true });
  return deps.db.transaction(async (stores) => {
    const { partnerId, externalReference: reference } = company;
    if (reference !== null)
      await refuseTakenReference(stores.references.lock, { kind: "company", ownerId: partnerId, reference });
    await stores.companies.insert(company);
    await stores.entities.insert(entity);
    await recordAuditEntry(deps, stores.audit, context, "company.onboarded", company.id, {
      businessEntityId: entity.id,
    });
    const owner = { partnerId, companyId: company.id };
    const { apiKey } = await addKey(deps, stores, context, owner);
    return { companyId: company.id, businessEntityId: entity.id, companyApiKey: apiKey };
  });
}
