import { createHash, timingSafeEqual } from "node:crypto";
import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { setBounded } from "../platform/bounded-map.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { RateDecision, RateLimiter } from "./rate-limiter.ts";
import { adminGuessAccountPolicy, adminGuessPolicy, type RateLimits } from "./rate-policy.ts";

export type TokenCheck = { is: "right" } | { is: "wrong" } | { is: "blocked"; decision: RateDecision };

/** Compares tokens with the administrator's, and throttles guessing. One per process. */
export interface AdminTokenChecker {
  /** `address` groups the caller's addresses. Once blocked, not even the right token is compared. */
  check(token: string, address: string): Promise<TokenCheck>;
  /**
   * Only for telling callers apart before they are counted: false for the right token, too, unless its address has sent it
   * lately. Otherwise the queue of requests would answer guesses that nobody counts.
   */
  isKnown(token: string, address: string): boolean;
  recordRefusal(from: Omit<AuditContext, "actor">): Promise<void>;
}

interface AdminTokenDeps extends AuditDeps {
  db: Transactional<{ audit: AuditLog }>;
  limiter: RateLimiter;
  limits: RateLimits;
  adminToken: string;
}

/** Guesses from elsewhere do not lock out an address that has sent the right token this recently. */
const trustedMilliseconds = 3_600_000;
const maxTrusted = 1000;
const account = "administrator";

export function openAdminTokenChecker(deps: AdminTokenDeps): AdminTokenChecker {
  const { limiter, limits, clock, adminToken } = deps;
  const byAddress = adminGuessPolicy(limits);
  const byAccount = adminGuessAccountPolicy(limits);
  const acceptedAt = new Map<string, number>();

  const isTrusted = (address: string) => {
    const at = acceptedAt.get(address);
    return at !== undefined && Math.abs(clock.now().getTime() - at) < trustedMilliseconds;
  };

  return {
    async check(token, address) {
      const ofAddress = limiter.peek(byAddress, address);
      if (ofAddress.remaining === 0) return { is: "blocked", decision: ofAddress };
      const ofAccount = limiter.peek(byAccount, account);
      if (ofAccount.remaining === 0 && !isTrusted(address)) return { is: "blocked", decision: ofAccount };
      if (isEqual(token, adminToken)) {
        setBounded(acceptedAt, address, clock.now().getTime(), maxTrusted);
        return { is: "right" };
      }
      const [counted] = await Promise.all([limiter.take(byAddress, address), limiter.take(byAccount, account)]);
      return counted.isAllowed ? { is: "wrong" } : { is: "blocked", decision: counted };
    },
    isKnown: (token, address) => isTrusted(address) && isEqual(token, adminToken),
    async recordRefusal(from) {
      await deps.db.transaction(({ audit }) =>
        recordAuditEntry(deps, audit, { ...from, actor: { tier: "unknown" } }, "administrator.refused", from.requestId),
      );
    },
  };
}

/** Constant-time. Hashing first makes the lengths equal. */
function isEqual(given: string, expected: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
