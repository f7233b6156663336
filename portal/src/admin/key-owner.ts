import { administration } from "../service/administration.ts";

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
        ? administration.listPartnerKeys(owner.partnerId, page, { signal })
        : administration.listCompanyKeys(owner.companyId, page, { signal }));
      return { entries: keys, nextCursor };
    },
    issue(expiresAt: string | undefined) {
      const body = expiresAt === undefined ? {} : { expiresAt };
      return "partnerId" in owner
        ? administration.issuePartnerKey(owner.partnerId, body)
        : administration.issueCompanyKey(owner.companyId, body);
    },
  };
}
