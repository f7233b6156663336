import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import type { AuditDeps } from "../audit/audit-log.ts";
import type { DecisionSubject } from "../documents/decision.ts";
import { refuseSignedOff } from "../documents/sign-off.ts";
import { notFound } from "../platform/app-error.ts";
import type { Transactional } from "../platform/transactional.ts";
import { announceChange, saveConsequences } from "./change-decision.ts";
import { authorOf, type DecidingStores } from "./decide-finding.ts";

interface WithdrawDeps extends AuditDeps {
  db: Transactional<DecidingStores>;
}

/** The decision stays in the history, and the machine's verdict counts again. Repeating the request is not an error. */
export async function withdrawDecision(
  deps: WithdrawDeps,
  context: AuditContext<CompanyActor>,
  { documentId, itemId, criterionKey }: DecisionSubject,
): Promise<void> {
  const { companyId } = context.actor;
  await deps.db.transaction(async (stores) => {
    const document = await stores.documents.lock({ companyId }, documentId);
    if (document === undefined) throw notFound("document");
    const item = await stores.decisions.findItem(documentId, itemId);
    if (item === undefined) throw notFound("item");
    const current = item.decisions.find((one) => one.criterionKey === criterionKey);
    const decision = current && (await stores.decisions.find(companyId, current.id));
    if (decision === undefined) return;
    await refuseSignedOff(stores.signOffs, document.reviewId);
    const now = deps.clock.now();
    await stores.decisions.end(decision.id, "withdrawn", now, await authorOf(stores, context.actor));
    const change = { action: "decision.withdrawn", event: "finding.decided", status: "withdrawn" } as const;
    await announceChange(deps, stores, context, decision, change);
    await saveConsequences(stores, { companyId, documentId, at: now }, [decision]);
  });
}
