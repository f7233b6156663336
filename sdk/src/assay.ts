import type { List } from "./list.ts";
import type {
  Answer,
  AuditEntry,
  Body,
  Branding,
  BusinessEntity,
  ChunkReceipt,
  Company,
  CompanySummary,
  CompanyUnfinishedDocument,
  ControlItemDetails,
  Dashboard,
  Delivery,
  DeliveryFilter,
  Framework,
  FrequentGap,
  HeatMap,
  Me,
  OwnAuditFilter,
  OwnCompanyFilter,
  OwnKey,
  PageQuery,
  PartnerConsultant,
  UploadStatus,
  Webhook,
} from "./operation-types.ts";
import { Requests } from "./requests.ts";
import { type InLanguage, ReviewOperations } from "./review-operations.ts";
import {
  type AssayOptions,
  type CallOptions,
  createTransport,
  type Send,
  type ServiceFile,
  segment,
} from "./transport.ts";
import type { UploadFile } from "./upload/file-source.ts";
import { type Upload, type UploadOptions, uploadDocuments } from "./upload/upload-documents.ts";
import { toSubmissionQuery, type UploadTarget } from "./upload/upload-target.ts";

/** A client of the service, with one method for each operation that needs a key. The operator's are in `@assay/sdk/administration`. */
export class Assay extends ReviewOperations {
  readonly #send: Send;
  readonly #requests: Requests;
  readonly #options: AssayOptions;
  readonly #companies = new Map<string, { apiKey: string; client: Assay }>();

  /** Sends nothing before the first call. */
  constructor(options: AssayOptions) {
    const send = createTransport(options);
    super(send);
    this.#options = options;
    this.#send = send;
    this.#requests = new Requests(this.#send, "");
  }

