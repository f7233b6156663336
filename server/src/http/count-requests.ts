import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import type { RateDecision, RateLimiter } from "../tenancy/rate-limiter.ts";
import {
  accountPolicy,
  everyAccountPolicy,
  ownAccountPolicy,
  type RateLimits,
  type RatePolicy,
} from "../tenancy/rate-policy.ts";
import type { PersonSession } from "../tenancy/session.ts";
import { addressGroup } from "./address-group.ts";

interface RateDeps {
  limiter: RateLimiter;
  limits: RateLimits;
}

export function count(
  limiter: RateLimiter,
  reply: FastifyReply,
  policy: RatePolicy,
  who: string,
): void | Promise<void> {
  const apply = (verdict: RateDecision) => {
    setRateHeaders(reply, verdict);
    if (!verdict.isAllowed) throw rateLimitError(verdict);
  };
  const verdict = limiter.take(policy, who);
  if (verdict instanceof Promise) return verdict.then(apply);
  apply(verdict);
}

/** "Every answer carries RateLimit-Policy and RateLimit", as in the IETF draft. */
export function rateHeaders({ policy, remaining, secondsToReset }: RateDecision) {
  return {
    "ratelimit-policy": `"${policy.name}";q=${policy.limit};w=${policy.windowSeconds}`,
    ratelimit: `"${policy.name}";r=${remaining};t=${secondsToReset}`,
  };
}

export function setRateHeaders(reply: FastifyReply, verdict: RateDecision): void {
  const headers = rateHeaders(verdict);
  reply.header("ratelimit-policy", headers["ratelimit-policy"]).header("ratelimit", headers.ratelimit);
}

const tooMany: Partial<Record<RatePolicy["name"], string>> = {
  "sign-in": "Too many attempts to sign in",
  account: "Too many attempts to sign in to this account",
  all_account: "Too many attempts to sign in to this account",
  own_account: "Too many attempts with the password or a code of this account",
  admin_guesses: "Too many wrong administrator tokens from this address",
  all_admin_guesses: "Too many wrong administrator tokens",
};

export function rateLimitError({ policy, secondsToReset }: RateDecision): AppError {
  const isOfAddress = policy.name === "address" || policy.name === "guesses";
  const whose = isOfAddress ? "this address, beyond what valid keys cover" : "this key";
  const what = tooMany[policy.name] ?? `More than ${policy.limit} requests per minute from ${whose}`;
  return new AppError("rate_limited", `${what}; try again in ${secondsToReset} seconds.`, {
    retryAfterSeconds: secondsToReset,
  });
}

export function countAddress(
  { limiter }: Pick<RateDeps, "limiter">,
  request: FastifyRequest,
  reply: FastifyReply,
  policy: RatePolicy,
): void | Promise<void> {
  return count(limiter, reply, policy, addressGroup(request.ip));
}

/** Before the password of an account is compared. Counts whether the account exists or not. */
export async function countAccountAttempt(
  { limiter, limits }: RateDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  subject: string,
): Promise<void> {
  // First from this address: what is refused there does not count against the account.
  await count(limiter, reply, accountPolicy(limits), `${subject}@${addressGroup(request.ip)}`);
  await count(limiter, reply, everyAccountPolicy(limits), subject);
}

/** Before a password or code of somebody who is signed in is compared. */
export async function countOwnAttempt(
  { limiter, limits }: RateDeps,
  reply: FastifyReply,
  { person }: PersonSession,
): Promise<void> {
  await count(limiter, reply, ownAccountPolicy(limits), person.accountId);
}
