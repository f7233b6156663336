import type { AdminActor, AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";

/** What one owner may hold at a time. */
export interface Quotas {
  /** Announced sizes of the files of open upload sessions. */
  openUploadBytes: number;
  /** Documents that wait or are being analysed. */
  waitingDocuments: number;
  /** Of a partner. */
  companies: number;
}
export type QuotaOverrides = Partial<Quotas>;
export type Usage = Quotas;

export interface QuotaSettings {
  company: Omit<Quotas, "companies">;
  partner: Quotas;
}

/** Each quota with what is used of it. */
export type QuotaUsage = { [Name in keyof Quotas]?: { used: number; allowed: number } };

export interface QuotaStore {
  find(ownerId: Id): Promise<QuotaOverrides>;
  replace(ownerId: Id, overrides: QuotaOverrides): Promise<void>;
  countOfCompany(companyId: Id, now: Date): Promise<Omit<Usage, "companies">>;
  countOfPartner(partnerId: Id, now: Date): Promise<Usage>;
}

interface QuotaDeps {
  db: { quotas: QuotaStore };
  quotas: QuotaSettings;
  clock: { now(): Date };
}

export async function readCompanyUsage({ db, quotas, clock }: QuotaDeps, companyId: Id): Promise<QuotaUsage> {
  const [overrides, used] = await Promise.all([
    db.quotas.find(companyId),
    db.quotas.countOfCompany(companyId, clock.now()),
  ]);
  return compare({ ...quotas.company, ...overrides }, used);
}

export async function readPartnerUsage({ db, quotas, clock }: QuotaDeps, partnerId: Id): Promise<QuotaUsage> {
  const [overrides, used] = await Promise.all([
    db.quotas.find(partnerId),
    db.quotas.countOfPartner(partnerId, clock.now()),
  ]);
  return compare({ ...quotas.partner, ...overrides }, used);
}

const names = ["openUploadBytes", "waitingDocuments", "companies"] as const;

function compare(allowed: QuotaOverrides, used: QuotaOverrides): QuotaUsage {
  return Object.fromEntries(
    names.flatMap((name) => (used[name] === undefined ? [] : [[name, { used: used[name], allowed: allowed[name] }]])),
  );
}

/** Refuses before anything is stored. Concurrent requests of one owner may together exceed a quota by what each adds. */
export async function checkQuotas(
  deps: QuotaDeps,
  owner: { partnerId: Id; companyId?: Id },
  added: QuotaOverrides,
): Promise<void> {
  if (owner.companyId !== undefined) refuseExcess("this company", await readCompanyUsage(deps, owner.companyId), added);
  refuseExcess("this partner", await readPartnerUsage(deps, owner.partnerId), added);
}

function refuseExcess(whose: string, usage: QuotaUsage, added: QuotaOverrides): void {
  for (const name of names) {
    const [more, quota] = [added[name], usage[name]];
    if (more === undefined || quota === undefined || quota.used + more <= quota.allowed) continue;
    const state = `${quota.used} of ${quota.allowed} are used`;
    switch (name) {
      case "openUploadBytes":
        throw new AppError(
          "storage_quota_reached",
          `The open upload sessions of ${whose} may hold ${quota.allowed} bytes, of which ${quota.used} are used, and this one needs ${more} more. Complete or cancel other sessions first.`,
        );
      case "waitingDocuments":
        throw new AppError(
          "quota_reached",
          `Too many documents of ${whose} wait for analysis: ${state}. Try again later.`,
          {
            retryAfterSeconds: 60,
          },
        );
      case "companies":
        throw new AppError("quota_reached", `Too many companies of ${whose}: ${state}. Ask the operator for more.`, {
          retryAfterSeconds: 3600,
        });
    }
  }
}

interface ReplaceDeps extends AuditDeps {
  db: Transactional<{ quotas: QuotaStore; audit: AuditLog }>;
}

export async function replaceQuotas(
  deps: ReplaceDeps,
  context: AuditContext<AdminActor>,
  ownerId: Id,
  overrides: QuotaOverrides,
): Promise<void> {
  await deps.db.transaction(async ({ quotas, audit }) => {
    await quotas.replace(ownerId, overrides);
    await recordAuditEntry(deps, audit, context, "quotas.replaced", ownerId, { ...overrides });
  });
}
