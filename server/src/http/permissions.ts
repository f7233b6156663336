import type { Role } from "../tenancy/role.ts";

/**
 * What each role may do: the one place that says so. `guardRoutes` asks here for every request of a person; the matrix of
 * docs/people.md is generated from it. An operation that is in no action is closed to all people. Keys and the administrator
 * token are not concerned: a route's tier is all that counts for them.
 */
export interface Action {
  /** As the matrix names it. */
  name: string;
  roles: readonly Role[];
  /** Ids of operations, as in openapi.json. */
  operations: readonly string[];
}

const everybody: Role[] = [
  ...(["operator", "partner_owner", "partner_consultant"] as const),
  ...(["company_owner", "company_reviewer", "company_reader"] as const),
];
const owners: Role[] = ["operator", "partner_owner", "company_owner"];
const partner: Role[] = ["partner_owner", "partner_consultant"];
const company: Role[] = ["company_owner", "company_reviewer", "company_reader"];
const reviewers: Role[] = ["company_owner", "company_reviewer"];

export const actions: readonly Action[] = [
  {
    name: "Their own account: password, second factor, sessions, organisation",
    roles: everybody,
    operations: [
      ...["getSession", "signOut", "switchOrganisation", "getAccount", "changePassword"],
      ...["listOwnSessions", "endOwnSession", "beginSecondFactor", "confirmSecondFactor", "removeSecondFactor"],
    ],
  },
  { name: "See the people of their organisation", roles: everybody, operations: ["listPeople"] },
  {
    name: "Invite people, change roles, remove people, end their sessions, reset a second factor",
    roles: owners,
    operations: [
      ...["listInvitations", "invitePerson", "withdrawInvitation"],
      ...["changeRole", "removePerson", "signOutPerson", "resetSecondFactor"],
    ],
  },
  {
    name: "Read the catalogue, limits and the audit log of their organisation",
    roles: [...partner, ...company],
    operations: [
      ...["listComplianceFrameworks", "listControlClusters", "listControlItems", "getControlItem", "listConditions"],
      ...["getMe", "listOwnAuditLog", "exportOwnAuditLog"],
    ],
  },
  {
    name: "See the partner's companies, their scores and frequent gaps",
    roles: partner,
    operations: [
      ...["listCompanies", "listCompanySummaries", "getHeatMap", "listUnfinishedDocuments"],
      ...["getCompany", "listFrequentGaps"],
    ],
  },
  {
    name: "Onboard companies, and cancel documents of companies",
    roles: ["partner_owner"],
    operations: ["onboardCompany", "cancelDocument"],
  },
  {
    name: "Read the company's profile, entities, reviews, documents, results, decisions and reports",
    roles: company,
    operations: [
      ...["getCompany", "getDashboard", "listFrequentGaps", "listBusinessEntities", "getBusinessEntity"],
      ...["listComplianceReviews", "getComplianceReview", "getComplianceReviewReport", "listDocuments", "getDocument"],
      ...["getDocumentOriginal", "getDocumentPredecessor", "compareDocuments", "getDocumentResult"],
      ...["getDocumentPage", "getDocumentPageImage", "getDocumentRecord", "listDecisions", "listDecisionRecords"],
      ...["getUploadStatus", "listAffectedDocuments"],
    ],
  },
  {
    name: "Submit documents, manage them, and manage reviews and entities",
    roles: reviewers,
    operations: [
      ...["submitDocuments", "startUpload", "putChunk", "cancelUpload", "cancelDocument", "updateDocument"],
      ...["withdrawDocument", "restoreDocument", "retryOwnDocument", "putDocumentPredecessor", "judgeDocumentAgain"],
      ...[
        "judgeAffectedDocuments",
        "answerQuestion",
        "updateComplianceReview",
        "createBusinessEntity",
        "updateBusinessEntity",
      ],
    ],
  },
  { name: "Decide about findings", roles: reviewers, operations: ["decideFinding", "withdrawDecision"] },
  {
    name: "Change the company's profile, delete documents, manage webhooks",
    roles: ["company_owner"],
    operations: [
      ...["updateCompany", "deleteDocument", "registerWebhook", "getWebhook", "testWebhook"],
      ...["listDeliveries", "replayDelivery"],
    ],
  },
  {
    name: "Administer: partners, companies, keys, catalogue, the whole audit log, the system",
    roles: ["operator"],
    operations: [
      ...["createPartner", "listPartners", "getPartner", "replaceWhitelist", "replaceLimits", "issuePartnerKey"],
      ...["listPartnerKeys", "issueCompanyKey", "listCompanyKeys", "revokeKey", "decideBusinessEntity"],
      ...["listFrameworks", "loadFramework", "previewFramework", "archiveCluster", "markControlItemObsolete"],
      ...["describeControl", "listEveryCompany", "listCompanyEntities", "eraseCompany", "listAuditLog"],
      ...["exportAuditLog", "getAnalysisSettings", "getSystem", "listFailedDocuments", "retryDocument"],
      ...["cancelAnyDocument", "listEveryUnfinishedDocument", "getPartnerQuotas", "replacePartnerQuotas"],
      ...["getCompanyQuotas", "replaceCompanyQuotas", "resetSecondFactorOfAccount", "renamePartner"],
      ...["listEveryAffectedDocument", "judgeEveryAffectedDocument"],
    ],
  },
];

const rolesByOperation = new Map<string, Set<Role>>();
for (const { operations, roles } of actions)
  for (const operation of operations) {
    const known = rolesByOperation.get(operation) ?? new Set();
    for (const role of roles) known.add(role);
    rolesByOperation.set(operation, known);
  }

const nobody: ReadonlySet<Role> = new Set();
/** The roles that may call an operation. */
export const rolesFor = (operationId: string): ReadonlySet<Role> => rolesByOperation.get(operationId) ?? nobody;
