import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { ApiKeyStore } from "./api-key.ts";
import { addKey } from "./issue-key.ts";
import type { Partner, PartnerStore } from "./partner.ts";
import type { Whitelist } from "./whitelist.ts";

interface CreatePartnerDeps extends AuditDeps {
  db: Transactional<{ partners: PartnerStore; apiKeys: ApiKeyStore; audit: AuditLog }>;
}

export interface NewPartner {
  partnerId: Id;
  name: string;
  apiKey: string;
}

/** Creates a partner with one key. The caller has checked `whitelist` against the catalogue. */
export async function createPartner(
  deps: CreatePartnerDeps,
  context: AuditContext,
  name: string,
  whitelist: Whitelist,
): Promise<NewPartner> {
  return deps.db.transaction(async (stores) => {
    const partner: Partner = {
      id: deps.ids.next(),
      name,
      whitelist,
      overrides: {},
      createdAt: deps.clock.now(),
      suspendedAt: undefined,
    };
    await stores.partners.insert(partner);
    await recordAuditEntry(deps, stores.audit, context, "partner.created", partner.id, { ...whitelist });
    const { apiKey } = await addKey(deps, stores, context, { partnerId: partner.id });
    return { partnerId: partner.id, name, apiKey };
  });
}
