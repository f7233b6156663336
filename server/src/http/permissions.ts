import { type ActingRole, actingRoles } from "../tenancy/role.ts";

/**
 * What each role may do: the one place that says so. `guardRoutes` asks here for every request of a person; the matrix of
 * docs/people.md is generated from it. An operation that is in no action is closed to all people. Keys and the administrator
 * token are not concerned: a route's tier is all that counts for them.
 */
export interface Action {
  /** As the matrix names it. */
  name: string;
  roles: readonly ActingRole[];
  /** Ids of operations, as in openapi.json. */
  operations: readonly string[];
}

const owners: ActingRole[] = ["operator", "partner_owner", "company_owner"];
const partner: ActingRole[] = ["partner_owner", "partner_consultant"];
/** The company's own people, without consultants. */
const members: ActingRole[] = ["company_owner", "company_reviewer", "company_reader"];
const company: ActingRole[] = [...members, "consultant"];
const reviewers: ActingRole[] = ["company_owner", "company_reviewer", "consultant"];
/** Who answers for the company. */
const signers: ActingRole[] = ["company_owner", "company_reviewer"];
const organisations = actingRoles.filter((role) => role !== "consultant");

export const actions: readonly Action[] = [
  {
    name: "Their own account: password, second factor, sessions, organisation",
    roles: actingRoles,
    operations: [
      ...["getSession", "signOut", "endSession", "switchOrganisation", "getAccount", "changePassword"],
      ...["getNotificationSettings", "replaceNotificationSettings"],
      ...["listOwnSessions", "endOwnSession", "beginSecondFactor", "confirmSecondFactor", "removeSecondFactor"],
    ],
  },
  {
    name: "Open a client's work as its consultant, and close it",
    roles: [...partner, "consultant"],
    operations: ["openClient", "closeClient"],
  },
  { name: "See the people of their organisation", roles: organisations, operations: ["listPeople"] },
  {
    name: "Invite people, change roles, remove people, end their sessions, reset a second factor",
    roles: owners,
    operations: [
      ...["listInvitations", "invitePerson", "withdrawInvitation"],
      ...["changeRole", "removePerson", "signOutPerson", "resetSecondFactor"],
    ],
  },
  {
    name: "Read the catalogue and limits",
    roles: [...partner, ...company],
    operations: [
      ...["listComplianceFrameworks", "listControlClusters", "listControlItems", "getControlItem", "listConditions"],
      "getMe",
    ],
  },
  {
    name: "Read the audit log of their organisation",
    roles: [...partner, ...members],
    operations: ["listOwnAuditLog", "exportOwnAuditLog"],
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
    name: "Onboard companies, set their references, and cancel documents of companies",
    roles: ["partner_owner"],
    operations: ["onboardCompany", "setCompanyReference", "cancelDocument"],
  },
  { name: "See how the partner's reports look", roles: partner, operations: ["getBranding"] },
  { name: "Change how the partner's reports look", roles: ["partner_owner"], operations: ["replaceBranding"] },
  {
    name: "Read the company's profile, entities, reviews, documents, results, decisions and reports",
    roles: company,
    operations: [
      ...["getCompany", "getDashboard", "listFrequentGaps", "listBusinessEntities", "getBusinessEntity"],
      ...["listComplianceReviews", "getComplianceReview", "getComplianceReviewReport", "listDocuments", "getDocument"],
      ...["getDocumentOriginal", "getDocumentPredecessor", "compareDocuments", "getDocumentResult"],
      ...["listRecommendations", "getRedline", "getClausePack"],
      ...[
        "getDocumentCrosswalk",
        "getDocumentPage",
        "getDocumentPageImage",
        "getDocumentRecord",
        "listDecisions",
        "listDecisionRecords",
        "exportLabels",
      ],
      ...["getUploadStatus", "listAffectedDocuments", "listSignOffs"],
      ...["listGaps", "exportGaps", "getGap", "listGapEntries", "getIssueLink"],
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
  { name: "See who of the partner has access", roles: members, operations: ["getPartnerAccess"] },
  { name: "Switch the partner's access off and on", roles: ["company_owner"], operations: ["switchPartnerAccess"] },
  { name: "Decide about findings", roles: reviewers, operations: ["decideFinding", "withdrawDecision"] },
  { name: "Sign reviews off and reopen them", roles: signers, operations: ["signOffReview", "reopenReview"] },
  {
    name: "Work on gaps: owner, due date, status, severity, comments",
    roles: reviewers,
    operations: ["changeGap", "changeGaps", "commentOnGap"],
  },
  {
    name: "Manage the keys of their organisation; of a partner, also those of its companies",
    roles: ["partner_owner", "company_owner"],
    operations: ["listKeys", "issueKey", "updateKey", "rotateKey", "revokeOwnKey"],
  },
  {
    name: "Make, list and revoke links by which auditors read a review",
    roles: signers,
    operations: ["createReviewLink", "listReviewLinks", "revokeReviewLink"],
  },
  {
    name: "Change the company's profile, delete documents, manage webhooks",
    roles: ["company_owner"],
    operations: [
      ...["updateCompany", "deleteDocument", "registerWebhook", "getWebhook", "testWebhook"],
      ...["listDeliveries", "replayDelivery", "replaceIssueLink"],
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
      ...["getCompanyQuotas", "replaceCompanyQuotas", "resetSecondFactorOfAccount", "renamePartner", "suspendPartner"],
      ...["listEveryAffectedDocument", "judgeEveryAffectedDocument", "getAgreement", "exportEveryLabel"],
      ...["previewChecklist", "importChecklist", "getChecklistTemplate", "exportControl"],
    ],
  },
];

const rolesByOperation = new Map<string, Set<ActingRole>>();
for (const { operations, roles } of actions)
  for (const operation of operations) {
    const known = rolesByOperation.get(operation) ?? new Set();
    for (const role of roles) known.add(role);
    rolesByOperation.set(operation, known);
  }

const nobody: ReadonlySet<ActingRole> = new Set();
/** The roles that may call an operation. */
export const rolesFor = (operationId: string): ReadonlySet<ActingRole> => rolesByOperation.get(operationId) ?? nobody;
