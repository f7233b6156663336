import { assay } from "../service/assay.ts";

/** Partners and companies manage keys alike, under different URLs. */
export type KeyOwner = { partnerId: string } | { companyId: string };

interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

export function keysOf(owner: KeyOwner) {
  return {
    queryKey: ["admin", "keys", owner] as const,
    async list(page: PageQuery, signal: AbortSignal) {
      const { keys, nextCursor } = await ("partnerId" in owner
        ? assay.admin.listPartnerKeys(owner.partnerId, page, { signal })
        : assay.admin.listCompanyKeys(owner.companyId, page, { signal }));
      return { entries: keys, nextCursor };
    },
    issue(expiresAt: string | undefined) {
      const body = expiresAt === undefined ? {} : { expiresAt };
      return "partnerId" in owner
        ? assay.admin.issuePartnerKey(owner.partnerId, body)
        : assay.admin.issueCompanyKey(owner.companyId, body);
    },
  };
}
