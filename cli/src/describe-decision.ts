import type { Decision } from "@assay/sdk";
import { formatTime } from "./table.ts";

type Described = Pick<Decision, "decision" | "verdict" | "complianceLevel" | "acceptedUntil">;

/** "override compliant", "accept_risk until 2027-01-31 23:59" */
export function describeDecision({ decision, verdict, complianceLevel, acceptedUntil }: Described): string {
  const given = verdict ?? complianceLevel;
  const until = acceptedUntil === null ? [] : [`until ${formatTime(acceptedUntil)}`];
  return [decision, ...(given === null ? [] : [given]), ...until].join(" ");
}
