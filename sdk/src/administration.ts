import type { List } from "./list.ts";
import type {
  Answer,
  ApiKey,
  AuditEntry,
  AuditFilter,
  Body,
  BulkJudgement,
  BusinessEntity,
  CompanyFilter,
  CompanyOverview,
  FailedDocument,
  Framework,
  PageQuery,
  Partner,
  UnfinishedDocument,
} from "./operation-types.ts";
import { Requests } from "./requests.ts";
import {
  type AdministrationOptions,
  type CallOptions,
  createTransport,
  type Send,
  type ServiceFile,
  segment,
} from "./transport.ts";

/** A client for the service's operator. Integrations have keys, so `Assay` does not load it. */
export class Administration {
  readonly #send: Send;
  readonly #requests: Requests;

  /** Sends nothing before the first call. */
  constructor(options: AdministrationOptions) {
    this.#send = createTransport(options);
    this.#requests = new Requests(this.#send, "/v1/admin");
  }

  /** Creates a partner with its first key. The key is returned only here. */
  createPartner(body: Body<"createPartner">, options: CallOptions = {}): Promise<Answer<"createPartner">> {
    return this.#requests.call("POST", "/partners", body, options);
  }

  /** Returns the models that judge documents and what is sent to external ones. */
  getAnalysisSettings(options: CallOptions = {}): Promise<Answer<"getAnalysisSettings">> {
    return this.#requests.call("GET", "/analysis", undefined, options);
  }

  /** Lists partners, newest first. */
  listPartners(
    query: PageQuery & { name?: string | undefined } = {},
    options: CallOptions = {},
  ): List<Answer<"listPartners">, Partner> {
    return this.#requests.list("partners", "/partners", query, options);
  }

  /** Returns a partner. */
  getPartner(partnerId: string, options: CallOptions = {}): Promise<Partner> {
    return this.#requests.call("GET", `/partners/${segment(partnerId)}`, undefined, options);
  }

  /** Renames a partner. */
  renamePartner(partnerId: string, name: string, options: CallOptions = {}): Promise<Partner> {
    return this.#requests.call("PATCH", `/partners/${segment(partnerId)}`, { name }, options);
  }

  /** Suspends a partner with its companies, or resumes it. */
  suspendPartner(partnerId: string, isSuspended: boolean, options: CallOptions = {}): Promise<Partner> {
    return this.#requests.call("PUT", `/partners/${segment(partnerId)}/suspension`, { isSuspended }, options);
  }

  /** Replaces the frameworks and controls that a partner may use. */
  replaceWhitelist(
    partnerId: string,
    body: Body<"replaceWhitelist">,
    options: CallOptions = {},
  ): Promise<Answer<"replaceWhitelist">> {
    return this.#requests.call("PUT", `/partners/${segment(partnerId)}/whitelist`, body, options);
  }

  /** Replaces a partner's limits. An absent limit follows the service's settings. */
  replaceLimits(
    partnerId: string,
    body: Body<"replaceLimits">,
    options: CallOptions = {},
  ): Promise<Answer<"replaceLimits">> {
    return this.#requests.call("PUT", `/partners/${segment(partnerId)}/limits`, body, options);
  }

  /** Issues another key for a partner. The key is returned only here. */
  issuePartnerKey(
    partnerId: string,
    body: Body<"issuePartnerKey"> = {},
    options: CallOptions = {},
  ): Promise<Answer<"issuePartnerKey">> {
    return this.#requests.call("POST", `/partners/${segment(partnerId)}/keys`, body, options);
  }

  /** Lists a partner's keys. */
  listPartnerKeys(
    partnerId: string,
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listPartnerKeys">, ApiKey> {
    const path = `/partners/${segment(partnerId)}/keys`;
    return this.#requests.list("keys", path, query, options);
  }

  /** Lists the companies of all partners, newest first. */
  listEveryCompany(
    query: PageQuery & CompanyFilter = {},
    options: CallOptions = {},
  ): List<Answer<"listEveryCompany">, CompanyOverview> {
    return this.#requests.list("companies", "/companies", query, options);
  }

  /** Lists a company's business entities. */
  listCompanyEntities(
    companyId: string,
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listCompanyEntities">, BusinessEntity> {
    const path = `/companies/${segment(companyId)}/business-entities`;
    return this.#requests.list("businessEntities", path, query, options);
  }

