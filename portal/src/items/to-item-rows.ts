import type { ComplianceItem, ComplianceReviewDetails } from "@assay/sdk";
import { type DecidedRow, type ItemRow, levelOf } from "./item-row.ts";

type RollUp = ComplianceReviewDetails["rollUp"];

/** Every requirement of a review with its best evidence, cluster by cluster. */
export function toItemRows({ items, clusters, change }: RollUp): ItemRow[] {
  const names = new Map(
    clusters.map(({ controlClusterId, controlClusterName }) => [controlClusterId, controlClusterName]),
  );
  const order = new Map(clusters.map(({ controlClusterId }, index) => [controlClusterId, index]));
  const changes = new Map(change?.items.map(({ controlItemId, scoreChange }) => [controlItemId, scoreChange]));
  const rows = items.map((item) => ({
    controlItemId: item.controlItemId,
    externalId: item.controlItemExternalId,
    name: item.controlItemName,
    clusterId: item.controlClusterId,
    clusterName: names.get(item.controlClusterId) ?? "",
    score: item.score,
    level: levelOf(item.complianceLevel),
    confidence: item.confidence,
    needsReview: item.needsReview,
    change: changes.get(item.controlItemId),
    documentId: item.documentId,
    complianceItemId: item.complianceItemId,
    decided:
      item.decisionCount === 0
        ? undefined
        : {
            score: item.decidedScore,
            level: levelOf(item.decidedComplianceLevel),
            isToLookAtAgain: item.lookAgainCount > 0,
            isOfItem: item.isDecided,
          },
  }));
  return rows.sort((a, b) => (order.get(a.clusterId) ?? 0) - (order.get(b.clusterId) ?? 0));
}

/** Every requirement that a document was judged against. */
export function toDocumentRows(documentId: string, items: ComplianceItem[]): ItemRow[] {
  return items.map((item) => ({
    controlItemId: item.controlItemId,
    externalId: item.controlItemExternalId,
    name: item.controlItemName,
    clusterId: item.controlClusterId,
    clusterName: item.controlClusterName,
    score: item.result?.score ?? null,
    level: levelOf(item.complianceLevel),
    confidence: item.confidence,
    needsReview: item.needsReview,
    state: item.status === "completed" ? undefined : item.status,
    documentId,
    complianceItemId: item.id,
    decided: toDecided(item),
  }));
}

function toDecided({ decision, decidedComplianceLevel, result }: ComplianceItem): DecidedRow | undefined {
  const decisions = [decision, ...(result?.criteria ?? []).map((criterion) => criterion.decision)].filter(
    (one) => one !== undefined,
  );
  if (decisions.length === 0) return undefined;
  return {
    score: result?.decidedScore ?? null,
    level: levelOf(decidedComplianceLevel),
    isToLookAtAgain: decisions.some(({ state }) => state === "look_again"),
    isOfItem: decision !== undefined && decision.state === "in_effect",
  };
}
