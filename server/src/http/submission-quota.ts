import type { RateLimiter } from "../tenancy/rate-limiter.ts";
import { type RateLimits, submissionPolicy } from "../tenancy/rate-policy.ts";
import { rateHeaders } from "./count-requests.ts";
import type { Routes } from "./routes.ts";

/** "The submission quota appears in the `RateLimit` header", as its second entry, in the answer to every submission. */
export function stateSubmissionQuota(app: Routes, deps: { limiter: RateLimiter; limits: RateLimits }): void {
  app.addHook("onSend", async (request, reply) => {
    const { actor, rateOverrides, routeOptions } = request;
    if (routeOptions.config.isSubmission !== true || actor?.tier !== "company") return;
    const state = await deps.limiter.read(submissionPolicy(deps.limits, rateOverrides ?? {}), actor.companyId);
    for (const [name, value] of Object.entries(rateHeaders(state))) {
      const first = reply.getHeader(name);
      reply.header(name, first === undefined ? value : `${String(first)}, ${value}`);
    }
  });
}
