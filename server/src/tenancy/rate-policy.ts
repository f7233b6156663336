/** How often something may be done: `limit` times in a window that opens with the first of them. */
export interface RatePolicy {
  name: "partner" | "company" | "chunks" | "submissions" | "address" | "sign-in" | "admin";
  limit: number;
  windowSeconds: number;
}

/** A partner's own limits; what is absent follows the service's settings. */
export interface RateOverrides {
  partnerPerMinute?: number;
  companyPerMinute?: number;
  submissionsPerHour?: number;
}

/** The service's settings. */
export interface RateLimits {
  partnerPerMinute: number;
  companyPerMinute: number;
  chunksPerMinute: number;
  submissionsPerHour: number;
  addressPerMinute: number;
  /** Attempts to sign in to the portal. */
  signInPerMinute: number;
}

const minute = 60;
const hour = 3600;
/** The administrator is trusted; this only keeps a runaway script from starving everyone else. */
const adminPerMinute = 1200;

export function requestPolicy(tier: "partner" | "company", limits: RateLimits, overrides: RateOverrides): RatePolicy {
  const limit =
    tier === "partner"
      ? (overrides.partnerPerMinute ?? limits.partnerPerMinute)
      : (overrides.companyPerMinute ?? limits.companyPerMinute);
  return { name: tier, limit, windowSeconds: minute };
}

export function chunkPolicy(limits: RateLimits): RatePolicy {
  return { name: "chunks", limit: limits.chunksPerMinute, windowSeconds: minute };
}

export function submissionPolicy(limits: RateLimits, overrides: RateOverrides): RatePolicy {
  return { name: "submissions", limit: overrides.submissionsPerHour ?? limits.submissionsPerHour, windowSeconds: hour };
}

export function addressPolicy(limits: RateLimits): RatePolicy {
  return { name: "address", limit: limits.addressPerMinute, windowSeconds: minute };
}

/** Stricter than for other calls: a person types a key, and only a program tries many. */
export function signInPolicy(limits: RateLimits): RatePolicy {
  return { name: "sign-in", limit: limits.signInPerMinute, windowSeconds: minute };
}

export const adminPolicy: RatePolicy = { name: "admin", limit: adminPerMinute, windowSeconds: minute };
