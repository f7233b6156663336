import type { KeyScope } from "../tenancy/api-key.ts";

/**
 * What a key with a scope may do, within its tier: the one place that says so. `guardRoutes` asks here for every request with a
 * restricted key; the matrix of docs/keys.md is generated from it. An operation in no row needs the scope `all`.
 */
export interface ScopedAction {
  /** As the matrix names it. */
  name: string;
  scopes: readonly Exclude<KeyScope, "all">[];
  /** Ids of operations, as in openapi.json. */
  operations: readonly string[];
}

export const scopedActions: readonly ScopedAction[] = [
  {
    name: "Read the catalogue and the own limits; sign in to the portal and out",
    scopes: ["read", "submit", "webhooks"],
    operations: [
      ...["listComplianceFrameworks", "listControlClusters", "listControlItems", "getControlItem", "listConditions"],
      ...["getMe", "getSession", "signOut", "endSession"],
    ],
  },
  {
    name: "Read companies, entities, reviews, documents, results, decisions, gaps, reports, scores and the audit log",
    scopes: ["read"],
    operations: [
      ...["listCompanies", "listCompanySummaries", "getHeatMap", "listUnfinishedDocuments", "getCompany"],
      ...["listFrequentGaps", "getDashboard", "listBusinessEntities", "getBusinessEntity", "getPartnerAccess"],
      ...["listComplianceReviews", "getComplianceReview", "getComplianceReviewReport", "listDocuments", "getDocument"],
      ...["getDocumentOriginal", "getDocumentPredecessor", "compareDocuments", "getDocumentResult"],
      ...["getDocumentPage", "getDocumentPageImage", "getDocumentRecord", "listDecisions", "listDecisionRecords"],
      ...["listAffectedDocuments", "listOwnAuditLog", "exportOwnAuditLog", "listSignOffs", "exportLabels"],
      ...["listGaps", "exportGaps", "getGap", "listGapEntries", "getIssueLink", "listReviewLinks", "getBranding"],
      ...["listRecommendations", "getRedline", "getClausePack", "getDocumentCrosswalk"],
    ],
  },
  { name: "Follow an upload", scopes: ["read", "submit"], operations: ["getUploadStatus"] },
  {
    name: "Submit documents, in one request or in chunks, and cancel an upload",
    scopes: ["submit"],
    operations: ["submitDocuments", "startUpload", "putChunk", "cancelUpload"],
  },
  {
    name: "Register and test the webhook, list deliveries and repeat them",
    scopes: ["webhooks"],
    operations: ["registerWebhook", "getWebhook", "testWebhook", "listDeliveries", "replayDelivery"],
  },
];

const scopesByOperation = new Map<string, Set<KeyScope>>();
for (const { operations, scopes } of scopedActions)
  for (const operation of operations) scopesByOperation.set(operation, new Set<KeyScope>([...scopes, "all"]));

const onlyAll: ReadonlySet<KeyScope> = new Set<KeyScope>(["all"]);
/** The scopes that permit an operation. */
export const scopesFor = (operationId: string): ReadonlySet<KeyScope> => scopesByOperation.get(operationId) ?? onlyAll;
