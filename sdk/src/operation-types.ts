import type { operations } from "./generated/api.ts";

type Operations = operations;
type Json<T> = T extends { content: { "application/json": infer Content } } ? Content : undefined;
type Success<Responses> = Responses extends { 200: infer Answer }
  ? Answer
  : Responses extends { 201: infer Answer }
    ? Answer
    : Responses extends { 202: infer Answer }
      ? Answer
      : never;

/** The name of an operation in `openapi.json`. */
export type OperationName = keyof Operations;
/** The response body of a successful operation. */
export type Answer<Name extends OperationName> = Json<Success<Operations[Name]["responses"]>>;
/** The JSON request body of an operation. */
export type Body<Name extends OperationName> = Operations[Name] extends { requestBody?: infer RequestBody }
  ? Json<Exclude<RequestBody, undefined>>
  : never;

/** Selects a page of a list. */
export interface PageQuery {
  /** Entries per page, 1 to 1,000. Without it a page has up to 1,000. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

type Query<Name extends OperationName> = NonNullable<Operations[Name]["parameters"]["query"]>;
type Filter<Name extends OperationName> = {
  [Key in Exclude<keyof Query<Name>, keyof PageQuery>]?: Query<Name>[Key] | undefined;
};
/** Filters and sorts the documents of `listDocuments`. */
export type DocumentFilter = Filter<"listDocuments">;
/** Filters and sorts the reviews of `listComplianceReviews`. */
export type ReviewFilter = Filter<"listComplianceReviews">;
/** Filters and sorts the companies of `listCompanies` and `listCompanySummaries`. */
export type OwnCompanyFilter = Filter<"listCompanies">;
/** Filters and sorts the deliveries of `listDeliveries`. */
export type DeliveryFilter = Filter<"listDeliveries">;
/** Filters the companies of `listEveryCompany`. */
export type CompanyFilter = Filter<"listEveryCompany">;
/** Filters the entries of the audit log. */
export type AuditFilter = Filter<"listAuditLog">;
/** Filters the entries of the own audit log. */
export type OwnAuditFilter = Filter<"listOwnAuditLog">;

/** Filters the decisions of `listDecisions`. */
export type DecisionFilter = Filter<"listDecisions">;

/** Filters and sorts the gaps of `listGaps`. */
export type GapFilter = Filter<"listGaps">;
/** A criterion that a document does not meet. */
export type Gap = Answer<"listGaps">["gaps"][number];
/** Which mails a person receives. */
export type NotificationSettings = Answer<"getNotificationSettings">;
/** A comment on a gap, or what happened to it. */
export type GapEntry = Answer<"listGapEntries">["entries"][number];

/** A client company. */
export type Company = Answer<"getCompany">;
/** A company with a summary of its reviews, for its partner. */
export type CompanySummary = Answer<"listCompanySummaries">["companies"][number];
/** A company's scores by control with their trend, and what is due. */
export type Dashboard = Answer<"getDashboard">;
/** The scores of a partner's companies by control. */
export type HeatMap = Answer<"getHeatMap">;
/** A control item that often is not compliant. */
export type FrequentGap = Answer<"listFrequentGaps">["gaps"][number];
/** A part of a company that is reviewed. */
export type BusinessEntity = Answer<"getBusinessEntity">;
/** A review of one business entity against one control, as in lists. */
export type ComplianceReview = Answer<"listComplianceReviews">["reviews"][number];
/** A review with the combined result of its documents. */
export type ComplianceReviewDetails = Answer<"getComplianceReview">;
/** A regulation or standard with its controls. */
export type Framework = Answer<"listComplianceFrameworks">["frameworks"][number];
/** A set of requirements that documents are reviewed against. */
export type Control = Framework["controls"][number];
/** A group of control items. */
export type ControlCluster = Answer<"listControlClusters">["activeClusters"][number];
/** One requirement of a control. */
export type ControlItem = Answer<"listControlItems">["items"][number];
/** A control item with its criteria, conditions and questions. */
export type ControlItemDetails = Answer<"getControlItem">;
/** A fact about a company that decides what applies. */
export type Condition = Answer<"listConditions">["conditions"][number];
/** A submitted document, as in lists. */
export type Document = Answer<"listDocuments">["documents"][number];
/** A document with its submitted files. */
export type DocumentDetails = Answer<"getDocument">;
/** A document with the findings of every control item. */
export type DocumentResult = Answer<"getDocumentResult">;
/** What a person decided about a finding. */
export type Decision = Answer<"listDecisions">["decisions"][number];
/** A person's sign-off of a review. */
export type SignOff = Answer<"signOffReview">;
/** Whose key this is, and how much of its quotas is used. */
export type Me = Answer<"getMe">;
/** Two versions of a document, compared clause by clause. */
export type DocumentComparison = Answer<"compareDocuments">;
/** The texts that are suggested for a document. */
export type DocumentRecommendations = Answer<"listRecommendations">;
/** A text that is suggested for a document: what it is for, and what it replaces. */
export type DocumentRecommendation = DocumentRecommendations["recommendations"][number];
/** The state of a document after it was to be cancelled. */
export type CancelledDocument = Answer<"cancelDocument">;
/** Documents that are judged again after a new revision of their control, with the progress. */
export type BulkJudgement = Answer<"judgeAffectedDocuments">;
/** The engine, models and hashes of a document's findings, chained to the company's previous record. */
export type DocumentRecord = Answer<"getDocumentRecord">;
/** The finding of one control item. */
export type ComplianceItem = DocumentResult["complianceItems"][number];
/** By the score: `compliant` from 80, `partially_compliant` from 40, `non_compliant` below; `not_applicable` if no criterion applies. */
export type ComplianceLevel = NonNullable<ComplianceItem["complianceLevel"]>;
/** What no document can answer and its owner is asked. */
export type OwnerQuestion = DocumentResult["questions"][number];
/** The text of one page of a document's file. */
export type DocumentPage = Answer<"getDocumentPage">;
/** The progress of a chunked upload. */
export type UploadStatus = Answer<"getUploadStatus">;
/** The response to one chunk. */
export type ChunkReceipt = Answer<"putChunk">;
/** A company's webhook and a summary of its recent deliveries. */
export type Webhook = Answer<"getWebhook">;
/** The delivery of one event to the webhook, with its attempts. */
export type Delivery = Answer<"listDeliveries">["deliveries"][number];
/** Who is signed in to the portal. */
export type Session = Answer<"getSession">;
/** A key of your organisation, as its owner manages it. */
export type OwnKey = Answer<"listKeys">["keys"][number];
/** What a key may do. */
export type KeyScope = OwnKey["scopes"][number];
/** A person of the company's partner. */
/** How a partner's reports look. */
export type Branding = Answer<"getBranding">;
/** A person of the partner who may open the company's work. */
export type PartnerConsultant = Answer<"getPartnerAccess">["consultants"][number];
/** A person of your organisation. */
export type Member = Answer<"listPeople">["people"][number];
/** An open invitation of your organisation. */
export type Invitation = Answer<"listInvitations">["invitations"][number];
/** What a person may be in an organisation. */
export type PersonRole = Member["role"];
/** A partner, for the administrator. */
export type Partner = Answer<"listPartners">["partners"][number];
/** A key's metadata. The key itself is returned only when it is issued. */
export type ApiKey = Answer<"listPartnerKeys">["keys"][number];
/** A company, for the administrator. */
export type CompanyOverview = Answer<"listEveryCompany">["companies"][number];
/** A failed document, for the administrator. */
export type FailedDocument = Answer<"listFailedDocuments">["documents"][number];
/** A document that waits or is being analysed, for the administrator. */
export type UnfinishedDocument = Answer<"listEveryUnfinishedDocument">["documents"][number];
/** The same, for a partner. */
export type CompanyUnfinishedDocument = Answer<"listUnfinishedDocuments">["documents"][number];
/** An entry of the audit log. */
export type AuditEntry = Answer<"listAuditLog">["entries"][number];
