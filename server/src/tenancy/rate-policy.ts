/** Allows `limit` requests in a window that opens with the first of them. */
export interface RatePolicy {
  name:
    | "partner"
    | "company"
    | "chunks"
    | "submissions"
    | "address"
    | "sign-in"
    | "account"
    | "all_account"
    | "own_account"
    | "admin"
    | "guesses"
    | "admin_guesses"
    | "all_admin_guesses";
  limit: number;
  windowSeconds: number;
}

/** A partner's own limits; an absent one follows the service's settings. */
export interface RateOverrides {
  partnerPerMinute?: number;
  companyPerMinute?: number;
  submissionsPerHour?: number;
}

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
/** The administrator is trusted; this limit only keeps a runaway script from starving other callers. */
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

/** Stricter than for other requests: a person types one key, only a program tries many. */
export function signInPolicy(limits: RateLimits): RatePolicy {
  return { name: "sign-in", limit: limits.signInPerMinute, windowSeconds: minute };
}

const quarterHour = 900;
/** Attempts on one account from one address: as many in a quarter of an hour as an address has in a minute for all accounts. */
export function accountPolicy(limits: RateLimits): RatePolicy {
  return { name: "account", limit: limits.signInPerMinute, windowSeconds: quarterHour };
}

const guessingAddresses = 10;
/** Attempts on one account from everywhere: more than one address can use up, so that it alone locks nobody out. */
export function everyAccountPolicy(limits: RateLimits): RatePolicy {
  return { name: "all_account", limit: limits.signInPerMinute * guessingAddresses, windowSeconds: quarterHour };
}

/** Attempts of somebody who is signed in, with the own password or code: nobody else can use them up. */
export function ownAccountPolicy(limits: RateLimits): RatePolicy {
  return { name: "own_account", limit: limits.signInPerMinute, windowSeconds: quarterHour };
}

/** Well-formed keys and cookies that are not recognised; beyond them, none from that address is looked up. */
export function guessPolicy(limits: RateLimits): RatePolicy {
  return { name: "guesses", limit: limits.addressPerMinute, windowSeconds: minute };
}

/** Wrong administrator tokens from one address. */
export function adminGuessPolicy(limits: RateLimits): RatePolicy {
  return { name: "admin_guesses", limit: limits.signInPerMinute, windowSeconds: minute };
}

/** Wrong administrator tokens from everywhere. */
export function adminGuessAccountPolicy(limits: RateLimits): RatePolicy {
  return { name: "all_admin_guesses", limit: limits.signInPerMinute * guessingAddresses, windowSeconds: minute };
}

export const adminPolicy: RatePolicy = { name: "admin", limit: adminPerMinute, windowSeconds: minute };
