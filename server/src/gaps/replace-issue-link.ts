import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { recordAuditEntry } from "../audit/audit-log.ts";
import type { GapDeps } from "./change-gaps.ts";

/** Undefined: none. */
export async function replaceIssueLink(
  deps: GapDeps,
  context: AuditContext<CompanyActor>,
  issueLink: string | undefined,
): Promise<void> {
  const { companyId } = context.actor;
  await deps.db.transaction(async ({ gaps, audit }) => {
    if ((await gaps.findIssueLink(companyId)) === issueLink) return;
    await gaps.saveIssueLink(companyId, issueLink);
    const details = { isSet: issueLink !== undefined };
    await recordAuditEntry(deps, audit, context, "gap.issue_link_replaced", companyId, details);
  });
}
