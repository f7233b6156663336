import { Administration } from "./administration.ts";
import { type List, listOf } from "./list.ts";
import type {
  Answer,
  Body,
  BusinessEntity,
  ChunkReceipt,
  Company,
  CompanySummary,
  ComplianceLevel,
  ComplianceReview,
  ComplianceReviewDetails,
  Delivery,
  Document,
  DocumentPage,
  DocumentRecord,
  DocumentResult,
  Framework,
  PageQuery,
  Session,
  UploadStatus,
  Webhook,
} from "./operation-types.ts";
import {
  type AssayOptions,
  type Call,
  type CallOptions,
  createTransport,
  type Send,
  type ServiceFile,
  segment,
} from "./transport.ts";
import type { UploadFile } from "./upload/file-source.ts";
import { type Upload, type UploadOptions, uploadDocuments } from "./upload/upload-documents.ts";
import { toSubmissionFields, type UploadTarget } from "./upload/upload-target.ts";
import { type WaitOptions, waitForResult } from "./wait-for-result.ts";

/** What a review can be taken away as. */
export type ReportFormat = "pdf" | "xlsx" | "csv" | "oscal";

/** Which part of a result to read. */
export interface ResultQuery {
  /** Only these members: dotted paths, for example `complianceItems.result.score`. Ids are always there. */
  fields?: string[] | undefined;
  /** Only items of these levels. */
  complianceLevel?: ComplianceLevel[] | undefined;
}

const pagePath = (documentId: string, fileId: string, pageNumber: number) =>
  `/v1/documents/${segment(documentId)}/files/${segment(fileId)}/pages/${segment(pageNumber)}`;

/** The service, seen by whoever holds the key. One method for each operation of the API, under its name there. */
export class Assay {
  /** What the operator does; needs `adminToken`. */
  readonly admin: Administration;
  readonly #send: Send;

  /** Nothing is sent before the first call. */
  constructor(options: AssayOptions) {
    this.#send = createTransport(options);
    this.admin = new Administration(this.#send);
  }

  #call<T>(method: Call["method"], path: string, json: unknown, options: CallOptions): Promise<T> {
    return this.#send<T>({ method, path, ...(json !== undefined && { json }), ...options });
  }

