import { GapOperations } from "./gap-operations.ts";
import type { List } from "./list.ts";
import type {
  Answer,
  Body,
  BulkJudgement,
  CancelledDocument,
  Decision,
  DecisionFilter,
  Document,
  DocumentComparison,
  DocumentDetails,
  DocumentFilter,
  DocumentPage,
  DocumentRecommendations,
  DocumentRecord,
  DocumentResult,
  OwnerQuestion,
  PageQuery,
} from "./operation-types.ts";
import type { RedlineQuery } from "./redline-query.ts";
import { Requests } from "./requests.ts";
import type { ResultQuery, SelectedResult } from "./result-query.ts";
import { type CallOptions, type Send, type ServiceFile, segment } from "./transport.ts";
import { type WaitOptions, waitForResult } from "./wait-for-result.ts";

const documentPath = (documentId: string) => `/v1/documents/${segment(documentId)}`;
const decisionPath = (documentId: string, itemId: string) =>
  `${documentPath(documentId)}/items/${segment(itemId)}/decision`;
const pagePath = (documentId: string, fileId: string, pageNumber: number) =>
  `/v1/documents/${segment(documentId)}/files/${segment(fileId)}/pages/${segment(pageNumber)}`;

/** What can be done with documents that exist. */
export class DocumentOperations extends GapOperations {
  readonly #send: Send;
  readonly #requests: Requests;

  /** Called by `Assay`. */
  constructor(send: Send) {
    super(send);
    this.#send = send;
    this.#requests = new Requests(this.#send, "");
  }

  /** Lists the company's documents, newest first unless `sort` says otherwise. */
  listDocuments(
    query: PageQuery & DocumentFilter = {},
    options: CallOptions = {},
  ): List<Answer<"listDocuments">, Document> {
    return this.#requests.list("documents", "/v1/documents", query, options);
  }

  /** Returns a document with its files, without its findings. */
  getDocument(documentId: string, options: CallOptions = {}): Promise<DocumentDetails> {
    return this.#requests.call("GET", documentPath(documentId), undefined, options);
  }

  /** Changes the dates of a document; null removes one. */
  updateDocument(
    documentId: string,
    body: Body<"updateDocument">,
    options: CallOptions = {},
  ): Promise<Answer<"updateDocument">> {
    return this.#requests.call("PATCH", documentPath(documentId), body, options);
  }

  /** Deletes a document for good: at once gone from results and its review, soon after erased. May be repeated. */
  deleteDocument(documentId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("DELETE", documentPath(documentId), undefined, options);
  }

  /** Withdraws a document: it stays readable and no longer counts in its review. */
  withdrawDocument(documentId: string, options: CallOptions = {}): Promise<Document> {
    return this.#requests.call("POST", `${documentPath(documentId)}/withdraw`, {}, options);
  }

  /** Restores a withdrawn document: it counts in its review again. */
  restoreDocument(documentId: string, options: CallOptions = {}): Promise<Document> {
    return this.#requests.call("POST", `${documentPath(documentId)}/restore`, {}, options);
  }

  /** Proposes the version before a document that names none: why, and how sure that is. Changes nothing. */
  getDocumentPredecessor(documentId: string, options: CallOptions = {}): Promise<Answer<"getDocumentPredecessor">> {
    return this.#requests.call("GET", `${documentPath(documentId)}/predecessor`, undefined, options);
  }

  /** Compares a document with an earlier version: clauses added, removed, reworded and moved, and the verdicts that changed. */
  compareDocuments(
    documentId: string,
    previousId: string,
    { language }: { language?: string | undefined } = {},
    options: CallOptions = {},
  ): Promise<DocumentComparison> {
    const path = `${documentPath(documentId)}/compare`;
    return this.#send({ method: "GET", path, query: { with: previousId, language }, ...options });
  }