  /**
   * The client of a company, with its key: one client for many companies, all with the options of this one. The same client is
   * returned for the same company until its key changes.
   */
  company(companyId: string, apiKey: string): Assay {
    const known = this.#companies.get(companyId);
    if (known?.apiKey === apiKey) return known.client;
    const client = new Assay({ ...this.#options, apiKey, session: undefined });
    this.#companies.set(companyId, { apiKey, client });
    return client;
  }

  /** Returns the health of the service. Resolves for a degraded service, too. Needs no key. */
  getHealth(options: CallOptions = {}): Promise<Answer<"getHealth">> {
    return this.#send({ method: "GET", path: "/health", acceptedStatus: 503, ...options });
  }

  /** Returns the OpenAPI description. Needs no key. */
  getOpenApi(options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.#requests.call("GET", "/v1/openapi.json", undefined, options);
  }

  /** Onboards a company. Its key is returned only here. Needs a partner key. */
  onboardCompany(body: Body<"onboardCompany">, options: CallOptions = {}): Promise<Answer<"onboardCompany">> {
    return this.#requests.call("POST", "/v1/onboard", body, options);
  }

  /** Lists the partner's companies, newest first unless `sort` says otherwise. Needs a partner key. */
  listCompanies(
    query: PageQuery & OwnCompanyFilter = {},
    options: CallOptions = {},
  ): List<Answer<"listCompanies">, Company> {
    return this.#requests.list("companies", "/v1/companies", query, options);
  }

  /** Lists the partner's companies with a summary of their reviews. Needs a partner key. */
  listCompanySummaries(
    query: PageQuery & OwnCompanyFilter = {},
    options: CallOptions = {},
  ): List<Answer<"listCompanySummaries">, CompanySummary> {
    const path = "/v1/companies/summaries";
    return this.#requests.list("companies", path, query, options);
  }

  /** Lists your own keys, or those of a company of your partner, newest first. */
  listKeys(
    query: PageQuery & { companyId?: string | undefined } = {},
    options: CallOptions = {},
  ): List<Answer<"listKeys">, OwnKey> {
    return this.#requests.list("keys", "/v1/keys", query, options);
  }

  /** Issues a further key, with `companyId` for a company of your partner. The key is returned only here. */
  issueKey(body: Body<"issueKey"> = {}, options: CallOptions = {}): Promise<Answer<"issueKey">> {
    return this.#requests.call("POST", "/v1/keys", body, options);
  }

  /** Labels a key, or changes what it may do and from where. */
  updateKey(keyId: string, body: Body<"updateKey">, options: CallOptions = {}): Promise<OwnKey> {
    return this.#requests.call("PATCH", `/v1/keys/${segment(keyId)}`, body, options);
  }

  /** Replaces a key. The old one stays valid until `oldKeyValidUntil`, 24 hours by default. */
  rotateKey(keyId: string, body: Body<"rotateKey"> = {}, options: CallOptions = {}): Promise<Answer<"rotateKey">> {
    return this.#requests.call("POST", `/v1/keys/${segment(keyId)}/rotate`, body, options);
  }

  /** Revokes a key of your own immediately on all nodes. */
  revokeOwnKey(keyId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("DELETE", `/v1/keys/${segment(keyId)}`, undefined, options);
  }

  /** Lists the partner's people, who may open the company's work while `isOn`. */
  getPartnerAccess(
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"getPartnerAccess">, PartnerConsultant> {
    return this.#requests.list("consultants", "/v1/access", query, options);
  }

  /** Switches the access of the partner's people off or on. */
  switchPartnerAccess(isOn: boolean, options: CallOptions = {}): Promise<Answer<"switchPartnerAccess">> {
    return this.#requests.call("PUT", "/v1/access", { isOn }, options);
  }

  /** Returns the company's scores by control with their trend, and which documents expire or are to be reviewed. */
  getDashboard(
    query: { weeks?: number | undefined; language?: string | undefined } = {},
    options: CallOptions = {},
  ): Promise<Dashboard> {
    return this.#send({ method: "GET", path: "/v1/dashboard", query, ...options });
  }

  /** Returns the scores of the partner's companies by control, the lowest first. Needs a partner key. */
  getHeatMap(
    query: { limit?: number | undefined; language?: string | undefined } = {},
    options: CallOptions = {},
  ): Promise<HeatMap> {
    return this.#send({ method: "GET", path: "/v1/companies/heat-map", query, ...options });
  }

  /** Lists the control items that most often are not compliant, of the company or of the partner's companies. */
  listFrequentGaps(
    query: { limit?: number | undefined; language?: string | undefined } = {},
    options: CallOptions = {},
  ): Promise<{ gaps: FrequentGap[] }> {
    return this.#send({ method: "GET", path: "/v1/frequent-gaps", query, ...options });
  }

  /** Lists the documents of the partner's companies that wait or are being analysed, newest first. Needs a partner key. */
  listUnfinishedDocuments(
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listUnfinishedDocuments">, CompanyUnfinishedDocument> {
    const path = "/v1/companies/unfinished-documents";
    return this.#requests.list("documents", path, query, options);
  }

  /** Returns a company. */
  getCompany(companyId: string, options: CallOptions = {}): Promise<Company> {
    return this.#requests.call("GET", `/v1/companies/${segment(companyId)}`, undefined, options);
  }

  /** Sets the partner's own reference of a company; null removes it. Needs a partner key. */
  setCompanyReference(
    companyId: string,
    externalReference: string | null,
    options: CallOptions = {},
  ): Promise<Company> {
    const path = `/v1/companies/${segment(companyId)}/external-reference`;
    return this.#requests.call("PUT", path, { externalReference }, options);
  }

  /** Updates a company. Needs the company's own key. */
  updateCompany(
    companyId: string,
    body: Body<"updateCompany">,
    options: CallOptions = {},
  ): Promise<Answer<"updateCompany">> {
    return this.#requests.call("PATCH", `/v1/companies/${segment(companyId)}`, body, options);
  }

  /** Creates a business entity. `toUlid` converts its id to a string. */
  createBusinessEntity(
    body: Body<"createBusinessEntity">,
    options: CallOptions = {},
  ): Promise<Answer<"createBusinessEntity">> {
    return this.#requests.call("POST", "/v1/business-entities", body, options);
  }

  /** Lists what was changed with the keys of the company or partner, and what others changed about it, newest first. */
  listOwnAuditLog(
    query: PageQuery & OwnAuditFilter = {},
    options: CallOptions = {},
  ): List<Answer<"listOwnAuditLog">, AuditEntry> {
    const path = "/v1/audit-log";
    return this.#requests.list("entries", path, query, options);
  }

  /** Returns the entries of `listOwnAuditLog` as JSON Lines. */
  exportOwnAuditLog(query: OwnAuditFilter = {}, options: CallOptions = {}): Promise<ServiceFile> {
    const path = "/v1/audit-log/export";
    return this.#send({ method: "GET", path, query: { ...query }, expectsFile: true, ...options });
  }

  /** Lists the company's business entities, newest first. */
  listBusinessEntities(
    query: PageQuery & { externalReference?: string | undefined } = {},
    options: CallOptions = {},
  ): List<Answer<"listBusinessEntities">, BusinessEntity> {
    const path = "/v1/business-entities";
    return this.#requests.list("businessEntities", path, query, options);
  }

  /** Returns a business entity. */
  getBusinessEntity(businessEntityId: string, options: CallOptions = {}): Promise<BusinessEntity> {
    return this.#requests.call("GET", `/v1/business-entities/${segment(businessEntityId)}`, undefined, options);
  }

  /** Changes the name or the facts of a business entity. */
  updateBusinessEntity(
    businessEntityId: string,
    body: Body<"updateBusinessEntity">,
    options: CallOptions = {},
  ): Promise<Answer<"updateBusinessEntity">> {
    return this.#requests.call("PATCH", `/v1/business-entities/${segment(businessEntityId)}`, body, options);
  }

  /** Returns how the reports of the partner's companies look. Needs a partner key. */
  getBranding(options: CallOptions = {}): Promise<Branding> {
    return this.#requests.call("GET", "/v1/branding", undefined, options);
  }

  /** Replaces how they look; images that are absent stay as they are. Needs a partner key. */
  replaceBranding(body: Body<"replaceBranding">, options: CallOptions = {}): Promise<Branding> {
    return this.#requests.call("PUT", "/v1/branding", body, options);
  }

  /** Returns the public key of the report signatures. Needs no key. */
  getReportSigningKey(options: CallOptions = {}): Promise<Answer<"getReportSigningKey">> {
    return this.#requests.call("GET", "/v1/report-signing-key", undefined, options);
  }

  /** Lists the frameworks and controls that the key may use. */
  listComplianceFrameworks({ language, ...options }: InLanguage = {}): Promise<{ frameworks: Framework[] }> {
    return this.#send({ method: "GET", path: "/v1/compliance-frameworks", query: { language }, ...options });
  }

  /** Lists the clusters of a control. */
  listControlClusters(
    controlId: string,
    { language, ...options }: InLanguage = {},
  ): Promise<Answer<"listControlClusters">> {
    return this.#send({ method: "GET", path: "/v1/controls/clusters", query: { controlId, language }, ...options });
  }

  /** Lists the items of a control. */
  listControlItems(controlId: string, { language, ...options }: InLanguage = {}): Promise<Answer<"listControlItems">> {
    const path = `/v1/controls/${segment(controlId)}/items`;
    return this.#send({ method: "GET", path, query: { language }, ...options });
  }

  /** Returns a control item with its criteria, their links to criteria of other controls, conditions and questions. */
  getControlItem(
    itemId: string,
    query: { language?: string | undefined } = {},
    options: CallOptions = {},
  ): Promise<ControlItemDetails> {
    return this.#send({ method: "GET", path: `/v1/controls/items/${segment(itemId)}`, query, ...options });
  }

  /** Lists the conditions of all controls that the key may use: the facts that a business entity can state. */
  listConditions(
    query: { language?: string | undefined } = {},
    options: CallOptions = {},
  ): Promise<Answer<"listConditions">> {
    return this.#send({ method: "GET", path: "/v1/conditions", query, ...options });
  }

  /** Submits files as a form, which makes one document. `uploadDocuments` chooses between a form and chunks. */
  submitDocuments(
    form: FormData,
    target: Omit<UploadTarget, "isConsolidated">,
    options: CallOptions = {},
  ): Promise<Answer<"submitDocuments">> {
    const query = toSubmissionQuery(target);
    return this.#send({ method: "POST", path: "/v1/documents/submit", query, bytes: form, ...options });
  }

  /** Starts a chunked upload. `uploadDocuments` performs a whole upload. */
  startUpload(body: Body<"startUpload">, options: CallOptions = {}): Promise<Answer<"startUpload">> {
    return this.#requests.call("POST", "/v1/documents/upload/start", body, options);
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

  /** Returns the progress of a chunked upload. */
  getUploadStatus(sessionId: string, options: CallOptions = {}): Promise<UploadStatus> {
    return this.#requests.call("GET", `/v1/documents/upload/${segment(sessionId)}/status`, undefined, options);
  }

  /** Cancels a chunked upload. Documents that are already complete stay. */
  cancelUpload(sessionId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("DELETE", `/v1/documents/upload/${segment(sessionId)}`, undefined, options);
  }

  /**
   * Uploads files of any size and resolves when the documents are created. Small files are sent as a form, larger ones in
   * chunks with digests, several files concurrently, in constant memory. After a network error or a restart of the service the
   * upload continues; after a restart of your own process, pass the last `resumeToken` of its progress to resume it.
   */
  uploadDocuments(files: UploadFile[], target: UploadTarget, options: UploadOptions = {}): Upload {
    return uploadDocuments(this.#send, files, target, options);
  }

  /** Returns whose key this is, and how much of its quotas is used. */
  getMe(options: CallOptions = {}): Promise<Me> {
    return this.#send({ method: "GET", path: "/v1/me", ...options });
  }

  /**
   * Registers or replaces the company's webhook. `secret` is returned only when it is new. A retry after a lost response would not
   * return it, so the SDK retries only after 429. After `network`, `timeout` or a status of 500 and more, call it again with
   * `rotateSecret: true` to get a new secret.
   */
  registerWebhook(body: Body<"registerWebhook">, options: CallOptions = {}): Promise<Answer<"registerWebhook">> {
    return this.#send({ method: "PUT", path: "/v1/webhooks", json: body, isIdempotent: false, ...options });
  }

  /** Returns the webhook and a summary of its recent deliveries. */
  getWebhook(options: CallOptions = {}): Promise<Webhook> {
    return this.#requests.call("GET", "/v1/webhooks", undefined, options);
  }

  /** Sends a `webhook.test` event. */
  testWebhook(options: CallOptions = {}): Promise<Delivery> {
    return this.#requests.call("POST", "/v1/webhooks/test", {}, options);
  }

  /** Lists the deliveries to the webhook with their attempts, newest first. */
  listDeliveries(
    query: PageQuery & DeliveryFilter = {},
    options: CallOptions = {},
  ): List<Answer<"listDeliveries">, Delivery> {
    const path = "/v1/webhooks/deliveries";
    return this.#requests.list("deliveries", path, query, options);
  }

  /** Sends an event again, with the same id. */
  replayDelivery(deliveryId: string, options: CallOptions = {}): Promise<Delivery> {
    return this.#requests.call("POST", `/v1/webhooks/deliveries/${segment(deliveryId)}/replay`, {}, options);
  }
}