  #page<T>(path: string, query: PageQuery & { complianceReviewId?: string | undefined }, options: CallOptions) {
    return this.#send<T>({ method: "GET", path, query: { ...query }, ...options });
  }

  /** Tells whether the service works. Needs no key. A degraded service is an answer, not an error. */
  getHealth(options: CallOptions = {}): Promise<Answer<"getHealth">> {
    return this.#send({ method: "GET", path: "/health", alsoFine: 503, ...options });
  }

  /** The description of the API. Needs no key. */
  getOpenApi(options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.#call("GET", "/v1/openapi.json", undefined, options);
  }

  /** Signs a browser in with a key or the administrator token; needs `session`. */
  signIn(key: string, options: CallOptions = {}): Promise<Session> {
    return this.#call("POST", "/v1/session", { key }, options);
  }

  /** Tells who is signed in. */
  getSession(options: CallOptions = {}): Promise<Session> {
    return this.#call("GET", "/v1/session", undefined, options);
  }

  /** Signs out: this browser, or every one that used the same key. */
  signOut({ everywhere }: { everywhere?: boolean } = {}, options: CallOptions = {}): Promise<void> {
    return this.#send({ method: "DELETE", path: "/v1/session", query: { everywhere }, ...options });
  }

  /** Onboards a company; its key is shown only here. Needs a partner key. */
  onboardCompany(body: Body<"onboardCompany">, options: CallOptions = {}): Promise<Answer<"onboardCompany">> {
    return this.#call("POST", "/v1/onboard", body, options);
  }

  /** Lists the partner's companies, newest first. Needs a partner key. */
  listCompanies(query: PageQuery = {}, options: CallOptions = {}): List<Answer<"listCompanies">, Company> {
    return listOf("companies", query, (page) => this.#page<Answer<"listCompanies">>("/v1/companies", page, options));
  }

  /** Lists the partner's companies with how their reviews stand. Needs a partner key. */
  listCompanySummaries(
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listCompanySummaries">, CompanySummary> {
    const path = "/v1/companies/summaries";
    return listOf("companies", query, (page) => this.#page<Answer<"listCompanySummaries">>(path, page, options));
  }

  /** Reads a company. */
  getCompany(companyId: string, options: CallOptions = {}): Promise<Company> {
    return this.#call("GET", `/v1/companies/${segment(companyId)}`, undefined, options);
  }

  /** Changes a company. Needs its own key. */
  updateCompany(
    companyId: string,
    body: Body<"updateCompany">,
    options: CallOptions = {},
  ): Promise<Answer<"updateCompany">> {
    return this.#call("PATCH", `/v1/companies/${segment(companyId)}`, body, options);
  }

  /** Creates a business entity; `toUlid` makes a string of its id. */
  createBusinessEntity(
    body: Body<"createBusinessEntity">,
    options: CallOptions = {},
  ): Promise<Answer<"createBusinessEntity">> {
    return this.#call("POST", "/v1/business-entities", body, options);
  }

  /** Lists the company's business entities, newest first. */
  listBusinessEntities(
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listBusinessEntities">, BusinessEntity> {
    const path = "/v1/business-entities";
    return listOf("businessEntities", query, (page) => this.#page<Answer<"listBusinessEntities">>(path, page, options));
  }

  /** Reads a business entity. */
  getBusinessEntity(businessEntityId: string, options: CallOptions = {}): Promise<BusinessEntity> {
    return this.#call("GET", `/v1/business-entities/${segment(businessEntityId)}`, undefined, options);
  }

  /** Renames a business entity. */
  updateBusinessEntity(
    businessEntityId: string,
    body: Body<"updateBusinessEntity">,
    options: CallOptions = {},
  ): Promise<Answer<"updateBusinessEntity">> {
    return this.#call("PATCH", `/v1/business-entities/${segment(businessEntityId)}`, body, options);
  }

  /** Lists the company's reviews, newest first. */
  listComplianceReviews(
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listComplianceReviews">, ComplianceReview> {
    const path = "/v1/compliance-reviews";
    return listOf("reviews", query, (page) => this.#page<Answer<"listComplianceReviews">>(path, page, options));
  }

  /** Reads a review with what all its documents say together. */
  getComplianceReview(reviewId: string, options: CallOptions = {}): Promise<ComplianceReviewDetails> {
    return this.#call("GET", `/v1/compliance-reviews/${segment(reviewId)}`, undefined, options);
  }

  /** Takes a review away as a file: for people (`pdf`, signed; `xlsx`), for programs (`csv`) or as OSCAL assessment results. */
  getComplianceReviewReport(reviewId: string, format: ReportFormat, options: CallOptions = {}): Promise<ServiceFile> {
    const path = `/v1/compliance-reviews/${segment(reviewId)}/report`;
    return this.#send({ method: "GET", path, query: { format }, wantsFile: true, ...options });
  }

  /** The public key that reports are signed with. Needs no key. */
  getReportSigningKey(options: CallOptions = {}): Promise<Answer<"getReportSigningKey">> {
    return this.#call("GET", "/v1/report-signing-key", undefined, options);
  }

  /** Changes a review's name or scope. */
  updateComplianceReview(
    reviewId: string,
    body: Body<"updateComplianceReview">,
    options: CallOptions = {},
  ): Promise<Answer<"updateComplianceReview">> {
    return this.#call("PATCH", `/v1/compliance-reviews/${segment(reviewId)}`, body, options);
  }

  /** Lists the frameworks and controls that may be referenced. */
  listComplianceFrameworks(options: CallOptions = {}): Promise<{ frameworks: Framework[] }> {
    return this.#call("GET", "/v1/compliance-frameworks", undefined, options);
  }

  /** Lists the clusters of a control. */
  listControlClusters(controlId: string, options: CallOptions = {}): Promise<Answer<"listControlClusters">> {
    return this.#send({ method: "GET", path: "/v1/controls/clusters", query: { controlId }, ...options });
  }

  /** Lists the items of a control. */
  listControlItems(controlId: string, options: CallOptions = {}): Promise<Answer<"listControlItems">> {
    return this.#call("GET", `/v1/controls/${segment(controlId)}/items`, undefined, options);
  }

  /** Submits files in one form, as one document; `uploadDocuments` chooses the better way by itself. */
  submitDocuments(
    form: FormData,
    target: Omit<UploadTarget, "isConsolidated">,
    options: CallOptions = {},
  ): Promise<Answer<"submitDocuments">> {
    const query = toSubmissionFields(target);
    return this.#send({ method: "POST", path: "/v1/documents/submit", query, bytes: form, ...options });
  }

  /** Starts a chunked upload; `uploadDocuments` does all of it by itself. */
  startUpload(body: Body<"startUpload">, options: CallOptions = {}): Promise<Answer<"startUpload">> {
    return this.#call("POST", "/v1/documents/upload/start", body, options);
  }

  /** Sends one chunk. */
  putChunk(
    sessionId: string,
    fileId: string,
    chunkIndex: number,
    bytes: Uint8Array<ArrayBuffer>,
    options: CallOptions = {},
  ): Promise<ChunkReceipt> {
    const path = `/v1/documents/upload/${segment(sessionId)}/files/${segment(fileId)}/chunks/${segment(chunkIndex)}`;
    const headers = { "content-type": "application/octet-stream" };
    return this.#send({ method: "PUT", path, bytes, headers, ...options });
  }

  /** Reads how far a chunked upload has come. */
  getUploadStatus(sessionId: string, options: CallOptions = {}): Promise<UploadStatus> {
    return this.#call("GET", `/v1/documents/upload/${segment(sessionId)}/status`, undefined, options);
  }

  /** Cancels a chunked upload. Documents it had already completed stay. */
  cancelUpload(sessionId: string, options: CallOptions = {}): Promise<void> {
    return this.#call("DELETE", `/v1/documents/upload/${segment(sessionId)}`, undefined, options);
  }

  /**
   * Uploads files of any size and resolves when all of them are documents. Small ones go in one form, others in chunks
   * with digests: in order, several files at once, in constant memory. What is cut off by the network or by a restart of
   * the service goes on by itself; after a restart of your own process it goes on from the `resumeToken` of its progress.
   */
  uploadDocuments(files: UploadFile[], target: UploadTarget, options: UploadOptions = {}): Upload {
    return uploadDocuments(this.#send, files, target, options);
  }

  /** Lists the company's documents, newest first. */
  listDocuments(
    query: PageQuery & {
      /** Only documents of this review. */
      complianceReviewId?: string | undefined;
    } = {},
    options: CallOptions = {},
  ): List<Answer<"listDocuments">, Document> {
    return listOf("documents", query, (page) => this.#page<Answer<"listDocuments">>("/v1/documents", page, options));
  }

  /** Reads a document's result as it stands. With `fields`, only those members are there. */
  getDocumentResult(
    documentId: string,
    { fields, complianceLevel }: ResultQuery = {},
    options: CallOptions = {},
  ): Promise<DocumentResult> {
    const query = { fields: fields?.join(","), complianceLevel: complianceLevel?.join(",") };
    return this.#send({ method: "GET", path: `/v1/documents/${segment(documentId)}/result`, query, ...options });
  }

  /** Reads the record of a document that has ended: what judged it, and the hashes of what was found. */
  getDocumentRecord(documentId: string, options: CallOptions = {}): Promise<DocumentRecord> {
    return this.#call("GET", `/v1/documents/${segment(documentId)}/record`, undefined, options);
  }

  /** Waits until a document is `completed` or `failed`, and resolves with its result; `failureReason` says why it failed. */
  waitForResult(documentId: string, options: WaitOptions = {}): Promise<DocumentResult> {
    return waitForResult(this.#send, documentId, options);
  }

  /** Reads the text of a page: what the quotes of the findings stand on. With `highlight`, where those words stand on its picture. */
  getDocumentPage(
    documentId: string,
    fileId: string,
    pageNumber: number,
    options: CallOptions & {
      /** The words to find: a piece of evidence, or a quote alone. */
      highlight?: { start: number; end: number } | { quote: string } | undefined;
    } = {},
  ): Promise<DocumentPage> {
    const { highlight, ...rest } = options;
    const query =
      highlight === undefined
        ? {}
        : "quote" in highlight
          ? { quote: highlight.quote }
          : { start: highlight.start, end: highlight.end };
    return this.#send({ method: "GET", path: pagePath(documentId, fileId, pageNumber), query, ...rest });
  }

  /** Draws a page of a PDF, as a PNG file. A page without a picture is refused with status 404. */
  async getDocumentPageImage(
    documentId: string,
    fileId: string,
    pageNumber: number,
    options: CallOptions = {},
  ): Promise<Blob> {
    const path = `${pagePath(documentId, fileId, pageNumber)}/image`;
    return (await this.#send<ServiceFile>({ method: "GET", path, wantsFile: true, ...options })).content;
  }

  /**
   * Registers the company's webhook, or replaces it. `secret` is there when it is new, and never again; a second try after a
   * lost answer would not be told it. So it is tried again after 429 only: when it fails with `network`, `timeout` or a
   * status of 500 and more, call it again with `rotateSecret: true`, which gives a new secret in any case.
   */
  registerWebhook(body: Body<"registerWebhook">, options: CallOptions = {}): Promise<Answer<"registerWebhook">> {
    return this.#send({ method: "PUT", path: "/v1/webhooks", json: body, isRepeatable: false, ...options });
  }

  /** Reads the webhook and how its deliveries go. */
  getWebhook(options: CallOptions = {}): Promise<Webhook> {
    return this.#call("GET", "/v1/webhooks", undefined, options);
  }

  /** Sends a `webhook.test` event. */
  testWebhook(options: CallOptions = {}): Promise<Delivery> {
    return this.#call("POST", "/v1/webhooks/test", {}, options);
  }

  /** Lists the events sent to the webhook, newest first, with every attempt. */
  listDeliveries(query: PageQuery = {}, options: CallOptions = {}): List<Answer<"listDeliveries">, Delivery> {
    const path = "/v1/webhooks/deliveries";
    return listOf("deliveries", query, (page) => this.#page<Answer<"listDeliveries">>(path, page, options));
  }

  /** Sends an event again, under the same id. */
  replayDelivery(deliveryId: string, options: CallOptions = {}): Promise<Delivery> {
    return this.#call("POST", `/v1/webhooks/deliveries/${segment(deliveryId)}/replay`, {}, options);
  }
}
