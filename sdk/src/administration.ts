import { type List, listOf } from "./list.ts";
import type {
  Answer,
  ApiKey,
  AuditEntry,
  AuditFilter,
  Body,
  BusinessEntity,
  CompanyFilter,
  CompanyOverview,
  FailedDocument,
  Framework,
  PageQuery,
  Partner,
} from "./operation-types.ts";
import { type Call, type CallOptions, type Send, segment } from "./transport.ts";

/** What the operator of the service does, with the administrator token. */
export class Administration {
  readonly #send: Send;

  /** Made by `Assay`: use `assay.admin`. */
  constructor(send: Send) {
    this.#send = (call) => send({ ...call, isAdmin: true });
  }

  #call<T>(method: Call["method"], path: string, json: unknown, options: CallOptions): Promise<T> {
    return this.#send<T>({ method, path: `/v1/admin${path}`, ...(json !== undefined && { json }), ...options });
  }

  #page<T>(path: string, query: PageQuery, options: CallOptions): Promise<T> {
    return this.#send<T>({ method: "GET", path: `/v1/admin${path}`, query: { ...query }, ...options });
  }

  /** Creates a partner with its first key, which is shown only here. */
  createPartner(body: Body<"createPartner">, options: CallOptions = {}): Promise<Answer<"createPartner">> {
    return this.#call("POST", "/partners", body, options);
  }

  /** Tells what documents are judged by, and what leaves the machine for it. */
  getAnalysisSettings(options: CallOptions = {}): Promise<Answer<"getAnalysisSettings">> {
    return this.#call("GET", "/analysis", undefined, options);
  }

  /** Lists partners, newest first. */
  listPartners(query: PageQuery = {}, options: CallOptions = {}): List<Answer<"listPartners">, Partner> {
    return listOf("partners", query, (page) => this.#page<Answer<"listPartners">>("/partners", page, options));
  }

  /** Reads a partner. */
  getPartner(partnerId: string, options: CallOptions = {}): Promise<Partner> {
    return this.#call("GET", `/partners/${segment(partnerId)}`, undefined, options);
  }

  /** Replaces what a partner may reference. */
  replaceWhitelist(
    partnerId: string,
    body: Body<"replaceWhitelist">,
    options: CallOptions = {},
  ): Promise<Answer<"replaceWhitelist">> {
    return this.#call("PUT", `/partners/${segment(partnerId)}/whitelist`, body, options);
  }

  /** Replaces a partner's own limits; what is absent follows the service's settings. */
  replaceLimits(
    partnerId: string,
    body: Body<"replaceLimits">,
    options: CallOptions = {},
  ): Promise<Answer<"replaceLimits">> {
    return this.#call("PUT", `/partners/${segment(partnerId)}/limits`, body, options);
  }

  /** Issues a further key for a partner. It is shown only here. */
  issuePartnerKey(
    partnerId: string,
    body: Body<"issuePartnerKey"> = {},
    options: CallOptions = {},
  ): Promise<Answer<"issuePartnerKey">> {
    return this.#call("POST", `/partners/${segment(partnerId)}/keys`, body, options);
  }

  /** Lists a partner's keys. */
  listPartnerKeys(
    partnerId: string,
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listPartnerKeys">, ApiKey> {
    const path = `/partners/${segment(partnerId)}/keys`;
    return listOf("keys", query, (page) => this.#page<Answer<"listPartnerKeys">>(path, page, options));
  }

  /** Lists the companies of every partner, newest first. */
  listEveryCompany(
    query: PageQuery & CompanyFilter = {},
    options: CallOptions = {},
  ): List<Answer<"listEveryCompany">, CompanyOverview> {
    return listOf("companies", query, (page) => this.#page<Answer<"listEveryCompany">>("/companies", page, options));
  }

  /** Lists a company's business entities. */
  listCompanyEntities(
    companyId: string,
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listCompanyEntities">, BusinessEntity> {
    const path = `/companies/${segment(companyId)}/business-entities`;
    return listOf("businessEntities", query, (page) => this.#page<Answer<"listCompanyEntities">>(path, page, options));
  }

  /** Issues a further key for a company. It is shown only here. */
  issueCompanyKey(
    companyId: string,
    body: Body<"issueCompanyKey"> = {},
    options: CallOptions = {},
  ): Promise<Answer<"issueCompanyKey">> {
    return this.#call("POST", `/companies/${segment(companyId)}/keys`, body, options);
  }

  /** Lists a company's keys. */
  listCompanyKeys(
    companyId: string,
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listCompanyKeys">, ApiKey> {
    const path = `/companies/${segment(companyId)}/keys`;
    return listOf("keys", query, (page) => this.#page<Answer<"listCompanyKeys">>(path, page, options));
  }

  /** Revokes a key, at once and everywhere. */
  revokeKey(keyId: string, options: CallOptions = {}): Promise<void> {
    return this.#call("DELETE", `/keys/${segment(keyId)}`, undefined, options);
  }

  /** Erases a company with everything that is kept of it. There is no way back. */
  eraseCompany(companyId: string, options: CallOptions = {}): Promise<Answer<"eraseCompany">> {
    return this.#call("DELETE", `/companies/${segment(companyId)}`, undefined, options);
  }

  /** Approves or archives a business entity. */
  decideBusinessEntity(
    businessEntityId: string,
    body: Body<"decideBusinessEntity">,
    options: CallOptions = {},
  ): Promise<Answer<"decideBusinessEntity">> {
    return this.#call("PATCH", `/business-entities/${segment(businessEntityId)}`, body, options);
  }

  /** Lists every framework of the catalogue. */
  async listFrameworks(options: CallOptions = {}): Promise<{ frameworks: Framework[] }> {
    return this.#call("GET", "/frameworks", undefined, options);
  }

  /** Reads a control with its clusters, items and criteria. */
  describeControl(controlId: string, options: CallOptions = {}): Promise<Answer<"describeControl">> {
    return this.#call("GET", `/controls/${segment(controlId)}`, undefined, options);
  }

  /** Tells what `loadFramework` would change, and changes nothing. */
  previewFramework(document: object, options: CallOptions = {}): Promise<Answer<"previewFramework">> {
    return this.#call("POST", "/frameworks/preview", document, options);
  }

  /** Adds a framework or a new version of one: in the catalogue's format, or an OSCAL catalog. */
  loadFramework(document: object, options: CallOptions = {}): Promise<Answer<"loadFramework">> {
    return this.#call("POST", "/frameworks", document, options);
  }

  /** Archives a cluster, or takes it back. */
  archiveCluster(
    clusterId: string,
    body: Body<"archiveCluster">,
    options: CallOptions = {},
  ): Promise<Answer<"archiveCluster">> {
    return this.#call("PATCH", `/clusters/${segment(clusterId)}`, body, options);
  }

  /** Marks a control item obsolete, or takes it back. */
  markControlItemObsolete(
    controlItemId: string,
    body: Body<"markControlItemObsolete">,
    options: CallOptions = {},
  ): Promise<Answer<"markControlItemObsolete">> {
    return this.#call("PATCH", `/control-items/${segment(controlItemId)}`, body, options);
  }

  /** Reads the audit log, newest first. */
  listAuditLog(
    query: PageQuery & AuditFilter = {},
    options: CallOptions = {},
  ): List<Answer<"listAuditLog">, AuditEntry> {
    return listOf("entries", query, (page) => this.#page<Answer<"listAuditLog">>("/audit-log", page, options));
  }

  /** Reads how the service is doing. */
  getSystem(options: CallOptions = {}): Promise<Answer<"getSystem">> {
    return this.#call("GET", "/system", undefined, options);
  }

  /** Lists documents that failed, newest first. */
  listFailedDocuments(
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listFailedDocuments">, FailedDocument> {
    const path = "/failed-documents";
    return listOf("documents", query, (page) => this.#page<Answer<"listFailedDocuments">>(path, page, options));
  }

  /** Tries a failed document again, as a new one. */
  retryDocument(documentId: string, options: CallOptions = {}): Promise<Answer<"retryDocument">> {
    return this.#call("POST", `/documents/${segment(documentId)}/retry`, {}, options);
  }
}
