import type { Answer } from "@assay/sdk";
import { administration } from "../service/administration.ts";

export type Quotas = Answer<"getPartnerQuotas">;
export type QuotaName = keyof Quotas["overrides"];
export type QuotaOwner = { partnerId: string } | { companyId: string };

/** Partners and companies have quotas alike, under different URLs; only a partner has one of companies. */
export function quotasOf(owner: QuotaOwner) {
  return {
    queryKey: ["admin", "quotas", owner] as const,
    read: (signal: AbortSignal): Promise<Quotas> =>
      "partnerId" in owner
        ? administration.getPartnerQuotas(owner.partnerId, { signal })
        : administration.getCompanyQuotas(owner.companyId, { signal }),
    replace(overrides: Quotas["overrides"]): Promise<Quotas> {
      if ("partnerId" in owner) return administration.replacePartnerQuotas(owner.partnerId, overrides);
      return administration.replaceCompanyQuotas(owner.companyId, overrides);
    },
  };
}
