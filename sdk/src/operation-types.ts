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
/** What an operation answers with when it succeeds. */
export type Answer<Name extends OperationName> = Json<Success<Operations[Name]["responses"]>>;
/** The JSON body that an operation takes. */
export type Body<Name extends OperationName> = Operations[Name] extends { requestBody?: infer Given }
  ? Json<Exclude<Given, undefined>>
  : never;

/** Which part of a list to read: `limit` entries (at most 100) from `cursor` on. */
export interface PageQuery {
  /** Entries per page, 1 to 100. Without it a page has up to 1,000. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

type Query<Name extends OperationName> = NonNullable<Operations[Name]["parameters"]["query"]>;
type Filter<Name extends OperationName> = {
  [Key in Exclude<keyof Query<Name>, keyof PageQuery>]?: Query<Name>[Key] | undefined;
};
/** Which companies the administrator lists. */
export type CompanyFilter = Filter<"listEveryCompany">;
/** Which entries of the audit log are read. */
export type AuditFilter = Filter<"listAuditLog">;

/** A client company. */
export type Company = Answer<"getCompany">;
/** A company with how its reviews stand, as its partner sees it. */
export type CompanySummary = Answer<"listCompanySummaries">["companies"][number];
/** A part of a company that is reviewed. */
export type BusinessEntity = Answer<"getBusinessEntity">;
/** One entity looked at through one control, as lists have it. */
export type ComplianceReview = Answer<"listComplianceReviews">["reviews"][number];
/** A review with what all its documents say together. */
export type ComplianceReviewDetails = Answer<"getComplianceReview">;
/** A body of rules with its controls. */
export type Framework = Answer<"listComplianceFrameworks">["frameworks"][number];
/** What one document is reviewed against. */
export type Control = Framework["controls"][number];
/** A group of control items. */
export type ControlCluster = Answer<"listControlClusters">["activeClusters"][number];
/** One requirement of a control. */
export type ControlItem = Answer<"listControlItems">["items"][number];
/** A submitted document, as lists have it. */
export type Document = Answer<"listDocuments">["documents"][number];
/** A document with the findings about every control item. */
export type DocumentResult = Answer<"getDocumentResult">;
/** What judged a document and the hashes of what was found, chained to the company's record before it. */
export type DocumentRecord = Answer<"getDocumentRecord">;
/** The finding about one control item. */
export type ComplianceItem = DocumentResult["complianceItems"][number];
/** By the score: `compliant` from 80, `partially_compliant` from 40, `non_compliant` below. */
export type ComplianceLevel = NonNullable<ComplianceItem["complianceLevel"]>;
/** One page of a document's file, as text. */
export type DocumentPage = Answer<"getDocumentPage">;
/** How far a chunked upload has come. */
export type UploadStatus = Answer<"getUploadStatus">;
/** The answer to one chunk. */
export type ChunkReceipt = Answer<"putChunk">;
/** A company's webhook and how its deliveries go. */
export type Webhook = Answer<"getWebhook">;
/** One event on its way to the webhook, with every attempt. */
export type Delivery = Answer<"listDeliveries">["deliveries"][number];
/** Who is signed in to the portal. */
export type Session = Answer<"getSession">;
/** A partner, as the administrator sees it. */
export type Partner = Answer<"listPartners">["partners"][number];
/** What is known of a key; the key itself is shown only when it is made. */
export type ApiKey = Answer<"listPartnerKeys">["keys"][number];
/** A company, as the administrator sees it. */
export type CompanyOverview = Answer<"listEveryCompany">["companies"][number];
/** A document that failed, as the administrator sees it. */
export type FailedDocument = Answer<"listFailedDocuments">["documents"][number];
/** One act that changed something. */
export type AuditEntry = Answer<"listAuditLog">["entries"][number];
