import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { ApiKeyStore } from "./api-key.ts";
import type { Authenticator } from "./authenticate.ts";

interface RevokeKeyDeps extends AuditDeps {
  db: Transactional<{ apiKeys: ApiKeyStore; audit: AuditLog }>;
  /** The cache of this node; the database notifies the other nodes a moment later. */
  authenticator: Pick<Authenticator, "forget">;
}

/** Revoking a key twice is not an error; only the first time is logged. */
export async function revokeKey(deps: RevokeKeyDeps, context: AuditContext, keyId: Id): Promise<void> {
  const { hash } = await deps.db.transaction(async ({ apiKeys, audit }) => {
    const before = await apiKeys.revoke(keyId, deps.clock.now());
    if (before === undefined) throw notFound("key");
    if (before.revokedAt === undefined)
      await recordAuditEntry(deps, audit, context, "api_key.revoked", keyId, { tier: before.tier });
    return before;
  });
  deps.authenticator.forget(hash);
}
