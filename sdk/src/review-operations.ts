import { DocumentOperations } from "./document-operations.ts";
import type { List } from "./list.ts";
import type {
  Answer,
  Body,
  ComplianceReview,
  ComplianceReviewDetails,
  PageQuery,
  ReviewFilter,
  SignOff,
} from "./operation-types.ts";
import { Requests } from "./requests.ts";
import { type CallOptions, type Send, type ServiceFile, segment } from "./transport.ts";

const reviewPath = (reviewId: string) => `/v1/compliance-reviews/${segment(reviewId)}`;

/** The format of a review's report. */
export type ReportFormat = "pdf" | "docx" | "xlsx" | "csv" | "oscal";

/** What a report for people has: what the board reads, the findings in full, or both. */
export type ReportPart = "all" | "board" | "annex";

/** Of a review's report. */
export interface ReportOptions extends CallOptions {
  /** Of `pdf` and `docx`; `all` by default. */
  part?: ReportPart | undefined;
  /** Of `pdf` and `docx`: whether they have the partner's looks; `on` by default. */
  branding?: "on" | "off" | undefined;
}

/** Of calls that return texts of the catalogue. */
export interface InLanguage extends CallOptions {
  /** `en` (the default), `de`, `fr` or `es`. */
  language?: string | undefined;
}

/** Reviews: their results, reports, sign-offs and links. */
export class ReviewOperations extends DocumentOperations {
  readonly #send: Send;
  readonly #requests: Requests;

  /** Called by `Assay`. */
  constructor(send: Send) {
    super(send);
    this.#send = send;
    this.#requests = new Requests(send, "");
  }

  /** Lists the company's reviews, newest first unless `sort` says otherwise. */
  listComplianceReviews(
    query: PageQuery & ReviewFilter = {},
    options: CallOptions = {},
  ): List<Answer<"listComplianceReviews">, ComplianceReview> {
    const path = "/v1/compliance-reviews";
    return this.#requests.list("reviews", path, query, options);
  }

  /** Returns a review with the combined result of its documents. */
  getComplianceReview(reviewId: string, { language, ...options }: InLanguage = {}): Promise<ComplianceReviewDetails> {
    const path = `/v1/compliance-reviews/${segment(reviewId)}`;
    return this.#send({ method: "GET", path, query: { language }, ...options });
  }

  /** Returns a review as a file: a signed PDF, a workbook (`xlsx`), CSV or OSCAL assessment results. */
  getComplianceReviewReport(
    reviewId: string,
    format: ReportFormat,
    { part, branding, ...options }: ReportOptions = {},
  ): Promise<ServiceFile> {
    const path = `${reviewPath(reviewId)}/report`;
    return this.#send({ method: "GET", path, query: { format, part, branding }, expectsFile: true, ...options });
  }

  /** Updates a review's name or scope. */
  updateComplianceReview(
    reviewId: string,
    body: Body<"updateComplianceReview">,
    options: CallOptions = {},
  ): Promise<Answer<"updateComplianceReview">> {
    return this.#requests.call("PATCH", reviewPath(reviewId), body, options);
  }

  /** Signs a review off: nothing is added to it and nothing decided in it until it is reopened. */
  signOffReview(reviewId: string, body: Body<"signOffReview"> = {}, options: CallOptions = {}): Promise<SignOff> {
    return this.#requests.call("PUT", `${reviewPath(reviewId)}/sign-off`, body, options);
  }

  /** Reopens a review that is signed off; the sign-off stays in the history. */
  reopenReview(reviewId: string, body: Body<"reopenReview">, options: CallOptions = {}): Promise<SignOff> {
    return this.#requests.call("POST", `${reviewPath(reviewId)}/reopen`, body, options);
  }

  /** Makes a link by which an auditor reads one review without an account. The link is returned only here. */
  createReviewLink(
    reviewId: string,
    body: Body<"createReviewLink">,
    options: CallOptions = {},
  ): Promise<Answer<"createReviewLink">> {
    return this.#requests.call("POST", `${reviewPath(reviewId)}/links`, body, options);
  }

  /** Lists the links to a review, newest first. */
  listReviewLinks(reviewId: string, options: CallOptions = {}): Promise<Answer<"listReviewLinks">> {
    return this.#requests.call("GET", `${reviewPath(reviewId)}/links`, undefined, options);
  }

  /** Revokes a link to a review at once. May be repeated. */
  revokeReviewLink(reviewId: string, linkId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("DELETE", `${reviewPath(reviewId)}/links/${segment(linkId)}`, undefined, options);
  }

  /** Returns the company's decisions as labels, JSON Lines, for whoever improves the engine. */
  exportLabels(options: CallOptions = {}): Promise<ServiceFile> {
    return this.#send({ method: "GET", path: "/v1/labels/export", expectsFile: true, ...options });
  }

  /** Lists the sign-offs of a review with their records in the company's chain, newest first. */
  listSignOffs(reviewId: string, options: CallOptions = {}): Promise<Answer<"listSignOffs">> {
    return this.#requests.call("GET", `${reviewPath(reviewId)}/sign-offs`, undefined, options);
  }
}