  /** Lists the texts that are suggested for a document, with what each is for and what it replaces. */
  listRecommendations(
    documentId: string,
    { language }: { language?: string | undefined } = {},
    options: CallOptions = {},
  ): Promise<DocumentRecommendations> {
    const path = `${documentPath(documentId)}/recommendations`;
    return this.#send({ method: "GET", path, query: { language }, ...options });
  }

  /** Returns a copy of a document's Word file with suggested texts as tracked changes and comments. */
  getRedline(
    documentId: string,
    { recommendations, fileId, language }: RedlineQuery = {},
    options: CallOptions = {},
  ): Promise<ServiceFile> {
    const path = `${documentPath(documentId)}/redline`;
    const query = { recommendations: recommendations?.join(","), fileId, language };
    return this.#send({ method: "GET", path, query, expectsFile: true, ...options });
  }

  /** Returns a Word file with the suggested texts, their places and reasons, for documents that are no Word files. */
  getClausePack(
    documentId: string,
    { recommendations, language }: Omit<RedlineQuery, "fileId"> = {},
    options: CallOptions = {},
  ): Promise<ServiceFile> {
    const path = `${documentPath(documentId)}/clauses`;
    const query = { recommendations: recommendations?.join(","), language };
    return this.#send({ method: "GET", path, query, expectsFile: true, ...options });
  }

  /** Makes a document the new version of an earlier one of the same review. */
  putDocumentPredecessor(
    documentId: string,
    body: Body<"putDocumentPredecessor">,
    options: CallOptions = {},
  ): Promise<Document> {
    return this.#requests.call("PUT", `${documentPath(documentId)}/predecessor`, body, options);
  }

  /** Proposes other controls that a document's met criteria serve already, with counts; the most served first. */
  getDocumentCrosswalk(documentId: string, options: CallOptions = {}): Promise<Answer<"getDocumentCrosswalk">> {
    return this.#requests.call("GET", `${documentPath(documentId)}/crosswalk`, undefined, options);
  }

  /** Judges a document's files again: by its control's newest revision, in another language, or by another control. */
  judgeDocumentAgain(
    documentId: string,
    body: Body<"judgeDocumentAgain"> = {},
    options: CallOptions = {},
  ): Promise<Document> {
    return this.#requests.call("POST", `${documentPath(documentId)}/judgements`, body, options);
  }

  /** Lists the documents that the newest revision of a control affects, with the progress of judging them again. */
  listAffectedDocuments(
    controlId: string,
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listAffectedDocuments">, Document> {
    const path = `/v1/controls/${segment(controlId)}/affected-documents`;
    return this.#requests.list("documents", path, query, options);
  }

  /** Judges those documents again in bulk, after everything that is submitted. */
  judgeAffectedDocuments(controlId: string, options: CallOptions = {}): Promise<BulkJudgement> {
    return this.#requests.call("POST", `/v1/controls/${segment(controlId)}/judgements`, {}, options);
  }

  /** Retries a failed document of the company: its files and items become a new document of the same review. */
  retryOwnDocument(documentId: string, options: CallOptions = {}): Promise<Answer<"retryOwnDocument">> {
    return this.#requests.call("POST", `${documentPath(documentId)}/retry`, {}, options);
  }

  /** Returns a submitted file, byte for byte. */
  getDocumentOriginal(documentId: string, fileId: string, options: CallOptions = {}): Promise<ServiceFile> {
    const path = `${documentPath(documentId)}/files/${segment(fileId)}/original`;
    return this.#send({ method: "GET", path, expectsFile: true, ...options });
  }

  /** Cancels a document that waits or is being analysed; its status becomes failed. A partner may cancel its companies' documents. */
  cancelDocument(documentId: string, options: CallOptions = {}): Promise<CancelledDocument> {
    return this.#requests.call("POST", `/v1/documents/${segment(documentId)}/cancel`, {}, options);
  }

