import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Page, PageRequest } from "../platform/page.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { RateOverrides } from "./rate-policy.ts";
import type { Whitelist } from "./whitelist.ts";

export interface Partner {
  id: Id;
  name: string;
  whitelist: Whitelist;
  overrides: RateOverrides;
  createdAt: Date;
  /** Since then its keys and people, and those of its companies, are refused. */
  suspendedAt: Date | undefined;
}

export interface PartnerStore {
  insert(partner: Partner): Promise<void>;
  find(id: Id): Promise<Partner | undefined>;
  /** `name`: only partners with this text in their name. */
  list(page: PageRequest, name?: string | undefined): Promise<Page<Partner>>;
  /** All return false when there is no such partner. */
  setWhitelist(id: Id, whitelist: Whitelist): Promise<boolean>;
  setOverrides(id: Id, overrides: RateOverrides): Promise<boolean>;
  setName(id: Id, name: string): Promise<boolean>;
  /** One that is suspended keeps its time. */
  setSuspendedAt(id: Id, at: Date | undefined): Promise<boolean>;
}

interface PartnerStores {
  partners: PartnerStore;
  audit: AuditLog;
}

interface PartnerDeps extends AuditDeps {
  db: Transactional<PartnerStores>;
}

export async function getPartner({ db }: { db: { partners: PartnerStore } }, partnerId: Id): Promise<Partner> {
  const partner = await db.partners.find(partnerId);
  if (partner === undefined) throw notFound("partner");
  return partner;
}

export async function replaceWhitelist(
  deps: PartnerDeps,
  context: AuditContext,
  partnerId: Id,
  whitelist: Whitelist,
): Promise<void> {
  await deps.db.transaction(async ({ partners, audit }) => {
    if (!(await partners.setWhitelist(partnerId, whitelist))) throw notFound("partner");
    await recordAuditEntry(deps, audit, context, "partner.whitelist_replaced", partnerId, { ...whitelist });
  });
}

export async function renamePartner(
  deps: PartnerDeps,
  context: AuditContext,
  partnerId: Id,
  name: string,
): Promise<void> {
  await deps.db.transaction(async ({ partners, audit }) => {
    if (!(await partners.setName(partnerId, name))) throw notFound("partner");
    await recordAuditEntry(deps, audit, context, "partner.renamed", partnerId, {});
  });
}

/** Every node refuses its keys within a second. Nothing is deleted, and what was submitted is still judged. */
export async function suspendPartner(
  deps: PartnerDeps,
  context: AuditContext,
  partnerId: Id,
  isSuspended: boolean,
): Promise<void> {
  await deps.db.transaction(async ({ partners, audit }) => {
    if (!(await partners.setSuspendedAt(partnerId, isSuspended ? deps.clock.now() : undefined)))
      throw notFound("partner");
    await recordAuditEntry(deps, audit, context, isSuspended ? "partner.suspended" : "partner.resumed", partnerId, {});
  });
}

export async function replaceLimits(
  deps: PartnerDeps,
  context: AuditContext,
  partnerId: Id,
  overrides: RateOverrides,
): Promise<void> {
  await deps.db.transaction(async ({ partners, audit }) => {
    if (!(await partners.setOverrides(partnerId, overrides))) throw notFound("partner");
    await recordAuditEntry(deps, audit, context, "partner.limits_replaced", partnerId, { ...overrides });
  });
}