  /** Issues another key for a company. The key is returned only here. */
  issueCompanyKey(
    companyId: string,
    body: Body<"issueCompanyKey"> = {},
    options: CallOptions = {},
  ): Promise<Answer<"issueCompanyKey">> {
    return this.#requests.call("POST", `/companies/${segment(companyId)}/keys`, body, options);
  }

  /** Lists a company's keys. */
  listCompanyKeys(
    companyId: string,
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listCompanyKeys">, ApiKey> {
    const path = `/companies/${segment(companyId)}/keys`;
    return this.#requests.list("keys", path, query, options);
  }

  /** Revokes a key immediately on all nodes. */
  revokeKey(keyId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("DELETE", `/keys/${segment(keyId)}`, undefined, options);
  }

  /** Erases a company and all its data. This cannot be undone. */
  eraseCompany(companyId: string, options: CallOptions = {}): Promise<Answer<"eraseCompany">> {
    return this.#requests.call("DELETE", `/companies/${segment(companyId)}`, undefined, options);
  }

  /** Approves or archives a business entity. */
  decideBusinessEntity(
    businessEntityId: string,
    body: Body<"decideBusinessEntity">,
    options: CallOptions = {},
  ): Promise<Answer<"decideBusinessEntity">> {
    return this.#requests.call("PATCH", `/business-entities/${segment(businessEntityId)}`, body, options);
  }

  /** Lists every framework of the catalogue. */
  async listFrameworks(options: CallOptions = {}): Promise<{ frameworks: Framework[] }> {
    return this.#requests.call("GET", "/frameworks", undefined, options);
  }

  /** Returns a control with its clusters, items and criteria. */
  describeControl(controlId: string, options: CallOptions = {}): Promise<Answer<"describeControl">> {
    return this.#requests.call("GET", `/controls/${segment(controlId)}`, undefined, options);
  }

  /** Returns what `loadFramework` would change, without changing anything. */
  previewFramework(document: object, options: CallOptions = {}): Promise<Answer<"previewFramework">> {
    return this.#requests.call("POST", "/frameworks/preview", document, options);
  }

  /** Adds a framework or a new version of one, in the catalogue's format or as an OSCAL catalog. */
  loadFramework(document: object, options: CallOptions = {}): Promise<Answer<"loadFramework">> {
    return this.#requests.call("POST", "/frameworks", document, options);
  }

  /** Returns what is wrong with a checklist and what importing it would change, without changing anything. */
  previewChecklist(file: Body<"previewChecklist">, options: CallOptions = {}): Promise<Answer<"previewChecklist">> {
    return this.#requests.call("POST", "/checklists/preview", file, options);
  }

  /** Imports a control from an XLSX or CSV file. */
  importChecklist(file: Body<"importChecklist">, options: CallOptions = {}): Promise<Answer<"importChecklist">> {
    return this.#requests.call("POST", "/checklists", file, options);
  }

  /** Returns a workbook to fill in, empty or with an example. */
  getChecklistTemplate(query: { example?: boolean } = {}, options: CallOptions = {}): Promise<ServiceFile> {
    const path = "/v1/admin/checklists/template";
    const { example } = query;
    return this.#send({ method: "GET", path, query: { example: example?.toString() }, expectsFile: true, ...options });
  }

  /** Returns a control as a checklist (`xlsx`) or as an OSCAL catalog. */
  exportControl(
    controlId: string,
    query: { format?: "xlsx" | "oscal" } = {},
    options: CallOptions = {},
  ): Promise<ServiceFile> {
    const path = `/v1/admin/controls/${segment(controlId)}/export`;
    return this.#send({ method: "GET", path, query, expectsFile: true, ...options });
  }

  /** Lists the documents of all companies that the newest revision of a control affects, with the progress of judging them again. */
  listEveryAffectedDocument(
    controlId: string,
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listEveryAffectedDocument">, Answer<"listEveryAffectedDocument">["documents"][number]> {
    const path = `/controls/${segment(controlId)}/affected-documents`;
    return this.#requests.list("documents", path, query, options);
  }

  /** Judges those documents again in bulk, after everything that is submitted. */
  judgeEveryAffectedDocument(controlId: string, options: CallOptions = {}): Promise<BulkJudgement> {
    return this.#requests.call("POST", `/controls/${segment(controlId)}/judgements`, {}, options);
  }

  /** Archives or restores a cluster. */
  archiveCluster(
    clusterId: string,
    body: Body<"archiveCluster">,
    options: CallOptions = {},
  ): Promise<Answer<"archiveCluster">> {
    return this.#requests.call("PATCH", `/clusters/${segment(clusterId)}`, body, options);
  }

