import type { Actor, AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { notFound } from "../platform/app-error.ts";
import { changedFields } from "../platform/changed-fields.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest, SortedPageRequest } from "../platform/page.ts";
import type { Transactional } from "../platform/transactional.ts";

/** The fields a caller may give and change. */
export interface CompanyProfile {
  name: string;
  legalName: string;
  country: string | null;
  taxId: string | null;
  phone: string | null;
  address: string | null;
  postalCode: string | null;
  city: string | null;
}

export interface Company extends CompanyProfile {
  id: Id;
  partnerId: Id;
  /** The company's number in the partner's own system. */
  externalReference: string | null;
  createdAt: Date;
  updatedAt: Date | undefined;
  /** Since when the partner's people may no longer open its work; undefined while they may. */
  partnerAccessEndedAt: Date | undefined;
}

/** A company as the administrator lists it. */
export interface CompanyOverview extends Company {
  partnerName: string;
  entityCount: number;
  /** Entities that await the administrator's decision. */
  unapprovedCount: number;
}

/** A company visible to the caller. A partner sees only its own companies; without partnerId, any company matches. */
export type CompanyScope = { companyId: Id; partnerId?: Id };

export interface CompanyFilter {
  /** Text in the name or the legal name, in any case of letters. */
  name?: string | undefined;
  externalReference?: string | undefined;
}

export const companySorts = { name: "text" } as const;
export type CompanySort = keyof typeof companySorts;

export interface CompanyStore {
  insert(company: Company): Promise<void>;
  find(scope: CompanyScope): Promise<Company | undefined>;
  /** For the administrator; `search` matches part of the name. */
  listAll(
    filter: { partnerId?: Id | undefined; search?: string | undefined },
    page: PageRequest,
  ): Promise<Page<CompanyOverview>>;
  listOfPartner(partnerId: Id, filter: CompanyFilter, page: SortedPageRequest<CompanySort>): Promise<Page<Company>>;
  /** Locks the row until the transaction ends, so that concurrent updates do not overwrite each other. */
  lock(companyId: Id): Promise<Company | undefined>;
  update(company: Company): Promise<void>;
  setReference(companyId: Id, reference: string | null, at: Date): Promise<void>;
  setPartnerAccess(companyId: Id, endedAt: Date | undefined): Promise<void>;
}

/** "A resource that belongs to another company than the key's company is answered with 404." */
export async function getCompany(
  { companies }: { companies: CompanyStore },
  actor: Actor,
  companyId: Id,
): Promise<Company> {
  const company = await companies.find(scopeOf(actor, companyId));
  if (company === undefined) throw notFound("company");
  return company;
}

function scopeOf(actor: Actor, companyId: Id): CompanyScope {
  if (actor.tier === "partner") return { companyId, partnerId: actor.partnerId };
  if (actor.tier === "company" && actor.companyId !== companyId) throw notFound("company");
  return { companyId };
}

interface UpdateCompanyDeps extends AuditDeps {
  db: Transactional<{ companies: CompanyStore; audit: AuditLog }>;
}

/** Returns the names of the fields whose values changed. */
export async function updateCompany(
  deps: UpdateCompanyDeps,
  context: AuditContext<CompanyActor>,
  companyId: Id,
  patch: Partial<CompanyProfile>,
): Promise<string[]> {
  if (context.actor.companyId !== companyId) throw notFound("company");
  return deps.db.transaction(async ({ companies, audit }) => {
    const company = await companies.lock(companyId);
    if (company === undefined) throw notFound("company");
    const updatedFields = changedFields(company, patch);
    if (updatedFields.length > 0) {
      await companies.update({ ...company, ...patch, updatedAt: deps.clock.now() });
      await recordAuditEntry(deps, audit, context, "company.updated", companyId, { updatedFields });
    }
    return updatedFields;
  });
}
