import type { AuditContext, CompanyActor, PartnerActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { ApiKey, ApiKeyStore, KeyOwner, KeyRestrictions } from "../tenancy/api-key.ts";
import type { Authenticator } from "../tenancy/authenticate.ts";
import type { CompanyStore } from "../tenancy/company.ts";
import { addKey, checkExpiry, type IssuedKey } from "../tenancy/issue-key.ts";
import type { PeopleStore } from "./account.ts";
import { lockManaged } from "./invite-person.ts";
import { accessOff } from "./open-client.ts";

/**
 * Partners and companies manage their own keys, and a partner those of its companies while they let it in. A key manages keys
 * only until its organisation has an owner, as it invites people only until then.
 */
type HolderContext = AuditContext<PartnerActor | CompanyActor>;

interface KeyStores {
  people: PeopleStore;
  apiKeys: ApiKeyStore;
  companies: CompanyStore;
  audit: AuditLog;
}

interface OwnKeyDeps extends AuditDeps {
  db: Transactional<KeyStores>;
}

interface ChangeDeps extends OwnKeyDeps {
  /** The cache of this node; the database notifies the other nodes a moment later. */
  authenticator: Pick<Authenticator, "forget">;
}

/** How long the old key is valid beside the new one, unless the caller says otherwise. */
const overlapSeconds = 24 * 3600;

/** Whose keys are meant: the caller's, or those of a company of the calling partner. */
export async function findKeyOwner(
  { companies }: { companies: Pick<CompanyStore, "find"> },
  actor: PartnerActor | CompanyActor,
  companyId: Id | undefined,
): Promise<KeyOwner> {
  const { partnerId } = actor;
  if (actor.tier === "company") {
    if (companyId !== undefined && companyId !== actor.companyId) throw notFound("company");
    return { partnerId, companyId: actor.companyId };
  }
  if (companyId === undefined) return { partnerId };
  const company = await companies.find({ companyId, partnerId });
  if (company === undefined) throw notFound("company");
  // Otherwise the partner could issue itself a key to what it may no longer open.
  if (company.partnerAccessEndedAt !== undefined) throw accessOff();
  return { partnerId, companyId };
}

/** What a partner does with a key of its company is in the company's log, too. */
function atOwner(context: HolderContext, { companyId }: KeyOwner): AuditContext {
  const { actor } = context;
  if (actor.tier === "company" || companyId === undefined) return context;
  return { ...context, actor: { ...actor, tier: "company", companyId, isConsultant: true } };
}

async function lockOwner(stores: KeyStores, context: HolderContext, companyId: Id | undefined): Promise<KeyOwner> {
  // First, so that a foreign company looks like an unknown one to everybody.
  await findKeyOwner(stores, context.actor, companyId);
  await lockManaged(stores.people, context.actor);
  const lockedId = companyId ?? (context.actor.tier === "company" ? context.actor.companyId : undefined);
  // Locked, so that a company being erased cannot get a new key.
  if (lockedId !== undefined && (await stores.companies.lock(lockedId)) === undefined) throw notFound("company");
  return findKeyOwner(stores, context.actor, companyId);
}

export async function issueOwnKey(
  deps: OwnKeyDeps,
  context: HolderContext,
  companyId: Id | undefined,
  given: KeyRestrictions & { expiresAt: Date | undefined },
): Promise<IssuedKey> {
  checkExpiry(deps, given.expiresAt);
  return deps.db.transaction(async (stores) => {
    const owner = await lockOwner(stores, context, companyId);
    return addKey(deps, stores, atOwner(context, owner), owner, given);
  });
}

/** The owner is locked before the key, as by the erasure of a company. */
async function lockKey(
  stores: KeyStores,
  context: HolderContext,
  keyId: Id,
): Promise<{ key: ApiKey; context: AuditContext }> {
  const { actor } = context;
  const found = await stores.apiKeys.find(keyId);
  const isOwn =
    found?.partnerId === actor.partnerId && (actor.tier === "partner" || found.companyId === actor.companyId);
  if (found === undefined || !isOwn) throw notFound("key");
  const owner = await lockOwner(stores, context, found.companyId);
  const key = await stores.apiKeys.lock(keyId);
  if (key === undefined) throw notFound("key");
  return { key, context: atOwner(context, owner) };
}

function refuseEnded({ clock }: AuditDeps, { revokedAt, expiresAt }: ApiKey): void {
  if (revokedAt !== undefined || (expiresAt !== undefined && expiresAt <= clock.now()))
    throw new AppError("unprocessable", "This key is revoked or has expired; issue a new one.");
}

/** Counts with the key's next request. */
export async function updateOwnKey(
  deps: ChangeDeps,
  given: HolderContext,
  keyId: Id,
  patch: Partial<KeyRestrictions>,
): Promise<ApiKey> {
  const updated = await deps.db.transaction(async (stores) => {
    const { key, context } = await lockKey(stores, given, keyId);
    refuseEnded(deps, key);
    const changed = { ...key, ...patch };
    const names = (["label", "scopes", "networks"] as const).filter(
      (name) => JSON.stringify(key[name]) !== JSON.stringify(changed[name]),
    );
    if (names.length === 0) return key;
    await stores.apiKeys.update(changed);
    await recordAuditEntry(deps, stores.audit, context, "api_key.updated", keyId, { updatedFields: names });
    return changed;
  });
  deps.authenticator.forget(updated.hash);
  return updated;
}

/** Issues a key with the same restrictions in place of this one, which stays valid until the returned time. */
export async function rotateOwnKey(
  deps: ChangeDeps,
  given: HolderContext,
  keyId: Id,
  { oldKeyValidUntil, expiresAt }: { oldKeyValidUntil: Date | undefined; expiresAt: Date | undefined },
): Promise<IssuedKey & { oldKeyValidUntil: Date }> {
  checkExpiry(deps, expiresAt);
  const now = deps.clock.now();
  const asked = oldKeyValidUntil ?? secondsAfter(now, overlapSeconds);
  if (asked < now) throw new AppError("unprocessable", "oldKeyValidUntil must not be in the past.");
  const { hash, ...rotated } = await deps.db.transaction(async (stores) => {
    const { key, context } = await lockKey(stores, given, keyId);
    refuseEnded(deps, key);
    const until = key.expiresAt !== undefined && key.expiresAt < asked ? key.expiresAt : asked;
    await stores.apiKeys.update({ ...key, expiresAt: until });
    const { partnerId, companyId, label, scopes, networks } = key;
    const owner: KeyOwner = { partnerId, ...(companyId !== undefined && { companyId }) };
    const issued = await addKey(deps, stores, context, owner, { label, scopes, networks, expiresAt });
    const details = { newKeyId: issued.keyId, validUntil: until };
    await recordAuditEntry(deps, stores.audit, context, "api_key.rotated", keyId, details);
    return { ...issued, oldKeyValidUntil: until, hash: key.hash };
  });
  deps.authenticator.forget(hash);
  return rotated;
}

/** Revoking a key twice is not an error; only the first time is logged. */
export async function revokeOwnKey(deps: ChangeDeps, given: HolderContext, keyId: Id): Promise<void> {
  const hash = await deps.db.transaction(async (stores) => {
    const { key, context } = await lockKey(stores, given, keyId);
    await stores.apiKeys.revoke(keyId, deps.clock.now());
    if (key.revokedAt === undefined)
      await recordAuditEntry(deps, stores.audit, context, "api_key.revoked", keyId, { tier: key.tier });
    return key.hash;
  });
  deps.authenticator.forget(hash);
}