  /** Marks a control item as obsolete, or restores it. */
  markControlItemObsolete(
    controlItemId: string,
    body: Body<"markControlItemObsolete">,
    options: CallOptions = {},
  ): Promise<Answer<"markControlItemObsolete">> {
    return this.#requests.call("PATCH", `/control-items/${segment(controlItemId)}`, body, options);
  }

  /** Lists the entries of the audit log, newest first. */
  listAuditLog(
    query: PageQuery & AuditFilter = {},
    options: CallOptions = {},
  ): List<Answer<"listAuditLog">, AuditEntry> {
    return this.#requests.list("entries", "/audit-log", query, options);
  }

  /** Returns the entries of the audit log as JSON Lines, newest first. */
  exportAuditLog(query: AuditFilter = {}, options: CallOptions = {}): Promise<ServiceFile> {
    const path = "/v1/admin/audit-log/export";
    return this.#send({ method: "GET", path, query: { ...query }, expectsFile: true, ...options });
  }

  /** Returns how often people agree with the engine, by control, criterion and verdict. */
  getAgreement(query: { companyId?: string } = {}, options: CallOptions = {}): Promise<Answer<"getAgreement">> {
    return this.#send({ method: "GET", path: "/v1/admin/agreement", query, ...options });
  }

  /** Returns the decisions of all companies as labels, JSON Lines. */
  exportEveryLabel(options: CallOptions = {}): Promise<ServiceFile> {
    return this.#send({ method: "GET", path: "/v1/admin/labels/export", expectsFile: true, ...options });
  }

  /** Returns the state of the service. */
  getSystem(options: CallOptions = {}): Promise<Answer<"getSystem">> {
    return this.#requests.call("GET", "/system", undefined, options);
  }

  /** Returns a partner's quotas with what is used, and which of them differ from the service's settings. */
  getPartnerQuotas(partnerId: string, options: CallOptions = {}): Promise<Answer<"getPartnerQuotas">> {
    return this.#requests.call("GET", `/partners/${segment(partnerId)}/quotas`, undefined, options);
  }

  /** Returns a company's quotas with what is used, and which of them differ from the service's settings. */
  getCompanyQuotas(companyId: string, options: CallOptions = {}): Promise<Answer<"getCompanyQuotas">> {
    return this.#requests.call("GET", `/companies/${segment(companyId)}/quotas`, undefined, options);
  }

  /** Replaces a partner's quotas, and returns them with what is used. */
  replacePartnerQuotas(
    partnerId: string,
    body: Body<"replacePartnerQuotas">,
    options: CallOptions = {},
  ): Promise<Answer<"replacePartnerQuotas">> {
    return this.#requests.call("PUT", `/partners/${segment(partnerId)}/quotas`, body, options);
  }

  /** Replaces a company's quotas, and returns them with what is used. */
  replaceCompanyQuotas(
    companyId: string,
    body: Body<"replaceCompanyQuotas">,
    options: CallOptions = {},
  ): Promise<Answer<"replaceCompanyQuotas">> {
    return this.#requests.call("PUT", `/companies/${segment(companyId)}/quotas`, body, options);
  }

  /** Lists failed documents, newest first. */
  listFailedDocuments(
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listFailedDocuments">, FailedDocument> {
    const path = "/failed-documents";
    return this.#requests.list("documents", path, query, options);
  }

  /** Lists the documents of all companies that wait or are being analysed, newest first. */
  listEveryUnfinishedDocument(
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listEveryUnfinishedDocument">, UnfinishedDocument> {
    const path = "/unfinished-documents";
    return this.#requests.list("documents", path, query, options);
  }

  /** Cancels a document of any company that waits or is being analysed; its status becomes failed. */
  cancelAnyDocument(documentId: string, options: CallOptions = {}): Promise<Answer<"cancelAnyDocument">> {
    return this.#requests.call("POST", `/documents/${segment(documentId)}/cancel`, {}, options);
  }

  /** Submits a failed document again, as a new document. */
  retryDocument(documentId: string, options: CallOptions = {}): Promise<Answer<"retryDocument">> {
    return this.#requests.call("POST", `/documents/${segment(documentId)}/retry`, {}, options);
  }

  /** Removes the second factor of any account. */
  resetSecondFactorOfAccount(accountId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("DELETE", `/accounts/${segment(accountId)}/second-factor`, undefined, options);
  }
}
