import type { AdminActor, AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { CompanyStore } from "./company.ts";

/** What one owner may hold at a time. */
export interface Quotas {
  /** Sizes of submitted files that are not erased, and those announced in open upload sessions. */
  storedBytes: number;
  /** Files found inside archives and mails, of all documents that are not erased. */
  archiveMembers: number;
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

const names = ["storedBytes", "archiveMembers", "openUploadBytes", "waitingDocuments", "companies"] as const;

function compare(allowed: QuotaOverrides, used: QuotaOverrides): QuotaUsage {
  return Object.fromEntries(
    names.flatMap((name) => (used[name] === undefined ? [] : [[name, { used: used[name], allowed: allowed[name] }]])),
  );
}

/** How many members are inside is known only when a file is read; by its name, an archive or a mail has at least one. */
export function membersIn(fileNames: string[]): Pick<QuotaOverrides, "archiveMembers"> {
  const containers = fileNames.filter((name) => /\.(?:zip|eml|msg)$/i.test(name));
  return containers.length === 0 ? {} : { archiveMembers: containers.length };
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
      case "storedBytes":
        throw new AppError(
          "storage_quota_reached",
          `The files of ${whose} may have ${quota.allowed} bytes, of which ${quota.used} are used, and this submission needs ${more} more. Ask the operator for more.`,
        );
      case "archiveMembers":
        throw new AppError(
          "storage_quota_reached",
          `Archives and mails of ${whose} may hold ${quota.allowed} files, of which ${quota.used} are used. Submit their files by themselves, or ask the operator for more.`,
        );
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

/** What the analysis may still add: of the company's and its partner's quota, the one with less left. */
export async function readMembersQuota(
  deps: QuotaDeps & { db: { companies: Pick<CompanyStore, "find"> } },
  companyId: Id,
): Promise<{ used: number; allowed: number } | undefined> {
  const company = await deps.db.companies.find({ companyId });
  if (company === undefined) return undefined;
  const usages = [await readCompanyUsage(deps, companyId), await readPartnerUsage(deps, company.partnerId)];
  return usages
    .flatMap(({ archiveMembers }) => archiveMembers ?? [])
    .sort((one, other) => one.allowed - one.used - (other.allowed - other.used))[0];
}

export const readOverrides = ({ db }: Pick<QuotaDeps, "db">, ownerId: Id): Promise<QuotaOverrides> =>
  db.quotas.find(ownerId);

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
