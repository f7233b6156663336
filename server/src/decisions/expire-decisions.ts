import { systemContext } from "../audit/audit-context.ts";
import type { AuditDeps } from "../audit/audit-log.ts";
import type { DecisionStore } from "../documents/decision.ts";
import { getDocument } from "../documents/document.ts";
import type { Transactional } from "../platform/transactional.ts";
import { announceChange, saveConsequences } from "./change-decision.ts";
import type { DecidingStores } from "./decide-finding.ts";

interface ExpireDeps extends AuditDeps {
  db: Transactional<DecidingStores> & { decisions: Pick<DecisionStore, "listDue"> };
}

const perBatch = 100;

/** A risk was accepted until a date: from then on the gap is open again. */
export async function expireDecisions(deps: ExpireDeps, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const due = await deps.db.decisions.listDue(deps.clock.now(), perBatch);
    for (const { id, companyId, documentId } of due) {
      signal?.throwIfAborted();
      await deps.db.transaction(async (stores) => {
        // Deletion may have been first.
        if ((await stores.documents.lock({ companyId }, documentId)) === undefined) return;
        const { supersededBy } = await getDocument(stores, companyId, documentId);
        // It may have been withdrawn, replaced or expired by another process meanwhile.
        const decision = await stores.decisions.find(companyId, id);
        if (decision?.state !== "in_effect") return;
        const now = deps.clock.now();
        await stores.decisions.end(id, "expired", now, undefined);
        // Every version has the decision, but the gap is open again once.
        const event = supersededBy === undefined ? "finding.reopened" : undefined;
        const change = { action: "decision.expired", event, status: "expired" } as const;
        await announceChange(deps, stores, systemContext(deps.ids.next()), decision, change);
        await saveConsequences(stores, { companyId, documentId, at: now }, [decision]);
      });
    }
    if (due.length < perBatch) return;
  }
}