  /** Returns only the given `fields` of the current result of a document. */
  getDocumentResult<const Fields extends readonly string[]>(
    documentId: string,
    query: ResultQuery & { fields: Fields },
    options?: CallOptions,
  ): Promise<SelectedResult<Fields>>;
  /** Returns the current result of a document. `resolveFindings` resolves what items cite. */
  getDocumentResult(
    documentId: string,
    query?: ResultQuery & { fields?: undefined },
    options?: CallOptions,
  ): Promise<DocumentResult>;
  getDocumentResult(
    documentId: string,
    { fields, complianceLevel, needsReview, decision, sort, include, language }: ResultQuery = {},
    options: CallOptions = {},
  ): Promise<unknown> {
    const query = {
      ...{ fields: fields?.join(","), complianceLevel: complianceLevel?.join(","), sort, language },
      ...{ include: include?.join(","), decision: decision?.join(",") },
      needsReview: needsReview === undefined ? undefined : String(needsReview),
    };
    return this.#send({ method: "GET", path: `/v1/documents/${segment(documentId)}/result`, query, ...options });
  }

  /** Decides about an item of a completed document's result, or with `criterionKey` about one of its criteria. */
  decideFinding(
    documentId: string,
    itemId: string,
    body: Body<"decideFinding">,
    options: CallOptions = {},
  ): Promise<Decision> {
    return this.#requests.call("PUT", decisionPath(documentId, itemId), body, options);
  }

  /** Withdraws a decision: the finding counts as the machine judged it. May be repeated. */
  withdrawDecision(
    documentId: string,
    itemId: string,
    { criterionKey }: { criterionKey?: string | undefined } = {},
    options: CallOptions = {},
  ): Promise<void> {
    const path = decisionPath(documentId, itemId);
    return this.#send({ method: "DELETE", path, query: { criterionKey }, ...options });
  }

  /** Lists decisions with their history, newest first. */
  listDecisions(
    query: PageQuery & DecisionFilter = {},
    options: CallOptions = {},
  ): List<Answer<"listDecisions">, Decision> {
    return this.#requests.list("decisions", "/v1/decisions", query, options);
  }

  /** Returns the records of a decision in the company's chain: when it was made, and when it ended. */
  listDecisionRecords(decisionId: string, options: CallOptions = {}): Promise<Answer<"listDecisionRecords">> {
    return this.#requests.call("GET", `/v1/decisions/${segment(decisionId)}/records`, undefined, options);
  }

  /** Answers a question of a document's result that no document can answer; `answer: null` withdraws the answer. */
  answerQuestion(
    documentId: string,
    controlItemId: string,
    questionKey: string,
    body: Body<"answerQuestion">,
    options: CallOptions = {},
  ): Promise<OwnerQuestion> {
    const path = `/v1/documents/${segment(documentId)}/questions/${segment(controlItemId)}/${segment(questionKey)}`;
    return this.#requests.call("PUT", path, body, options);
  }

  /** Returns the record of a completed or failed document: engine, models, catalogue, and hashes of files and findings. */
  getDocumentRecord(documentId: string, options: CallOptions = {}): Promise<DocumentRecord> {
    return this.#requests.call("GET", `/v1/documents/${segment(documentId)}/record`, undefined, options);
  }

  /** Waits until a document is `completed` or `failed` and returns its result. `failureReason` explains a failure. */
  waitForResult(documentId: string, options: WaitOptions = {}): Promise<DocumentResult> {
    return waitForResult(this.#send, documentId, options);
  }

  /** Returns the text of a page, from which findings quote. With `highlight`, also the boxes of those words on the page image. */
  getDocumentPage(
    documentId: string,
    fileId: string,
    pageNumber: number,
    options: CallOptions & {
      /** The words to find: the offsets of a piece of evidence, or a quote. */
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

  /** Returns a page of a PDF as a PNG image. A page without an image is refused with status 404. */
  async getDocumentPageImage(
    documentId: string,
    fileId: string,
    pageNumber: number,
    options: CallOptions = {},
  ): Promise<Blob> {
    const path = `${pagePath(documentId, fileId, pageNumber)}/image`;
    return (await this.#send<ServiceFile>({ method: "GET", path, expectsFile: true, ...options })).content;
  }
}
