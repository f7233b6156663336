import { type AuditContext, isConsultant } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { type ApiKey, type ApiKeyStore, type KeyRestrictions, makeKey } from "./api-key.ts";
import type { CompanyStore } from "./company.ts";
import type { PartnerStore } from "./partner.ts";

export interface IssuedKey {
  keyId: Id;
  /** Shown once; not stored anywhere. */
  apiKey: string;
}

interface KeyStores {
  apiKeys: ApiKeyStore;
  audit: AuditLog;
}

interface IssueKeyDeps extends AuditDeps {
  db: Transactional<KeyStores & { partners: PartnerStore; companies: CompanyStore }>;
}

type Owner = { partnerId: Id; companyId?: Id };

/** Adds a key for an existing owner, in the caller's transaction. */
export async function addKey(
  deps: AuditDeps,
  stores: KeyStores,
  context: AuditContext,
  owner: Owner,
  given: Partial<KeyRestrictions> & { expiresAt?: Date | undefined } = {},
): Promise<IssuedKey> {
  const { label, scopes = ["all"], networks = [], expiresAt } = given;
  const tier = owner.companyId === undefined ? "partner" : "company";
  const key = makeKey(tier);
  const keyId = deps.ids.next();
  await stores.apiKeys.insert({
    id: keyId,
    tier,
    partnerId: owner.partnerId,
    companyId: owner.companyId,
    hash: key.hash,
    prefix: key.prefix,
    lastFour: key.lastFour,
    ...{ label, scopes, networks, issuedBy: issuerOf(context) },
    createdAt: deps.clock.now(),
    expiresAt,
    revokedAt: undefined,
    lastUsedAt: undefined,
  });
  await recordAuditEntry(deps, stores.audit, context, "api_key.issued", keyId, {
    tier,
    ...owner,
    scopes,
    networkCount: networks.length,
  });
  return { keyId, apiKey: key.plainText };
}

function issuerOf({ actor }: AuditContext): ApiKey["issuedBy"] {
  if (isConsultant(actor)) return "partner";
  return actor.tier === "system" || actor.tier === "unknown" ? undefined : actor.tier;
}

export function checkExpiry(deps: AuditDeps, expiresAt: Date | undefined): void {
  if (expiresAt !== undefined && expiresAt <= deps.clock.now()) {
    throw new AppError("unprocessable", "expiresAt must be in the future.");
  }
}

export async function issuePartnerKey(
  deps: IssueKeyDeps,
  context: AuditContext,
  partnerId: Id,
  expiresAt?: Date,
): Promise<IssuedKey> {
  checkExpiry(deps, expiresAt);
  return deps.db.transaction(async (stores) => {
    if ((await stores.partners.find(partnerId)) === undefined) throw notFound("partner");
    return addKey(deps, stores, context, { partnerId }, { expiresAt });
  });
}

export async function issueCompanyKey(
  deps: IssueKeyDeps,
  context: AuditContext,
  companyId: Id,
  expiresAt?: Date,
): Promise<IssuedKey> {
  checkExpiry(deps, expiresAt);
  return deps.db.transaction(async (stores) => {
    // Locked, so that a company being erased cannot get a new key.
    const company = await stores.companies.lock(companyId);
    if (company === undefined) throw notFound("company");
    return addKey(deps, stores, context, { partnerId: company.partnerId, companyId }, { expiresAt });
  });
}
