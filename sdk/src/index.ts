export { Assay } from "./assay.ts";
export {
  AssayError,
  type AssayErrorCode,
  type AssayErrorDetails,
  type ClientErrorCode,
  type ServiceErrorCode,
} from "./assay-error.ts";
export { type EventType, eventTypes } from "./event-types.ts";
export type { List } from "./list.ts";
export type * from "./operation-types.ts";
export type { RedlineQuery } from "./redline-query.ts";
export { type Evidence, type ResolvedCondition, type ResolvedCriterion, resolveFindings } from "./resolve-findings.ts";
export type { ResultInclusion, ResultQuery, SelectedResult } from "./result-query.ts";
export type { InLanguage, ReportFormat, ReportOptions, ReportPart } from "./review-operations.ts";
export { toUlid, type UlidParts } from "./to-ulid.ts";
export type { AssayOptions, CallOptions, ClientOptions, ServiceFile } from "./transport.ts";
export type { UploadFile } from "./upload/file-source.ts";
export type { Upload, UploadedDocument, UploadedDocuments, UploadOptions } from "./upload/upload-documents.ts";
export type { FileProgress, UploadProgress } from "./upload/upload-progress.ts";
export type { UploadTarget } from "./upload/upload-target.ts";
export { type IncomingHeaders, type VerifyOptions, verifyWebhook, type WebhookEvent } from "./verify-webhook.ts";
export type { ReviewProgress, WaitOptions } from "./wait-for-result.ts";
