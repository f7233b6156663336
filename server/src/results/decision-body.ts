import type { Decision } from "../documents/decision.ts";

/** A decision as it stands beside a finding. */
export function toDecisionBody(decision: Decision) {
  const { id, kind, verdict, level, acceptedUntil, reason, evidence, author, decidedAt, state, carriedFrom } = decision;
  return {
    ...{ decisionId: id, decision: kind, verdict: verdict ?? null, complianceLevel: level ?? null },
    ...{ acceptedUntil: acceptedUntil?.toISOString() ?? null, reason, evidence: evidence ?? null, author },
    ...{ decidedAt: decidedAt.toISOString(), state, carriedFrom: carriedFrom ?? null },
  };
}
